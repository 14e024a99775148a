import { Type } from 'typebox';
import { EXAMPLE_ORDER_ID } from '../events.ts';
import { defineOperation } from '../operation.ts';
import { id, list, nullable, object, page, pageSize, stringEnum } from '../schema.ts';
import {
  dispute,
  exampleDispute,
  examplePayment,
  exampleRefund,
  payment,
  paymentStatus,
  refund,
  refundStatus,
} from './order-resource.ts';

/** What the payment provider sends. Members beyond these are the provider's own and are stored as they are. */
export const providerEvent = Type.Object({
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
    'Carries `payment-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>">`, keyed with PAYMENT_WEBHOOK_SECRET and at most 5 minutes old. Events are deduplicated by their id; an event of an unknown type is stored and acknowledged. A failure while processing answers 500, so that the provider sends it again.',
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

const read = { kind: 'admin', permission: 'orders:read' } as const;

export const listPayments = defineOperation({
  id: 'listPayments',
  method: 'GET',
  path: '/admin/v1/payments',
  tag: 'Payments',
  summary: 'List payments',
  description: 'Newest first.',
  auth: read,
  query: object({ orderId: Type.Optional(id), status: Type.Optional(paymentStatus), page, pageSize }),
  response: { status: 200, description: 'A page of payments', schema: list(payment) },
  errors: [],
  examples: { response: { items: [examplePayment], total: 1, page: 1, pageSize: 20 } },
});

export const listRefunds = defineOperation({
  id: 'listRefunds',
  method: 'GET',
  path: '/admin/v1/refunds',
  tag: 'Payments',
  summary: 'List refunds',
  description: 'Newest first, those asked for here and those seen at the provider.',
  auth: read,
  query: object({ orderId: Type.Optional(id), status: Type.Optional(refundStatus), page, pageSize }),
  response: { status: 200, description: 'A page of refunds', schema: list(refund) },
  errors: [],
  examples: { response: { items: [exampleRefund], total: 1, page: 1, pageSize: 20 } },
});

export const listDisputes = defineOperation({
  id: 'listDisputes',
  method: 'GET',
  path: '/admin/v1/disputes',
  tag: 'Payments',
  summary: 'List disputes',
  description: 'Newest first.',
  auth: read,
  query: object({
    orderId: Type.Optional(id),
    state: Type.Optional(stringEnum(['open', 'closed'])),
    page,
    pageSize,
  }),
  response: { status: 200, description: 'A page of disputes', schema: list(dispute) },
  errors: [],
  examples: { response: { items: [exampleDispute], total: 1, page: 1, pageSize: 20 } },
});
