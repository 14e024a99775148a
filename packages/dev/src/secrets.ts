import { createHmac, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Stack } from './stack.ts';

/**
 * Returns the secrets of a data folder by the names of their settings. They are made at random at the first start and
 * kept in `secrets.env`, which only its owner can read; a shell can source it.
 */
export async function openSecrets(dataDir: string): Promise<Record<string, string>> {
  const file = join(dataDir, 'secrets.env');
  const lines = Object.entries(makeSecrets()).map(([name, value]) => `${name}=${value}\n`);
  try {
    await writeFile(file, lines.join(''), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return parseEnv(await readFile(file, 'utf8')) as Record<string, string>;
}

/** Adds the address of API and worker to a PostgreSQL that was started here; one that was given keeps its own logins. */
export function withRuntimeLogin<T extends Pick<Stack, 'databaseUrl' | 'databaseEnded'>>(
  stack: T,
  { SECRETS_KEY = '' }: Record<string, string>,
): T & { runtimeUrl?: string } {
  if (!stack.databaseEnded) return stack;
  const url = new URL(stack.databaseUrl);
  url.username = `${url.pathname.slice(1)}_runtime`;
  url.password = createHmac('sha256', SECRETS_KEY).update('login of API and worker').digest('base64url');
  return { ...stack, runtimeUrl: url.href };
}

function makeSecrets() {
  const word = () => randomBytes(32).toString('base64url');
  return {
    ADMIN_JWT_SECRET: word(),
    SETUP_TOKEN: word(),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PAYMENT_WEBHOOK_SECRET: `whsec_${word()}`,
  };
}
