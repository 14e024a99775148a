import { createHash, createPrivateKey, sign } from 'node:crypto';
import { loadLater } from '@service/jobs/primitives';
import type { DeliveryContext } from './context.ts';
import { parseUrl } from './parse-url.ts';

/** A key pair of the store, as a claim reads it. */
export interface SigningKey {
  id: string;
  /** base64url. */
  publicKey: string;
  privateKeySealed: string;
}

interface Message {
  id: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: Buffer;
  /** Null for a pull subscription: there is no request to cover. */
  url: string | null;
}

export interface KeyPairSignatures {
  /** `v1a,<base64>` for each key, newest first: Standard Webhooks. */
  standard: string[];
  /** `Content-Digest` (RFC 9530), `Signature-Input` and `Signature` (RFC 9421). */
  headers: Record<string, string>;
}

const TAG = 'commerce-webhook';

/** Signed by every given key, so that a receiver may know any of them. */
export async function signByKeyPair(
  { sealer }: DeliveryContext['services'],
  keys: readonly SigningKey[],
  { id, timestamp, body, url }: Message,
): Promise<KeyPairSignatures> {
  // Loaded later: few subscriptions use it, and it's big.
  const { httpbis } = await loadLater(() => import('http-message-signatures'));
  const covered = {
    'content-digest': `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
  };
  const standard: string[] = [];
  let signed = {
    method: 'POST',
    url: url === null ? 'http://localhost/' : targetUriOf(url),
    headers: { ...covered } as Record<string, string | string[]>,
  };
  const prefix = Buffer.from(`${id}.${timestamp}.`);
  for (const [index, key] of keys.entries()) {
    const privateKey = openKey(sealer, key);
    standard.push(`v1a,${sign(null, Buffer.concat([prefix, body]), privateKey).toString('base64')}`);
    signed = await httpbis.signMessage(
      {
        key: { id: key.id, alg: 'ed25519', sign: async (data) => sign(null, data, privateKey) },
        name: `sig${index + 1}`,
        fields: [...(url === null ? [] : ['@method', '@target-uri']), ...Object.keys(covered)],
        params: ['created', 'keyid', 'alg', 'tag'],
        paramValues: { created: new Date(timestamp * 1000), tag: TAG },
      },
      signed,
    );
  }
  return {
    standard,
    headers: {
      'Content-Digest': covered['content-digest'],
      'Signature-Input': String(signed.headers['Signature-Input']),
      Signature: String(signed.headers.Signature),
    },
  };
}

/** Returns the URL as the request has it and as its receiver sees it, however the subscription's URL is written. */
function targetUriOf(url: string): string {
  const target = parseUrl(url);
  if (!target) return url;
  target.hash = '';
  return target.href;
}

function openKey(sealer: DeliveryContext['services']['sealer'], { publicKey, privateKeySealed }: SigningKey) {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: sealer.open(privateKeySealed) };
  return createPrivateKey({ key: jwk, format: 'jwk' });
}
