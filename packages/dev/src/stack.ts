import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findRedis, type RedisBinary } from './find-redis.ts';
import { startPostgres } from './postgres.ts';
import { startRedis } from './redis.ts';

export type Queue = { kind: 'redis'; redisUrl: string } | { kind: 'postgres' };

export interface Stack {
  databaseUrl: string;
  /** The PostgreSQL that was started here, by its superuser. */
  superuserUrl?: string;
  queue: Queue;
  /** The Redis program of this machine, when one was found. */
  redisBinary?: RedisBinary;
  /** Settles when the PostgreSQL that was started here has ended, with the last lines of its log. */
  databaseEnded?: Promise<string>;
  /** Stops what was started, Redis before PostgreSQL. */
  close(): Promise<void>;
}

export interface StackOptions {
  /** PostgreSQL and Redis keep their data in folders of their own below it. */
  dataDir: string;
  /** The folder of a downloaded Redis; it may be shared. */
  cacheDir: string;
  durable: boolean;
  /** Gets a line for each step, with a mark in front: ✓ done, · being done, ! worth knowing. */
  log: (line: string) => void;
  /** DATABASE_URL and REDIS_URL name servers that are used instead; with QUEUE_BACKEND=postgres no Redis is started. */
  env: NodeJS.ProcessEnv;
}

/** Opens a PostgreSQL and, where this machine has one, a Redis, side by side. */
export async function openStack(options: StackOptions): Promise<Stack> {
  const [postgres, redis] = await Promise.allSettled([openPostgres(options), openRedis(options)]);
  if (postgres.status === 'rejected' || redis.status === 'rejected') {
    if (redis.status === 'fulfilled') await redis.value.close();
    if (postgres.status === 'fulfilled') await postgres.value.close();
    throw postgres.status === 'rejected' ? postgres.reason : (redis as PromiseRejectedResult).reason;
  }
  const { binary } = redis.value;
  return {
    databaseUrl: postgres.value.url,
    ...(postgres.value.superuserUrl ? { superuserUrl: postgres.value.superuserUrl } : {}),
    queue: redis.value.queue,
    ...(postgres.value.ended ? { databaseEnded: postgres.value.ended } : {}),
    ...(binary ? { redisBinary: binary } : {}),
    close: () => redis.value.close().finally(postgres.value.close),
  };
}

async function openPostgres({ dataDir, durable, log, env }: StackOptions) {
  if (env.DATABASE_URL)
    return { url: env.DATABASE_URL, superuserUrl: undefined, ended: undefined, close: async () => {} };
  const started = performance.now();
  const dir = join(dataDir, 'postgres');
  // PostgreSQL may have to run as another user, who must be able to walk through.
  await mkdir(dir, { recursive: true });
  await chmod(dir, 0o711);
  const server = await startPostgres({ dir, durable });
  log(`✓ PostgreSQL is running  ${seconds(started)}`);
  return { ...server, close: server.stop };
}

async function openRedis({ dataDir, cacheDir, durable, log, env }: StackOptions) {
  const nothing = async () => {};
  if (env.QUEUE_BACKEND === 'postgres') return { queue: { kind: 'postgres' } as Queue, close: nothing };
  if (env.REDIS_URL) return { queue: { kind: 'redis', redisUrl: env.REDIS_URL } as Queue, close: nothing };
  const started = performance.now();
  const binary = await findRedis({
    cacheDir,
    log,
    program: env.TEST_REDIS_PROGRAM,
    ...(env.PATH === undefined ? {} : { path: env.PATH }),
  });
  if (!binary) {
    log("! No Redis was found: BullMQ's PostgreSQL backend is used. Production wants a Redis (REDIS_URL).");
    return { queue: { kind: 'postgres' } as Queue, close: nothing };
  }
  const server = await startRedis({ dir: join(dataDir, 'redis'), durable, binary });
  log(`✓ ${binary.name} is running  ${seconds(started)}`);
  return { queue: { kind: 'redis', redisUrl: server.url } as Queue, binary, close: server.stop };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
