import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../src/index.ts';
import { findPostgresBinaries, reachableBinaries } from '../src/postgres-binaries.ts';

const run = promisify(execFile);

async function query(server: PostgresServer, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: server.url });
  // The server is killed on purpose while clients are connected.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('startPostgres', () => {
  let dir: string;
  let server: PostgresServer | undefined;
  const start = async () => {
    server = await startPostgres({ dir, durable: true });
    return server;
  };

  before(async () => {
    // Mode 700 and owned by root when the tests run as root: PostgreSQL must get in all the same.
    dir = await mkdtemp(join(tmpdir(), 'commerce-postgres-'));
  });

  after(async () => {
    await server?.stop();
    await rm(dir, { recursive: true, force: true });
  });

  it('makes a UTF8 database in UTC whose owner is no superuser, with passwords only we can read', async () => {
    const first = await start();

    const [row] = await query(
      first,
      `SELECT current_database() AS name, rolsuper AS superuser, current_setting('timezone') AS timezone,
              current_setting('server_encoding') AS encoding, current_setting('max_connections') AS connections
       FROM pg_roles WHERE rolname = current_user`,
    );

    expect(row).to.deep.equal({
      ...{ name: 'commerce', superuser: false },
      ...{ timezone: 'UTC', encoding: 'UTF8', connections: '200' },
    });
    for (const file of ['password', 'superuser-password'])
      expect((await stat(join(dir, file))).mode & 0o777).to.equal(0o600);
    expect(first.url).to.contain(await readFile(join(dir, 'password'), 'utf8'));
    await query(first, 'CREATE TABLE kept (word text); INSERT INTO kept VALUES ($$stopped$$)');
  });

  it('refuses a second server on the same data, and names the owner', async () => {
    const refusal = await startPostgres({ dir, durable: false }).catch((error: Error) => error);

    expect(refusal).to.be.instanceOf(Error).with.property('name', 'InUseError');
    expect(refusal).to.have.property('message').that.contains(dir).and.contains(String(process.pid));
  });

  it('keeps its data over a stop', async () => {
    await server?.stop();

    const second = await start();

    expect(await query(second, 'SELECT word FROM kept')).to.deep.equal([{ word: 'stopped' }]);
    await query(second, 'INSERT INTO kept VALUES ($$killed$$)');
  });

  it('says that it has ended, with the last lines of its log, when nobody asked it to', async () => {
    const [pid] = (await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');

    expect(await server?.ended).to.include('immediate shutdown');
    await server?.stop();
    await start();
  });

  it('starts again with its data after it was killed', async () => {
    await server?.kill();
    expect(await readFile(join(dir, 'data', 'postmaster.pid'), 'utf8')).to.not.equal('');

    const third = await start();

    expect(await query(third, 'SELECT word FROM kept')).to.deep.equal([
      { word: 'stopped' },
      { word: 'killed' },
    ]);
  });
});

describe('PostgreSQL in a folder that only root may enter', () => {
  it('runs all the same, as a user who can reach neither the data nor the programs', async function () {
    if (process.getuid?.() !== 0) {
      this.skipReason = 'who runs it isn’t root';
      this.skip();
    }
    const closed = await mkdtemp(join(tmpdir(), 'commerce-closed-'));
    const user = { uid: 65_534, gid: 65_534 };
    const found = findPostgresBinaries();
    const native = join(closed, 'native');
    await cp(join(found.postgres, '..', '..'), native, { recursive: true, verbatimSymlinks: true });
    const binaries = { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') };

    const reached = reachableBinaries(binaries, { owner: user, prefix: [], ids: user });

    const { stdout } = await run(reached.initdb, ['--version'], { ...user, cwd: '/' });
    expect(stdout).to.match(/^initdb \(PostgreSQL\) 18/);
    expect(reachableBinaries(binaries, { owner: user, prefix: [], ids: user })).to.deep.equal(reached);
    await Promise.all(
      [closed, join(reached.postgres, '..', '..')].map((path) => rm(path, { recursive: true })),
    );
  });
});
