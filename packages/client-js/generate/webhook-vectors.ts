// Deliveries to check a verification against, in any language. Signed here with node:crypto alone, not with this package.
import { createHmac } from 'node:crypto';
import { PUBLIC_KEY_VECTORS } from './public-key-vectors.ts';

export interface Vector {
  name: string;
  /** Of a refused one: what is wrong with it. */
  because?: string;
  secret: string;
  /** The receiver's clock, in Unix seconds. */
  now: number;
  headers: Record<string, string>;
  body: string;
}

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const OTHER_SECRET = 'whsec_c2Vjb25kIHNlY3JldCwgMzIgYnl0ZXMgbG9uZywgb2s=';
const AT = 1_736_933_400;

const ID = '3f0c8a52-6d0f-4d1e-9a53-0d7a4f6f1b20';
const envelope = (event: string, data: object) => ({
  id: ID,
  event,
  occurredAt: '2025-01-15T09:30:00.000Z',
  data,
});
const PAID = envelope('order.paid', {
  orderId: '7b0a2b3c-1111-4222-8333-944455556666',
  status: 'paid',
  previousStatus: 'pending',
});

interface Sending {
  body?: string;
  secrets?: string[];
  timestamp?: number;
  nonce?: string;
}

/** A delivery as the service sends it, with both sets of headers. */
function delivery({
  body = JSON.stringify(PAID),
  secrets = [SECRET],
  timestamp = AT,
  nonce = '00112233445566778899aabbccddeeff',
}: Sending = {}): Pick<Vector, 'headers' | 'body'> {
  const [signature = '', previous] = secrets.map((secret) => {
    const hex = createHmac('sha256', secret).update(`${timestamp}.${nonce}.${body}`).digest('hex');
    return `sha256=${hex}`;
  });
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${ID}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    headers: {
      'X-Service-Signature': signature,
      ...(previous === undefined ? {} : { 'X-Service-Signature-Previous': previous }),
      'X-Service-Timestamp': String(timestamp),
      'X-Service-Nonce': nonce,
      'webhook-id': ID,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': standard.join(' '),
    },
    body,
  };
}

const accepted = (
  name: string,
  sending: Sending = {},
  received: { secret?: string; now?: number } = {},
): Vector => ({
  name,
  secret: received.secret ?? SECRET,
  now: received.now ?? sending.timestamp ?? AT,
  ...delivery(sending),
});

function refused(name: string, because: string, change: Partial<Vector>): Vector {
  return { because, ...accepted(name), ...change, headers: { ...delivery().headers, ...change.headers } };
}

/** Libraries that know no `v1a` pass over it. */
function besideKeyPair(vector: Vector): Vector {
  const standard = `${vector.headers['webhook-signature']} v1a,${'A'.repeat(86)}==`;
  return { ...vector, headers: { ...vector.headers, 'webhook-signature': standard } };
}

const zeros = {
  'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
  'webhook-signature': `v1,${'A'.repeat(43)}=`,
};

export const WEBHOOK_VECTORS = {
  about:
    'Deliveries of Commerce Service. A verification accepts each one under `accepted` and refuses each one under `refused`, when its ' +
    'clock stands at `now` (Unix seconds) and its secret is `secret`. `body` is UTF-8. Every one carries the X-Service- headers and those of ' +
    'Standard Webhooks; either set is enough. Those under `byPublicKey` are signed by key pairs, whose public halves the receiver knows: `accepted` says of `webhook-signature` (v1a) and of RFC 9421 ' +
    'whether they verify. Made by `npm run vectors` in packages/client-js.',
  accepted: [
    accepted('an order is paid'),
    accepted(
      'letters beyond ASCII',
      {
        body: JSON.stringify(
          envelope('product.updated', { title: 'Grüße, 日本語, עברית, 👩‍👩‍👧‍👦, e\u0301 \u2028' }),
        ),
        secrets: ['whsec_aGVsbG8gd29ybGQsIHRoaXMgaXMgMzIgYnl0ZXMhISE='],
      },
      { secret: 'whsec_aGVsbG8gd29ybGQsIHRoaXMgaXMgMzIgYnl0ZXMhISE=' },
    ),
    accepted('escapes, which parsing and serialising again would change', {
      body: `{"id":"${ID}","event":"order.created","occurredAt":"2025-01-15T09:30:00.000Z","data":{"text":"\\"q\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u0000 \\u00e9 \\ud83d\\ude00 <>&'"}}`,
    }),
    accepted('white space, which is signed as it stands', {
      body: `{\n  "id": "${ID}",\n\t"event": "order.shipped", "occurredAt": "2025-01-15T09:30:00.000Z", "data": { } }\r\n`,
    }),
    accepted('a large body', {
      body: JSON.stringify(
        envelope('product.created', { lines: Array.from({ length: 1_400 }, (_, line) => `line ${line} ü`) }),
      ),
    }),
    accepted(
      'a secret with + and /',
      { secrets: ['whsec_+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/8='] },
      {
        secret: 'whsec_+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/+/8=',
      },
    ),
    accepted('a nonce in capitals', { nonce: 'DEADBEEFdeadbeefDEADBEEFdeadbeef' }),
    accepted('signed 300 seconds ago', {}, { now: AT + 300 }),
    accepted('signed a minute ahead of the receiver’s clock', {}, { now: AT - 60 }),
    accepted(
      'while the secret is rotated, by the new one',
      { secrets: [OTHER_SECRET, SECRET] },
      { secret: OTHER_SECRET },
    ),
    accepted('while the secret is rotated, by the old one', { secrets: [OTHER_SECRET, SECRET] }),
    besideKeyPair(accepted('the store’s key pair signs, too')),
  ],
  refused: [
    refused('one byte of the body changed', 'signature_mismatch', {
      body: JSON.stringify(PAID).replace('paid', 'pair'),
    }),
    refused('a line break after the body', 'signature_mismatch', { body: `${JSON.stringify(PAID)}\n` }),
    refused('the body was parsed and serialised again', 'signature_mismatch', {
      body: JSON.stringify(PAID, null, 2),
    }),
    refused('another secret', 'signature_mismatch', { secret: OTHER_SECRET }),
    refused('another timestamp than the signed one', 'signature_mismatch', {
      headers: { 'X-Service-Timestamp': String(AT + 1), 'webhook-timestamp': String(AT + 1) },
    }),
    refused('another nonce, and another webhook-id, than the signed one', 'signature_mismatch', {
      headers: {
        'X-Service-Nonce': 'ff112233445566778899aabbccddeeff',
        'webhook-id': '00000000-0000-4000-8000-000000000000',
      },
    }),
    refused('a signature of zeros', 'signature_mismatch', { headers: zeros }),
    refused('signed 301 seconds ago', 'stale_timestamp', { now: AT + 301 }),
    refused('no signature', 'missing_header', {
      headers: { 'X-Service-Signature': '', 'webhook-signature': '' },
    }),
    refused('no timestamp', 'missing_header', {
      headers: { 'X-Service-Timestamp': '', 'webhook-timestamp': '' },
    }),
    refused('a date for a timestamp', 'malformed_header', {
      headers: { 'X-Service-Timestamp': '2025-01-15T09:30:00Z', 'webhook-timestamp': '2025-01-15T09:30:00Z' },
    }),
  ],
  byPublicKey: PUBLIC_KEY_VECTORS,
};

export const webhookVectorsFile = () => `${JSON.stringify(WEBHOOK_VECTORS, null, 2)}\n`;
