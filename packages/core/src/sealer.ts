import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Keeps secrets that must be read again (signing secrets) encrypted at rest. A column for what it made has a name that
 * ends in `_sealed`: `commerce rotate-encryption-key` finds it by that.
 */
export interface Sealer {
  seal(plain: string): string;
  /** Throws when the key that sealed it is gone, or the text was changed. */
  open(sealed: string): string;
  /** How every text begins that the first key sealed. */
  newest: string;
}

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * A worker opens the same few for every delivery. The keys to all of them are in memory anyway. Longer ones, responses that are
 * kept for a repetition, are opened once and would only fill it.
 */
const KEPT_OPEN = { texts: 1000, upToLength: 1000 };

/** Names a key without showing it. It stands in every text that the key has sealed. */
export function keyIdOf(base64Key: string): string {
  return createHash('sha256').update(Buffer.from(base64Key, 'base64')).digest('hex').slice(0, 8);
}

/**
 * AES-256-GCM. The first key seals, all keys open, so that a key can be exchanged without a pause.
 * A sealed text is `v1.<key id>.<base64url of iv, tag, ciphertext>`.
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
