export const TIMESTAMP = /^\d{1,11}$/;
export const NONCE = /^[0-9a-f]{32}$/i;

export function assertSecrets(secrets: readonly string[]): void {
  // Anyone can compute an HMAC with an empty key.
  if (secrets.length > 0 && secrets.every((secret) => typeof secret === 'string' && secret !== '')) return;
  throw new TypeError('The signing secret is missing or empty: check the variable that holds it.');
}

/** A text that isn't base64 decodes to nothing, and anyone can sign with an empty key. */
export function assertKey(key: Uint8Array): void {
  if (key.length === 0) throw new TypeError('The signing secret has no base64 after whsec_.');
}

/** Whether it is a public key of a store, which verifies and can't sign. */
export function isPublicKey(secret: string): boolean {
  return secret.startsWith('whpk_');
}

/** The key of Standard Webhooks is the decoded text after `whsec_`. */
export function encodedKey(secret: string): string {
  return secret.replace(/^whsec_/, '');
}

/** The signed text before the body. */
export const servicePrefix = (timestamp: string, nonce: string) => `${timestamp}.${nonce}.`;
export const standardPrefix = (id: string, timestamp: string) => `${id}.${timestamp}.`;
