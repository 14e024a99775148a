import { type Static, Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { amount, country, email, id, nullable, object } from '../schema.ts';

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

const cart = object({
  id,
  currency: Type.String(),
  email: nullable(Type.String()),
  lines: Type.Array(
    object({
      id,
      variantId: id,
      sku: Type.String(),
      title: Type.String(),
      quantity: Type.Integer(),
      unitAmount: amount,
      total: amount,
    }),
  ),
  shippingAddress: nullable(address),
  billingAddress: nullable(address),
  shippingOptionId: nullable(id),
  subtotal: amount,
  shippingTotal: amount,
  total: amount,
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
      total: 2500,
    },
  ],
  shippingAddress: exampleAddress,
  billingAddress: null,
  shippingOptionId: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611',
  subtotal: 2500,
  shippingTotal: 0,
  total: 2500,
  completed: false,
  version: 4,
};

const cartParams = object({ cartId: id });
const cartResponse = { status: 200, description: 'The cart', schema: cart } as const;
const store = { kind: 'store', session: 'optional' } as const;

export const createCart = defineOperation({
  id: 'createCart',
  method: 'POST',
  path: '/store/v1/carts',
  tag: 'Carts',
  summary: 'Start a cart',
  description: 'The cart’s id is its capability: whoever knows it can use the cart.',
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
      total: 0,
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
  description: 'Prices are the catalogue’s of now; the order keeps those of its checkout.',
  auth: store,
  params: cartParams,
  response: cartResponse,
  errors: [],
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
  params: cartParams,
  body: object({ email: Type.Optional(email) }),
  response: cartResponse,
  errors: ['cart_completed'],
  examples: { body: { email: 'ada@example.com' }, response: exampleCart },
});

export const addCartLine = defineOperation({
  id: 'addCartLine',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/lines',
  tag: 'Carts',
  summary: 'Add a line to a cart',
  description:
    'Adding a variant that the cart has already adds to its quantity. Only published products can be bought.',
  auth: store,
  params: cartParams,
  body: object({ variantId: id, quantity: Type.Integer({ minimum: 1, maximum: 9999 }) }),
  response: cartResponse,
  errors: ['amount_too_large', 'cart_completed'],
  examples: {
    body: { variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608', quantity: 2 },
    response: exampleCart,
  },
});

export const setShippingAddress = defineOperation({
  id: 'setShippingAddress',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/shipping-address',
  tag: 'Carts',
  summary: 'Set the shipping address of a cart',
  description: 'Replaces the address and recomputes the totals.',
  auth: store,
  params: cartParams,
  body: address,
  response: cartResponse,
  errors: ['cart_completed'],
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
  params: cartParams,
  body: address,
  response: cartResponse,
  errors: ['cart_completed'],
  examples: { body: exampleAddress, response: { ...exampleCart, billingAddress: exampleAddress } },
});

const shippingOption = object({ id, name: Type.String(), amount });

export const listShippingOptions = defineOperation({
  id: 'listShippingOptions',
  method: 'GET',
  path: '/store/v1/carts/{cartId}/shipping-options',
  tag: 'Carts',
  summary: 'List the shipping options of a cart',
  description: 'A new store has one free option.',
  auth: store,
  params: cartParams,
  response: {
    status: 200,
    description: 'The options',
    schema: object({ items: Type.Array(shippingOption) }),
  },
  errors: [],
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
  params: cartParams,
  body: object({ shippingOptionId: id }),
  response: cartResponse,
  errors: ['cart_completed'],
  examples: { body: { shippingOptionId: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611' }, response: exampleCart },
});

export const checkout = defineOperation({
  id: 'checkout',
  method: 'POST',
  path: '/store/v1/carts/{cartId}/checkout',
  tag: 'Carts',
  summary: 'Check a cart out',
  description:
    'In one transaction: the order with a snapshot of lines, prices and addresses, the stock reserved, the payment created, `order.created` recorded. Needs lines, a shipping address and a shipping option.',
  auth: store,
  params: cartParams,
  body: object({}),
  response: {
    status: 201,
    description: 'The pending order and its payment',
    schema: object({
      order: object({
        id,
        number: Type.Integer(),
        status: Type.Literal('pending'),
        currency: Type.String(),
        subtotal: amount,
        shippingTotal: amount,
        total: amount,
      }),
      payment: object({
        id,
        providerPaymentId: Type.String(),
        clientSecret: Type.String({ description: 'For the provider’s own script in the storefront' }),
      }),
    }),
  },
  errors: ['cart_completed', 'cart_incomplete', 'insufficient_stock'],
  examples: {
    body: {},
    response: {
      order: {
        id: '0b7e6a52-6d0f-4d7f-9a51-3c4a5be1d6f0',
        number: 1001,
        status: 'pending',
        currency: 'EUR',
        subtotal: 2500,
        shippingTotal: 0,
        total: 2500,
      },
      payment: {
        id: 'e4c2a3b4-5d6e-4f70-8a91-b2c3d4e5f612',
        providerPaymentId: 'pi_fake_3mWb0Jq4oYcL8s2d',
        clientSecret: 'pi_fake_3mWb0Jq4oYcL8s2d_secret_r5WkT0g6x9aVn7uQ',
      },
    },
  },
});
