import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../../events.ts';
import { defineOperation } from '../../operation.ts';
import { nullable, object } from '../../schema.ts';

/** What the payment provider sends. Members beyond these are the provider's own and are stored as they are. */
const providerEvent = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 255 }),
  type: Type.String({ minLength: 1, maxLength: 255 }),
  created: Type.Optional(Type.Integer({ description: 'Unix seconds' })),
  data: Type.Object({
    object: Type.Object({
      id: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
      metadata: Type.Optional(nullable(Type.Record(Type.String(), Type.Unknown()))),
    }),
  }),
});

export const receivePaymentEvent = defineOperation({
  id: 'receivePaymentEvent',
  method: 'POST',
  path: '/webhooks/payment',
  tag: 'Payments',
  summary: 'Payment provider callback',
  description:
    'Carries `payment-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with PAYMENT_WEBHOOK_SECRET and at most 5 minutes old. The body may have 1 MiB. Events are deduplicated by their id; an event of an unknown type is stored and acknowledged. If processing fails, the response is 500, so that the provider sends the event again.',
  withoutKey: 'the provider’s event id is the key.',
  auth: { kind: 'provider-signature' },
  body: providerEvent,
  response: {
    status: 200,
    description: 'The event is stored, and its effect is committed',
    schema: object({ received: Type.Literal(true) }),
  },
  errors: [],
  examples: {
    body: {
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      created: 1768469460,
      data: { object: { id: 'pi_1', metadata: { orderId: EXAMPLE_ORDER_ID } } },
    },
    response: { received: true },
  },
});
