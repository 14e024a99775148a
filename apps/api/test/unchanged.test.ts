import { ALL_OPERATIONS } from '@service/contract';
import {
  carts,
  catalog,
  customerGroups,
  customers,
  discounts,
  paymentAccounts,
  prices,
  webhooks,
} from '@service/core';
import { createStore, TEST_ADDRESS, type TestStore } from '@service/testing';
import { expect } from 'chai';
import type { RequestOptions } from './client.ts';
import { useApi } from './harness.ts';
import { snapshot } from './table-snapshot.ts';

interface Resource {
  path: string;
  options: RequestOptions;
  /** What the resource is like already, as a request says it. */
  same: object;
}

type Make = (store: TestStore) => Promise<Resource>;

function ofAdmin(make: (store: TestStore) => Promise<{ path: string; same: object }>): Make {
  return async (store) => {
    const { path, same } = await make(store);
    return { path: `/admin/v1${path}`, same, options: { token: store.token() } };
  };
}

/** How to make what each operation changes; `same` says it in another notation where there is one. */
const RESOURCES: Readonly<Record<string, Make>> = {
  updateProduct: ofAdmin(async ({ admin }) => {
    const { id: categoryId } = await catalog.createCategory(admin, { name: 'Teas' });
    const same = {
      title: 'Tea',
      slug: 'tea',
      description: 'Green',
      categoryIds: [categoryId.toUpperCase()],
      images: [{ url: 'https://img.example/1.jpg' }],
      metadata: { a: 1, b: null },
    };
    const { id } = await catalog.createProduct(admin, same);
    return { path: `/products/${id}`, same: { ...same, status: 'draft', metadata: { b: null, a: 1 } } };
  }),
  updateVariant: ofAdmin(async ({ admin }) => {
    const same = { sku: 'SAME', options: { size: 'M', colour: 'red' }, priceAmount: 1250, stockQuantity: 3 };
    const { id, variants } = await catalog.createProduct(admin, { title: 'Cup', variants: [same] });
    const path = `/products/${id}/variants/${variants[0]?.id}`;
    return {
      path,
      same: { ...same, options: { colour: 'red', size: 'M' }, currency: 'eur', weightGrams: null },
    };
  }),
  updateCategory: ofAdmin(async ({ admin }) => {
    const { id: parentId } = await catalog.createCategory(admin, { name: 'Drinks' });
    const same = { name: 'Coffee', parentId, seoTitle: 'Coffee', description: null };
    const { id } = await catalog.createCategory(admin, same);
    return { path: `/categories/${id}`, same: { ...same, position: 7, parentId: parentId.toUpperCase() } };
  }),
  updateDiscount: ofAdmin(async ({ admin }) => {
    const same = { code: 'SPRING', amount: 500, startsAt: '2026-03-01T00:00:00.000Z' };
    const { id } = await discounts.createDiscount(admin, { ...same, kind: 'amount' });
    const notation = { code: 'spring', startsAt: '2026-03-01T01:00:00+01:00', active: true, endsAt: null };
    return { path: `/discounts/${id}`, same: { ...same, ...notation } };
  }),
  updateDraftOrder: ofAdmin(async (store) => {
    const variantId = await store.variant();
    const same = {
      email: 'ada@example.com',
      lines: [{ variantId, quantity: 2, unitAmountByHand: 100 }],
      shippingAddress: TEST_ADDRESS,
      shippingByHand: { name: 'Courier', amount: 0 },
      note: 'By phone',
    };
    const { id } = await carts.createDraft(store.admin, same);
    return { path: `/draft-orders/${id}`, same: { ...same, metadata: {} } };
  }),
  updatePaymentAccount: ofAdmin(async ({ admin }) => {
    const terms = {
      names: { de: 'Karte' },
      countries: ['AT', 'DE'],
      currencies: [{ currency: 'EUR', minimum: 1 }],
    };
    const same = { name: 'Own', publishableKey: 'pk_1', webhookSecret: 'whsec_of_its_callbacks', ...terms };
    const { id } = await paymentAccounts.createPaymentAccount(admin, { ...same, provider: 'fake' });
    const notation = {
      countries: ['de', 'at', 'DE'],
      currencies: [{ currency: 'eur', minimum: 1, maximum: null }],
      position: 9,
    };
    return {
      path: `/payment-accounts/${id}`,
      same: { ...same, ...notation, active: false, overlapHours: 1 },
    };
  }),
  updateCustomer: ofAdmin(async ({ admin }) => {
    const { id: customerGroupId } = await customerGroups.createCustomerGroup(admin, { name: 'Trade' });
    const same = { name: 'Ada', isB2b: true, vatNumber: 'DE136695976', customerGroupId };
    const { id } = await customers.createCustomer(admin, { ...same, email: 'ada@example.com' });
    const notation = { vatNumber: 'de 136 695 976', customerGroupId: customerGroupId.toUpperCase() };
    return { path: `/customers/${id}`, same: { ...same, ...notation, phone: null } };
  }),
  updateCustomerGroup: ofAdmin(async ({ admin }) => {
    const same = { name: 'Trade' };
    const { id } = await customerGroups.createCustomerGroup(admin, same);
    return { path: `/customer-groups/${id}`, same };
  }),
  updatePriceList: ofAdmin(async ({ admin }) => {
    const { id: customerGroupId } = await customerGroups.createCustomerGroup(admin, { name: 'Trade' });
    const same = { name: 'Sale', customerGroupId, startsAt: '2026-03-01T00:00:00.000Z' };
    const { id } = await prices.createPriceList(admin, { ...same, currency: 'EUR' });
    const notation = {
      startsAt: '2026-03-01T01:00:00+01:00',
      customerGroupId: customerGroupId.toUpperCase(),
    };
    return { path: `/price-lists/${id}`, same: { ...same, ...notation, active: true, endsAt: null } };
  }),
  updateSubscription: ofAdmin(async ({ admin }) => {
    const url = 'http://127.0.0.1:1/hook';
    const same = { url, headers: { 'X-Shop': 'a' }, description: 'Ours', maxConcurrency: 5 };
    const { id } = await webhooks.createSubscription(admin, { ...same, events: ['order.paid'] });
    const notation = { events: ['order.paid', 'order.paid'], active: true, ordered: false };
    return { path: `/webhooks/subscriptions/${id}`, same: { ...same, ...notation } };
  }),
  updateUser: ofAdmin(async ({ admin, tenantId }) => {
    const email = `${tenantId}@example.com`;
    const data = { tenantId, email, passwordHash: '-', role: 'support', name: 'Grace' };
    const { id } = await admin.db.adminUser.create({ data });
    return { path: `/users/${id}`, same: { role: 'support', name: 'Grace', disabled: false } };
  }),
  updateOwnProfile: async (store) => {
    const { id, token } = await store.customer();
    const same = { name: 'Ada', vatNumber: 'DE136695976', acceptsMarketing: true };
    await customers.updateCustomer(store.admin, id, same);
    return { path: '/store/v1/customers/me', same, options: { token } };
  },
  updateOrder: ofAdmin(async (store) => ({
    path: `/orders/${await store.order()}`,
    same: { metadata: {} },
  })),
  updateCart: async (store) => {
    const { id } = await store.storefront.db.cart.create({
      data: { tenantId: store.tenantId, currency: 'EUR', email: 'ada@example.com' },
    });
    const options = { key: store.publishableKey };
    return { path: `/store/v1/carts/${id}`, same: { email: 'Ada@Example.com', metadata: {} }, options };
  },
  changeCartLine: async (store) => {
    const { tenantId, storefront } = store;
    const { id: cartId } = await storefront.db.cart.create({ data: { tenantId, currency: 'EUR' } });
    const variantId = await store.variant();
    const { id } = await storefront.db.cartLine.create({
      data: { tenantId, cartId, variantId, quantity: 2, seenUnitAmount: 1250n },
    });
    const options = { key: store.publishableKey };
    return { path: `/store/v1/carts/${cartId}/lines/${id}`, same: { quantity: 2 }, options };
  },
  replaceSettings: ofAdmin(async () => ({
    path: '/settings',
    same: { name: 'Test Store', currency: 'eur', country: 'de' },
  })),
  putShippingSettings: ofAdmin(async ({ admin }) => {
    const option = await admin.db.shippingOption.findFirstOrThrow();
    const { id, name } = option;
    return { path: '/settings/shipping', same: { options: [{ id, name, amount: 0 }] } };
  }),
  putTaxSettings: ofAdmin(async () => ({
    path: '/settings/tax',
    same: { pricesIncludeTax: true, rates: [] },
  })),
  putNotificationSettings: ofAdmin(async () => ({
    path: '/settings/notifications',
    same: { slackUrl: null },
  })),
  putMailSettings: ofAdmin(async () => ({ path: '/settings/mails', same: {} })),
  putMailText: ofAdmin(async () => ({
    path: '/settings/mails/texts',
    same: { kind: 'order_shipped', locale: 'en', text: null },
  })),
  putPortalSettings: ofAdmin(async () => ({
    path: '/settings/portal',
    same: { name: null, logo: null, embedOrigins: [] },
  })),
  putPrivacySettings: ofAdmin(async () => ({
    path: '/settings/privacy',
    same: { inactiveCustomerMonths: null, cartDays: null, mailDays: null, requiredTexts: [] },
  })),
  replaceCustomerAddress: ofAdmin(async (store) => {
    const { id, addressId } = await store.customer();
    return { path: `/customers/${id}/addresses/${addressId}`, same: { ...TEST_ADDRESS, country: 'de' } };
  }),
  replaceOwnAddress: async (store) => {
    const { addressId, token } = await store.customer();
    return { path: `/store/v1/customers/me/addresses/${addressId}`, same: TEST_ADDRESS, options: { token } };
  },
};

describe('a change that changes nothing', () => {
  const api = useApi();

  for (const { id, method, body } of ALL_OPERATIONS) {
    if (method !== 'PATCH' && method !== 'PUT') continue;
    it(`writes neither a version, an event nor an audit record: ${id}`, async () => {
      const store = await createStore(api.env.system);
      const { path, same, options } = (await RESOURCES[id]?.(store)) ?? expect.fail('It isn’t made here');
      const { required = [] } = body as { required?: string[] };
      const before = await snapshot(api.env);

      for (const given of [same, ...(method === 'PATCH' && required.length === 0 ? [{}] : [])]) {
        const answer = await api.request(method, path, { ...options, body: given });
        answer.expect(200);
        expect(await snapshot(api.env), JSON.stringify(given)).to.deep.equal(before);
      }
    });
  }
});
