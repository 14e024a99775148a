import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { InUseError, startPostgres } from '../src/index.ts';
import { acquireLock } from '../src/lock.ts';
import { commandOf } from '../src/process-identity.ts';

describe('what a killed process leaves behind', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-orphans-'));
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('a PostgreSQL that still runs is stopped, and its data are served again', async () => {
    const library = new URL('../src/index.ts', import.meta.url).href;
    const program = `
      import { startPostgres } from ${JSON.stringify(library)};
      await startPostgres({ dir: ${JSON.stringify(dir)}, durable: false });
      console.log('running');
      setInterval(() => {}, 1000);`;
    const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(owner.stdout, 'data');
    const refusal = await startPostgres({ dir, durable: false }).catch((error: Error) => error);
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const orphan = await postmaster(dir);
    expect(await commandOf(orphan), 'it outlives its owner').to.contain('postgres');

    const server = await startPostgres({ dir, durable: false });

    expect(refusal).to.be.instanceOf(InUseError);
    expect(await commandOf(orphan)).to.equal(undefined);
    expect(await postmaster(dir)).to.not.equal(orphan);
    await server.stop();
  });

  it('a lock of a process that is gone is taken over', async () => {
    const gone = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(gone, 'exit');
    await writeFile(join(dir, 'in-use.json'), JSON.stringify({ pid: gone.pid, command: 'node start.mjs' }));

    const release = await acquireLock(dir);

    expect(JSON.parse(await readFile(join(dir, 'in-use.json'), 'utf8'))).to.have.property('pid', process.pid);
    await release();
  });

  it('a lock whose process id belongs to another program now is taken over', async () => {
    await writeFile(
      join(dir, 'in-use.json'),
      JSON.stringify({ pid: process.ppid, command: 'node start.mjs' }),
    );

    const release = await acquireLock(dir);

    await release();
  });
});

async function postmaster(dir: string): Promise<number> {
  return Number((await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
