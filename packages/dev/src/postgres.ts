import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { acquireLock } from './lock.ts';
import { freePort } from './ports.ts';
import {
  chooseUser,
  findPostgresBinaries,
  type PostgresBinaries,
  type RunAs,
  reachableBinaries,
} from './postgres-binaries.ts';
import { stopOrphan } from './process-identity.ts';
import { type ServerProcess, spawnServer } from './server-process.ts';
import { waitUntil } from './wait.ts';

const execFileAsync = promisify(execFile);
const NAME = 'commerce';
const SUPERUSER = 'postgres';
const OWNER_PASSWORD = 'password';
const SUPERUSER_PASSWORD = 'superuser-password';
const READY_TIMEOUT_MS = 60_000;

export interface PostgresOptions {
  /** Holds the data, the password and the server's log. */
  dir: string;
  port?: number;
  /** false trades safety for speed: for data that may be lost, as in tests. */
  durable: boolean;
}

export interface PostgresServer {
  /** postgres://…, with the password of the owner of the database, who is no superuser. */
  url: string;
  /** The same database by the superuser, for what only that one may do to a server. */
  superuserUrl: string;
  port: number;
  /** Settles when it has ended, also without being asked to, with the last lines of its log. */
  ended: Promise<string>;
  stop(): Promise<void>;
  /** Ends it as a power cut would. When it is durable, all that was committed is there at the next start. */
  kill(): Promise<void>;
}

/**
 * Starts a PostgreSQL on 127.0.0.1 with its data below `dir`, made on the first start, and a database `commerce`.
 * A server left there by a process that was killed is stopped first; a live owner ends in an InUseError.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const dir = resolve(options.dir);
  const dataDir = join(dir, 'data');
  const release = await acquireLock(dir);
  try {
    const runAs = chooseUser(dataDir);
    const binaries = reachableBinaries(findPostgresBinaries(), runAs);
    if (existsSync(join(dataDir, 'PG_VERSION'))) await clearLeftovers(dataDir);
    else await createCluster({ dir, dataDir, binaries, runAs, options });
    const { server, port } = await startServer({ dir, dataDir, binaries, runAs, options });
    const end = async (how: () => Promise<void>) => {
      await how();
      await release();
    };
    try {
      const login = await readLogin(dir);
      const urlOf = (user: string, password: string, database: string) =>
        `postgres://${user}:${password}@127.0.0.1:${port}/${database}`;
      await createDatabase(urlOf(login.superuser, login.superuserPassword, 'postgres'), login.password);
      return {
        url: urlOf(NAME, login.password, NAME),
        superuserUrl: urlOf(login.superuser, login.superuserPassword, NAME),
        port,
        ended: server.ended.then(() => server.tail()),
        stop: () => end(server.stop),
        kill: () => end(server.kill),
      };
    } catch (error) {
      await server.stop();
      throw error;
    }
  } catch (error) {
    await release();
    throw error;
  }
}

interface Place {
  dir: string;
  dataDir: string;
  binaries: PostgresBinaries;
  runAs: RunAs;
  options: PostgresOptions;
}

// A killed postmaster leaves its process id. PostgreSQL itself refuses to start when that id belongs to any live
// process, also to a stranger, which happens in containers.
async function clearLeftovers(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  await stopOrphan(pid, (command) => command.includes(`-D ${dataDir}`), 'SIGINT');
  await rm(file, { force: true });
}

// Made beside its final place and renamed, so that an interrupted first start leaves nothing half done.
async function createCluster({ dir, dataDir, binaries, runAs, options }: Place): Promise<void> {
  const fresh = `${dataDir}.new`;
  const passwordFile = join(dir, SUPERUSER_PASSWORD);
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  for (const file of [passwordFile, join(dir, OWNER_PASSWORD)]) {
    await rm(file, { force: true });
    await writeFile(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  }
  const { owner } = runAs;
  if (owner) await Promise.all([fresh, passwordFile].map((path) => chown(path, owner.uid, owner.gid)));
  const [command, ...args] = [
    ...runAs.prefix,
    binaries.initdb,
    `--pgdata=${fresh}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
    ...(options.durable ? [] : ['--no-sync']),
  ];
  try {
    await execFileAsync(command as string, args, { env: serverEnv(), cwd: '/', ...runAs.ids });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new Error(`PostgreSQL could not create its data in ${fresh}:\n${stderr || error}`);
  }
  await rename(fresh, dataDir);
}

async function startServer(place: Place): Promise<{ server: ServerProcess; port: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = place.options.port ?? (await freePort());
    const [command, ...args] = [
      ...place.runAs.prefix,
      place.binaries.postgres,
      '-D',
      place.dataDir,
      ...settings(port, place.options.durable).flatMap((setting) => ['-c', setting]),
    ];
    const logFile = join(place.dir, 'postgres.log');
    const server = await spawnServer({
      command: command as string,
      args,
      env: serverEnv(),
      logFile,
      stopSignal: 'SIGINT',
      ...place.runAs.ids,
    });
    if (
      await waitUntil(() => !server.isRunning() || isReady(place.dataDir), { timeoutMs: READY_TIMEOUT_MS })
    ) {
      if (server.isRunning()) return { server, port };
    }
    await server.stop();
    const output = server.tail();
    // The processes of a killed server need a moment to notice, and another process may take a free port first.
    const passing = /pre-existing shared memory block|Address already in use/.test(output);
    if (!passing || attempt === 10) {
      throw new Error(`PostgreSQL did not start (all of its log is in ${logFile}):\n${output}`);
    }
    await delay(100);
  }
}

async function isReady(dataDir: string): Promise<boolean> {
  const status = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  return /^(ready|standby)$/.test(status.split('\n')[7]?.trim() ?? '');
}

/** Data that an older version made have one login, which is the owner and the superuser: PostgreSQL can't separate them later. */
async function readLogin(dir: string) {
  const password = await readFile(join(dir, OWNER_PASSWORD), 'utf8');
  const superuserFile = join(dir, SUPERUSER_PASSWORD);
  if (!existsSync(superuserFile)) return { password, superuser: NAME, superuserPassword: password };
  return { password, superuser: SUPERUSER, superuserPassword: await readFile(superuserFile, 'utf8') };
}

async function createDatabase(superuserUrl: string, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rowCount: roles } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [NAME]);
    // The owner sees and ends sessions of other logins, as tests and `commerce doctor` do.
    if (roles === 0)
      await client.query(`
        CREATE ROLE ${NAME} LOGIN CREATEDB CREATEROLE PASSWORD ${client.escapeLiteral(password)}
          IN ROLE pg_read_all_stats, pg_signal_backend`);
    const { rowCount: databases } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      NAME,
    ]);
    if (databases === 0) await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
  } finally {
    await client.end();
  }
}

function settings(port: number, durable: boolean): string[] {
  const always = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    `shared_buffers=${durable ? 256 : 128}MB`,
    'timezone=UTC',
    'log_timezone=UTC',
  ];
  const fast = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'scram_iterations=1',
    // Starting workers takes longer than the queries of tests.
    'max_parallel_workers_per_gather=0',
  ];
  return durable ? always : [...always, ...fast];
}

// Nothing of the caller's environment may change the server (PGDATA, PGPORT, LC_ALL, TZ, …).
function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
}
