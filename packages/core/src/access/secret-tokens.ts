import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits behind a prefix that shows its kind. */
export function createToken(prefix: 'rt' | 'cs' | 'ln' | 'inv' | 'sk' | 'pr' | 'ps'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** Returns the stored form of a token. A token has 256 random bits, so a plain hash can't be reversed by guessing. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
