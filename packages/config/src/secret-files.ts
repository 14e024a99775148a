import { readFileSync } from 'node:fs';

/** The settings that hold a credential. Each may be in a file instead, whose path is in `<name>_FILE`. */
export const CREDENTIAL_NAMES = [
  'DATABASE_URL',
  'DATABASE_RUNTIME_URL',
  'DATABASE_REPLICA_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_JWT_SECRET',
  'SETUP_TOKEN',
  'SECRETS_KEY',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'PAYMENT_WEBHOOK_SECRET',
  'WEBHOOK_PROXY_URL',
  'SEARCH_KEY',
] as const;

export const FILE_NAMES = CREDENTIAL_NAMES.map((name) => `${name}_FILE`);

/**
 * Reads the credentials from files, as containers mount them. An empty file counts as none. A mistake contains the variable and
 * the file, never the content.
 */
export function readSecretFiles(env: Record<string, string | undefined>): {
  values: Record<string, string>;
  mistakes: string[];
} {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of CREDENTIAL_NAMES) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) {
      mistakes.push(`${name} and ${name}_FILE are both set; keep one of them`);
      continue;
    }
    try {
      const value = readFileSync(file, 'utf8').trim();
      if (value !== '') values[name] = value;
    } catch (error) {
      mistakes.push(`${name}_FILE can’t be read: ${file} (${(error as NodeJS.ErrnoException).code})`);
    }
  }
  return { values, mistakes };
}
