import { Type } from 'typebox';
import { amount, currency, email, id, nameText, nullable, object, text, timestamp } from '../schema.ts';
import { address, billingAddress, exampleAddress } from './address.ts';
import { cart, cartLine, declinesGifts, exampleCart } from './cart.ts';
import { locale } from './locale.ts';
import { givenMetadata } from './metadata.ts';
import { numberedOrder } from './order.ts';

const unitAmountByHand = nullable(amount, {
  description:
    'The price of a unit, in the terms of `pricesIncludeTax`, in place of the catalogue’s; null: the price of the catalogue',
});

const shippingByHand = nullable(object({ name: nameText(255), amount }), {
  description:
    'In place of an option that the store offers. The amount is in the terms of `pricesIncludeTax`',
});

const note = nullable(text(1000), { description: 'For operators; it goes into the history of the order' });

/** The fields that operators compose. Lists are replaced as a whole. */
export const draftFields = {
  customerId: Type.Optional(
    nullable(id, { description: 'The customer, whose prices and taxes apply; null: a guest' }),
  ),
  email: Type.Optional(
    nullable(email, {
      description: 'Receives the order’s messages; the customer’s address until one is set',
    }),
  ),
  locale: Type.Optional(nullable(locale)),
  lines: Type.Optional(
    Type.Array(
      object({
        variantId: id,
        quantity: Type.Integer({ minimum: 1, maximum: 9999 }),
        unitAmountByHand: Type.Optional(unitAmountByHand),
      }),
      { maxItems: 500, description: 'All lines, each variant once' },
    ),
  ),
  shippingAddress: Type.Optional(nullable(address)),
  billingAddress: Type.Optional(nullable(billingAddress)),
  shippingOptionId: Type.Optional(
    nullable(id, {
      description: 'One that GET …/shipping-options lists. It takes the place of `shippingByHand`',
    }),
  ),
  shippingByHand: Type.Optional(shippingByHand),
  discountCode: Type.Optional(nullable(text(64))),
  declinesGifts: Type.Optional(declinesGifts),
  note: Type.Optional(note),
  metadata: Type.Optional(givenMetadata),
};

export const newDraft = object({
  currency: Type.Optional(
    Type.String({
      ...currency,
      description: 'The currency of all its amounts, which can’t change; default: the store’s',
    }),
  ),
  ...draftFields,
});

const { completed: _, lines: __, customerId: ___, ...shared } = cart.properties;

export const draftOrder = object({
  ...shared,
  customerId: nullable(id),
  lines: Type.Array(
    object({
      ...cartLine.properties,
      unitAmountByHand,
      catalogueUnitAmount: nullable(amount, {
        description: 'What the catalogue says; null: it has no price in this currency',
      }),
    }),
  ),
  shippingByHand,
  shippingName: nullable(Type.String(), { description: 'Null: none is chosen, or it isn’t offered there' }),
  additionTo: nullable(numberedOrder, {
    description: 'The order with whose goods its own leave; null: they leave alone',
  }),
  note,
  createdAt: timestamp,
  updatedAt: timestamp,
});

export const draftSummary = object({
  id,
  customerId: nullable(id),
  email: nullable(Type.String()),
  name: nullable(Type.String(), { description: 'The buyer’s name, from an address or the account' }),
  currency: Type.String(),
  lineCount: Type.Integer({ minimum: 0 }),
  note,
  version: Type.Integer(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const { completed: ____, ...exampleShared } = exampleCart;

export const exampleNewDraft = {
  email: 'ada@example.com',
  locale: 'de' as const,
  lines: [{ variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608', quantity: 2, unitAmountByHand: 1000 }],
  shippingAddress: exampleAddress,
  shippingByHand: { name: 'Courier', amount: 990 },
};

export const exampleDraftOrder = {
  ...exampleShared,
  id: 'f9c2a3b4-5d6e-4f70-8a91-b2c3d4e5f701',
  lines: exampleCart.lines.map((line) => ({
    ...line,
    unitAmount: 1000,
    subtotal: 2000,
    taxTotal: 319,
    total: 2000,
    unitAmountByHand: 1000,
    catalogueUnitAmount: 1250,
  })),
  shippingOptionId: null,
  shippingByHand: { name: 'Courier', amount: 990 },
  shippingName: 'Courier',
  subtotal: 2000,
  shippingTotal: 990,
  taxTotal: 477,
  total: 2990,
  taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 2513, amount: 477 }],
  additionTo: null,
  note: null,
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
};

export const exampleDraftSummary = {
  id: exampleDraftOrder.id,
  customerId: null,
  email: 'ada@example.com',
  name: exampleAddress.name,
  currency: 'EUR',
  lineCount: 1,
  note: null,
  version: 1,
  createdAt: '2026-01-15T09:30:00.000Z',
  updatedAt: '2026-01-15T09:30:00.000Z',
};
