import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';

interface LimiterOptions {
  keyPrefix: string;
  points: number;
  durationSeconds: number;
}

/** Counts in Redis where there is one, for all processes together, else, and while it's away, in this process's memory. */
export function createLimiter(
  redis: unknown,
  { keyPrefix, points, durationSeconds: duration }: LimiterOptions,
): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ keyPrefix, points, duration });
  if (!redis) return memory;
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix,
    points,
    duration,
    rejectIfRedisNotReady: true,
    insuranceLimiter: memory,
  });
}

/** Neither Redis nor its dumps may contain addresses of clients. */
export function hashKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
