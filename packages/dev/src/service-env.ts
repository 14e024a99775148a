import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { CONFIG_NAMES } from '@service/config';
import type { Stack } from './stack.ts';

/** The folder for data, mails and logs, absolute. */
export function dataDirOf(root: string, env: NodeJS.ProcessEnv): string {
  return resolve(root, env.DATA_DIR || '.data');
}

const lastStart = (root: string) => join(root, '.cache', 'last-start');

/** Notes where the service runs, for `findRunningDataDir` in bin/running.mjs. */
export async function noteStart(root: string, dataDir: string): Promise<void> {
  await mkdir(dirname(lastStart(root)), { recursive: true });
  await writeFile(lastStart(root), dataDir);
}

/**
 * Returns the environment of the processes: the caller's own, completed for a first look at the product on one machine with the
 * secrets of its data folder. Receivers on this machine and plain HTTP are allowed, so that a first webhook can be tried at once;
 * and a load test comes from one address, so the rate limits are wide.
 */
export function serviceEnv(
  env: NodeJS.ProcessEnv,
  stack: Pick<Stack, 'databaseUrl' | 'queue'> & { runtimeUrl?: string },
  dataDir: string,
  secrets: Record<string, string>,
) {
  const development = {
    NODE_ENV: 'development',
    PORT: '3000',
    LOG_LEVEL: 'info',
    WEBHOOK_ALLOW_INSECURE: 'true',
    WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8,::1/128',
    RATE_LIMIT_PER_MINUTE: '1000000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
    UNPAID_ORDERS_PER_NETWORK: '0',
  };
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { queue, databaseUrl, runtimeUrl } = stack;
  return {
    ...development,
    ...secrets,
    ...(runtimeUrl ? { DATABASE_RUNTIME_URL: runtimeUrl } : {}),
    ...given,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(queue.kind === 'redis' ? { REDIS_URL: queue.redisUrl } : { QUEUE_BACKEND: 'postgres' }),
  } as NodeJS.ProcessEnv & typeof development;
}

/** Returns the settings of an environment, without what belongs to other programs. */
export function settingsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  const isSetting = (name: string) => CONFIG_NAMES.includes(name.replace(/_FILE$/, ''));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value && isSetting(name) ? [[name, value]] : [])),
  );
}
