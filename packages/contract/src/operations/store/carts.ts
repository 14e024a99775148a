import { Type } from 'typebox';
import { defineOperation } from '../../operation.ts';
import { address, billingAddress, exampleAddress } from '../../resources/address.ts';
import { cart, cartErrors, cartResponse, declinesGifts, exampleCart } from '../../resources/cart.ts';
import { locale } from '../../resources/locale.ts';
import { givenPublicMetadata } from '../../resources/metadata.ts';
import { exampleStoreOrder, storeOrder } from '../../resources/order.ts';
import { exampleReturn, exampleReturnRequest, returned, returnRequest } from '../../resources/return.ts';
import { exampleShippingOptions, shippingOptions } from '../../resources/shipping-option.ts';
import { currency, email, id, nullable, object } from '../../schema.ts';

export const createCart = defineOperation({
  endpoint: 'POST /store/v1/carts',
  summary: 'Start a cart',
  description:
    'A guest’s cart is protected by its id: anyone who knows the id can use the cart. A cart that a signed-in customer creates, claims or checks out is visible to that customer only. It expires 30 days (`CART_LIFETIME_DAYS`) after its last change.',
  auth: { kind: 'store', session: 'optional' },
  body: object({
    currency: Type.Optional(
      Type.String({
        ...currency,
        description: 'One of `currencies` of the configuration; default: the store’s',
      }),
    ),
    locale: Type.Optional(locale),
    metadata: Type.Optional(givenPublicMetadata),
  }),
  response: { status: 201, description: 'An empty cart', schema: cart },
  errors: ['currency_not_sold'],
  examples: {
    body: { locale: 'de' },
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
  endpoint: 'GET /store/v1/carts/{cartId}',
  summary: 'Get a cart',
  description:
    'Prices are the current prices of the catalogue; the order keeps those of its checkout. The line’s `issues` name a price or stock that has changed since the quantity was chosen. Until there is a shipping address, or a billing address where nothing is shipped, tax is that of the store’s country.',
  auth: { kind: 'store', session: 'optional' },
  response: cartResponse,
  errors: ['amount_too_large'],
  examples: { response: exampleCart },
});

export const updateCart = defineOperation({
  endpoint: 'PATCH /store/v1/carts/{cartId}',
  summary: 'Set the e-mail, currency, language and own fields of a cart, or decline gifts',
  description:
    'Where the order’s messages go, and in which language its documents are. Another `currency` prices all lines again, and is refused where one has no price in it. The order takes `metadata` over.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  body: object({
    declinesGifts: Type.Optional(declinesGifts),
    email: Type.Optional(email),
    currency: Type.Optional(currency),
    locale: Type.Optional(nullable(locale)),
    metadata: Type.Optional(givenPublicMetadata),
  }),
  response: cartResponse,
  errors: [...cartErrors, 'currency_not_sold', 'currency_mismatch'],
  examples: {
    body: { email: 'ada@example.com', locale: 'de', metadata: { 'public.giftNote': 'Happy birthday' } },
    response: { ...exampleCart, metadata: { 'public.giftNote': 'Happy birthday' } },
  },
});

export const setShippingAddress = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/shipping-address',
  summary: 'Set the shipping address of a cart',
  description: 'Replaces the address and recomputes the totals.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  body: address,
  response: cartResponse,
  errors: cartErrors,
  examples: { body: exampleAddress, response: exampleCart },
});

export const setBillingAddress = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/billing-address',
  summary: 'Set the billing address of a cart',
  description: 'Replaces the address. Without one the order is billed to the shipping address.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  body: billingAddress,
  response: cartResponse,
  errors: cartErrors,
  examples: { body: exampleAddress, response: { ...exampleCart, billingAddress: exampleAddress } },
});

export const listShippingOptions = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/shipping-options',
  summary: 'List the shipping options of a cart',
  description:
    'The options offered for the shipping address in the cart’s currency, with the price of each for this cart. None, where nothing of the cart is shipped. Goods of an option with a `pickupPlace` are picked up there: the cart then needs a billing address and no shipping address. Carriers are asked for their rates here, once the shipping address is known; what they say is kept for the cart for 30 minutes, as long as goods and address stay. Listing again asks what isn’t known, also of a carrier that didn’t answer, and whose option isn’t offered until then. A new store has one free option.',
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The options', schema: shippingOptions },
  errors: ['amount_too_large'],
  examples: { response: exampleShippingOptions },
});

export const chooseShippingOption = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/shipping-option',
  summary: 'Choose a shipping option',
  description: 'One of the ids that GET …/shipping-options lists.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  body: object({ shippingOptionId: id }),
  response: cartResponse,
  errors: cartErrors,
  examples: { body: { shippingOptionId: 'e3c2a3b4-5d6e-4f70-8a91-b2c3d4e5f611' }, response: exampleCart },
});

export const claimCart = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/claim',
  summary: 'Claim a cart',
  description:
    'Gives a guest’s cart to the signed-in customer permanently, so that a login keeps what was chosen before. A cart that is already theirs is not changed; another customer’s is not found. Of concurrent claims one succeeds.',
  auth: { kind: 'customer' },
  response: cartResponse,
  errors: cartErrors,
  examples: { response: { ...exampleCart, customerId: 'c1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f602' } },
});

const discountedCart = {
  ...exampleCart,
  lines: exampleCart.lines.map((line) => ({ ...line, discountTotal: 250, taxTotal: 359, total: 2250 })),
  discountCode: 'SPRING10',
  discounts: [
    {
      code: 'SPRING10',
      title: 'Ten percent in spring',
      kind: 'percentage' as const,
      applied: true,
      amount: 250,
      reason: null,
      missingAmount: null,
      missingQuantity: null,
    },
  ],
  discountTotal: 250,
  taxTotal: 359,
  total: 2250,
  taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 1891, amount: 359 }],
};

export const applyDiscountCode = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/discount-code',
  summary: 'Apply a discount code',
  description:
    'Replaces the code that the cart had. Its use is counted at checkout. A code whose conditions the cart doesn’t meet stays on the cart and reduces nothing; `discounts` says why. So does, without a reason, one that is no longer valid. Both are named in the cart’s `issues`, and stop the checkout. A code that is unknown, not valid yet, expired or used up gets the same refusal; refused codes are throttled by cart and network.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  body: object({ code: Type.String({ minLength: 1, maxLength: 64 }) }),
  response: cartResponse,
  errors: [...cartErrors, 'discount_not_applicable'],
  examples: { body: { code: 'SPRING10' }, response: discountedCart },
});

export const removeDiscountCode = defineOperation({
  endpoint: 'DELETE /store/v1/carts/{cartId}/discount-code',
  summary: 'Remove the discount code',
  description: 'A cart without a code is not changed.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  response: cartResponse,
  errors: cartErrors,
  examples: { response: exampleCart },
});

export const getCartOrder = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/order',
  summary: 'Get the order that a cart became',
  description:
    'For the confirmation page, and for a guest who returns. For a guest, the cart’s id is the credential, because only the shopper knows it; the order of a customer’s cart is visible to that customer only. Internal details for operators are omitted. A cart that isn’t checked out has no order.',
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The order', schema: storeOrder },
  examples: { response: exampleStoreOrder },
});

export const listCartReturns = defineOperation({
  endpoint: 'GET /store/v1/carts/{cartId}/order/returns',
  summary: 'List the returns of the order that a cart became',
  description: 'Oldest first.',
  auth: { kind: 'store', session: 'optional' },
  response: { status: 200, description: 'The returns', schema: object({ items: Type.Array(returned) }) },
  examples: { response: { items: [exampleReturn] } },
});

export const requestCartReturn = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/order/returns',
  summary: 'Request a return of the order that a cart became',
  description:
    'For units that were shipped and aren’t in another return. It waits for an operator’s approval; its `note` then says what to do.',
  auth: { kind: 'store', session: 'optional' },
  body: returnRequest,
  response: { status: 201, description: 'The return', schema: returned },
  errors: ['quantity_exceeded'],
  examples: { body: exampleReturnRequest, response: exampleReturn },
});
