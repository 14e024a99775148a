import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { address, billingAddress } from '../../resources/address.ts';
import { givenMetadata, metadataFilter } from '../../resources/metadata.ts';
import {
  exampleOrder,
  exampleOrderSummary,
  exampleReadyOrder,
  exampleRefund,
  exampleShippedOrder,
  fulfilmentStatus,
  givenOrderTags,
  order,
  orderPaymentStatus,
  orderStatus,
  orderSummary,
  orderTag,
  refund,
} from '../../resources/order.ts';
import { exampleReturn, exampleReturnRequest, returned, returnRequest } from '../../resources/return.ts';
import { taxLine } from '../../resources/tax-line.ts';
import {
  amount,
  cursor,
  cursorQuery,
  id,
  longList,
  longPageOf,
  object,
  sortBy,
  text,
  timestamp,
} from '../../schema.ts';

const reason = Type.String({ minLength: 1, maxLength: 1000 });

export const listOrders = defineOperation({
  endpoint: 'GET /admin/v1/orders',
  summary: 'List orders',
  description:
    'Newest first, or by `sort`. Filters add up. `q` finds a number or how a SKU begins; where no order has it so, part of an e-mail address, a recipient’s name or a SKU. `from` is the first moment, `to` the moment after the last.',
  auth: { kind: 'admin', permission: 'orders:read' },
  query: cursorQuery(
    {
      status: Type.Optional(orderStatus),
      paymentStatus: Type.Optional(orderPaymentStatus),
      fulfilmentStatus: Type.Optional(fulfilmentStatus),
      toShip: Type.Optional(
        Type.Boolean({
          description: 'Only those that are paid and of which something is left to ship, or only the others',
        }),
      ),
      email: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
      number: Type.Optional(Type.Integer({ minimum: 1, maximum: 9007199254740991 })),
      from: Type.Optional(timestamp),
      to: Type.Optional(timestamp),
      attention: Type.Optional(
        Type.Boolean({ description: 'Only those that an operator must look at, or only the others' }),
      ),
      tag: Type.Optional(orderTag),
      q: Type.Optional(text(255)),
      metadata: Type.Optional(metadataFilter),
      sort: Type.Optional(sortBy(['createdAt', 'total'])),
    },
    cursor,
  ),
  response: { status: 200, description: 'A page of orders', schema: longList(orderSummary) },
  examples: {
    response: longPageOf(exampleOrderSummary),
  },
});

export const getOrder = defineOperation({
  endpoint: 'GET /admin/v1/orders/{id}',
  summary: 'Get an order',
  description:
    'With its lines, its history (who, when, what), its shipments, payments, refunds and disputes.',
  auth: { kind: 'admin', permission: 'orders:read' },
  response: { status: 200, description: 'The order', schema: order },
  examples: { response: exampleOrder },
});

export const updateOrder = defineOperation({
  endpoint: 'PATCH /admin/v1/orders/{id}',
  summary: 'Change an order’s addresses, tags and own fields',
  description:
    '`metadata` and `tags` are replaced as a whole; `metadata` began as that of the cart. The shipping address changes until the first parcel leaves, the billing address as long as something is to be shipped or paid; after that the request is refused with `address_fixed`. The address that the tax was charged by keeps its country and changes only where today’s rates are the same as at the former one, else `tax_would_change`. Documents that are issued stay as they are, later ones name the new address. What was bought, and at which price, stays as it was. Records `order.updated`.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'order',
  body: object({
    metadata: Type.Optional(givenMetadata),
    tags: Type.Optional(givenOrderTags),
    shippingAddress: Type.Optional(address),
    billingAddress: Type.Optional(billingAddress),
  }),
  response: { status: 200, description: 'The order', schema: order },
  errors: ['address_fixed', 'tax_would_change'],
  examples: {
    body: { metadata: { 'erp.id': 'A-77' }, tags: ['gift', 'vip'] },
    response: { ...exampleOrder, metadata: { 'erp.id': 'A-77' }, tags: ['gift', 'vip'], version: 3 },
  },
});

const trackingPart = Type.String({ minLength: 1, maxLength: 255 });

export const shipOrder = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/ship',
  summary: 'Ship an order or a part of it',
  description:
    'Without `lines` everything that is left is shipped. The goods leave the stock. With the shipment that completes a paid order, it becomes shipped and `order.shipped` is recorded; other shipments are in the history. Of an order that is partially refunded, what wasn’t refunded can be shipped; it stays partially_refunded. `tracking` is a number or an object. With `labelId` what is on that label is shipped, with its tracking number, instead of `lines` and `tracking`. Refused while a payment doesn’t match the order or is disputed, and no operator has acknowledged it.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'order',
  body: object({
    lines: Type.Optional(
      Type.Array(
        object({
          lineId: id,
          quantity: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 9999, description: 'Absent: all units that are left' }),
          ),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    ),
    tracking: Type.Optional(
      Type.Union([
        trackingPart,
        object({
          carrier: Type.Optional(trackingPart),
          number: Type.Optional(trackingPart),
          url: Type.Optional(Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2048 })),
        }),
      ]),
    ),
    labelId: Type.Optional(id),
  }),
  response: { status: 200, description: 'The order', schema: order },
  errors: [
    'illegal_transition',
    'payment_mismatch',
    'payment_disputed',
    'exchange_unpaid',
    'quantity_exceeded',
    'order_withdrawn',
  ],
  examples: {
    body: { tracking: { carrier: 'DHL', number: '00340434161094042557' } },
    response: exampleShippedOrder,
  },
});

export const readyOrder = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/ready-for-pickup',
  summary: 'Mark an order as ready for pick-up',
  description:
    'The buyer gets a mail with the place and its opening hours, and `order.ready_for_pickup` is recorded. A second time nothing changes. What was picked up is recorded as shipped, without `tracking` and without another mail. Refused while it couldn’t be shipped.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'order',
  body: object({}),
  response: { status: 200, description: 'The order', schema: order },
  errors: [
    'illegal_transition',
    'payment_mismatch',
    'payment_disputed',
    'exchange_unpaid',
    'nothing_to_pick_up',
    'order_withdrawn',
  ],
  examples: { body: {}, response: exampleReadyOrder },
});

export const cancelOrder = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/cancel',
  summary: 'Cancel an order',
  description:
    'Only a pending or paid order can be cancelled. Goods that aren’t shipped are for sale again. Money that was paid is kept until it is refunded.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'order',
  body: object({ reason: Type.Optional(reason) }),
  response: { status: 200, description: 'The order', schema: order },
  errors: ['illegal_transition'],
  examples: {
    body: { reason: 'The shopper asked for it' },
    response: { ...exampleOrder, status: 'cancelled', version: 3 },
  },
});

export const acknowledgeOrder = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/acknowledge',
  summary: 'Acknowledge an order’s attention flag',
  description:
    'Records that an operator has looked at what `attention` names, and the reason why the order may go on. `attention` is the next reason afterwards, or null; the figures and the reason are kept in the history and in the audit log. An order whose payment didn’t match can then be shipped, and so can the exchanges of one whose money went back (`exchange_unpaid`).',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'order',
  body: object({ reason }),
  response: { status: 200, description: 'The order', schema: order },
  errors: ['nothing_to_acknowledge'],
  examples: {
    body: { reason: 'The rest was paid in cash at the counter' },
    response: exampleOrder,
  },
});

const whatToRefund = {
  amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 9007199254740991 })),
  lines: Type.Optional(
    Type.Array(
      object({
        lineId: id,
        quantity: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 9999, description: 'Absent: all units that are left' }),
        ),
      }),
      { minItems: 1, maxItems: 1000 },
    ),
  ),
  restock: Type.Optional(Type.Boolean()),
  paymentId: Type.Optional(
    Type.Unsafe<string>({
      ...id,
      description:
        'The payment to refund from, and no other. Absent: one that holds all of it, else the newest first',
    }),
  ),
};

export const refundOrder = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/refunds',
  summary: 'Refund an order or a part of it',
  description:
    'Refunds an `amount`, `lines`, or everything that is left. Issues a numbered credit note, records `refund.issued`, and changes the order to partially_refunded or refunded. Where no payment holds all of it, each refunds a part, the newest first, unless a `paymentId` names one: the response is the refund of the first, with those of the others in `further`. What was paid beyond the order’s total goes back first, unless lines are named, without a credit note: the sale and its tax stay as they are. The provider is called afterwards: `status` is pending until it has responded. All refunds together never exceed what was captured. `restock` returns the goods of the lines, or all goods with a full refund, to the stock; without it, goods that the order still holds are written off as soon as nothing of it is left to ship.',
  auth: { kind: 'admin', permission: 'orders:write' },
  ifMatch: 'order',
  body: object({ ...whatToRefund, reason: Type.Optional(reason), metadata: Type.Optional(givenMetadata) }),
  response: {
    status: 201,
    description: 'The refund',
    schema: object({
      ...refund.properties,
      further: Type.Array(refund, { description: 'Of the further payments that give a part back' }),
    }),
  },
  errors: ['illegal_transition', 'payment_disputed', 'refund_exceeds_captured', 'quantity_exceeded'],
  examples: {
    body: {
      lines: [{ lineId: 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613', quantity: 1 }],
      reason: 'One was broken',
    },
    response: { ...exampleRefund, further: [] },
  },
});

export const previewRefund = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/refunds/preview',
  summary: 'Preview a refund and its credit note',
  description:
    'Takes what a refund takes and refuses what it refuses, but changes nothing: the amount, the lines and the tax by rate that the credit note would name now. `refundable` is what can be refunded in all, or of the payment that is named, without what exchanges stand for that are still to be sent.',
  withoutKey: 'it changes nothing.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: object(whatToRefund),
  response: {
    status: 200,
    description: 'What the credit note would say',
    schema: object({
      amount,
      creditedAmount: { ...amount, description: 'What of it the credit note is about' },
      currency: Type.String(),
      refundable: amount,
      lines: refund.properties.lines,
      taxLines: Type.Array(taxLine),
    }),
  },
  errors: ['illegal_transition', 'payment_disputed', 'refund_exceeds_captured', 'quantity_exceeded'],
  examples: {
    body: { lines: exampleRefund.lines.map(({ lineId, quantity }) => ({ lineId, quantity })) },
    response: {
      amount: exampleRefund.amount,
      creditedAmount: exampleRefund.amount,
      currency: exampleRefund.currency,
      refundable: 2500,
      lines: exampleRefund.lines,
      taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 1050, amount: 200 }],
    },
  },
});

export const createReturn = defineOperation({
  endpoint: 'POST /admin/v1/orders/{id}/returns',
  summary: 'Take a return',
  description:
    'For units that were shipped and aren’t in another return. An operator’s return needs no approval. The order’s status stays.',
  auth: { kind: 'admin', permission: 'orders:write' },
  body: returnRequest,
  response: { status: 201, description: 'The return', schema: returned },
  errors: ['quantity_exceeded'],
  examples: {
    body: exampleReturnRequest,
    response: { ...exampleReturn, status: 'approved', requestedBy: 'operator' },
  },
});
