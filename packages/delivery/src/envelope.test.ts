import { verifyWebhook } from '@service/client-js/webhooks';
import { signWebhook } from '@service/client-js/webhooks/sign';
import { expect } from 'chai';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { envelopeBytes } from './envelope.ts';

const id = '3f0c8a52-6d0f-4d1e-9a53-0d7a4f6f1b20';
const occurredAt = new Date('2025-01-15T09:30:00.000Z');

describe('envelopeBytes', () => {
  it('writes id, event, occurredAt and data in this order, whatever the order of the input', () => {
    const data = { orderId: 'o-1', status: 'paid', previousStatus: 'pending' };

    const bytes = envelopeBytes({ data, occurredAt, event: 'order.paid', id });

    expect(bytes.toString()).to.equal(
      `{"id":"${id}","event":"order.paid","occurredAt":"2025-01-15T09:30:00.000Z",` +
        '"data":{"orderId":"o-1","status":"paid","previousStatus":"pending"}}',
    );
  });

  it('keeps an empty payload, and writes Unicode as UTF-8', () => {
    expect(envelopeBytes({ id, event: 'e', occurredAt, data: {} }).toString()).to.match(/"data":\{\}\}$/);
    expect(envelopeBytes({ id, event: 'e', occurredAt, data: { name: 'Grüße' } }).includes('Grüße')).to.equal(
      true,
    );
  });

  it('drops members that are not part of the envelope', () => {
    const row = { id, event: 'e', occurredAt, data: {}, tenantId: 't-1', secret: 'whsec_x' };

    expect(Object.keys(JSON.parse(envelopeBytes(row).toString()))).to.deep.equal([
      'id',
      'event',
      'occurredAt',
      'data',
    ]);
  });

  it('is what a subscriber gets back from verifyWebhook', async () => {
    const payloads = fc.dictionary(fc.string(), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(
        payloads,
        fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }),
        async (data, date) => {
          const body = envelopeBytes({ id, event: 'order.paid', occurredAt: date, data });
          const signed = signWebhook({
            body,
            secret: 'whsec_x',
            timestamp: 1_736_933_400,
            nonce: 'a'.repeat(32),
          });

          const verified = await verifyWebhook(body, { ...signed }, 'whsec_x', {
            now: () => 1_736_933_400_000,
          });

          const sent = { id, event: 'order.paid', occurredAt: date.toISOString(), data };
          expect(verified).to.deep.equal(JSON.parse(JSON.stringify(sent)));
        },
      ),
    );
  });
});
