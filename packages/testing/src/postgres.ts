import { execFile } from 'node:child_process';
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, type PostgresServer, startPostgres } from '@service/dev';
import pg from 'pg';

/** A copy that follows another server. */
export interface TestReplica {
  url: string;
  superuserUrl: string;
  /** From now on it accepts writes. */
  promote(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

export interface TestPostgres {
  url: string;
  superuserUrl: string;
  /** Starts a replica that follows it, and makes it wait for the replica at each commit. It is restarted for that. */
  startReplica(): Promise<TestReplica>;
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again after stop or kill: same port, same data. */
  start(): Promise<void>;
  /** Starts it again if it ended by itself, as a service manager would. */
  revive(): Promise<void>;
  /** Stops it and removes its data. */
  close(): Promise<void>;
}

/** A PostgreSQL of a test's own, that it may stop, kill and start again; what was committed survives both. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dir = await mkdtemp(join(tmpdir(), 'commerce-postgres-'));
  // PostgreSQL may have to run as another user, who must be able to walk through.
  await chmod(dir, 0o711);
  const options = { dir, port: await freePort(), durable: true };
  let server: PostgresServer;
  let isRunning = false;
  let hasEnded = false;

  async function start(): Promise<PostgresServer> {
    const started = await startPostgres(options);
    server = started;
    isRunning = true;
    hasEnded = false;
    void started.ended.then(() => {
      hasEnded = server === started;
    });
    return started;
  }
  async function end(how: 'stop' | 'kill'): Promise<void> {
    if (isRunning) await server[how]();
    isRunning = false;
  }
  const { url, superuserUrl } = await start();
  return {
    url,
    superuserUrl,
    stop: () => end('stop'),
    kill: () => end('kill'),
    async start() {
      await start();
    },
    async revive() {
      if (!hasEnded) return;
      await end('stop');
      await start();
    },
    async startReplica() {
      await end('stop');
      const copy = await copyOf(dir, server);
      await appendFile(join(dir, 'data', 'postgresql.auto.conf'), "synchronous_standby_names = '*'\n");
      await start();
      const replica = await startPostgres({ dir: copy, port: await freePort(), durable: true });
      return {
        url: replica.url,
        superuserUrl: replica.superuserUrl,
        promote: () => promote(replica.superuserUrl),
        async close() {
          await replica.stop();
          await rm(copy, { recursive: true, force: true });
        },
      };
    },
    async close() {
      await end('stop');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Copies the data of a server that is stopped, for one that is to follow it. */
async function copyOf(dir: string, { superuserUrl, port }: PostgresServer): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'commerce-replica-'));
  await chmod(copy, 0o711);
  // With its owner, which Node's own copy doesn't keep.
  await promisify(execFile)('cp', ['-a', `${dir}/.`, copy]);
  const { username, password } = new URL(superuserUrl);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await appendFile(join(copy, 'data', 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  await writeFile(join(copy, 'data', 'standby.signal'), '');
  return copy;
}

async function promote(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('SELECT pg_promote()').finally(() => client.end());
}
