import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../src/index.ts';

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

  it('makes a UTF8 database in UTC, with a password that only its owner can read', async () => {
    const first = await start();

    const [row] = await query(
      first,
      `SELECT current_database() AS name, current_setting('timezone') AS timezone,
              current_setting('server_encoding') AS encoding, current_setting('max_connections') AS connections`,
    );

    expect(row).to.deep.equal({ name: 'commerce', timezone: 'UTC', encoding: 'UTF8', connections: '200' });
    expect((await stat(join(dir, 'password'))).mode & 0o777).to.equal(0o600);
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
