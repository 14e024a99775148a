import { createHash } from 'node:crypto';
import type { NewPayment } from '@service/module-sdk';

export interface FakeEvent {
  type: string;
  object: object;
}

interface Intent {
  id: string;
}

/** The events of the fake provider about a payment, as it reports them. */
export const FAKE_EVENTS = {
  processing: (intent: Intent) => ({ type: 'payment_intent.processing', object: intent }),
  fail: (intent: Intent) => ({
    type: 'payment_intent.payment_failed',
    object: { ...intent, last_payment_error: { code: 'card_declined', message: 'Your card was declined.' } },
  }),
  authorise: (intent: Intent) => ({ type: 'payment_intent.amount_capturable_updated', object: intent }),
  succeed: (intent: Intent, { amount }: NewPayment) => ({
    type: 'payment_intent.succeeded',
    object: { ...intent, amount_received: Number(amount) },
  }),
  cancel: (intent: Intent) => ({ type: 'payment_intent.canceled', object: intent }),
  refund: ({ id }: Intent, { amount, currency }: NewPayment) => ({
    type: 'refund.created',
    object: {
      id: `re_${id}`,
      object: 'refund',
      charge: `ch_${id}`,
      payment_intent: id,
      amount: Number(amount),
      currency: currency.toLowerCase(),
      status: 'succeeded',
    },
  }),
  dispute: (intent: Intent, payment: NewPayment) =>
    disputeEvent('created', 'needs_response', intent, payment),
  win: (intent: Intent, payment: NewPayment) => disputeEvent('closed', 'won', intent, payment),
  lose: (intent: Intent, payment: NewPayment) => disputeEvent('closed', 'lost', intent, payment),
};

export type FakeEventKind = keyof typeof FAKE_EVENTS;

function disputeEvent(
  type: 'created' | 'closed',
  status: string,
  { id }: Intent,
  { amount, currency }: NewPayment,
): FakeEvent {
  const object = {
    id: `dp_${id}`,
    object: 'dispute',
    charge: `ch_${id}`,
    payment_intent: id,
    amount: Number(amount),
    currency: currency.toLowerCase(),
    reason: 'fraudulent',
    status,
  };
  return { type: `charge.dispute.${type}`, object };
}

export function fakeEventOf(kind: FakeEventKind, payment: NewPayment): FakeEvent {
  const { paymentId, orderId } = payment;
  const id = fakePaymentId(paymentId);
  const intent = {
    id,
    object: 'payment_intent',
    latest_charge: `ch_${id}`,
    metadata: { orderId, paymentId },
  };
  return FAKE_EVENTS[kind](intent, payment);
}

export const fakePaymentId = (paymentId: string) => `pi_fake_${shortId(paymentId)}`;

export function shortId(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
