import { type Static, type TSchema, Type } from 'typebox';
import { type EventObject, OBJECTS } from './event-objects.ts';
import {
  ofCart,
  ofCategory,
  ofCreditNote,
  ofCustomer,
  ofDiscount,
  ofDispute,
  ofImport,
  ofOrderChange,
  ofPayment,
  ofPriceList,
  ofRefund,
  ofShipment,
  ofStock,
  ofVariant,
} from './event-payloads.ts';
import { amount, id, nullable, stringEnum, timestamp } from './schema.ts';

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

export const RETURN_STATUSES = [
  'requested',
  'approved',
  'rejected',
  'received',
  'refunded',
  'exchanged',
] as const;

export type ReturnStatus = (typeof RETURN_STATUSES)[number];

const returnStatus = stringEnum(RETURN_STATUSES);

// Receivers must take members that are added later, so neither payloads nor envelopes exclude any.
const orderCreatedData = Type.Object({
  orderId: id,
  customerId: Type.Unsafe<string | null>({ ...nullable(id), description: 'UUID; null for a guest' }),
});
const orderStatusData = Type.Object({ orderId: id, status: orderStatus, previousStatus: orderStatus });
const refundIssuedData = Type.Object({
  refundId: id,
  orderId: id,
  amount,
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  creditNoteId: id,
});
const returnStatusData = Type.Object({
  returnId: id,
  orderId: id,
  status: returnStatus,
  previousStatus: Type.Unsafe<ReturnStatus | null>({
    ...nullable(returnStatus),
    description: 'Null: it is new',
  }),
});
const productData = Type.Object({ productId: id });

const endpointFields = {
  subscriptionId: id,
  label: Type.Unsafe<string | null>({
    ...nullable(Type.String()),
    description: 'The label of the subscription',
  }),
};
const endpointData = Type.Object(endpointFields);
const endpointFailingData = Type.Object({ ...endpointFields, failingSince: timestamp });
const endpointPausedData = Type.Object({ ...endpointFields, reason: stringEnum(['gone', 'failing']) });
const deliveryExhaustedData = Type.Object({
  ...endpointFields,
  count: Type.Integer({
    minimum: 1,
    description: 'Deliveries that ran out of retries since the last such event',
  }),
  deliveryId: Type.String({ format: 'uuid', description: 'The last one of them' }),
  event: Type.String({ description: 'The event of that delivery' }),
});

interface EventDefinition {
  firesWhen: string;
  payloadType: string;
  payload: TSchema;
  /** The member of the payload that names the resource whose events an ordered subscription gets in sequence. */
  orderedBy:
    | 'orderId'
    | 'productId'
    | 'variantId'
    | 'customerId'
    | 'cartReference'
    | 'categoryId'
    | 'priceListId'
    | 'discountId'
    | 'importId'
    | 'subscriptionId';
  /** The resource of the event, as in full payloads; null: they contain none. */
  object: EventObject | null;
  /** Whether full payloads can say by members what changed; of the others `changes` is null. */
  hasChanges?: boolean;
  /** Whether it is recorded only where a subscription of the store lists it, so that it costs the others nothing. */
  onlyIfListed?: true;
  /** The version of the interface that has it first. */
  since: string;
  example: object;
}

/** Used by the examples of the operations. */
export const EXAMPLE_ORDER_ID = '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0';

const orderId = EXAMPLE_ORDER_ID;
const exampleReturn = { returnId: 'a2c2a3b4-5d6e-4f70-8a91-b2c3d4e5f631', orderId };
const exampleEndpoint = { subscriptionId: '5b0a7d5e-1c1f-4e58-9a40-9c1f6d6a7c11', label: null };

const ofOrderStatus = {
  payloadType: 'OrderStatusData',
  payload: orderStatusData,
  orderedBy: 'orderId',
  object: 'order',
  hasChanges: true,
  since: '1.0.0',
} as const;

const ofReturn = {
  payloadType: 'ReturnStatusData',
  payload: returnStatusData,
  orderedBy: 'orderId',
  object: 'return',
  hasChanges: true,
  since: '1.0.0',
} as const;

const ofProduct = {
  payloadType: 'ProductData',
  payload: productData,
  orderedBy: 'productId',
  object: 'product',
  since: '1.0.0',
  example: { productId: '3f0d5c1e-93a8-4b9f-8a3a-6f1f2b7c9d10' },
} as const;

/** The outbound event catalogue; specification, section Events. */
export const EVENTS = {
  'order.created': {
    firesWhen: 'a new order is placed',
    payloadType: 'OrderCreatedData',
    payload: orderCreatedData,
    orderedBy: 'orderId',
    object: 'order',
    since: '1.0.0',
    example: { orderId, customerId: '7c1e2d3f-4a5b-4c6d-8e7f-90a1b2c3d4e5' },
  },
  'order.paid': {
    ...ofOrderStatus,
    firesWhen: 'an order becomes paid',
    example: { orderId, status: 'paid', previousStatus: 'pending' },
  },
  'order.shipped': {
    ...ofOrderStatus,
    firesWhen: 'an order becomes shipped',
    example: { orderId, status: 'shipped', previousStatus: 'paid' },
  },
  'order.cancelled': {
    ...ofOrderStatus,
    firesWhen: 'an order is cancelled',
    example: { orderId, status: 'cancelled', previousStatus: 'pending' },
  },
  'order.refunded': {
    ...ofOrderStatus,
    firesWhen: 'an order is refunded in full',
    example: { orderId, status: 'refunded', previousStatus: 'shipped' },
  },
  'order.partially_refunded': {
    ...ofOrderStatus,
    firesWhen: 'an order is refunded in part',
    example: { orderId, status: 'partially_refunded', previousStatus: 'shipped' },
  },
  'order.shipment_created': { ...ofShipment, firesWhen: 'a parcel of an order leaves' },
  'order.completed': {
    ...ofOrderChange,
    firesWhen: 'all goods of a paid order that have to be shipped have left',
  },
  'order.updated': {
    ...ofOrderChange,
    hasChanges: true,
    firesWhen:
      'data of an order other than its status change: an address, its tags, its metadata, the units removed before it was paid, or why an operator must look at it',
  },
  'order.ready_for_pickup': {
    ...ofOrderChange,
    firesWhen: 'an operator marks the goods of an order as ready for pick-up; once',
  },
  'order.note_added': {
    ...ofOrderChange,
    hasChanges: true,
    firesWhen: 'an operator adds a note to an order',
  },
  'checkout.started': {
    ...ofCart,
    firesWhen: 'a cart has an e-mail and an address for the goods for the first time',
  },
  'cart.abandoned': {
    ...ofCart,
    firesWhen:
      'nothing of an open cart with lines and an e-mail has changed for `CART_ABANDONED_AFTER_MINUTES`; once',
  },
  'payment.authorized': { ...ofPayment, firesWhen: 'the money of a payment is authorised' },
  'payment.captured': {
    ...ofPayment,
    firesWhen: 'money of a payment is captured; `amount` is the whole captured amount',
  },
  'payment.failed': { ...ofPayment, firesWhen: 'an attempt to pay failed' },
  'payment.voided': { ...ofPayment, firesWhen: 'a payment ends without any captured money' },
  'dispute.opened': { ...ofDispute, firesWhen: 'a shopper’s bank disputes a payment' },
  'dispute.closed': { ...ofDispute, firesWhen: 'a dispute is closed' },
  'refund.failed': { ...ofRefund, firesWhen: 'a refund did not go through' },
  'credit_note.created': { ...ofCreditNote, firesWhen: 'a credit note is created' },
  'refund.issued': {
    firesWhen: 'a refund is issued (credit note created)',
    payloadType: 'RefundIssuedData',
    payload: refundIssuedData,
    orderedBy: 'orderId',
    object: 'order',
    since: '1.0.0',
    example: {
      refundId: 'c4d5e6f7-1a2b-4c3d-9e4f-5a6b7c8d9e0f',
      orderId,
      amount: 1250,
      currency: 'EUR',
      creditNoteId: 'd5e6f7a8-2b3c-4d4e-8f5a-6b7c8d9e0f1a',
    },
  },
  'return.requested': {
    ...ofReturn,
    hasChanges: false,
    firesWhen: 'a shopper requests a return',
    example: { ...exampleReturn, status: 'requested', previousStatus: null },
  },
  'return.approved': {
    ...ofReturn,
    firesWhen: 'a return is approved, or created by an operator',
    example: { ...exampleReturn, status: 'approved', previousStatus: 'requested' },
  },
  'return.rejected': {
    ...ofReturn,
    firesWhen: 'a return is rejected, or its goods never arrived',
    example: { ...exampleReturn, status: 'rejected', previousStatus: 'requested' },
  },
  'return.received': {
    ...ofReturn,
    firesWhen: 'the parcel of a return has arrived, or its exchange was cancelled',
    example: { ...exampleReturn, status: 'received', previousStatus: 'approved' },
  },
  'return.refunded': {
    ...ofReturn,
    firesWhen: 'the goods of a return are refunded',
    example: { ...exampleReturn, status: 'refunded', previousStatus: 'received' },
  },
  'return.exchanged': {
    ...ofReturn,
    firesWhen: 'an order is placed that sends the exchanged goods of a return',
    example: { ...exampleReturn, status: 'exchanged', previousStatus: 'received' },
  },
  'product.created': { ...ofProduct, firesWhen: 'a product is created' },
  'product.updated': { ...ofProduct, hasChanges: true, firesWhen: 'a product is updated' },
  'product.deleted': { ...ofProduct, firesWhen: 'a product is deleted' },
  'product.published': { ...ofProduct, hasChanges: true, firesWhen: 'a draft is published' },
  'product.unpublished': { ...ofProduct, hasChanges: true, firesWhen: 'a published product becomes a draft' },
  'variant.created': { ...ofVariant, firesWhen: 'a variant is created, also with its product' },
  'variant.updated': {
    ...ofVariant,
    hasChanges: true,
    firesWhen: 'a variant is updated, including its stock',
  },
  'variant.deleted': { ...ofVariant, firesWhen: 'a variant is deleted, also with its product' },
  'inventory.changed': {
    ...ofStock,
    firesWhen:
      'the stock of a variant changes, or its reserved part; not for the first stock of a new variant',
  },
  'inventory.low': {
    ...ofStock,
    firesWhen: 'no more than `lowStockThreshold` of a variant is available, and more was before',
  },
  'inventory.sold_out': {
    ...ofStock,
    firesWhen: 'nothing of a variant is available any more, and no backorder is allowed',
  },
  'inventory.restocked': { ...ofStock, firesWhen: 'a variant that was sold out can be ordered again' },
  'category.created': { ...ofCategory, firesWhen: 'a category is created' },
  'category.updated': { ...ofCategory, hasChanges: true, firesWhen: 'a category is updated' },
  'category.deleted': { ...ofCategory, firesWhen: 'a category is deleted' },
  'price_list.created': { ...ofPriceList, firesWhen: 'a price list is created' },
  'price_list.updated': {
    ...ofPriceList,
    hasChanges: true,
    firesWhen: 'a price list or one of its prices is changed',
  },
  'price_list.deleted': { ...ofPriceList, firesWhen: 'a price list is deleted with its prices' },
  'discount.used_up': { ...ofDiscount, firesWhen: 'an order takes the last use of a discount code' },
  'customer.created': { ...ofCustomer, firesWhen: 'a customer registers, or is created by an operator' },
  'customer.updated': {
    ...ofCustomer,
    hasChanges: true,
    firesWhen: 'the data of a customer in the Admin API changes',
  },
  'customer.erased': { ...ofCustomer, object: null, firesWhen: 'the personal data of a customer are erased' },
  'import.completed': {
    ...ofImport,
    firesWhen:
      'all rows of an imported file of products, customers, orders of a former shop or redirects are processed, unless it was a dry run',
  },
  'webhook.endpoint_failing': {
    firesWhen: 'an endpoint has failed for a day',
    payloadType: 'WebhookEndpointFailingData',
    payload: endpointFailingData,
    orderedBy: 'subscriptionId',
    object: null,
    since: '1.0.0',
    example: { ...exampleEndpoint, failingSince: '2026-01-14T09:31:00.000Z' },
  },
  'webhook.endpoint_paused': {
    firesWhen: 'the service has paused a subscription because its endpoint fails or is gone',
    payloadType: 'WebhookEndpointPausedData',
    payload: endpointPausedData,
    orderedBy: 'subscriptionId',
    object: null,
    since: '1.0.0',
    example: { ...exampleEndpoint, reason: 'gone' },
  },
  'webhook.endpoint_recovered': {
    firesWhen: 'an endpoint accepts deliveries again after it was reported as failing or paused',
    payloadType: 'WebhookEndpointData',
    payload: endpointData,
    orderedBy: 'subscriptionId',
    object: null,
    since: '1.0.0',
    example: exampleEndpoint,
  },
  'webhook.delivery_exhausted': {
    firesWhen: 'deliveries to an endpoint ran out of retries; once a minute at most',
    payloadType: 'WebhookDeliveryExhaustedData',
    payload: deliveryExhaustedData,
    orderedBy: 'subscriptionId',
    object: null,
    since: '1.0.0',
    example: {
      ...exampleEndpoint,
      count: 3,
      deliveryId: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
      event: 'order.paid',
    },
  },
} as const satisfies Record<string, EventDefinition>;

export type EventName = keyof typeof EVENTS;

export type EventData<N extends EventName> = Static<(typeof EVENTS)[N]['payload']>;

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[];

/** Whether an event is about an endpoint or its deliveries. No event is recorded about the deliveries of such an event. */
export function isAboutWebhooks(name: string): boolean {
  return name.startsWith('webhook.');
}

export const eventName = stringEnum(EVENT_NAMES, { description: 'A name from the event catalogue' });

/** The JSON that a subscriber receives for one event. */
export function envelopeSchema(name: EventName) {
  return Type.Object({
    id: Type.String({
      format: 'uuid',
      description: 'Delivery id: the idempotency key; a retry by hand reuses it',
    }),
    event: Type.Literal(name),
    occurredAt: timestamp,
    data: EVENTS[name].payload,
  });
}

/** An envelope as it could be. */
export function exampleEnvelope(name: EventName): object {
  return {
    id: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
    event: name,
    occurredAt: '2026-01-15T09:31:00.000Z',
    data: EVENTS[name].example,
  };
}

interface EnvelopeHeader {
  description: string;
  example: string;
  isOptional?: true;
}

/** The headers of every delivery; specification, section Delivery headers, and those of Standard Webhooks. */
export const ENVELOPE_HEADERS: Readonly<Record<string, EnvelopeHeader>> = {
  'X-Service-Signature': {
    description: '`sha256=` and the hex HMAC-SHA256 of `<timestamp>.<nonce>.<raw body>`',
    example: 'sha256=4a9b79445b79a500bc6cf9c30cbeced1b724a7a8d81dac899a38d97efbf745c5',
  },
  'X-Service-Signature-Previous': {
    description: 'The same by the previous secret; only while a secret is being rotated',
    example: 'sha256=a6f1547761f4c1f191c84334fcf48a8f2a42fdabd257311d5326ec2bea1ba801',
    isOptional: true,
  },
  'X-Service-Timestamp': { description: 'Unix time in seconds at signing', example: '1768469460' },
  'X-Service-Nonce': {
    description: 'Random 32-character hex string',
    example: '597d58ed12e4265bb7cb800e3b5175bb',
  },
  'X-Service-Event': {
    description: 'The envelope’s event, so that a receiver can route without reading the body; not signed',
    example: 'order.paid',
    isOptional: true,
  },
  'X-Service-Sequence': {
    description:
      'Counts the deliveries of the subscription without a gap; the same at every attempt; not signed. Absent from tests',
    example: '1042',
    isOptional: true,
  },
  'webhook-id': {
    description: 'The envelope’s id (Standard Webhooks)',
    example: '9a1d6d0e-5d51-4a7e-bd0b-4f7c9b0f7b52',
  },
  'webhook-timestamp': {
    description: 'Unix time in seconds at signing (Standard Webhooks)',
    example: '1768469460',
  },
  'webhook-signature': {
    description: '`v1,` and the base64 HMAC-SHA256 of `<id>.<timestamp>.<raw body>` (Standard Webhooks)',
    example: 'v1,SptDnN41pQDFvF9r2jdZRTNNwBVlgUFOybSYgh91tFk=',
  },
};

/** The catalogue as JSON and nothing else: schemas carry hidden marks of the library that made them. */
export const CATALOGUE = EVENT_NAMES.map((name) => {
  const { firesWhen, payloadType, since, payload, orderedBy, object, example } = EVENTS[name];
  const schema = JSON.parse(JSON.stringify(payload)) as object;
  return {
    name,
    firesWhen,
    payloadType,
    since,
    orderedBy,
    object: object && OBJECTS[object].schema,
    schema,
    example: example as object,
  };
});
