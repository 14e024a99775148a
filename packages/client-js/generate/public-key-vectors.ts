// Deliveries of a subscription whose `signature` is `ed25519`. Signed here with node:crypto alone, the base of RFC 9421 written by hand.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

/** A key of the store's key set, and the same as Standard Webhooks writes it. */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  kid: string;
  x: string;
  publicKey: string;
}

export interface KeyVector {
  name: string;
  /** Which of the two verifications accepts it. */
  accepted: { v1a: boolean; rfc9421: boolean };
  /** What the receiver knows. */
  keys: PublicKey[];
  /** The receiver's clock, in Unix seconds. */
  now: number;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

const AT = 1_736_933_400;
const ID = '3f0c8a52-6d0f-4d1e-9a53-0d7a4f6f1b20';
const URL_OF_RECEIVER = 'https://erp.example/hooks?from=tea';
const BODY = `{"id":"${ID}","event":"order.paid","occurredAt":"2025-01-15T09:30:00.000Z","data":{"note":"Grüner Tee, 日本語"}}`;

const COVERED = ['content-digest', 'webhook-id', 'webhook-timestamp'];
const OF_REQUEST = ['@method', '@target-uri'];

/** Of a store, its former key, and of nobody whom the receiver knows. */
const [STORE, FORMER, STRANGER] = [1, 2, 3].map((number) => {
  const d = Buffer.alloc(32, number).toString('base64url');
  const der = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.from(d, 'base64url'),
  ]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = `0000000${number}-0000-4000-8000-000000000000`;
  const publicKey = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
  return { privateKey, jwk: { kty: 'OKP', crv: 'Ed25519', kid, x, publicKey } };
}) as [Signer, Signer, Signer];

interface Signer {
  privateKey: ReturnType<typeof createPrivateKey>;
  jwk: PublicKey;
}

interface Sending {
  body?: string;
  signers?: Signer[];
  timestamp?: number;
  /** When the signature of RFC 9421 says that it was made. */
  created?: number;
  tag?: string;
  covered?: string[];
}

function headersOf({
  body = BODY,
  signers = [STORE],
  timestamp = AT,
  created = timestamp,
  tag = 'commerce-webhook',
  covered = [...OF_REQUEST, ...COVERED],
}: Sending): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
  const values: Record<string, string> = {
    '@method': 'POST',
    '@target-uri': URL_OF_RECEIVER,
    'content-digest': digest,
    'webhook-id': ID,
    'webhook-timestamp': String(timestamp),
  };
  const by = ({ privateKey }: Signer, text: string) =>
    sign(null, Buffer.from(text), privateKey).toString('base64');
  const inputs = signers.map(
    ({ jwk }) =>
      `(${covered.map((each) => `"${each}"`).join(' ')});created=${created};keyid="${jwk.kid}";alg="ed25519";tag="${tag}"`,
  );
  const signatures = signers.map((signer, at) => {
    const lines = covered.map((each) => `"${each}": ${values[each]}\n`).join('');
    return by(signer, `${lines}"@signature-params": ${inputs[at]}`);
  });
  return {
    'webhook-id': ID,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': [
      // By the secret, which the receiver of these doesn't have.
      'v1,SptDnN41pQDFvF9r2jdZRTNNwBVlgUFOybSYgh91tFk=',
      ...signers.map((signer) => `v1a,${by(signer, `${ID}.${timestamp}.${body}`)}`),
    ].join(' '),
    'content-digest': digest,
    'signature-input': inputs.map((input, at) => `sig${at + 1}=${input}`).join(', '),
    signature: signatures.map((signature, at) => `sig${at + 1}=:${signature}:`).join(', '),
  };
}

type Accepted = 'both' | 'v1a' | 'rfc9421' | 'none';

interface Received {
  knows?: Signer[];
  now?: number;
  method?: string;
  url?: string;
  body?: string;
  headers?: Record<string, string>;
}

function vector(name: string, accepted: Accepted, sending: Sending = {}, received: Received = {}): KeyVector {
  const { knows = [STORE], now = AT, method = 'POST', url = URL_OF_RECEIVER } = received;
  return {
    name,
    accepted: {
      v1a: accepted === 'both' || accepted === 'v1a',
      rfc9421: accepted === 'both' || accepted === 'rfc9421',
    },
    keys: knows.map(({ jwk }) => jwk),
    now,
    method,
    url,
    headers: { ...headersOf(sending), ...received.headers },
    body: received.body ?? sending.body ?? BODY,
  };
}

const CHANGED = BODY.replace('paid', 'pair');

export const PUBLIC_KEY_VECTORS: KeyVector[] = [
  vector('an order is paid', 'both'),
  vector('an empty body', 'both', { body: '' }),
  vector('signed 300 seconds ago', 'both', {}, { now: AT + 300 }),
  vector('signed a minute ahead of the receiver’s clock', 'both', {}, { now: AT - 60 }),
  vector(
    'while the key is replaced, by who knows the former one',
    'both',
    { signers: [STORE, FORMER] },
    { knows: [FORMER] },
  ),
  vector('while the key is replaced, by who knows the new one', 'both', { signers: [STORE, FORMER] }),
  vector('by one of two keys that are known', 'both', {}, { knows: [FORMER, STORE] }),
  vector('a proxy dropped webhook-signature', 'rfc9421', {}, { headers: { 'webhook-signature': '' } }),
  vector('a proxy dropped Signature', 'v1a', {}, { headers: { signature: '' } }),
  vector('a proxy dropped Signature-Input', 'v1a', {}, { headers: { 'signature-input': '' } }),
  vector('another method', 'v1a', {}, { method: 'PUT' }),
  vector('another URL', 'v1a', {}, { url: 'https://elsewhere.example/hooks?from=tea' }),
  vector(
    'another digest than the body’s',
    'v1a',
    {},
    {
      headers: { 'content-digest': `sha-256=:${createHash('sha256').update(CHANGED).digest('base64')}:` },
    },
  ),
  vector('a signature that covers no request', 'v1a', { covered: COVERED }),
  vector('a signature that doesn’t cover the body', 'v1a', {
    covered: [...OF_REQUEST, 'webhook-id', 'webhook-timestamp'],
  }),
  vector('a signature for another purpose', 'v1a', { tag: 'another' }),
  vector('a signature that is older than the timestamp', 'v1a', { created: AT - 301 }),
  vector('one byte of the body changed', 'none', {}, { body: CHANGED }),
  vector(
    'the body changed, and its digest',
    'none',
    {},
    {
      body: CHANGED,
      headers: { 'content-digest': `sha-256=:${createHash('sha256').update(CHANGED).digest('base64')}:` },
    },
  ),
  vector('another key', 'none', { signers: [STRANGER] }),
  vector('another key under the id of a known one', 'none', {
    signers: [{ privateKey: STRANGER.privateKey, jwk: STORE.jwk }],
  }),
  vector(
    'another webhook-id',
    'none',
    {},
    { headers: { 'webhook-id': '00000000-0000-4000-8000-000000000000' } },
  ),
  vector('another webhook-timestamp', 'none', {}, { headers: { 'webhook-timestamp': String(AT + 1) } }),
  vector('signed 301 seconds ago', 'none', {}, { now: AT + 301 }),
  vector(
    'signatures that are none',
    'none',
    {},
    { headers: { 'webhook-signature': 'v1a,AAAA', signature: 'sig1=:AAAA:' } },
  ),
  vector('no signature by a key', 'none', { signers: [] }),
];
