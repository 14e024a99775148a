import { openRedis } from './open-redis.ts';

const RESPOND_WITHIN_MS = 5000;

export interface RedisFacts {
  version: string;
  /** The policy for a full memory; BullMQ needs `noeviction`. */
  policy: string;
  /** Whether it writes an append-only file. */
  isPersistent: boolean;
}

/** Reads the facts of a Redis. Rejects when it doesn't respond. */
export async function readRedisFacts(url: string): Promise<RedisFacts> {
  const redis = openRedis(url, {
    lazyConnect: true,
    connectTimeout: RESPOND_WITHIN_MS,
    commandTimeout: RESPOND_WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const info = await redis.info();
    const lineOf = (name: string) => info.match(new RegExp(`^${name}:(.*)$`, 'm'))?.[1]?.trim() ?? '';
    return {
      version: lineOf('redis_version'),
      policy: lineOf('maxmemory_policy'),
      isPersistent: lineOf('aof_enabled') === '1',
    };
  } finally {
    redis.disconnect();
  }
}
