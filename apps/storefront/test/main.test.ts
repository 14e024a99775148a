import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

describe('the shop as a program', () => {
  let child: ChildProcess;

  for (const [what, end] of Object.entries({
    'it gets SIGTERM': (child) => child.kill('SIGTERM'),
    'the program ends that started it, also by SIGKILL': (child) => child.disconnect(),
  } satisfies Record<string, (child: ChildProcess) => unknown>))
    it(`ends when ${what}`, async () => {
      const args = ['--conditions=source', '--import', 'tsx', MAIN];
      child = spawn(process.execPath, args, {
        env: { PATH: process.env.PATH, PUBLISHABLE_KEY: 'pk_1', PORT: '0' },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      await once(child, 'message');

      end(child);

      expect((await once(child, 'exit'))[0]).to.equal(0);
    });

  it('says in a sentence that its port is used by another program', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', MAIN], {
      env: { PATH: process.env.PATH, PUBLISHABLE_KEY: 'pk_1', PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
    });

    expect((await once(child, 'close'))[0]).to.equal(1);
    expect(said).to.equal(`Port ${port} is used by another program. Set PORT to a free one.\n`);
    other.close();
  });

  afterEach(() => child.kill('SIGKILL'));
});
