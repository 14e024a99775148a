import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { describe, it } from 'mocha';
import { Webhook } from 'standardwebhooks';
import { type Vector, WEBHOOK_VECTORS, webhookVectorsFile } from '../generate/webhook-vectors.ts';
import { signStandardWebhook, signWebhook } from '../src/webhooks/sign.ts';
import { verifyWebhook, WebhookVerificationError } from '../src/webhooks.ts';

const { accepted, refused } = WEBHOOK_VECTORS;
const clock = ({ now }: Vector) => ({ now: () => now * 1000 });

const only = (headers: Record<string, string>, prefix: string) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith(prefix)));

/** The official library takes its clock from Date.now. */
function verifiedByLibrary({ body, headers, secret, now }: Vector): unknown {
  const dateNow = Date.now;
  Date.now = () => now * 1000;
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    Date.now = dateNow;
  }
}

/** Both, while a secret is being rotated. */
const serviceSignatures = (headers: Vector['headers']) => [
  headers['X-Service-Signature'],
  headers['X-Service-Signature-Previous'],
];

describe('docs/webhook-vectors.json', () => {
  it('is what `npm run vectors` writes', () => {
    const file = readFileSync(new URL('../../../docs/webhook-vectors.json', import.meta.url), 'utf8');

    expect(file).to.equal(webhookVectorsFile());
  });

  for (const vector of accepted) {
    const { name, secret, body, headers } = vector;

    it(`is accepted: ${name}`, async () => {
      const envelope = JSON.parse(body);

      expect(await verifyWebhook(body, headers, secret, clock(vector))).to.deep.equal(envelope);
      expect(await verifyWebhook(Buffer.from(body), headers, secret, clock(vector))).to.deep.equal(envelope);
      expect(await verifyWebhook(body, only(headers, 'webhook-'), secret, clock(vector))).to.deep.equal(
        envelope,
      );
      expect(verifiedByLibrary(vector)).to.deep.equal(envelope);
    });

    it(`is what signWebhook and signStandardWebhook make: ${name}`, () => {
      const timestamp = Number(headers['X-Service-Timestamp']);
      const nonce = headers['X-Service-Nonce'] ?? '';
      const id = headers['webhook-id'] ?? '';

      const service = signWebhook({ body, secret, timestamp, nonce });
      const standard = signStandardWebhook({ id, body, secrets: [secret], timestamp });

      expect(serviceSignatures(headers)).to.include(service['X-Service-Signature']);
      expect(headers['webhook-signature']?.split(' ')).to.include(standard['webhook-signature']);
    });
  }

  for (const vector of refused) {
    const { name, because, secret, body, headers } = vector;

    it(`is refused, ${because}: ${name}`, async () => {
      for (const given of [headers, only(headers, 'webhook-')]) {
        const refusal = await verifyWebhook(body, given, secret, clock(vector)).catch(
          (error: unknown) => error,
        );
        expect(refusal).to.be.instanceOf(WebhookVerificationError).with.property('code', because);
      }
      expect(() => verifiedByLibrary(vector)).to.throw();
    });
  }

  it('is signed as openssl signs it', function () {
    const openssl = (key: string[], signed: string) =>
      execFileSync('openssl', ['dgst', '-sha256', ...key, '-r'], { input: signed })
        .toString()
        .slice(0, 64);
    try {
      execFileSync('openssl', ['version']);
    } catch {
      this.skipReason = 'there is no openssl on the PATH';
      return this.skip();
    }

    for (const { secret, body, headers } of accepted) {
      const { 'X-Service-Timestamp': timestamp, 'X-Service-Nonce': nonce } = headers;
      const hex = openssl(['-hmac', secret], `${timestamp}.${nonce}.${body}`);
      const key = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex');
      const standard = openssl(
        ['-mac', 'HMAC', '-macopt', `hexkey:${key}`],
        `${headers['webhook-id']}.${timestamp}.${body}`,
      );

      expect(serviceSignatures(headers)).to.include(`sha256=${hex}`);
      expect(headers['webhook-signature']).to.include(
        `v1,${Buffer.from(standard, 'hex').toString('base64')}`,
      );
    }
  });
});
