import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits behind a prefix that says what it is. */
export function createToken(prefix: 'rt' | 'cs' | 'ln' | 'inv' | 'sk' | 'pr' | 'ps'): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

/** What is stored of a token. It has 256 random bits, so a plain hash can't be guessed back. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token).digest());
}
