import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RedisServer, startRedis } from '@service/dev';

/** A Redis of a test's own, that it may stop, kill, wipe and start again; undefined where no Redis was found. */
export async function startTestRedis(): Promise<RedisServer | undefined> {
  const binary = process.env.TEST_REDIS_BINARY;
  if (!binary) {
    if (process.env.CI === 'true') throw new Error('With CI=true the tests of Redis may not be skipped.');
    return undefined;
  }
  const dir = await mkdtemp(join(tmpdir(), 'commerce-redis-'));
  return startRedis({ dir, durable: false, binary: JSON.parse(binary) });
}
