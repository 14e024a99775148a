import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join, resolve } from 'node:path';
import type { RedisBinary } from './find-redis.ts';
import { acquireLock } from './lock.ts';
import { freePort } from './ports.ts';
import { stopOrphan } from './process-identity.ts';
import { type ServerProcess, spawnServer } from './server-process.ts';
import { waitUntil } from './wait.ts';

export interface RedisOptions {
  /** Holds the data and the server's log. */
  dir: string;
  port?: number;
  /** true keeps every write on disk (append-only file); false keeps nothing over a stop. */
  durable: boolean;
  binary: RedisBinary;
}

export interface RedisServer {
  /** redis://:password@127.0.0.1:port; every opening has a password of its own. */
  url: string;
  port: number;
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again after stop or kill: same port, same folder. */
  start(): Promise<void>;
  /** Removes its data; only while it is stopped. */
  wipe(): Promise<void>;
}

/** Starts a Redis (or Valkey) on 127.0.0.1, with the setting that BullMQ requires: nothing is evicted. */
export async function startRedis(options: RedisOptions): Promise<RedisServer> {
  const dir = resolve(options.dir);
  const port = options.port ?? (await freePort());
  const password = randomBytes(18).toString('base64url');
  let current: { server: ServerProcess; release: () => Promise<void> } | undefined = await open();

  async function open() {
    const release = await acquireLock(dir);
    try {
      return { server: await launch({ ...options, dir, port, password }), release };
    } catch (error) {
      await release();
      throw error;
    }
  }

  async function end(how: 'stop' | 'kill') {
    if (!current) return;
    const { server, release } = current;
    current = undefined;
    await server[how]();
    await release();
  }

  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    port,
    stop: () => end('stop'),
    kill: () => end('kill'),
    start: async () => {
      current ??= await open();
    },
    wipe: async () => {
      if (current) throw new Error('Stop this Redis before removing its data.');
      await rm(join(dir, 'data'), { recursive: true, force: true });
    },
  };
}

async function launch({
  dir,
  port,
  durable,
  binary,
  password,
}: RedisOptions & { port: number; password: string }): Promise<ServerProcess> {
  const dataDir = join(dir, 'data');
  const pidFile = join(dir, 'server.pid');
  await mkdir(dataDir, { recursive: true });
  const [oldPid, oldPort] = (await readFile(pidFile, 'utf8').catch(() => '')).split(' ');
  const isOurs = (command: string) => command.includes('-server') && command.includes(`${oldPort}`);
  if (oldPid) await stopOrphan(Number(oldPid), isOurs, 'SIGTERM');

  // Not among the arguments: every user of the machine can read those.
  const secretSettings = join(dir, 'redis.conf');
  await rm(secretSettings, { force: true });
  await writeFile(secretSettings, `requirepass ${password}\n`, { mode: 0o600 });
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: dataDir,
    save: '',
    appendonly: durable ? 'yes' : 'no',
    'maxmemory-policy': 'noeviction',
    daemonize: 'no',
  };
  const server = await spawnServer({
    command: binary.command,
    args: [secretSettings, ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])],
    env: { PATH: process.env.PATH, ...binary.env },
    logFile: join(dir, 'redis.log'),
    stopSignal: 'SIGTERM',
  });
  await writeFile(pidFile, `${server.pid} ${port}`);
  const answers = async () => !server.isRunning() || (await ping(port, password));
  if ((await waitUntil(answers, { timeoutMs: 30_000 })) && server.isRunning()) return server;
  await server.stop();
  throw new Error(`Redis did not start (all of its log is in ${join(dir, 'redis.log')}):\n${server.tail()}`);
}

// While it reads its data it replies -LOADING, which isn't ready.
function ping(port: number, password: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const finish = (ready: boolean) => {
      socket.destroy();
      done(ready);
    };
    let reply = '';
    socket.setTimeout(1_000, () => finish(false));
    socket.once('error', () => finish(false));
    socket.once('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    socket.on('data', (data) => {
      reply += data.toString();
      if (reply.split('\r\n').length > 2) finish(reply.includes('+PONG'));
    });
  });
}
