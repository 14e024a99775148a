import { randomUUID } from 'node:crypto';

export type Form = Record<string, string>;

type Intent = Record<string, unknown> & {
  id: string;
  status: string;
  amount: number;
  currency: string;
  capture_method: string;
  amount_capturable: number;
  amount_received: number;
  amount_refunded: number;
  latest_charge: string | null;
  metadata: Record<string, string>;
};

export interface StripeEvent {
  id: string;
  object: 'event';
  type: string;
  created: number;
  data: { object: Record<string, unknown> };
}

export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { type: string; code?: string; message: string; payment_intent?: object },
  ) {
    super(body.message);
  }
}

export interface StripeAccount {
  id: string;
  /** False until Stripe knows whose it is. */
  chargesEnabled: boolean;
  /** What has happened, in order; the test sends it where it belongs. */
  events: StripeEvent[];
  intents: ReadonlyMap<string, Intent>;
  /** Opens an intent under this id. */
  open(intentId: string, form: Form): void;
  /** What Stripe.js does with a card in the shopper's browser; `3ds` leaves the intent to `authenticate`. */
  pay(intentId: string, card?: 'good' | 'declined' | '3ds'): void;
  authenticate(intentId: string, isShopper: boolean): void;
  /** The shopper's bank argues; `won` or `lost` ends it. */
  dispute(intentId: string, status?: 'needs_response' | 'won' | 'lost'): void;
  carryOut(method: string, path: string, form: Form): object;
}

/** Six days and a half. */
const HELD_SECONDS = 561_600;

/** The state of an account, as the documentation of payment intents, captures and refunds describes it. */
export function createStripeAccount(): StripeAccount {
  const id = `acct_${randomUUID().slice(0, 8)}`;
  const intents = new Map<string, Intent>();
  const events: StripeEvent[] = [];

  const tell = (type: string, object: Record<string, unknown>) =>
    events.push({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      created: Math.floor(Date.now() / 1000),
      data: { object: structuredClone(object) },
    });

  function open(intentId: string, form: Form): Intent {
    const intent: Intent = {
      id: intentId,
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: Number(form.amount),
      currency: form.currency ?? '',
      capture_method: form.capture_method ?? 'automatic_async',
      amount_capturable: 0,
      amount_received: 0,
      amount_refunded: 0,
      latest_charge: null,
      client_secret: `${intentId}_secret`,
      metadata: metadataOf(form),
    };
    intents.set(intentId, intent);
    return intent;
  }

  function find(intentId = ''): Intent {
    const intent = intents.get(intentId);
    if (intent) return intent;
    throw new StripeRefusal(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such payment_intent: '${intentId}'`,
    });
  }

  function assertStatus(intent: Intent, ...allowed: string[]): void {
    if (allowed.includes(intent.status)) return;
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent has a status of ${intent.status}.`,
      payment_intent: intent,
    });
  }

  function authorise(intent: Intent): void {
    intent.latest_charge = `ch_${randomUUID()}`;
    const isHeld = intent.capture_method === 'manual';
    tell('charge.succeeded', {
      id: intent.latest_charge,
      object: 'charge',
      payment_intent: intent.id,
      captured: !isHeld,
      metadata: intent.metadata,
      payment_method_details: {
        card: isHeld ? { capture_before: Math.floor(Date.now() / 1000) + HELD_SECONDS } : {},
      },
    });
    if (intent.capture_method === 'manual') {
      Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount });
      tell('payment_intent.amount_capturable_updated', intent);
    } else {
      Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
      tell('payment_intent.succeeded', intent);
    }
  }

  function decline(intent: Intent): void {
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
    });
    tell('payment_intent.payment_failed', intent);
  }

  const operations: [RegExp, (form: Form, id: string) => object][] = [
    [/^GET \/v1\/account$/, () => ({ id, object: 'account', charges_enabled: account.chargesEnabled })],
    [
      /^GET \/v1\/events\?(.*)$/,
      (_form, query) => {
        const asked = new URLSearchParams(query);
        const known = events.findIndex((each) => each.id === asked.get('ending_before'));
        const since = Number(asked.get('created[gte]'));
        const types = [...asked].filter(([name]) => name.startsWith('types')).map(([, type]) => type);
        const found = events
          .slice(known + 1)
          .filter(({ type, created }) => types.includes(type) && created >= since);
        return { object: 'list', data: found.reverse(), has_more: false, url: '/v1/events' };
      },
    ],
    [/^POST \/v1\/payment_intents$/, (form) => open(`pi_${randomUUID()}`, form)],
    [/^GET \/v1\/payment_intents\/(pi_[^/]+)$/, (_form, intentId) => find(intentId)],
    [
      /^POST \/v1\/payment_intents\/(pi_[^/]+)\/cancel$/,
      (_form, intentId) => {
        const intent = find(intentId);
        assertStatus(intent, 'requires_payment_method', 'requires_action', 'requires_capture', 'processing');
        Object.assign(intent, { status: 'canceled', amount_capturable: 0 });
        tell('payment_intent.canceled', intent);
        return intent;
      },
    ],
    [
      /^POST \/v1\/payment_intents\/(pi_[^/]+)\/capture$/,
      (form, intentId) => {
        const intent = find(intentId);
        assertStatus(intent, 'requires_capture');
        const amount = Number(form.amount_to_capture ?? intent.amount_capturable);
        if (amount > intent.amount_capturable)
          throw new StripeRefusal(400, {
            type: 'invalid_request_error',
            code: 'amount_too_large',
            message: 'Amount to capture is larger than what is capturable.',
          });
        intent.amount_received += amount;
        intent.amount_capturable -= amount;
        if (form.final_capture !== 'false' || intent.amount_capturable === 0) {
          Object.assign(intent, { status: 'succeeded', amount_capturable: 0 });
          tell('payment_intent.succeeded', intent);
        } else tell('payment_intent.amount_capturable_updated', intent);
        return intent;
      },
    ],
    [
      /^POST \/v1\/refunds$/,
      (form) => {
        const intent = find(form.payment_intent);
        const amount = Number(form.amount);
        if (amount > intent.amount_received - intent.amount_refunded)
          throw new StripeRefusal(400, {
            type: 'invalid_request_error',
            code: 'charge_already_refunded',
            message: 'Refund amount is greater than unrefunded amount on charge.',
          });
        intent.amount_refunded += amount;
        const charge = intent.latest_charge;
        const refund = {
          id: `re_${randomUUID()}`,
          object: 'refund',
          amount,
          currency: intent.currency,
          charge,
          payment_intent: intent.id,
          status: 'succeeded',
          metadata: metadataOf(form),
        };
        tell('refund.created', refund);
        tell('charge.refunded', {
          id: charge,
          object: 'charge',
          payment_intent: intent.id,
          amount_refunded: intent.amount_refunded,
        });
        return refund;
      },
    ],
  ];

  const account: StripeAccount = {
    id,
    chargesEnabled: true,
    events,
    intents,
    open,
    pay(intentId, card = 'good') {
      const intent = find(intentId);
      if (card === 'good') return authorise(intent);
      if (card === 'declined') return decline(intent);
      Object.assign(intent, { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } });
      tell('payment_intent.requires_action', intent);
    },
    authenticate(intentId, isShopper) {
      const intent = find(intentId);
      assertStatus(intent, 'requires_action');
      if (isShopper) authorise(intent);
      else decline(intent);
    },
    dispute(intentId, status = 'needs_response') {
      const { latest_charge: charge, amount, currency } = find(intentId);
      const type = status === 'needs_response' ? 'created' : 'closed';
      tell(`charge.dispute.${type}`, {
        id: `dp_${intentId}`,
        object: 'dispute',
        charge,
        payment_intent: intentId,
        amount,
        currency,
        reason: 'fraudulent',
        status,
      });
    },
    carryOut(method, path, form) {
      for (const [pattern, operation] of operations) {
        const found = pattern.exec(`${method} ${path}`);
        if (found) return operation(form, found[1] ?? '');
      }
      throw new StripeRefusal(404, { type: 'invalid_request_error', message: `${method} ${path}` });
    },
  };
  return account;
}

function metadataOf(form: Form): Record<string, string> {
  const named = Object.entries(form).flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
    return key ? [[key, value] as const] : [];
  });
  return Object.fromEntries(named);
}
