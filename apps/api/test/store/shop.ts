import { randomUUID } from 'node:crypto';
import { catalog } from '@service/core';
import { createStore, type TestStore, useFixture } from '@service/testing';
import type { Answer } from '../client.ts';
import type { TestApi } from '../harness.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createShopper, type Shopper } from './shopper.ts';

export interface VariantTerms {
  priceAmount?: number;
  stockQuantity?: number;
  currency?: string;
  allowBackorder?: boolean;
  requiresShipping?: boolean;
  weightGrams?: number;
  shippingProfile?: string;
  /** Of its product. */
  taxClass?: string;
}

/** A fresh store with a shopper of its storefront, and an operator behind the counter. */
export interface Shop extends Shopper {
  store: TestStore;
  /** A published variant on these terms. */
  variant(terms?: VariantTerms): Promise<{ id: string; productId: string }>;
  checkOutWith(cartId: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** Below /admin/v1, with every permission. */
  admin(method: string, path: string, body?: unknown): Promise<Answer>;
  /** What an operator sees of an order. */
  getOrder(id: string): Promise<Answer['body']>;
  /** What an operator does with an order: `ship`, `cancel`, `acknowledge`, … */
  act(orderId: string, action: string, body?: object): Promise<Answer>;
  refund(orderId: string, body?: object): Promise<Answer>;
  /** An account for payments by hand, which shoppers may choose. */
  addTransfer(terms?: object): Promise<{ id: string; name: string }>;
  /** An event of the payment provider's, which is taken. */
  tell(event: object): Promise<void>;
}

export async function createShop(api: TestApi): Promise<Shop> {
  const store = await createStore(api.env.system);
  const key = store.publishableKey;
  const provide = createProvider(api);
  const admin = (method: string, path: string, body?: unknown) =>
    api.request(method, `/admin/v1${path}`, {
      token: store.token(),
      ...(body === undefined ? {} : { body }),
    });
  return {
    ...createShopper(api, store),
    store,
    async variant({ priceAmount = 1190, stockQuantity = 100, taxClass = 'standard', ...rest } = {}) {
      const product = await catalog.createProduct(store.admin, {
        title: 'Darjeeling',
        slug: `tea-${randomUUID()}`,
        status: 'published',
        taxClass,
        variants: [{ sku: randomUUID(), priceAmount, stockQuantity, ...rest }],
      });
      return { id: product.variants[0]?.id ?? '', productId: product.id };
    },
    checkOutWith: (cartId, body, headers = {}) =>
      api.request('POST', `/store/v1/carts/${cartId}/checkout`, { key, body, headers }),
    admin,
    getOrder: async (id) => (await admin('GET', `/orders/${id}`)).expect(200),
    act: (id, action, body = {}) => admin('POST', `/orders/${id}/${action}`, body),
    refund: (id, body = {}) => admin('POST', `/orders/${id}/refunds`, body),
    async addTransfer(terms = {}) {
      const transfer = { provider: 'manual', name: 'Transfer', instructions: 'IBAN AT61 1904', active: true };
      return (await admin('POST', '/payment-accounts', { ...transfer, ...terms })).expect(201);
    },
    async tell(event) {
      (await provide(event)).expect(200);
    },
  };
}

/** A fresh shop for the tests of a `describe`. */
export function useShop(api: TestApi): Shop {
  return useFixture(() => createShop(api));
}

/** A fresh shop for each of them. */
export function useShopOfEach(api: TestApi): Shop {
  return useFixture(() => createShop(api), { each: true });
}
