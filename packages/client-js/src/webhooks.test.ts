import { generateKeyPairSync, sign } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { signStandardWebhook, signWebhook } from './webhooks/sign.ts';
import {
  readWebhookSequence,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
  type WebhookVerificationErrorCode,
} from './webhooks.ts';

describe('readWebhookSequence', () => {
  const sequence = (value: string) => readWebhookSequence({ 'x-service-sequence': value });

  it('returns the number, from headers of any kind', async () => {
    expect(sequence('1042')).to.equal(1042);
    expect(readWebhookSequence(new Headers({ 'X-Service-Sequence': '7' }))).to.equal(7);
  });

  it('returns null where there is none, or something else', async () => {
    expect(readWebhookSequence({})).to.equal(null);
    for (const value of ['', '0', '-1', '1.5', '1e3', '12, 13', '99999999999999999'])
      expect(sequence(value), value).to.equal(null);
  });
});

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const otherSecret = 'whsec_c2Vjb25kIHNlY3JldCwgMzIgYnl0ZXMgbG9uZywgb2s=';
const timestamp = 1_736_933_400;
const nonce = '00112233445566778899aabbccddeeff';
const envelope = {
  id: '3f0c8a52-6d0f-4d1e-9a53-0d7a4f6f1b20',
  event: 'order.paid',
  occurredAt: '2025-01-15T09:30:00.000Z',
  data: { orderId: '7b0a2b3c-1111-4222-8333-944455556666', status: 'paid', previousStatus: 'pending' },
};
const body = JSON.stringify(envelope);
const headers = signWebhook({ body, secret, timestamp, nonce });
const at = (seconds: number) => ({ now: () => seconds * 1000 });

async function refusal(verification: Promise<unknown>): Promise<WebhookVerificationError> {
  try {
    await verification;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error;
    throw error;
  }
  throw new Error('The delivery is accepted.');
}

async function mistake(verification: Promise<unknown>): Promise<TypeError> {
  const error = await verification.catch((thrown: unknown) => thrown);
  expect(error).to.be.instanceOf(TypeError);
  return error as TypeError;
}

async function refusedBecause(changedHeaders: WebhookHeaders, changedBody: string | Uint8Array = body) {
  return (await refusal(verifyWebhook(changedBody, changedHeaders, secret, at(timestamp)))).code;
}

describe('signWebhook', () => {
  it('signs now, under a nonce of its own, when neither is given', async () => {
    const [one, other] = [signWebhook({ body, secret }), signWebhook({ body, secret })];

    expect(await verifyWebhook(body, { ...one }, secret)).to.deep.equal(envelope);
    expect(one['X-Service-Nonce']).to.not.equal(other['X-Service-Nonce']);
  });

  it('signs bytes as it signs their text', async () => {
    expect(signWebhook({ body: Buffer.from('ü'), secret, timestamp, nonce })).to.deep.equal(
      signWebhook({ body: 'ü', secret, timestamp, nonce }),
    );
  });

  for (const [what, change] of [
    ['milliseconds', { timestamp: timestamp * 1000 }],
    ['a fraction of a second', { timestamp: 1.5 }],
    ['a negative timestamp', { timestamp: -1 }],
    ['a short nonce', { nonce: 'abc' }],
    ['an empty secret', { secret: '' }],
  ] as const) {
    it(`refuses ${what}`, async () => {
      expect(() => signWebhook({ body, secret, timestamp, nonce, ...change })).to.throw(TypeError);
    });
  }
});

describe('verifyWebhook', () => {
  it('returns the envelope of a body given as text or as bytes', async () => {
    expect(await verifyWebhook(body, { ...headers }, secret, at(timestamp))).to.deep.equal(envelope);
    expect(await verifyWebhook(Buffer.from(body), { ...headers }, secret, at(timestamp))).to.deep.equal(
      envelope,
    );
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook(bytes, { ...headers }, secret, at(timestamp))).to.deep.equal(envelope);
  });

  it('reads fetch Headers, lower-case records and lists of values', async () => {
    const lowerCase = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key.toLowerCase(), value]),
    );
    const lists = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key.toUpperCase(), [value]]),
    );

    for (const form of [new Headers({ ...headers }), lowerCase, lists]) {
      expect(await verifyWebhook(body, form, secret, at(timestamp))).to.deep.equal(envelope);
    }
  });

  it('accepts the old secret and the new one while a secret is rotated', async () => {
    expect(await verifyWebhook(body, { ...headers }, [otherSecret, secret], at(timestamp))).to.deep.equal(
      envelope,
    );
  });

  for (const separator of [',', ', ', ' ']) {
    it(`accepts one fitting signature among several, separated by ${JSON.stringify(separator)}`, async () => {
      const other = signWebhook({ body, secret: otherSecret, timestamp, nonce });
      const both = [`v9=unknown`, other['X-Service-Signature'], headers['X-Service-Signature']].join(
        separator,
      );

      for (const known of [secret, otherSecret]) {
        const verified = await verifyWebhook(
          body,
          { ...headers, 'X-Service-Signature': both },
          known,
          at(timestamp),
        );
        expect(verified).to.deep.equal(envelope);
      }
    });
  }

  it('accepts a timestamp up to the tolerance, and any in the future', async () => {
    for (const seconds of [timestamp + 300, timestamp, timestamp - 86_400]) {
      expect(await verifyWebhook(body, { ...headers }, secret, at(seconds))).to.deep.equal(envelope);
    }
  });

  it('refuses a timestamp more than five minutes in the past, or beyond the given tolerance', async () => {
    const stale = await refusal(verifyWebhook(body, { ...headers }, secret, at(timestamp + 300.5)));
    const beyond = { ...at(timestamp + 11), toleranceSeconds: 10 };

    expect(stale.code).to.equal('stale_timestamp');
    expect(stale.message).to.include('301 seconds').and.include('NTP');
    expect((await refusal(verifyWebhook(body, { ...headers }, secret, beyond))).code).to.equal(
      'stale_timestamp',
    );
  });

  it('refuses when the tolerance or the clock is not a number', async () => {
    const unset = { ...at(timestamp), toleranceSeconds: Number.NaN };
    expect((await refusal(verifyWebhook(body, { ...headers }, secret, unset))).code).to.equal(
      'stale_timestamp',
    );
    expect((await refusal(verifyWebhook(body, { ...headers }, secret, at(Number.NaN)))).code).to.equal(
      'stale_timestamp',
    );
  });

  const table: [string, WebhookVerificationErrorCode, Record<string, string | string[] | undefined>][] = [
    ['no signature', 'missing_header', { 'X-Service-Signature': undefined }],
    ['no timestamp', 'missing_header', { 'X-Service-Timestamp': undefined }],
    ['no nonce', 'missing_header', { 'X-Service-Nonce': undefined }],
    ['an empty signature', 'missing_header', { 'X-Service-Signature': ' ' }],
    ['a signature without its scheme', 'malformed_header', { 'X-Service-Signature': 'a'.repeat(64) }],
    ['a short signature', 'malformed_header', { 'X-Service-Signature': 'sha256=abcd' }],
    ['a date for a timestamp', 'malformed_header', { 'X-Service-Timestamp': '2025-01-15T09:30:00Z' }],
    ['a negative timestamp', 'malformed_header', { 'X-Service-Timestamp': '-1' }],
    ['a timestamp sent twice', 'malformed_header', { 'x-service-timestamp': String(timestamp) }],
    ['two nonces', 'malformed_header', { 'X-Service-Nonce': [nonce, nonce] }],
    ['a nonce that is not hexadecimal', 'malformed_header', { 'X-Service-Nonce': 'z'.repeat(32) }],
    [
      'a signature of something else',
      'signature_mismatch',
      { 'X-Service-Signature': `sha256=${'0'.repeat(64)}` },
    ],
  ];
  for (const [what, code, change] of table) {
    it(`refuses ${what}: ${code}`, async () => {
      expect(await refusedBecause({ ...headers, ...change })).to.equal(code);
    });
  }

  it('names the parsed body as the cause when it is given an object', async () => {
    const parsed = JSON.parse(body);

    const error = await refusal(verifyWebhook(parsed, { ...headers }, secret, at(timestamp)));

    expect(error.code).to.equal('malformed_body');
    expect(error.message).to.include('express.raw');
  });

  it('names every probable cause when it can’t tell which', async () => {
    const error = await refusal(verifyWebhook(body, { ...headers }, otherSecret, at(timestamp)));

    expect(error.code).to.equal('signature_mismatch');
    expect(error.message).to.include('parsed and serialised').and.include('whsec_').and.include('rotated');
  });

  for (const [what, given] of [
    ['lacks its whsec_', secret.replace('whsec_', '')],
    ['has a line break behind it', `${secret}\n`],
    ['has quotes around it', `"${secret}"`],
  ] as const) {
    it(`names the cause when the secret ${what}`, async () => {
      const error = await refusal(verifyWebhook(body, { ...headers }, given, at(timestamp)));

      expect(error.code).to.equal('signature_mismatch');
      expect(error.message).to.include('would with the secret corrected');
    });
  }

  it('is certain of the cause when the body would fit without its white space', async () => {
    const reserialised = JSON.stringify(envelope, null, 2);

    const error = await refusal(verifyWebhook(reserialised, { ...headers }, secret, at(timestamp)));

    expect(error.code).to.equal('signature_mismatch');
    expect(error.message).to.include('one would before the body was parsed and serialised again');
  });

  describe('by the headers of Standard Webhooks, where a proxy dropped the others', () => {
    const standard = signStandardWebhook({
      id: envelope.id,
      body,
      secrets: [otherSecret, secret],
      timestamp,
    });

    it('accepts what is signed with any of the secrets', async () => {
      for (const known of [secret, otherSecret, [secret, 'whsec_AAAA']]) {
        expect(await verifyWebhook(body, { ...standard }, known, at(timestamp))).to.deep.equal(envelope);
      }
    });

    for (const [what, code, change] of [
      [
        'a signature of something else',
        'signature_mismatch',
        { 'webhook-signature': `v1,${'A'.repeat(43)}=` },
      ],
      ['another id', 'signature_mismatch', { 'webhook-id': 'other' }],
      ['an unknown scheme alone', 'malformed_header', { 'webhook-signature': 'v1a,abc' }],
      ['no id', 'missing_header', { 'webhook-id': '' }],
      ['no timestamp', 'missing_header', { 'webhook-timestamp': undefined }],
      ['an old timestamp', 'stale_timestamp', { 'webhook-timestamp': String(timestamp - 301) }],
    ] as const) {
      it(`refuses ${what}: ${code}`, async () => {
        expect(await refusedBecause({ ...standard, ...change })).to.equal(code);
      });
    }

    it('refuses a webhook-id that is signed but isn’t the id of the envelope', async () => {
      const signed = signStandardWebhook({ id: 'other', body, secrets: [secret], timestamp });

      expect(await refusedBecause({ ...signed })).to.equal('malformed_header');
    });

    it('never lets them stand in for X-Service- headers that are wrong', async () => {
      const wrong = { ...headers, 'X-Service-Signature': `sha256=${'0'.repeat(64)}` };

      expect(await refusedBecause({ ...standard, ...wrong })).to.equal('signature_mismatch');
    });

    it('refuses to verify with a secret that holds no key', async () => {
      const error = await mistake(verifyWebhook(body, { ...standard }, 'whsec_', at(timestamp)));

      expect(error.message).to.match(/base64/);
    });
  });

  for (const signed of [
    '{}',
    'null',
    '[]',
    '"text"',
    'not json',
    '',
    '{"id":1,"event":"x","occurredAt":"","data":{}}',
  ]) {
    it(`refuses a signed body that is no envelope: ${JSON.stringify(signed)}`, async () => {
      const fitting = signWebhook({ body: signed, secret, timestamp, nonce });
      expect(await refusedBecause({ ...fitting }, signed)).to.equal('malformed_body');
    });
  }

  for (const missing of ['', [], ['', secret]]) {
    it(`refuses to verify with the secret ${JSON.stringify(missing)}, which would accept anybody`, async () => {
      const error = await mistake(verifyWebhook(body, { ...headers }, missing, at(timestamp)));

      expect(error.message).to.match(/empty/);
    });
  }

  it('never shows the secret or the expected signature in an error', async () => {
    const error = await refusal(verifyWebhook(`${body} `, { ...headers }, secret, at(timestamp)));
    const expected = signWebhook({ body: `${body} `, secret, timestamp, nonce })['X-Service-Signature'].slice(
      7,
    );

    expect(`${error.stack}${JSON.stringify(error)}`)
      .to.not.include(secret)
      .and.not.include(expected);
  });
});

describe('a signature, over the whole space of inputs', () => {
  const hex32 = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });
  const seconds = fc.integer({ min: 0, max: 99_999_999_999 });
  const secrets = fc.base64String({ minLength: 4, maxLength: 120 }).map((text) => `whsec_${text}`);
  const envelopes = fc
    .record({
      id: fc.uuid(),
      event: fc.string(),
      occurredAt: fc.string(),
      data: fc.dictionary(fc.string(), fc.jsonValue()),
    })
    .map((value) => JSON.stringify(value));
  const delivery = fc.record({ body: envelopes, secret: secrets, timestamp: seconds, nonce: hex32 });

  /** Another text of the same length, with exactly one byte changed. */
  const withOneByteChanged = (text: string | Uint8Array, position: number, mask: number) => {
    const bytes = Buffer.from(text);
    const index = position % bytes.length;
    bytes.writeUInt8(bytes.readUInt8(index) ^ mask, index);
    return bytes;
  };
  const change = { position: fc.nat(), mask: fc.integer({ min: 1, max: 255 }) };

  it('verifies whatever was signed', async () => {
    await fc.assert(
      fc.asyncProperty(delivery, async (input) => {
        const verified = await verifyWebhook(
          input.body,
          { ...signWebhook(input) },
          input.secret,
          at(input.timestamp),
        );
        expect(verified).to.deep.equal(JSON.parse(input.body));
      }),
    );
  });

  it('refuses a body with one byte changed', async () => {
    await fc.assert(
      fc.asyncProperty(delivery, change.position, change.mask, async (input, position, mask) => {
        const changed = withOneByteChanged(input.body, position, mask);
        const act = verifyWebhook(changed, { ...signWebhook(input) }, input.secret, at(input.timestamp));
        expect((await refusal(act)).code).to.equal('signature_mismatch');
      }),
    );
  });

  it('refuses a secret with one byte changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        delivery,
        change.position,
        fc.integer({ min: 1, max: 127 }),
        async (input, position, mask) => {
          const changed = withOneByteChanged(input.secret, position, mask).toString('latin1');
          const act = verifyWebhook(input.body, { ...signWebhook(input) }, changed, at(input.timestamp));
          expect((await refusal(act)).code).to.equal('signature_mismatch');
        },
      ),
    );
  });

  for (const name of ['X-Service-Signature', 'X-Service-Timestamp', 'X-Service-Nonce'] as const) {
    it(`refuses ${name} with one byte changed`, async () => {
      await fc.assert(
        fc.asyncProperty(
          delivery,
          change.position,
          fc.integer({ min: 1, max: 127 }),
          async (input, position, mask) => {
            const signed = signWebhook(input);
            const changed = {
              ...signed,
              [name]: withOneByteChanged(signed[name], position, mask).toString('latin1'),
            };
            const act = verifyWebhook(input.body, changed, input.secret, at(0));
            expect((await refusal(act)).code).to.be.oneOf([
              'signature_mismatch',
              'malformed_header',
              'missing_header',
            ]);
          },
        ),
      );
    });
  }
});

describe('verifyWebhook with a public key of the store', () => {
  const id = envelope.id;
  const pair = generateKeyPairSync('ed25519');
  const other = generateKeyPairSync('ed25519');
  const publicKeyOf = ({ publicKey }: typeof pair) =>
    `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')}`;
  const signedBy = (...pairs: (typeof pair)[]) => {
    const signed = Buffer.from(`${id}.${timestamp}.${body}`);
    const shared = signStandardWebhook({ id, body, secrets: [secret], timestamp });
    const byKeys = pairs.map(({ privateKey }) => `v1a,${sign(null, signed, privateKey).toString('base64')}`);
    return {
      ...headers,
      ...shared,
      'webhook-signature': [shared['webhook-signature'], ...byKeys].join(' '),
    };
  };
  const codeOf = (verification: Promise<unknown>) =>
    verification.then(
      () => 'accepted',
      (error: WebhookVerificationError) => error.code ?? error.message,
    );

  it('accepts what any of the keys signed, also where the proxy dropped our own headers', async () => {
    const { 'webhook-id': one, 'webhook-timestamp': two, 'webhook-signature': three } = signedBy(pair, other);
    const standard = { 'webhook-id': one, 'webhook-timestamp': two, 'webhook-signature': three };

    for (const each of [signedBy(pair), signedBy(other, pair), standard])
      expect(await verifyWebhook(body, each, publicKeyOf(pair), at(timestamp))).to.deep.equal(envelope);
  });

  it('refuses another key, body or id, an old signature, and none of this kind', async () => {
    const key = publicKeyOf(pair);
    const genuine = signedBy(pair);
    const cases: [string, () => Promise<unknown>][] = [
      ['signature_mismatch', () => verifyWebhook(body, signedBy(other), key, at(timestamp))],
      ['signature_mismatch', () => verifyWebhook(body.replace('paid', 'PAID'), genuine, key, at(timestamp))],
      [
        'signature_mismatch',
        () => verifyWebhook(body, { ...genuine, 'webhook-id': 'x' }, key, at(timestamp)),
      ],
      ['stale_timestamp', () => verifyWebhook(body, genuine, key, at(timestamp + 301))],
      ['malformed_header', () => verifyWebhook(body, signedBy(), key, at(timestamp))],
      ['missing_header', () => verifyWebhook(body, { ...headers }, key, at(timestamp))],
    ];
    for (const [code, verification] of cases) expect(await codeOf(verification())).to.equal(code);
  });

  it('takes a secret beside it, whichever fits', async () => {
    const both = [publicKeyOf(pair), secret];

    for (const each of [{ ...headers }, signedBy(), signedBy(pair), signedBy(other)])
      expect(await verifyWebhook(body, each, both, at(timestamp))).to.deep.equal(envelope);
    for (const wrong of [[publicKeyOf(pair), otherSecret]])
      expect(await codeOf(verifyWebhook(body, signedBy(other), wrong, at(timestamp)))).to.equal(
        'signature_mismatch',
      );
  });

  it('says that a key is none, instead of refusing deliveries', async () => {
    for (const key of ['whpk_', 'whpk_AAAA', `${publicKeyOf(pair)}AAAA`]) {
      const error = await verifyWebhook(body, signedBy(pair), key, at(timestamp)).catch((err) => err);
      expect(error).to.be.instanceOf(TypeError);
    }
  });
});
