import { TEST_ADDRESS, type TestStore } from '@service/testing';
import type { Answer } from '../client.ts';
import type { TestApi } from '../harness.ts';

/**
 * A storefront that talks to the Store API, one call a method: for a guest, or for the customer of that session. Every
 * path is below /store/v1/carts.
 */
export function createShopper(api: TestApi, { publishableKey, fullCart }: TestStore, session?: string) {
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    api.request(method, `/store/v1/carts${path}`, {
      key: publishableKey,
      ...(session === undefined ? {} : { token: session }),
      ...(body === undefined ? {} : { body }),
    });

  const shopper = {
    send,
    createCart: async (): Promise<string> => (await send('POST', '', {})).expect(201).id,
    read: async (cartId: string) => (await send('GET', `/${cartId}`)).expect(200),
    addLine: (cartId: string, variantId: string, quantity = 1) =>
      send('POST', `/${cartId}/lines`, { variantId, quantity }),
    setAddress: (cartId: string, address: unknown = TEST_ADDRESS) =>
      send('POST', `/${cartId}/shipping-address`, address),
    async chooseShipping(cartId: string) {
      const { items } = (await send('GET', `/${cartId}/shipping-options`)).expect(200);
      return send('POST', `/${cartId}/shipping-option`, { shippingOptionId: items[0].id });
    },
    /** A cart that lacks nothing but its checkout; a guest's, which hundreds of tests need, by the use cases. */
    async fullCart(lines: Record<string, number>): Promise<string> {
      if (session === undefined) return fullCart(lines);
      const cartId = await shopper.createCart();
      for (const [variantId, quantity] of Object.entries(lines))
        (await shopper.addLine(cartId, variantId, quantity)).expect(200);
      (await shopper.setAddress(cartId)).expect(200);
      (await shopper.chooseShipping(cartId)).expect(200);
      return cartId;
    },
    checkOut: (cartId: string) => send('POST', `/${cartId}/checkout`, {}),
  };
  return shopper;
}

export type Shopper = ReturnType<typeof createShopper>;
