import { Type } from 'typebox';
import { amount, id, nullable, object, stringEnum } from '../schema.ts';
import { address, billingAddress, exampleAddress } from './address.ts';
import { cartDiscounts } from './applied-discount.ts';
import { lineTitles } from './line-titles.ts';
import { locale } from './locale.ts';
import { shownMetadata } from './metadata.ts';
import { pickupPlace } from './pickup-place.ts';
import { priceListOfLine } from './price-list.ts';
import { taxLine } from './tax-line.ts';

const LINE_ISSUES = ['price_changed', 'insufficient_stock', 'not_for_sale'] as const;

const CART_ISSUES = ['shipping_option_unavailable', 'discount_not_applicable', 'tax_unavailable'] as const;

export const cartLine = object({
  id,
  variantId: id,
  sku: Type.String(),
  ...lineTitles,
  quantity: Type.Integer(),
  requiresShipping: Type.Boolean({ description: 'false: a voucher, a download, a service' }),
  isGift: Type.Boolean({
    description:
      'A discount gives it: the line comes and goes with the discount, which takes its price off, and can’t be changed. Its `id` is that of the discount',
  }),
  unitAmount: Type.Integer({
    minimum: 0,
    description: 'The current price; without tax under reverse charge',
  }),
  priceList: priceListOfLine,
  subtotal: Type.Integer({ minimum: 0, description: 'Unit amount times quantity' }),
  discountTotal: amount,
  taxTotal: Type.Integer({
    minimum: 0,
    description: 'Its share in the tax of its rate, which is rounded once for the cart',
  }),
  total: Type.Integer({ minimum: 0, description: 'What is paid for the line, after discount and with tax' }),
  previousUnitAmount: nullable(
    Type.Integer({
      minimum: 0,
      description: 'The listed price when the quantity was chosen, if it has changed',
    }),
  ),
  availableQuantity: Type.Integer({ minimum: 0, description: 'How many of `quantity` are available now' }),
  issues: Type.Array(stringEnum(LINE_ISSUES), {
    description:
      'What changed since. Checkout refuses all but `price_changed`; a line whose variant is unpublished or deleted is `not_for_sale` and costs nothing',
  }),
});

export const declinesGifts = Type.Boolean({ description: 'true: no discount gives a gift' });

export const cart = object({
  id,
  customerId: nullable(id, {
    description: 'The customer of the cart; null: a guest’s, for anyone who knows its id',
  }),
  currency: Type.String(),
  email: nullable(Type.String(), {
    description: 'Receives the order’s messages; the customer’s address until one is set',
  }),
  locale: nullable(locale, { description: 'The language of the order’s documents; null: the store’s' }),
  lines: Type.Array(cartLine),
  shippingAddress: nullable(address),
  billingAddress: nullable(billingAddress),
  requiresShipping: Type.Boolean({
    description:
      'Whether anything of it is shipped. Otherwise it needs neither shipping address nor option, but a billing address, whose place is that of its tax',
  }),
  shippingOptionId: nullable(id),
  pickupPlace: nullable(pickupPlace),
  discountCode: nullable(Type.String()),
  discounts: cartDiscounts,
  declinesGifts,
  subtotal: Type.Integer({ minimum: 0, description: 'Sum of the lines’ subtotals' }),
  discountTotal: amount,
  shippingTotal: amount,
  taxTotal: amount,
  total: Type.Integer({
    minimum: 0,
    description: 'subtotal − discountTotal + shippingTotal, and + taxTotal where prices don’t include tax',
  }),
  taxLines: Type.Array(taxLine),
  pricesIncludeTax: Type.Boolean({
    description: 'Whether its amounts include tax: as the group of its customer says, else the store',
  }),
  reverseCharge: Type.Boolean({ description: 'No tax is charged: the customer accounts for it' }),
  taxExempt: Type.Boolean({
    description: 'No tax is charged: the customer is exempt. Reverse charge takes precedence',
  }),
  issues: Type.Array(stringEnum(CART_ISSUES), {
    description:
      'Checkout refuses each. `tax_unavailable`: the store’s tax provider hasn’t said the rates, so those shown are the store’s own; reading the cart asks it again',
  }),
  completed: Type.Boolean(),
  metadata: shownMetadata,
  version: Type.Integer(),
});

export const exampleCart = {
  id: 'e1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f609',
  customerId: null,
  currency: 'EUR',
  email: 'ada@example.com',
  locale: 'de' as const,
  lines: [
    {
      id: 'e2c2a3b4-5d6e-4f70-8a91-b2c3d4e5f610',
      variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
      sku: 'TEA-1',
      title: '100 g',
      productTitle: 'Darjeeling',
      variantTitle: '100 g',
      quantity: 2,
      requiresShipping: true,
      isGift: false,
      unitAmount: 1250,
      priceList: null,
      subtotal: 2500,
      discountTotal: 0,
      taxTotal: 399,
      total: 2500,
      previousUnitAmount: null,
      availableQuantity: 2,
      issues: [],
    },
  ],
  shippingAddress: exampleAddress,
  billingAddress: null,
  requiresShipping: true,
  shippingOptionId: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611',
  pickupPlace: null,
  discountCode: null,
  discounts: [],
  declinesGifts: false,
  subtotal: 2500,
  discountTotal: 0,
  shippingTotal: 0,
  taxTotal: 399,
  total: 2500,
  taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 2101, amount: 399 }],
  pricesIncludeTax: true,
  reverseCharge: false,
  taxExempt: false,
  issues: [],
  completed: false,
  metadata: {},
  version: 4,
};

export const cartErrors = ['cart_completed', 'amount_too_large'] as const;

export const cartResponse = { status: 200, description: 'The cart', schema: cart } as const;
