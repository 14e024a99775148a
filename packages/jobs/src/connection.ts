import { createPostgresBackend, type Worker } from 'bullmq';
import pg from 'pg';
import { openRedis, readRedisAddress } from './open-redis.ts';
import { withDeadline } from './primitives/deadline.ts';

/** The place where BullMQ keeps its jobs: Redis, or PostgreSQL on a machine that has nothing but Node. */
export type QueueConnection =
  | { kind: 'redis'; url: string }
  /** A login that owns nothing uses the tables that `prepareQueue` made; any other makes them when it connects. */
  | { kind: 'postgres'; url: string; ownsNothing?: boolean };

export interface Backend {
  /** The `connection` option of BullMQ's classes. */
  options: object;
  /** The `prefix` option for a queue's keys. In a cluster all keys of a queue must lie on one node. */
  prefixOf(queueName: string): { prefix?: string };
  /** The last argument of BullMQ's constructors; undefined for Redis. */
  factory: typeof createPostgresBackend | undefined;
  /** For BullMQ's own errors: while the queue is away each of them is logged once, not every half second. */
  onError(error: Error): void;
  isConnected(): boolean;
  /** The same, once the first try to connect has ended: a process that begins isn't connected for some milliseconds. */
  isReachable(): Promise<boolean>;
  /** Resolves when the connection is lost the next time. */
  lost(): Promise<void>;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * A producer serves a request: when the queue is away it must fail at once instead of waiting. A consumer has
 * nothing else to do and waits for the queue to come back.
 */
export function backendOf(
  connection: QueueConnection,
  role: 'producer' | 'consumer',
  onError: (error: Error) => void,
): Backend {
  return connection.kind === 'redis'
    ? redisBackend(connection.url, role, onError)
    : postgresBackend(connection, onError);
}

const RECONNECT_MS = 500;

/** Resolves when a connection that failed may be tried again. */
export function restAfterFailure(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
}

/** Longer than BullMQ waits for a job in one command, which is 10 seconds. */
const CONSUMER_SILENCE_MS = 15_000;

/** Written to see that this is a master: one that was demoted still responds to everything else. */
const PROBE_KEY = 'commerce:probe';

/** A demoted master refuses writes. A new connection reaches the new one, and the command is sent again there. */
export function isReadOnly(error: Error): 2 | false {
  return error.message.startsWith('READONLY') ? 2 : false;
}

function redisBackend(url: string, role: 'producer' | 'consumer', onError: (error: Error) => void): Backend {
  const isCluster = readRedisAddress(url)?.kind === 'cluster';
  const redis = openRedis(url, {
    maxRetriesPerRequest: null,
    enableOfflineQueue: role === 'consumer',
    retryStrategy: () => RECONNECT_MS,
    reconnectOnError: isReadOnly,
    // Silence while a command is under way means that the wire is dead: a new connection is made.
    socketTimeout: role === 'producer' ? ANSWER_WITHIN_MS : CONSUMER_SILENCE_MS,
  });
  const isConnected = () => redis.status === 'ready';
  const tried = new Promise<void>((resolve) => {
    redis.once('ready', resolve);
    redis.once('close', resolve);
  });
  const { report, clear } = onceEach(onError);
  redis.on('error', report);
  redis.on('ready', clear);
  return {
    options: redis,
    prefixOf: (queueName) => (isCluster ? { prefix: `{bull:${queueName}}` } : {}),
    factory: undefined,
    onError: report,
    isConnected,
    isReachable: () => answered(tried).then(isConnected, isConnected),
    lost: () => new Promise((resolve) => redis.once('close', resolve)),
    ping: () =>
      redis.set(PROBE_KEY, '1', 'PX', ANSWER_WITHIN_MS).then(
        () => true,
        () => false,
      ),
    close: async () => redis.disconnect(),
  };
}

/** Reports each message once, until it is cleared. */
function onceEach(onError: (error: Error) => void): { report(error: Error): void; clear(): void } {
  const reported = new Set<string>();
  return {
    report(error) {
      if (reported.has(error.message)) return;
      reported.add(error.message);
      onError(error);
    },
    clear: () => reported.clear(),
  };
}

/** Without it, a silent connection would last until TCP gives up, which takes a quarter of an hour, or for ever. */
const POSTGRES_DEADLINES = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 6_000,
  query_timeout: 8_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/** BullMQ asks for the next job without a pause after a failure: a database that refuses at once would be asked as often as it can refuse. */
function postgresBackend(
  { url: connectionString, ownsNothing = false }: Extract<QueueConnection, { kind: 'postgres' }>,
  onError: (error: Error) => void,
): Backend {
  const pool = new pg.Pool({ connectionString, max: 1, ...POSTGRES_DEADLINES });
  const { report, clear } = onceEach(onError);
  pool.on('error', report);
  return {
    options: { connectionString, migrate: !ownsNothing, ...POSTGRES_DEADLINES },
    prefixOf: () => ({}),
    factory: (...given) => {
      const made = createPostgresBackend(...given);
      const move = made.moveToActive.bind(made);
      made.moveToActive = async (...args) => {
        try {
          const moved = await move(...args);
          clear();
          return moved;
        } catch (error) {
          await restAfterFailure();
          throw error;
        }
      };
      return made;
    },
    onError: report,
    isConnected: () => true,
    isReachable: async () => true,
    lost: () => new Promise(() => {}),
    ping: () =>
      pool.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    close: () => pool.end(),
  };
}

/**
 * Closes a worker whose jobs are done. While the queue is away, BullMQ would wait for it to hand its jobs back; a queue
 * that just died may still look connected. Failure policy: the outcomes are in Postgres; a job that is left over runs
 * once more and finds nothing due.
 */
export async function closeWorker(worker: Worker, backend: Backend): Promise<void> {
  await Promise.race([worker.close(!backend.isConnected()), backend.lost()]);
  await backend.close();
}

/** A queue that is connected and yet doesn't respond (a frozen server, a cut wire) counts as away after this. */
const ANSWER_WITHIN_MS = 5000;

/** The work's result, or a rejection when the queue stays silent. */
export function answered<T>(work: Promise<T>): Promise<T> {
  return withDeadline(() => work, ANSWER_WITHIN_MS, 'the queue');
}
