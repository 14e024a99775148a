import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createLifecycle, createLog } from '../src/index.ts';

const log = createLog({ name: 'test', level: 'silent' });
const NEVER = 2 ** 31 - 1;

describe('the lifecycle', () => {
  it('closes in reverse order, each after the one before is done', async () => {
    const steps: string[] = [];
    const lifecycle = createLifecycle(log, { deadlineMs: NEVER });
    for (const name of ['database', 'queue', 'http']) {
      lifecycle.add(name, async () => {
        steps.push(`closing ${name}`);
        await new Promise(setImmediate);
        steps.push(`closed ${name}`);
      });
    }

    const inTime = await lifecycle.close();

    expect(inTime).to.equal(true);
    expect(steps).to.deep.equal([
      'closing http',
      'closed http',
      'closing queue',
      'closed queue',
      'closing database',
      'closed database',
    ]);
  });

  it('closes the others when one fails, by a throw or by a rejection', async () => {
    const closed: string[] = [];
    const lifecycle = createLifecycle(log, { deadlineMs: NEVER });
    lifecycle.add('database', () => closed.push('database'));
    lifecycle.add('queue', () => {
      throw new Error('the queue is away');
    });
    lifecycle.add('http', () => Promise.reject(new Error('not listening')));

    const inTime = await lifecycle.close();

    expect(inTime).to.equal(true);
    expect(closed).to.deep.equal(['database']);
  });

  it('gives up at the deadline and says so', async () => {
    const closed: string[] = [];
    const lifecycle = createLifecycle(log, { deadlineMs: 1 });
    lifecycle.add('database', () => closed.push('database'));
    lifecycle.add('http', () => new Promise(() => {}));

    const inTime = await lifecycle.close();

    expect(inTime).to.equal(false);
    expect(closed).to.deep.equal([]);
  });

  it('tells all work to stop at once: one that hangs keeps no resource of another open', async () => {
    const steps: string[] = [];
    const lifecycle = createLifecycle(log, { deadlineMs: 1000 });
    lifecycle.add('database', () => steps.push('database'));
    lifecycle.addWork('mails', () => {
      steps.push('mails');
      return new Promise(() => {});
    });
    lifecycle.addWork('deliveries', async () => {
      await new Promise(setImmediate);
      steps.push('deliveries');
    });

    const inTime = await lifecycle.close();

    expect(inTime).to.equal(false);
    expect(steps).to.deep.equal(['mails', 'deliveries', 'database']);
  });

  it('closes once, however often it is asked to', async () => {
    let closed = 0;
    const lifecycle = createLifecycle(log, { deadlineMs: NEVER });
    lifecycle.add('database', () => closed++);

    await Promise.all([lifecycle.close(), lifecycle.close()]);
    await lifecycle.close();

    expect(closed).to.equal(1);
  });
});

describe('the stop signal', () => {
  const source = new URL('../src/stop-signal.ts', import.meta.url).href;
  const program = `
    import { stopSignal } from ${JSON.stringify(source)};
    setInterval(() => {}, 1e6);
    stopSignal().then(({ reason }) => { console.log(reason); process.exit(0); });
    process.send('ready');`;

  async function start() {
    const args = ['--import', 'tsx', '--conditions', 'source', '--input-type=module', '--eval', program];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    await once(child, 'message');
    // Not the event `close`: it doesn't come after a channel was closed from this side.
    return { child, output: text(child.stdout as Readable) };
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`is ${signal}`, async () => {
      const { child, output } = await start();

      child.kill(signal);

      expect(await output).to.equal(`${signal}\n`);
    });
  }

  it('is the end of the parent that holds the channel', async () => {
    const { child, output } = await start();

    child.disconnect();

    expect(await output).to.equal('parent gone\n');
  });
});
