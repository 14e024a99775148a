import { randomUUID } from 'node:crypto';

/** Events of one payment's life as the provider tells them, a second apart. */
export function createEvents(providerPaymentId: string, start = 1_772_366_400) {
  let created = start;
  const charge = `ch_${randomUUID()}`;
  const event = (type: string, object: object) => ({
    id: `evt_${randomUUID()}`,
    type,
    created: created++,
    data: { object: { object: type.split('.')[0], ...object } as Record<string, unknown> },
  });
  const intent = { id: providerPaymentId, latest_charge: charge };
  const of = { payment_intent: providerPaymentId, charge };
  return {
    charge,
    event,
    processing: () => event('payment_intent.processing', intent),
    failed: () =>
      event('payment_intent.payment_failed', {
        ...intent,
        last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
      }),
    succeeded: () => event('payment_intent.succeeded', intent),
    refund: (type: 'created' | 'updated', id: string, amount: number, status: string) =>
      event(`refund.${type}`, { id, amount, currency: 'eur', status, ...of }),
    chargeRefunded: (total: number) =>
      event('charge.refunded', {
        id: charge,
        payment_intent: providerPaymentId,
        amount_refunded: total,
      }),
    dispute: (type: 'created' | 'updated' | 'closed', id: string, status: string) =>
      event(`charge.dispute.${type}`, {
        id,
        amount: 500,
        currency: 'eur',
        reason: 'fraudulent',
        status,
        ...of,
      }),
  };
}

export type ProviderEvents = ReturnType<typeof createEvents>;
