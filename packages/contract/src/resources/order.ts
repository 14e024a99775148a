import { type Static, Type } from 'typebox';
import { EXAMPLE_ORDER_ID, ORDER_STATUSES } from '../events.ts';
import { amount, id, nullable, nullableText, object, stringEnum, timestamp } from '../schema.ts';
import { address, billingAddress, exampleAddress } from './address.ts';
import { orderDiscounts } from './applied-discount.ts';
import { VAT_STATUSES } from './customer.ts';
import { label } from './label.ts';
import { acceptedText, exampleAcceptedText } from './legal-text.ts';
import { lineTitles } from './line-titles.ts';
import { type Locale, locale } from './locale.ts';
import { metadata, shownMetadata } from './metadata.ts';
import { examplePickupPlace, pickupPlace, readyForPickupAt } from './pickup-place.ts';
import { priceListOfLine } from './price-list.ts';
import { taxLine, taxRate } from './tax-line.ts';

export const orderStatus = stringEnum(ORDER_STATUSES);

/** The states of an order's money. The first one that holds is shown. */
export const ORDER_PAYMENT_STATUSES = [
  'disputed',
  'charged_back',
  'overpaid',
  'refunded',
  'partly_refunded',
  'paid',
  'partly_paid',
  'authorised',
  'unpaid',
] as const;

/** The states of an order's goods. */
export const FULFILMENT_STATUSES = [
  'unfulfilled',
  'partly_shipped',
  'shipped',
  'partly_returned',
  'returned',
  'nothing_to_ship',
] as const;

export type OrderPaymentStatus = (typeof ORDER_PAYMENT_STATUSES)[number];
export type FulfilmentStatus = (typeof FULFILMENT_STATUSES)[number];

export const orderPaymentStatus = stringEnum(ORDER_PAYMENT_STATUSES);
export const fulfilmentStatus = stringEnum(FULFILMENT_STATUSES);

/** Both are derived from what happened to the order's money and goods, beside its `status`. */
export const derivedStatuses = { paymentStatus: orderPaymentStatus, fulfilmentStatus };

const attention = nullable(Type.String(), {
  description:
    'The reason why an operator must look at it, the gravest of several: `payment_disputed` (one is open, or was lost), `payment_mismatch`, `exchange_unpaid` (the provider paid back what paid for exchanges of its goods), `paid_after_cancellation`, `paid_again` (a payment was reported again without new money) or `withdrawn` (the buyer withdrew before all was shipped); null: nothing is wrong',
});

const figures = (description: string) =>
  object({ amount: nullable(Type.Integer()), currency: nullable(Type.String()) }, { description });

const paymentMismatch = object({
  paymentId: id,
  expected: figures('The amount that was due'),
  received: figures(
    'What the provider reports as received; null: it reports none, or no valid amount or currency',
  ),
});

export type PaymentMismatch = Static<typeof paymentMismatch>;

export const removedTotal = Type.Integer({
  minimum: 0,
  description:
    'The part of the total that the buyer no longer has to pay, because an operator removed units before the order was paid; its credit note is issued with the payment',
});

/** How many an order has at most. */
export const MAX_ORDER_TAGS = 20;

export const orderTag = Type.String({
  maxLength: 40,
  pattern: '^[^\\s,]+( [^\\s,]+)*$',
  description: 'Words with a space between them and without commas, in either case; stored lower-case',
});

export const givenOrderTags = Type.Array(orderTag, { maxItems: MAX_ORDER_TAGS });

/** The members of an order in a list. */
const summaryFields = {
  id,
  number: Type.Integer(),
  status: orderStatus,
  ...derivedStatuses,
  customerId: nullable(id),
  email: nullable(Type.String()),
  currency: Type.String(),
  total: amount,
  removedTotal,
  refundedTotal: amount,
  attention,
  tags: Type.Array(Type.String(), {
    description: 'The operators’ words for it, sorted. Shoppers don’t see them',
  }),
  createdAt: timestamp,
  version: Type.Integer(),
};

export const orderSummary = object(summaryFields);

const quantity = Type.Integer({ minimum: 0 });

/** The return and the order that an exchange belongs to. */
const exchangeOf = object({ orderId: id, returnId: id });

/** Another order, named as people name it. */
export const numberedOrder = object({ orderId: id, number: Type.Integer() });

export const isGift = Type.Boolean({ description: 'A discount gave it, and takes its price off' });

const orderLine = object({
  id,
  productId: id,
  variantId: id,
  sku: Type.String(),
  ...lineTitles,
  quantity,
  shippedQuantity: quantity,
  releasedQuantity: Type.Integer({
    minimum: 0,
    description:
      'Units that will not be shipped: cancelled, refunded with their stock, or written off by a full refund',
  }),
  refundedQuantity: Type.Integer({
    minimum: 0,
    description: 'Units whose money went back, or that were removed before it came',
  }),
  shippableQuantity: Type.Integer({
    minimum: 0,
    description: 'Units that may still leave: neither shipped nor released nor refunded',
  }),
  returnedQuantity: Type.Integer({ minimum: 0, description: 'Shipped units that came back' }),
  exchangedQuantity: Type.Integer({
    minimum: 0,
    description: 'The part of those for which another order sends other goods',
  }),
  unitAmount: amount,
  priceList: priceListOfLine,
  discountTotal: amount,
  taxTotal: Type.Integer({
    minimum: 0,
    description: 'Its share in the tax of its rate, which is rounded once for the order',
  }),
  taxClass: Type.String({ description: 'That of the variant, or else of its product, when it was bought' }),
  requiresShipping: Type.Boolean({
    description:
      'false: it is fulfilled when the order is paid, without a shipment; then `shippedQuantity` counts it',
  }),
  isGift,
  rateBasisPoints: taxRate,
  total: Type.Integer({ minimum: 0, description: 'The price of the line, after discount and with tax' }),
});

const historyEntry = object({
  status: orderStatus,
  previousStatus: nullable(orderStatus),
  actor: Type.String({
    description: 'The actor: `storefront`, `system`, `admin:<id>` or `provider:<event id>`',
  }),
  details: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'Further details: tracking, lines, a reason, an amount',
    }),
  ),
  createdAt: timestamp,
});

const shipment = object({
  id,
  tracking: object({
    carrier: nullable(Type.String()),
    number: nullable(Type.String()),
    url: nullable(Type.String()),
  }),
  lines: Type.Array(object({ lineId: id, quantity: Type.Integer({ minimum: 1 }) })),
  createdAt: timestamp,
});

/** The shipments of an order. */
export const itsShipments = Type.Array(shipment);

export const paymentStatus = stringEnum([
  'requires_payment',
  'processing',
  'failed',
  'authorised',
  'succeeded',
  'cancelled',
]);

/** A day of the calendar, without a time. */
export const day = Type.String({ format: 'date', description: 'YYYY-MM-DD' });

export const payment = object({
  id,
  orderId: id,
  accountId: nullable(id, {
    description: 'The store’s payment account that it was made with; null: the deployment’s',
  }),
  provider: Type.String(),
  providerPaymentId: nullableText,
  amount,
  capturedAmount: amount,
  refundedAmount: Type.Integer({ minimum: 0, description: 'What the provider has reported as refunded' }),
  currency: Type.String(),
  status: paymentStatus,
  failure: nullable(object({ code: Type.String(), message: nullableText })),
  expiresAt: nullable(timestamp, {
    description:
      'Until then the unpaid order is kept, and what is authorised can be captured; null: for half an hour',
  }),
  reference: nullable(Type.String(), {
    description: 'The reference that the operator gave when marking it as paid',
  }),
  paidOn: nullable(day, { description: 'The day of the payment, as that operator gave it' }),
  createdAt: timestamp,
});

export const refundStatus = stringEnum(['pending', 'succeeded', 'failed', 'cancelled']);

export const refund = object({
  id,
  orderId: id,
  paymentId: id,
  providerRefundId: nullableText,
  amount,
  currency: Type.String(),
  reason: nullableText,
  status: refundStatus,
  lines: Type.Array(object({ lineId: id, quantity: Type.Integer({ minimum: 1 }), amount })),
  restock: Type.Boolean(),
  returnId: nullable(id, {
    description: 'The return that it is for; several are for one where several payments give it back',
  }),
  creditedAmount: nullable(amount, {
    description:
      'What its credit note is about: less than `amount`, or 0, where money went back that was paid beyond the order’s total. Null until a refund that was made at the provider has succeeded.',
  }),
  creditNoteId: nullable(id, {
    description:
      'Null without one: until a refund that was made at the provider has succeeded, and where `creditedAmount` is 0',
  }),
  creditNoteNumber: nullable(Type.Integer()),
  metadata,
  createdAt: timestamp,
});

export const withdrawnAt = nullable(timestamp, {
  description:
    'When the buyer withdrew from it; null: they didn’t, or an operator has acknowledged it. Nothing is shipped meanwhile',
});

const creditNoteFields = {
  id,
  number: Type.Integer(),
  amount,
  currency: Type.String(),
  cancellation: nullable(object({ id, number: Type.Integer(), createdAt: timestamp }), {
    description:
      'The document that cancels it, because its refund failed. Whatever takes the id of a credit note takes its id too',
  }),
  createdAt: timestamp,
};

/** Credit notes as a shopper sees them. */
export const ownCreditNotes = Type.Array(object(creditNoteFields), {
  description: 'What changes the invoice, by number',
});

export const creditNote = object({
  ...creditNoteFields,
  refundId: nullable(id, { description: 'Null where it is about what of the invoice is never paid' }),
});

export const dispute = object({
  id,
  orderId: id,
  paymentId: id,
  providerDisputeId: Type.String(),
  amount,
  currency: Type.String(),
  reason: nullableText,
  status: Type.String({ description: 'As the provider reports it' }),
  outcome: nullable(Type.String(), { description: 'Null while it is open; then such as `won` or `lost`' }),
  createdAt: timestamp,
  closedAt: nullable(timestamp),
});

export const hasEInvoices = Type.Boolean({
  description:
    'Whether its invoice and its credit notes are there as XML of EN 16931, too: they were issued with all that it asks for',
});

export const invoiceNumber = nullable(Type.String(), { description: 'Null: its invoice hasn’t been issued' });

/** A snapshot of the checkout: the number is what a reverse charge rests on. */
const vatFields = {
  vatNumber: nullable(Type.String(), { description: 'The customer’s VAT number at the checkout' }),
  vatStatus: nullable(stringEnum(VAT_STATUSES), { description: 'Its status then; only `valid` is proven' }),
};

/** An order as its operators see it. */
export const order = object({
  ...summaryFields,
  withdrawnAt,
  attentionDetails: nullable(paymentMismatch, {
    description: 'The figures of a `payment_mismatch`. The goods can’t be shipped until it is acknowledged.',
  }),
  subtotal: amount,
  discountTotal: amount,
  shippingTotal: amount,
  taxTotal: amount,
  taxLines: Type.Array(taxLine),
  pricesIncludeTax: Type.Boolean(),
  reverseCharge: Type.Boolean(),
  taxExempt: Type.Boolean(),
  ...vatFields,
  discountCode: nullable(Type.String()),
  discounts: orderDiscounts,
  locale: Type.Unsafe<Locale>({ ...locale, description: 'The language of the order’s documents' }),
  acceptedTexts: Type.Array(acceptedText, { description: 'What the shopper accepted at the checkout' }),
  exchangeOf: nullable(exchangeOf, {
    description: 'The order and its return that this order is the exchange of',
  }),
  additionTo: nullable(numberedOrder, { description: 'The order with whose goods this one’s leave' }),
  additions: Type.Array(numberedOrder, { description: 'Orders whose goods leave with those of this one' }),
  shippingAddress: nullable(address),
  pickupPlace: nullable(pickupPlace),
  readyForPickupAt,
  billingAddress: nullable(billingAddress),
  metadata,
  lines: Type.Array(orderLine, { description: 'In the order of the cart' }),
  history: Type.Array(historyEntry),
  shipments: itsShipments,
  labels: Type.Array(label, { description: 'Of carriers, also those that were cancelled' }),
  payments: Type.Array(payment),
  refunds: Type.Array(refund),
  invoiceNumber,
  hasEInvoices,
  creditNotes: Type.Array(creditNote),
  disputes: Type.Array(dispute),
});

/** An order as its shopper sees it. */
export const storeOrder = object({
  id,
  number: Type.Integer(),
  status: orderStatus,
  ...derivedStatuses,
  email: nullable(Type.String()),
  currency: Type.String(),
  subtotal: amount,
  discountTotal: amount,
  shippingTotal: amount,
  taxTotal: amount,
  total: amount,
  removedTotal,
  refundedTotal: amount,
  taxLines: Type.Array(taxLine),
  pricesIncludeTax: Type.Boolean(),
  reverseCharge: Type.Boolean(),
  taxExempt: Type.Boolean(),
  ...vatFields,
  discountCode: nullable(Type.String()),
  discounts: orderDiscounts,
  locale: Type.Unsafe<Locale>({ ...locale, description: 'The language of the order’s documents' }),
  shippingAddress: nullable(address),
  pickupPlace: nullable(pickupPlace),
  readyForPickupAt,
  billingAddress: nullable(billingAddress),
  metadata: shownMetadata,
  lines: Type.Array(orderLine, { description: 'In the order of the cart' }),
  shipments: itsShipments,
  invoiceNumber,
  hasEInvoices,
  creditNotes: ownCreditNotes,
  withdrawnAt,
  createdAt: timestamp,
});

export const exampleOrderSummary = {
  id: EXAMPLE_ORDER_ID,
  number: 1001,
  status: 'paid',
  paymentStatus: 'paid',
  fulfilmentStatus: 'unfulfilled',
  customerId: null,
  email: 'ada@example.com',
  currency: 'EUR',
  total: 2500,
  removedTotal: 0,
  refundedTotal: 0,
  attention: null,
  tags: ['gift'],
  createdAt: '2026-01-15T09:31:00.000Z',
  version: 2,
} satisfies Static<typeof orderSummary>;

export const examplePayment = {
  id: 'e4c2a3b4-5d6e-4f70-8a91-b2c3d4e5f612',
  orderId: EXAMPLE_ORDER_ID,
  accountId: null,
  provider: 'fake',
  providerPaymentId: 'pi_fake_3mWb0Jq4oYcL8s2d',
  amount: 2500,
  capturedAmount: 2500,
  refundedAmount: 0,
  currency: 'EUR',
  status: 'succeeded',
  failure: null,
  expiresAt: null,
  reference: null,
  paidOn: null,
  createdAt: '2026-01-15T09:31:00.000Z',
} satisfies Static<typeof payment>;

export const exampleRefund = {
  id: 'f7c2a3b4-5d6e-4f70-8a91-b2c3d4e5f617',
  orderId: EXAMPLE_ORDER_ID,
  paymentId: examplePayment.id,
  providerRefundId: null,
  amount: 1250,
  currency: 'EUR',
  reason: 'One was broken',
  status: 'pending',
  lines: [{ lineId: 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613', quantity: 1, amount: 1250 }],
  restock: false,
  returnId: null,
  creditedAmount: 1250,
  creditNoteId: 'a8c2a3b4-5d6e-4f70-8a91-b2c3d4e5f618',
  creditNoteNumber: 1,
  metadata: {},
  createdAt: '2026-01-20T09:31:00.000Z',
} satisfies Static<typeof refund>;

export const exampleDispute = {
  id: 'b9c2a3b4-5d6e-4f70-8a91-b2c3d4e5f619',
  orderId: EXAMPLE_ORDER_ID,
  paymentId: examplePayment.id,
  providerDisputeId: 'dp_1',
  amount: 2500,
  currency: 'EUR',
  reason: 'fraudulent',
  status: 'lost',
  outcome: 'lost',
  createdAt: '2026-02-01T09:31:00.000Z',
  closedAt: '2026-02-20T09:31:00.000Z',
} satisfies Static<typeof dispute>;

const EXAMPLE_LINE_ID = 'e5c2a3b4-5d6e-4f70-8a91-b2c3d4e5f613';

export const exampleOrder = {
  ...exampleOrderSummary,
  attentionDetails: null,
  withdrawnAt: null,
  subtotal: 2500,
  discountTotal: 0,
  shippingTotal: 0,
  taxTotal: 399,
  taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 2101, amount: 399 }],
  pricesIncludeTax: true,
  reverseCharge: false,
  taxExempt: false,
  vatNumber: null,
  vatStatus: null,
  discountCode: null,
  discounts: [],
  locale: 'de' as const,
  acceptedTexts: [exampleAcceptedText],
  exchangeOf: null,
  additionTo: null,
  additions: [],
  shippingAddress: {
    name: 'Ada Lovelace',
    line1: 'Unter den Linden 1',
    city: 'Berlin',
    postalCode: '10117',
    country: 'DE',
  },
  pickupPlace: null,
  readyForPickupAt: null,
  billingAddress: null,
  metadata: { 'public.giftNote': 'Happy birthday' },
  lines: [
    {
      id: EXAMPLE_LINE_ID,
      productId: 'c3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f603',
      variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
      sku: 'TEA-1',
      title: '100 g',
      productTitle: 'Darjeeling',
      variantTitle: '100 g',
      quantity: 2,
      shippedQuantity: 0,
      releasedQuantity: 0,
      refundedQuantity: 0,
      shippableQuantity: 2,
      returnedQuantity: 0,
      exchangedQuantity: 0,
      unitAmount: 1250,
      priceList: null,
      discountTotal: 0,
      taxTotal: 399,
      taxClass: 'standard',
      requiresShipping: true,
      isGift: false,
      rateBasisPoints: 1900,
      total: 2500,
    },
  ],
  history: [
    {
      status: 'pending',
      previousStatus: null,
      actor: 'storefront',
      createdAt: '2026-01-15T09:31:00.000Z',
    },
    {
      status: 'paid',
      previousStatus: 'pending',
      actor: 'provider:evt_1',
      createdAt: '2026-01-15T09:32:00.000Z',
    },
  ],
  shipments: [],
  labels: [],
  payments: [examplePayment],
  refunds: [],
  invoiceNumber: '2026-1',
  hasEInvoices: true,
  creditNotes: [],
  disputes: [],
} satisfies Static<typeof order>;

export const exampleShippedOrder = {
  ...exampleOrder,
  status: 'shipped',
  fulfilmentStatus: 'shipped',
  version: 3,
  lines: exampleOrder.lines.map((line) => ({ ...line, shippedQuantity: 2, shippableQuantity: 0 })),
  shipments: [
    {
      id: 'b6c2a3b4-5d6e-4f70-8a91-b2c3d4e5f616',
      tracking: { carrier: 'DHL', number: '00340434161094042557', url: null },
      lines: [{ lineId: EXAMPLE_LINE_ID, quantity: 2 }],
      createdAt: '2026-01-16T08:00:00.000Z',
    },
  ],
} satisfies Static<typeof order>;

const {
  history,
  payments,
  refunds,
  disputes,
  customerId,
  attention: _,
  attentionDetails: __,
  acceptedTexts: ___,
  exchangeOf: ____,
  additionTo: ______,
  additions: _______,
  labels: ________,
  tags: _____,
  version,
  ...shopperView
} = exampleShippedOrder;

export const exampleStoreOrder = shopperView satisfies Static<typeof storeOrder>;

export const exampleReadyOrder = {
  ...exampleOrder,
  shippingAddress: null,
  pickupPlace: examplePickupPlace,
  readyForPickupAt: '2026-01-16T08:00:00.000Z',
  billingAddress: exampleAddress,
  version: 3,
} satisfies Static<typeof order>;
