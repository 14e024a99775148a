import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasContainerEngine, openContainerStack } from './containers.ts';
import { findRedis } from './find-redis.ts';
import { openStack, type Stack } from './stack.ts';

export interface TestStackOptions {
  /** The folder of a downloaded Redis; it may be shared. */
  cacheDir: string;
  log: (line: string) => void;
  /** TEST_DATABASE_URL and TEST_REDIS_URL name servers that are used instead; CI=true makes Redis compulsory. */
  env: NodeJS.ProcessEnv;
}

/**
 * Opens empty servers for tests: containers where an engine answers, else embedded ones in a temporary folder
 * that `close` removes. DATABASE_URL is ignored on purpose: tests never touch the data of a running shop.
 */
export async function openTestStack(options: TestStackOptions): Promise<Stack> {
  const stack = (await tryContainers(options)) ?? (await openEmbedded(options));
  if (stack.queue.kind === 'redis' || options.env.CI !== 'true') return stack;
  await stack.close();
  throw new Error(
    'No Redis was found, and with CI=true its tests may not be skipped. ' +
      'Install redis-server, run a container engine, or set TEST_REDIS_URL.',
  );
}

async function tryContainers({ env, log, cacheDir }: TestStackOptions): Promise<Stack | undefined> {
  const { TEST_DATABASE_URL, TEST_REDIS_URL, TEST_POSTGRES_DIR } = env;
  if (TEST_DATABASE_URL || TEST_REDIS_URL || TEST_POSTGRES_DIR) return undefined;
  if (!(await hasContainerEngine(env))) return undefined;
  try {
    const stack = await openContainerStack(log);
    // The tests that stop and flush a Redis start one of their own, so they need the program as well.
    const redisBinary = await findRedis({ cacheDir, log, program: env.TEST_REDIS_PROGRAM });
    return redisBinary ? { ...stack, redisBinary } : stack;
  } catch (error) {
    log(`! Containers could not be started (${(error as Error).message}); using embedded servers.`);
    return undefined;
  }
}

async function openEmbedded({ env, log, cacheDir }: TestStackOptions): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-test-'));
  // PostgreSQL may have to run as another user, who must be able to walk through.
  await chmod(dataDir, 0o711);
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const { PATH, TEST_DATABASE_URL, TEST_REDIS_URL, TEST_REDIS_PROGRAM } = env;
  const given = { PATH, DATABASE_URL: TEST_DATABASE_URL, REDIS_URL: TEST_REDIS_URL, TEST_REDIS_PROGRAM };
  try {
    const stack = await openStack({ dataDir, cacheDir, durable: false, log, env: given });
    return { ...stack, close: () => stack.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}
