import { type Static, type TSchema, Type } from 'typebox';
import { amount, id, object, stringEnum, timestamp } from './schema.ts';

export const ORDER_STATUSES = [
  'pending',
  'paid',
  'shipped',
  'cancelled',
  'refunded',
  'partially_refunded',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

const orderStatus = stringEnum(ORDER_STATUSES);

const orderCreatedData = object({ orderId: id, customerId: Type.Union([id, Type.Null()]) });
const orderStatusData = object({ orderId: id, status: orderStatus, previousStatus: orderStatus });
const refundIssuedData = object({
  refundId: id,
  orderId: id,
  amount,
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  creditNoteId: id,
});
const productData = object({ productId: id });

interface EventDefinition {
  firesWhen: string;
  payloadType: string;
  payload: TSchema;
}

/** Used by the examples of the operations. */
export const EXAMPLE_ORDER_ID = '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0';

/** The outbound event catalogue; specification, section Events. */
export const EVENTS = {
  'order.created': {
    firesWhen: 'a new order is placed',
    payloadType: 'OrderCreatedData',
    payload: orderCreatedData,
  },
  'order.paid': {
    firesWhen: 'order moves to paid',
    payloadType: 'OrderStatusData',
    payload: orderStatusData,
  },
  'order.shipped': {
    firesWhen: 'order moves to shipped',
    payloadType: 'OrderStatusData',
    payload: orderStatusData,
  },
  'order.cancelled': {
    firesWhen: 'order moves to cancelled',
    payloadType: 'OrderStatusData',
    payload: orderStatusData,
  },
  'order.refunded': {
    firesWhen: 'order fully refunded',
    payloadType: 'OrderStatusData',
    payload: orderStatusData,
  },
  'order.partially_refunded': {
    firesWhen: 'order partially refunded',
    payloadType: 'OrderStatusData',
    payload: orderStatusData,
  },
  'refund.issued': {
    firesWhen: 'a refund is issued (credit note created)',
    payloadType: 'RefundIssuedData',
    payload: refundIssuedData,
  },
  'product.created': { firesWhen: 'a product is created', payloadType: 'ProductData', payload: productData },
  'product.updated': { firesWhen: 'a product is updated', payloadType: 'ProductData', payload: productData },
  'product.deleted': { firesWhen: 'a product is deleted', payloadType: 'ProductData', payload: productData },
} as const satisfies Record<string, EventDefinition>;

export type EventName = keyof typeof EVENTS;

export type EventData<N extends EventName> = Static<(typeof EVENTS)[N]['payload']>;

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

export const eventName = stringEnum(EVENT_NAMES, { description: 'A name from the event catalogue' });

/** The JSON that a subscriber receives for one event. */
export function envelopeSchema(name: EventName) {
  return object({
    id: Type.String({
      format: 'uuid',
      description: 'Delivery id: the idempotency key; a retry by hand reuses it',
    }),
    event: Type.Literal(name),
    occurredAt: timestamp,
    data: EVENTS[name].payload,
  });
}

/** The headers of every delivery; specification, section Delivery headers. */
export const ENVELOPE_HEADERS = {
  'X-Service-Signature': '`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<nonce>.<raw body>`',
  'X-Service-Timestamp': 'Unix time in seconds at signing',
  'X-Service-Nonce': 'Random 32-character hex string',
} as const;
