import type { Cluster, Redis } from 'ioredis';
import { isReadOnly, type QueueConnection } from './connection.ts';
import { openRedis } from './open-redis.ts';

/** After this many commands in a row without a response, the connection is replaced. */
const SILENT_COMMANDS = 3;

/**
 * A connection on which attempts are counted, by all processes together; undefined where there is no Redis. A request waits for
 * its response, so a Redis that is away fails at once, one that hangs after the timeout, and the caller counts in memory.
 */
export function openThrottleRedis(
  connection: QueueConnection,
  onError: (error: Error) => void,
  { timeoutMs = 1000 }: { timeoutMs?: number } = {},
): Redis | Cluster | undefined {
  if (connection.kind !== 'redis') return undefined;
  const redis = openRedis(connection.url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: timeoutMs,
    retryStrategy: () => 500,
    reconnectOnError: isReadOnly,
    // Longer than a command may take, so that a connection is replaced only when nothing at all arrives.
    socketTimeout: SILENT_COMMANDS * timeoutMs,
  });
  redis.on('error', onError);
  return redis;
}
