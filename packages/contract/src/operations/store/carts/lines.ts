import { Type } from 'typebox';
import { defineOperation } from '../../../operation.ts';
import { cartErrors, cartResponse, exampleCart } from '../../../resources/cart.ts';
import { id, object } from '../../../schema.ts';

const quantity = Type.Integer({ minimum: 1, maximum: 9999 });

export const addCartLine = defineOperation({
  endpoint: 'POST /store/v1/carts/{cartId}/lines',
  summary: 'Add a line to a cart',
  description:
    'Adding a variant that is already in the cart adds to its quantity, up to 9999. Only published products with a price in the cart’s currency can be bought. A cart holds 500 lines.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  body: object({ variantId: id, quantity }),
  response: cartResponse,
  errors: [...cartErrors, 'currency_mismatch', 'cart_full'],
  examples: {
    body: { variantId: 'd1c2a3b4-5d6e-4f70-8a91-b2c3d4e5f608', quantity: 2 },
    response: exampleCart,
  },
});

export const changeCartLine = defineOperation({
  endpoint: 'PATCH /store/v1/carts/{cartId}/lines/{lineId}',
  summary: 'Change the quantity of a line',
  description:
    'Also records the current price, so that the line no longer reports a change. A gift is left as its discount gives it.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  body: object({ quantity }),
  response: cartResponse,
  errors: [...cartErrors, 'gift_line'],
  examples: { body: { quantity: 2 }, response: exampleCart },
});

export const removeCartLine = defineOperation({
  endpoint: 'DELETE /store/v1/carts/{cartId}/lines/{lineId}',
  summary: 'Remove a line from a cart',
  description: 'Returns the remaining cart. A gift stays as long as its discount applies.',
  auth: { kind: 'store', session: 'optional' },
  ifMatch: 'cart',
  response: cartResponse,
  errors: [...cartErrors, 'gift_line'],
  examples: { response: { ...exampleCart, lines: [], subtotal: 0, taxTotal: 0, total: 0, taxLines: [] } },
});
