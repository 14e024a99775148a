import { type Static, Type } from 'typebox';
import { id, nameText, nullable, nullableText, object, text, timestamp } from '../schema.ts';
import { importProgress, PROGRESS_EXAMPLE } from './import-progress.ts';

/** As people write it, in the currency of the order: 39.90 or 39,90. Thousands aren't separated. */
const decimal = Type.String({ pattern: '^-?[0-9]{1,11}([.,][0-9]{1,4})?$' });

const moment = Type.String({ maxLength: 64 });

/** What is missing in an old address isn't made up. */
const givenAddress = object({
  name: Type.Optional(nullable(text(255))),
  company: Type.Optional(nullable(text(255))),
  line1: Type.Optional(nullable(text(512))),
  line2: Type.Optional(nullable(text(512))),
  city: Type.Optional(nullable(text(255))),
  postalCode: Type.Optional(nullable(text(32))),
  region: Type.Optional(nullable(text(255))),
  country: Type.Optional(nullable(text(100))),
  phone: Type.Optional(nullable(text(64))),
});

const givenLine = object({
  sku: Type.Optional(nullable(text(255))),
  title: nameText(1000),
  quantity: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  unitPrice: Type.Optional(nullable(decimal)),
  discount: Type.Optional(nullable(decimal)),
  total: Type.Optional(nullable(decimal)),
});

export const MAX_FORMER_LINES = 500;

/**
 * A row of an import of orders of a former shop: one order with its lines. A CSV file that isn't an export has the same members
 * as columns, of which `lines`, `taxes` and the addresses are JSON.
 */
export const formerOrderRow = object({
  number: nameText(64),
  placedAt: moment,
  email: Type.Optional(nullable(Type.String({ maxLength: 320 }))),
  currency: Type.String({ maxLength: 3 }),
  status: Type.Optional(nullable(text(64))),
  paymentStatus: Type.Optional(nullable(text(64))),
  fulfilmentStatus: Type.Optional(nullable(text(64))),
  total: decimal,
  subtotal: Type.Optional(nullable(decimal)),
  discountTotal: Type.Optional(nullable(decimal)),
  shippingTotal: Type.Optional(nullable(decimal)),
  taxTotal: Type.Optional(nullable(decimal)),
  refundedTotal: Type.Optional(nullable(decimal)),
  taxes: Type.Optional(Type.Array(object({ name: nameText(255), amount: decimal }), { maxItems: 20 })),
  paidAt: Type.Optional(nullable(moment)),
  cancelledAt: Type.Optional(nullable(moment)),
  discountCode: Type.Optional(nullable(text(255))),
  paymentMethod: Type.Optional(nullable(text(255))),
  shippingMethod: Type.Optional(nullable(text(255))),
  note: Type.Optional(nullable(text(5000))),
  billingAddress: Type.Optional(nullable(givenAddress)),
  shippingAddress: Type.Optional(nullable(givenAddress)),
  lines: Type.Array(givenLine, { maxItems: MAX_FORMER_LINES }),
});

export type FormerOrderRow = Static<typeof formerOrderRow>;

const signed = Type.Integer({ description: 'Minor units (cents)' });
const formerState = nullable(Type.String(), { description: 'In the words of the former shop' });

const formerAddress = object({
  name: nullableText,
  company: nullableText,
  line1: nullableText,
  line2: nullableText,
  city: nullableText,
  postalCode: nullableText,
  region: nullableText,
  country: nullableText,
  phone: nullableText,
});

const summary = {
  id,
  number: Type.String({ description: 'As the former shop wrote it' }),
  placedAt: timestamp,
  currency: Type.String(),
  total: signed,
  status: formerState,
  paymentStatus: formerState,
  fulfilmentStatus: formerState,
};

const details = {
  subtotal: nullable(signed),
  discountTotal: nullable(signed),
  shippingTotal: nullable(signed),
  taxTotal: nullable(signed),
  refundedTotal: nullable(signed),
  taxes: Type.Array(object({ name: Type.String(), amount: signed })),
  paidAt: nullable(timestamp),
  cancelledAt: nullable(timestamp),
  discountCode: nullableText,
  paymentMethod: nullableText,
  shippingMethod: nullableText,
  billingAddress: nullable(formerAddress),
  shippingAddress: nullable(formerAddress),
  lines: Type.Array(
    object({
      sku: nullableText,
      title: Type.String(),
      quantity: Type.Integer({ minimum: 0 }),
      unitAmount: nullable(signed),
      total: nullable(signed),
    }),
  ),
};

/** What the shopper sees of it: the note may be the former shop's own. */
export const ownFormerOrderSummary = object(summary);
export const ownFormerOrder = object({ ...summary, ...details });

export const formerOrderSummary = object({
  ...summary,
  email: nullableText,
  name: nullable(Type.String(), { description: 'Of the billing address, else of the shipping address' }),
  importedAt: timestamp,
});

export const formerOrder = object({ ...formerOrderSummary.properties, ...details, note: nullableText });

export const OWN_FORMER_SUMMARY_EXAMPLE = {
  id: 'a1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f640',
  number: '#1001',
  placedAt: '2024-03-01T10:14:00.000Z',
  currency: 'EUR',
  total: 2990,
  status: null,
  paymentStatus: 'paid',
  fulfilmentStatus: 'fulfilled',
};

export const FORMER_SUMMARY_EXAMPLE = {
  ...OWN_FORMER_SUMMARY_EXAMPLE,
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  importedAt: '2026-01-15T09:30:40.000Z',
};

const exampleAddress = {
  name: 'Ada Lovelace',
  company: null,
  line1: 'Unter den Linden 1',
  line2: null,
  city: 'Berlin',
  postalCode: '10117',
  region: null,
  country: 'DE',
  phone: null,
};

export const OWN_FORMER_ORDER_EXAMPLE = {
  ...OWN_FORMER_SUMMARY_EXAMPLE,
  subtotal: 2500,
  discountTotal: 0,
  shippingTotal: 490,
  taxTotal: 477,
  refundedTotal: 0,
  taxes: [{ name: 'VAT 19%', amount: 477 }],
  paidAt: '2024-03-01T10:15:00.000Z',
  cancelledAt: null,
  discountCode: null,
  paymentMethod: 'PayPal',
  shippingMethod: 'Standard',
  billingAddress: exampleAddress,
  shippingAddress: exampleAddress,
  lines: [{ sku: 'TEA-1', title: 'Tea', quantity: 2, unitAmount: 1250, total: 2500 }],
};

export const FORMER_ORDER_EXAMPLE = { ...OWN_FORMER_ORDER_EXAMPLE, ...FORMER_SUMMARY_EXAMPLE, note: null };

export const formerOrderImport = object({
  ...importProgress,
  created: Type.Integer({ description: 'Rows whose order is new here' }),
  updated: Type.Integer({ description: 'Rows that changed an order' }),
  unchanged: Type.Integer({ description: 'Rows that said nothing new' }),
});

export const FORMER_IMPORT_EXAMPLE = {
  ...PROGRESS_EXAMPLE,
  rows: 3000,
  processed: 3000,
  created: 2999,
  updated: 0,
  unchanged: 0,
};
