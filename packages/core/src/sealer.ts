import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Encrypts stored secrets that must be read again, such as signing secrets. A column for a sealed text has a name that ends in
 * `_sealed`: `commerce rotate-encryption-key` finds it by that.
 */
export interface Sealer {
  seal(plain: string): string;
  /** Throws if the key that sealed the text is gone, or the text was changed. */
  open(sealed: string): string;
  /** The beginning of every text that the first key sealed. */
  newest: string;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Opened secrets are cached: a worker opens the same few for every delivery, and the keys to all of them are in memory anyway.
 * Longer texts, such as responses stored for a repetition, are opened only once and would only fill the cache.
 */
const KEPT_OPEN = { texts: 1000, upToLength: 1000 };

/** Identifies a key without revealing it. Every sealed text contains the id of its key. */
export function keyIdOf(base64Key: string): string {
  return createHash('sha256').update(Buffer.from(base64Key, 'base64')).digest('hex').slice(0, 8);
}

/**
 * AES-256-GCM. The first key seals, and all keys open, so that a key can be replaced without an interruption. A sealed text is
 * `v1.<key id>.<base64url of iv, tag, ciphertext>`.
 */
export function createSealer(base64Keys: readonly string[]): Sealer {
  const keys = new Map(base64Keys.map((text) => [keyIdOf(text), Buffer.from(text, 'base64')] as const));
  const [first] = keys;
  if (!first) throw new Error('A sealer needs at least one key');
  const [sealingId, sealingKey] = first;

  const opened = new LRUCache<string, string>({ max: KEPT_OPEN.texts });

  return {
    newest: `v1.${sealingId}.`,
    seal(plain) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, sealingKey, iv);
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const packed = Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
      return `v1.${sealingId}.${packed.toString('base64url')}`;
    },
    open(sealed) {
      const known = opened.get(sealed);
      if (known !== undefined) return known;
      const [version, keyId = '', packedText = ''] = sealed.split('.');
      const key = keys.get(keyId);
      if (version !== 'v1' || !key)
        throw new Error(`No key of SECRETS_KEY opens a secret sealed with key ${keyId}`);
      const packed = Buffer.from(packedText, 'base64url');
      const decipher = createDecipheriv(ALGORITHM, key, packed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(packed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const plain =
        decipher.update(packed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
      if (plain.length > KEPT_OPEN.upToLength) return plain;
      opened.set(sealed, plain);
      return plain;
    },
  };
}
