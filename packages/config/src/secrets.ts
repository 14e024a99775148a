/** Secrets that are public, for development machines only; production refuses them. */
export const DEVELOPMENT_SECRETS = {
  ADMIN_JWT_SECRET: 'development-only-admin-jwt-secret',
  SETUP_TOKEN: 'development-only-setup-token',
  SECRETS_KEY: 'ZGV2ZWxvcG1lbnQtb25seS1zZWNyZXRzLWtleS0zMmI=',
  PAYMENT_WEBHOOK_SECRET: 'whsec_development_only_payment_secret',
} as const;

export type SecretName = keyof typeof DEVELOPMENT_SECRETS;

export const SECRET_NAMES = Object.keys(DEVELOPMENT_SECRETS) as SecretName[];

const KEY_BYTES = 32;
const FEWEST_BYTES = 32;
const FEWEST_DIFFERENT_BYTES = 8;
const PLACEHOLDER =
  /change[-_ ]?(me|this|it)|place[-_ ]?holder|your[-_ ].*(secret|token|key)|(secret|token|key)[-_ ]here|<.*>|to[-_ ]?do|xxxx/i;

/**
 * Finds the secrets that an attacker could guess. Each part of a comma-separated list is checked, because an older secret still
 * verifies. A message contains the variable's name and the rule, never the value.
 */
export function weakSecrets(given: Record<string, string | undefined>): string[] {
  return SECRET_NAMES.flatMap((name) => {
    const value = given[name] ?? '';
    const parts = listOf(value);
    if (value !== '' && parts.length === 0) return [`${name} is empty`];
    const rules = new Set(parts.map((part) => weaknessOf(name, part)));
    return [...rules].filter((rule) => rule !== undefined).map((rule) => `${name} ${rule}`);
  });
}

function weaknessOf(name: SecretName, value: string): string | undefined {
  const bytes = bytesOf(name, value);
  if (bytes.equals(bytesOf(name, DEVELOPMENT_SECRETS[name])))
    return 'is the development value; production needs one of its own';
  if (PLACEHOLDER.test(value)) return 'is a placeholder; openssl rand -base64 32 makes a secret';
  if (bytes.length < FEWEST_BYTES)
    return `is shorter than ${FEWEST_BYTES} bytes; openssl rand -base64 32 makes a secret`;
  if (isRepetitive(bytes)) return 'repeats itself; openssl rand -base64 32 makes a secret';
  return undefined;
}

// Compared by bytes: with or without padding, a base64 key is the same key.
function bytesOf(name: SecretName, value: string): Buffer {
  return Buffer.from(value, name === 'SECRETS_KEY' ? 'base64' : 'utf8');
}

/** Whether it is one repeated word, or consists of a few different bytes. */
function isRepetitive(bytes: Buffer): boolean {
  if (new Set(bytes).size < FEWEST_DIFFERENT_BYTES) return true;
  for (let period = 1; period <= bytes.length / 2; period += 1) {
    if (bytes.subarray(period).equals(bytes.subarray(0, bytes.length - period))) return true;
  }
  return false;
}

/** Whether a text is base64 of 32 bytes. */
export function isKey(text: string): boolean {
  return Buffer.from(text, 'base64').length === KEY_BYTES;
}

/** Splits a comma-separated setting. */
export function listOf(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
