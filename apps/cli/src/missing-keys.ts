import { type Config, listOf } from '@service/config';
import { keyIdOf } from '@service/core';

/** Returns the ids of keys that have sealed secrets and that SECRETS_KEY doesn't list. */
export function missingKeys({ SECRETS_KEY }: Config, sealedWith: readonly string[]): string[] {
  const known = new Set(listOf(SECRETS_KEY).map(keyIdOf));
  return sealedWith.filter((id) => !known.has(id));
}

/** A warning about a backup whose secrets couldn't be read; empty when SECRETS_KEY has all keys. */
export function warningOfMissingKeys(config: Config, sealedWith: readonly string[]): string {
  const missing = missingKeys(config, sealedWith);
  if (missing.length === 0) return '';
  return ` SECRETS_KEY lacks the key ${missing.join(' and the key ')}, which has sealed secrets in it: add it, or no delivery can be signed and no provider asked.`;
}
