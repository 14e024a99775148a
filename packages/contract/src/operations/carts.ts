import { type Static, Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { amount, country, email, id, nullable, object, stringEnum } from '../schema.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** The specification's Address table; the billing address has the same limits. */
export const address = object({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Full name of the recipient' }),
  company: Type.Optional(nullable(text(255))),
  line1: text(512),
  line2: Type.Optional(nullable(text(512))),
  city: text(255),
  postalCode: text(32),
  region: Type.Optional(nullable(text(255))),
  country,
  phone: Type.Optional(nullable(text(64))),
});

export type Address = Static<typeof address>;

const LINE_ISSUES = ['price_changed', 'insufficient_stock', 'not_for_sale'] as const;
const CART_ISSUES = ['shipping_option_unavailable', 'discount_not_applicable'] as const;

/** What one rate of tax is on, and how much it is. Orders keep the tax lines of their checkout. */
export const taxLine = object({
  country: Type.String({ description: 'Whose tax it is: where the goods go' }),
  rateBasisPoints: Type.Integer({ description: 'Hundredths of a percent: 1900 is 19 %' }),
  baseAmount: Type.Integer({ minimum: 0, description: 'What is taxed, without the tax' }),
  amount,
});

export type TaxLine = Static<typeof taxLine>;

const cartLine = object({
  id,
  variantId: id,
  sku: Type.String(),
  title: Type.String(),
  quantity: Type.Integer(),
  unitAmount: Type.Integer({ minimum: 0, description: 'The price of now; under reverse charge without tax' }),
  subtotal: Type.Integer({ minimum: 0, description: 'Unit amount times quantity' }),
  discountTotal: amount,
  taxTotal: amount,
  total: Type.Integer({ minimum: 0, description: 'What is paid for the line: discount off, tax in it' }),
  previousUnitAmount: nullable(
    Type.Integer({
      minimum: 0,
      description: 'The listed price when the quantity was chosen, if it has changed',
    }),
  ),
  availableQuantity: Type.Integer({ minimum: 0, description: 'How many of `quantity` can be had now' }),
  issues: Type.Array(stringEnum(LINE_ISSUES), {
    description:
      'What changed since. Checkout refuses all but `price_changed`; a line whose variant is unpublished or deleted is `not_for_sale` and costs nothing',
  }),
});

const cart = object({
  id,
  customerId: Type.Unsafe<string | null>({
    ...nullable(id),
    description: 'Whose cart it is; null: a guest’s, for whoever knows its id',
  }),
  currency: Type.String(),
  email: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Where the order’s messages go; the customer’s until one is set',
  }),
  lines: Type.Array(cartLine),
  shippingAddress: nullable(address),
  billingAddress: nullable(address),
  shippingOptionId: nullable(id),
  discountCode: nullable(Type.String()),
  subtotal: Type.Integer({ minimum: 0, description: 'Sum of the lines’ subtotals' }),
  discountTotal: amount,
  shippingTotal: amount,
  taxTotal: amount,
  total: Type.Integer({
    minimum: 0,
    description: 'subtotal − discountTotal + shippingTotal, and + taxTotal where prices don’t include tax',
  }),
  taxLines: Type.Array(taxLine),
  pricesIncludeTax: Type.Boolean(),
  reverseCharge: Type.Boolean({ description: 'No tax is charged: the customer accounts for it' }),
  taxExempt: Type.Boolean({
    description: 'No tax is charged: the customer is exempt. Reverse charge goes before it',
  }),
  issues: Type.Array(stringEnum(CART_ISSUES)),
  completed: Type.Boolean(),
  version: Type.Integer(),
});

export const exampleAddress = {
  name: 'Ada Lovelace',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
};

const exampleCart = {
  id: 'e1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f609',
  customerId: null,
  currency: 'EUR',
  email: 'ada@example.com',
  lines: [
    {
      id: 'e2c2a3b4-5d6e-4f70-8a91-b2c3d4e5f610',
      variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608',
      sku: 'TEA-1',
      title: 'Darjeeling',
      quantity: 2,
      unitAmount: 1250,
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
  shippingOptionId: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611',
  discountCode: null,
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
  version: 4,
};

const cartParams = object({ cartId: id });
const quantity = Type.Integer({ minimum: 1, maximum: 9999 });
const cartErrors = ['cart_completed', 'amount_too_large'] as const;
const cartResponse = { status: 200, description: 'The cart', schema: cart } as const;
const store = { kind: 'store', session: 'optional' } as const;

export const createCart = defineOperation({
  id: 'createCart',
  method: 'POST',
  path: '/store/v1/carts',
  tag: 'Carts',
  summary: 'Start a cart',
  description:
    'Of a guest, the cart’s id is its capability: whoever knows it can use the cart. A cart that a signed-in customer makes, claims or checks out answers that customer only, and is unknown to everybody else. It is forgotten 30 days (`CART_LIFETIME_DAYS`) after its last change.',
  auth: store,
  body: object({}),
  response: { status: 201, description: 'An empty cart in the store’s currency', schema: cart },
  errors: [],
  examples: {
    body: {},
    response: {
      ...exampleCart,
      email: null,
      lines: [],
      shippingAddress: null,
      shippingOptionId: null,
      subtotal: 0,
      taxTotal: 0,
      total: 0,
      taxLines: [],
      version: 1,
    },
  },
});

export const getCart = defineOperation({
  id: 'getCart',
  method: 'GET',
  path: '/store/v1/carts/{cartId}',
  tag: 'Carts',
  summary: 'Get a cart',
  description:
    'Prices are the catalogue’s of now; the order keeps those of its checkout. A price or stock that changed since a quantity was chosen is named by the line’s `issues`. Until there is a shipping address, tax is that of the store’s country.',
  auth: store,
  params: cartParams,
  response: cartResponse,
  errors: ['amount_too_large'],
  examples: { response: exampleCart },
});

export const updateCart = defineOperation({
  id: 'updateCart',
  method: 'PATCH',
  path: '/store/v1/carts/{cartId}',
  tag: 'Carts',
  summary: 'Set the e-mail of a cart',
  description: 'Where the order’s messages go.',
  auth: store,
  ifMatch: 'cart',
  params: cartParams,
  body: object({ email: Type.Optional(email) }),
  response: cartResponse,
  errors: cartErrors,
  examples: { body: { email: 'ada@example.com' }, response: exampleCart },
});

export const addCartLine = defineOperation({
  id: 'addCartLine',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/lines',
  tag: 'Carts',
  summary: 'Add a line to a cart',
  description:
    'Adding a variant that the cart has already adds to its quantity, up to 9999. Only published products in the cart’s currency can be bought. A cart holds 500 lines.',
  auth: store,
  ifMatch: 'cart',
  params: cartParams,
  body: object({ variantId: id, quantity }),
  response: cartResponse,
  errors: [...cartErrors, 'currency_mismatch', 'cart_full'],
  examples: {
    body: { variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608', quantity: 2 },
    response: exampleCart,
  },
});

const lineParams = object({ cartId: id, lineId: id });

export const changeCartLine = defineOperation({
  id: 'changeCartLine',
  method: 'PATCH',
  path: '/store/v1/carts/{cartId}/lines/{lineId}',
  tag: 'Carts',
  summary: 'Change the quantity of a line',
  description: 'Also takes note of the price of now, so that the line no longer says that it has changed.',
  auth: store,
  ifMatch: 'cart',
  params: lineParams,
  body: object({ quantity }),
  response: cartResponse,
  errors: cartErrors,
  examples: { body: { quantity: 2 }, response: exampleCart },
});

export const removeCartLine = defineOperation({
  id: 'removeCartLine',
  method: 'DELETE',
  path: '/store/v1/carts/{cartId}/lines/{lineId}',
  tag: 'Carts',
  summary: 'Remove a line from a cart',
  description: 'Answers the cart that is left.',
  auth: store,
  ifMatch: 'cart',
  params: lineParams,
  response: cartResponse,
  errors: cartErrors,
  examples: { response: { ...exampleCart, lines: [], subtotal: 0, taxTotal: 0, total: 0, taxLines: [] } },
});

export const setShippingAddress = defineOperation({
  id: 'setShippingAddress',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/shipping-address',
  tag: 'Carts',
  summary: 'Set the shipping address of a cart',
  description: 'Replaces the address and recomputes the totals.',
  auth: store,
  ifMatch: 'cart',
  params: cartParams,
  body: address,
  response: cartResponse,
  errors: cartErrors,
  examples: { body: exampleAddress, response: exampleCart },
});

export const setBillingAddress = defineOperation({
  id: 'setBillingAddress',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/billing-address',
  tag: 'Carts',
  summary: 'Set the billing address of a cart',
  description: 'Replaces the address. Without one the order is billed to the shipping address.',
  auth: store,
  ifMatch: 'cart',
  params: cartParams,
  body: address,
  response: cartResponse,
  errors: cartErrors,
  examples: { body: exampleAddress, response: { ...exampleCart, billingAddress: exampleAddress } },
});

const shippingOption = object({ id, name: Type.String(), amount });

export const listShippingOptions = defineOperation({
  id: 'listShippingOptions',
  method: 'GET',
  path: '/store/v1/carts/{cartId}/shipping-options',
  tag: 'Carts',
  summary: 'List the shipping options of a cart',
  description:
    'Those offered where the goods go, with what each would cost this cart. A new store has one free option.',
  auth: store,
  params: cartParams,
  response: {
    status: 200,
    description: 'The options',
    schema: object({ items: Type.Array(shippingOption) }),
  },
  errors: ['amount_too_large'],
  examples: {
    response: { items: [{ id: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611', name: 'Free shipping', amount: 0 }] },
  },
});

export const chooseShippingOption = defineOperation({
  id: 'chooseShippingOption',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/shipping-option',
  tag: 'Carts',
  summary: 'Choose a shipping option',
  description: 'One of the ids that GET …/shipping-options lists.',
  auth: store,
  ifMatch: 'cart',
  params: cartParams,
  body: object({ shippingOptionId: id }),
  response: cartResponse,
  errors: cartErrors,
  examples: { body: { shippingOptionId: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611' }, response: exampleCart },
});

export const claimCart = defineOperation({
  id: 'claimCart',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/claim',
  tag: 'Carts',
  summary: 'Claim a cart',
  description:
    'Makes a guest’s cart the signed-in customer’s, for good: after a login it keeps what was chosen before. A cart that is theirs already stays as it is; another customer’s is unknown. Of parallel claims one wins.',
  auth: { kind: 'customer' },
  params: cartParams,
  response: cartResponse,
  errors: cartErrors,
  examples: { response: { ...exampleCart, customerId: 'c1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f602' } },
});

const discountedCart = {
  ...exampleCart,
  lines: exampleCart.lines.map((line) => ({ ...line, discountTotal: 250, taxTotal: 359, total: 2250 })),
  discountCode: 'SPRING10',
  discountTotal: 250,
  taxTotal: 359,
  total: 2250,
  taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 1891, amount: 359 }],
};

export const applyDiscountCode = defineOperation({
  id: 'applyDiscountCode',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/discount-code',
  tag: 'Carts',
  summary: 'Apply a discount code',
  description:
    'Replaces the code that the cart had. Its use is counted at checkout; a code that no longer applies stays on the cart, takes nothing off, and is named by the cart’s `issues`.',
  auth: store,
  ifMatch: 'cart',
  params: cartParams,
  body: object({ code: Type.String({ minLength: 1, maxLength: 64 }) }),
  response: cartResponse,
  errors: [...cartErrors, 'discount_not_applicable'],
  examples: { body: { code: 'SPRING10' }, response: discountedCart },
});

export const removeDiscountCode = defineOperation({
  id: 'removeDiscountCode',
  method: 'DELETE',
  path: '/store/v1/carts/{cartId}/discount-code',
  tag: 'Carts',
  summary: 'Take the discount code off',
  description: 'A cart without a code stays as it is.',
  auth: store,
  ifMatch: 'cart',
  params: cartParams,
  response: cartResponse,
  errors: cartErrors,
  examples: { response: exampleCart },
});

const checkoutPayment = object({
  id,
  providerPaymentId: Type.String(),
  clientSecret: Type.String({ description: 'For the provider’s own script in the storefront' }),
});

export const checkout = defineOperation({
  id: 'checkout',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/checkout',
  tag: 'Carts',
  summary: 'Check a cart out',
  description:
    'In one transaction: the order with a snapshot of lines, prices, tax, discount and addresses, the stock reserved, the use of the discount code counted, the payment created, `order.created` recorded. Needs lines, a shipping address and a shipping option. An order whose total is 0 is `paid` at once, with `order.paid`, and has no payment. With `expectedTotal` it is refused when the cart costs something else by now. Send an Idempotency-Key: a repetition after a lost answer then gets the same order, not `cart_completed`.',
  auth: store,
  ifMatch: 'cart',
  params: cartParams,
  body: object({ expectedTotal: Type.Optional(amount) }),
  response: {
    status: 201,
    description: 'The order and its payment',
    schema: object({
      order: object({
        id,
        number: Type.Integer(),
        status: Type.Unsafe<'pending' | 'paid'>({
          ...stringEnum(['pending', 'paid']),
          description: '`paid`: there was nothing to pay',
        }),
        currency: Type.String(),
        subtotal: amount,
        discountTotal: amount,
        shippingTotal: amount,
        taxTotal: amount,
        total: amount,
        taxLines: Type.Array(taxLine),
        reverseCharge: Type.Boolean(),
        taxExempt: Type.Boolean(),
      }),
      payment: Type.Unsafe<Static<typeof checkoutPayment> | null>({
        ...nullable(checkoutPayment),
        description: 'Null: there was nothing to pay',
      }),
    }),
  },
  errors: [
    ...cartErrors,
    'cart_incomplete',
    'insufficient_stock',
    'discount_not_applicable',
    'total_changed',
  ],
  examples: {
    body: { expectedTotal: 2500 },
    response: {
      order: {
        id: '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0',
        number: 1001,
        status: 'pending',
        currency: 'EUR',
        subtotal: 2500,
        discountTotal: 0,
        shippingTotal: 0,
        taxTotal: 399,
        total: 2500,
        taxLines: exampleCart.taxLines,
        reverseCharge: false,
        taxExempt: false,
      },
      payment: {
        id: 'e4c2a3b4-5d6e-4f70-8a91-b2c3d4e5f612',
        providerPaymentId: 'pi_fake_3mWb0Jq4oYcL8s2d',
        clientSecret: 'pi_fake_3mWb0Jq4oYcL8s2d_secret_r5WkT0g6x9aVn7uQ',
      },
    },
  },
});
