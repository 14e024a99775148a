import { Type } from 'typebox';
import { amount, nullable, object, stringEnum } from '../schema.ts';

export const DISCOUNT_KINDS = [
  'percentage',
  'amount',
  'free_shipping',
  'tiers',
  'buy_x_get_y',
  'gift',
] as const;

const DISCOUNT_REFUSAL_REASONS = [
  'minimum_not_reached',
  'not_these_goods',
  'other_customers',
  'sign_in_required',
  'not_first_order',
  'already_used',
  'other_currency',
  'not_combinable',
  'gift_declined',
  'gift_unavailable',
] as const;

export type DiscountRefusalReason = (typeof DISCOUNT_REFUSAL_REASONS)[number];

/** A discount as a cart and an order show it. */
const shownDiscount = {
  code: nullable(Type.String(), { description: 'Null: it is automatic' }),
  title: Type.String({ description: 'The discount’s title, or else its code' }),
  kind: stringEnum(DISCOUNT_KINDS),
};

const takenOff = Type.Integer({
  minimum: 0,
  description:
    'What it takes off the goods, a part of `discountTotal`; 0 for free shipping, which `shippingTotal` is without',
});

export const orderDiscounts = Type.Array(object({ ...shownDiscount, amount: takenOff }), {
  description: 'The discounts that were applied, in this order',
});

export const cartDiscounts = Type.Array(
  object({
    ...shownDiscount,
    applied: Type.Boolean(),
    amount: takenOff,
    reason: nullable(stringEnum(DISCOUNT_REFUSAL_REASONS), {
      description:
        'Why it isn’t applied: `minimum_not_reached` (the goods that it is about are too few), `not_these_goods` (none of them is in the cart), `other_customers` (it is for other customer groups), `sign_in_required` (it is for customers who are known), `not_first_order`, `already_used` (each customer may use it once), `other_currency`, `not_combinable` (it isn’t applied beside others), `gift_declined` (the cart wants no gifts), or `gift_unavailable` (what it gives is out of stock or not for sale)',
    }),
    missingAmount: nullable(amount, {
      description: 'With `minimum_not_reached`: the missing amount, in minor units',
    }),
    missingQuantity: nullable(Type.Integer(), {
      description: 'With `minimum_not_reached`: the number of missing units',
    }),
  }),
  {
    description:
      'Discounts of the cart, in the order in which they are applied: that of its code, and the automatic ones. One that is unknown, switched off, not valid now or used up isn’t listed, nor is an automatic one for other customer groups',
  },
);
