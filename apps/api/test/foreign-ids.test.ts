import { randomUUID } from 'node:crypto';
import { ALL_OPERATIONS, type AnyOperation } from '@service/contract';
import {
  catalog,
  customerGroups,
  discounts,
  inTransaction,
  paymentAccounts,
  prices,
  returns,
  webhooks,
} from '@service/core';
import { createStore, signAdminToken, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { recordedDelivery } from './admin/webhooks/deliveries/recorded-delivery.ts';
import { type TestApi, useApi } from './harness.ts';
import { refundsSent } from './refunds-sent.ts';
import { createShopper } from './store/shopper.ts';
import { snapshot } from './table-snapshot.ts';
import { VALID_REQUESTS, type ValidRequest } from './valid-requests.ts';

/** An id that belongs to a store. */
type MakeId = (api: TestApi, store: TestStore) => Promise<string>;

const category: MakeId = async (_api, { admin }) =>
  (await catalog.createCategory(admin, { name: randomUUID() })).id;

const shippingOption: MakeId = async (api, store) => {
  const shopper = createShopper(api, store);
  const cartId = await shopper.fullCart({ [await store.variant()]: 1 });
  return (await shopper.send('GET', `/${cartId}/shipping-options`)).expect(200).items[0].id;
};

const orderLine: MakeId = async (_api, store) => lineOf(store, await store.order());

const lineOf = async ({ admin }: TestStore, orderId = '') =>
  (await admin.db.orderLine.findFirstOrThrow({ where: { orderId } })).id;

/** A shipment that left without a label. */
const shipmentOf = async ({ admin, tenantId }: TestStore, orderId: string) =>
  (await admin.db.shipment.create({ data: { tenantId, orderId, lines: [] } })).id;

const shipment: MakeId = async (_api, store) => shipmentOf(store, await store.order());

const labelOf = async (store: TestStore, orderId: string) => {
  const lines = [{ lineId: await lineOf(store, orderId), quantity: 1 }];
  const terms = { carrier: 'test', service: 'parcel', weightGrams: 1, status: 'made', lines };
  const { tenantId, admin } = store;
  return (await admin.db.shippingLabel.create({ data: { tenantId, orderId, ...terms } })).id;
};

const label: MakeId = async (_api, store) => labelOf(store, await store.order());

const paymentOf = async ({ admin }: TestStore, orderId = '') =>
  (await admin.db.payment.findFirstOrThrow({ where: { orderId } })).id;

/** Of an order that can be refunded. */
const payment: MakeId = async (api, store) =>
  paymentOf(store, (await VALID_REQUESTS.refundOrder?.(api, store))?.ids?.id);

/** Of an order whose buyer was told that it is cancelled. */
const mailedOrder: MakeId = async (api, store) => {
  const shopper = createShopper(api, store);
  const cartId = await shopper.fullCart({ [await store.variant()]: 1 });
  (await shopper.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
  const { order } = (await shopper.checkOut(cartId)).expect(201);
  (await api.request('POST', `/admin/v1/orders/${order.id}/cancel`, { token: store.token() })).expect(200);
  return order.id;
};

const mailOfOrder = (orderId: string) => ({ kind: 'order_cancelled', locale: 'en', orderId });

const product: MakeId = async (_api, { admin }) =>
  (await catalog.createProduct(admin, { title: randomUUID() })).id;

const customerGroup: MakeId = async (_api, { admin }) =>
  (await customerGroups.createCustomerGroup(admin, { name: randomUUID() })).id;

const priceList: MakeId = async (_api, { admin }) =>
  (await prices.createPriceList(admin, { name: 'Sale', currency: 'EUR' })).id;

const discount: MakeId = async (_api, { admin }) =>
  (await discounts.createDiscount(admin, { code: randomUUID(), kind: 'free_shipping' })).id;

const gift = (giftVariantId: string) => ({ code: randomUUID(), kind: 'gift' as const, giftVariantId });

const giftDiscount: MakeId = async (_api, store) =>
  (await discounts.createDiscount(store.admin, gift(await store.variant()))).id;

/** Shoppers are offered it. */
const paymentAccount: MakeId = async (_api, { admin }) =>
  (await paymentAccounts.createPaymentAccount(admin, { provider: 'manual', name: 'Transfer', active: true }))
    .id;

const subscription: MakeId = async (_api, { admin }) =>
  (await webhooks.createSubscription(admin, { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] })).id;

const pullSubscription: MakeId = async (_api, { admin }) =>
  (await webhooks.createSubscription(admin, { kind: 'pull', events: ['order.paid'] })).id;

/** Of a delivery that its subscriber has claimed and not reported yet. */
async function claimedDelivery({ admin }: TestStore, subscriptionId: string): Promise<string> {
  const happened = { orderId: randomUUID(), status: 'paid', previousStatus: 'pending' } as const;
  await inTransaction(admin, (tx) => webhooks.recordEvent(tx, 'order.paid', happened));
  const claim = { limit: 1, waitSeconds: 0 };
  const { items } = await webhooks.claimDeliveries(admin, subscriptionId, claim, {
    signal: AbortSignal.timeout(10_000),
  });
  return items[0]?.deliveryId ?? '';
}

const exhaustedDelivery: MakeId = async (api, store) =>
  recordedDelivery(store, {
    subscriptionId: await subscription(api, store),
    status: 'exhausted',
    attempts: 7,
  });

const ofDelivery = async (api: TestApi, store: TestStore) =>
  webhooks.getDelivery(store.admin, await exhaustedDelivery(api, store));

interface NamedId {
  /** Of the kind that the member names. */
  id: MakeId;
  /** The body of a request that is good but for the id; `valid` is one that is good. */
  body: (id: string, valid: object) => object;
  /** Ids in the path, of the store that asks. */
  path?: Record<string, MakeId>;
  /** An id that the request is good with; default: what `id` makes. */
  ownId?: (store: TestStore, path: Record<string, string>) => Promise<string>;
  /** An operator asks, not a program. */
  isForOperators?: true;
}

const chosenMethod: NamedId = {
  id: paymentAccount,
  body: (paymentAccountId) => ({ paymentAccountId }),
};

const customer: MakeId = async (_api, store) => (await store.customer()).id;

const draftLine = (variantId: string) => ({ lines: [{ variantId, quantity: 1 }] });

const aroundNow = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) };

/** By operation and member of its body. The ids of the path and whatever else the request needs are the asking store's own. */
const IN_BODIES: Record<string, NamedId> = {
  'addCartLine /variantId': {
    id: (_api, store) => store.variant(),
    body: (variantId) => ({ variantId, quantity: 1 }),
  },
  'chooseShippingOption /shippingOptionId': {
    id: shippingOption,
    body: (shippingOptionId) => ({ shippingOptionId }),
  },
  'createDraftOrder /customerId': { id: customer, body: (customerId) => ({ customerId }) },
  'createDraftOrder /lines/*/variantId': { id: (_api, store) => store.variant(), body: draftLine },
  'createDraftOrder /shippingOptionId': {
    id: shippingOption,
    body: (shippingOptionId) => ({ shippingOptionId }),
  },
  'updateDraftOrder /customerId': { id: customer, body: (customerId) => ({ customerId }) },
  'updateDraftOrder /lines/*/variantId': { id: (_api, store) => store.variant(), body: draftLine },
  'updateDraftOrder /shippingOptionId': {
    id: shippingOption,
    body: (shippingOptionId) => ({ shippingOptionId }),
  },
  'createCategory /parentId': { id: category, body: (parentId) => ({ name: 'Tea', parentId }) },
  'updateCategory /parentId': { id: category, path: { id: category }, body: (parentId) => ({ parentId }) },
  'createProduct /categoryIds/*': { id: category, body: (id) => ({ title: 'Tea', categoryIds: [id] }) },
  'updateProduct /categoryIds/*': {
    id: category,
    path: { productId: product },
    body: (id) => ({ categoryIds: [id] }),
  },
  'createCustomer /customerGroupId': {
    id: customerGroup,
    body: (customerGroupId) => ({ email: `${randomUUID()}@example.com`, customerGroupId }),
  },
  'updateCustomer /customerGroupId': {
    id: customerGroup,
    path: { id: async (_api, store) => (await store.customer()).id },
    body: (customerGroupId) => ({ customerGroupId }),
  },
  'createPriceList /customerGroupId': {
    id: customerGroup,
    body: (customerGroupId) => ({ name: 'Sale', currency: 'EUR', customerGroupId }),
  },
  'updatePriceList /customerGroupId': {
    id: customerGroup,
    path: { id: priceList },
    body: (customerGroupId) => ({ customerGroupId }),
  },
  ...Object.fromEntries(
    Object.entries({ productIds: product, categoryIds: category, customerGroupIds: customerGroup }).flatMap(
      ([member, id]): [string, NamedId][] => [
        [
          `createDiscount /${member}/*`,
          { id, body: (each) => ({ code: randomUUID(), kind: 'free_shipping', [member]: [each] }) },
        ],
        [
          `updateDiscount /${member}/*`,
          { id, path: { id: discount }, body: (each) => ({ [member]: [each] }) },
        ],
      ],
    ),
  ),
  'createDiscount /giftVariantId': { id: (_api, store) => store.variant(), body: gift },
  'updateDiscount /giftVariantId': {
    id: (_api, store) => store.variant(),
    path: { id: giftDiscount },
    body: (giftVariantId) => ({ giftVariantId }),
  },
  'importPictures /productId': { id: product, body: (productId) => ({ productId }) },
  'setPrices /prices/*/variantId': {
    id: (_api, store) => store.variant(),
    path: { id: priceList },
    body: (variantId) => ({ prices: [{ variantId, amount: 990 }] }),
  },
  'createPortalSession /subscriptionIds/*': {
    id: subscription,
    body: (id) => ({ subscriptionIds: [id], capabilities: ['view'] }),
  },
  'createRecovery /subscriptionId': {
    id: subscription,
    body: (subscriptionId) => ({ ...aroundNow, subscriptionId }),
  },
  'createRecovery /deliveryIds/*': {
    id: exhaustedDelivery,
    body: (id) => ({ deliveryIds: [id] }),
  },
  'putShippingSettings /options/*/id': {
    id: shippingOption,
    body: (id) => ({ zones: [], options: [{ id, name: 'Post', amount: 1 }] }),
  },
  'tagOrders /orderIds/*': {
    id: (_api, store) => store.order(),
    body: (id) => ({ orderIds: [id], add: ['gift'] }),
  },
  'previewMail /orderId': { id: mailedOrder, body: mailOfOrder },
  'sendTestMail /orderId': { id: mailedOrder, body: mailOfOrder, isForOperators: true },
  'previewRefund /paymentId': {
    id: payment,
    ownId: (store, { id }) => paymentOf(store, id),
    body: (paymentId) => ({ paymentId }),
  },
  'previewRefund /lines/*/lineId': {
    id: orderLine,
    ownId: (store, { id }) => lineOf(store, id),
    body: (lineId) => ({ lines: [{ lineId, quantity: 1 }] }),
  },
  'refundOrder /paymentId': {
    id: payment,
    ownId: (store, { id }) => paymentOf(store, id),
    body: (paymentId) => ({ paymentId }),
  },
  'refundOrder /lines/*/lineId': {
    id: orderLine,
    ownId: (store, { id }) => lineOf(store, id),
    body: (lineId) => ({ lines: [{ lineId, quantity: 1 }] }),
  },
  'createReturn /lines/*/lineId': {
    id: orderLine,
    ownId: (store, { id }) => lineOf(store, id),
    body: (lineId) => ({ lines: [{ lineId, quantity: 1 }] }),
  },
  'receiveReturn /lines/*/lineId': {
    id: orderLine,
    ownId: async (store, { id = '' }) => lineOf(store, (await returns.getReturn(store.admin, id)).orderId),
    body: (lineId) => ({ lines: [{ lineId, quantity: 1, condition: 'used', restock: true }] }),
  },
  'exchangeReturn /lines/*/lineId': {
    id: orderLine,
    ownId: async (store, { id = '' }) => lineOf(store, (await returns.getReturn(store.admin, id)).orderId),
    body: (lineId) => ({ lines: [{ lineId }] }),
  },
  'exchangeReturn /lines/*/variantId': {
    id: (_api, store) => store.variant(),
    body: (variantId, valid) => {
      const { lines } = valid as { lines: object[] };
      return { lines: lines.map((line) => ({ ...line, variantId })) };
    },
  },
  'requestCartReturn /lines/*/lineId': {
    id: orderLine,
    ownId: async (store, { cartId = '' }) =>
      lineOf(store, (await store.admin.db.order.findFirstOrThrow({ where: { cartId } })).id),
    body: (lineId) => ({ lines: [{ lineId, quantity: 1 }] }),
  },
  'requestOwnReturn /lines/*/lineId': {
    id: orderLine,
    ownId: (store, { id }) => lineOf(store, id),
    body: (lineId) => ({ lines: [{ lineId, quantity: 1 }] }),
  },
  'reportOutcomes /outcomes/*/deliveryId': {
    path: { id: pullSubscription },
    id: async (api, store) => claimedDelivery(store, await pullSubscription(api, store)),
    ownId: (store, { id = '' }) => claimedDelivery(store, id),
    body: (deliveryId) => ({ outcomes: [{ deliveryId, responseCode: 200, durationMs: 5 }] }),
  },
  'changeOrder /remove/*/lineId': {
    id: orderLine,
    ownId: (store, { id }) => lineOf(store, id),
    body: (lineId) => ({ remove: [{ lineId, quantity: 1 }] }),
  },
  'previewOrderChange /remove/*/lineId': {
    id: orderLine,
    ownId: (store, { id }) => lineOf(store, id),
    body: (lineId) => ({ remove: [{ lineId, quantity: 1 }] }),
  },
  'createLabel /lines/*/lineId': {
    id: orderLine,
    ownId: (store, { id }) => lineOf(store, id),
    body: (lineId, valid) => ({ ...valid, lines: [{ lineId, quantity: 1 }] }),
  },
  'createLabel /shipmentId': {
    id: shipment,
    ownId: async (store, { id = '' }) => shipmentOf(store, id),
    body: (shipmentId, valid) => ({ ...valid, shipmentId }),
  },
  'shipOrder /labelId': {
    id: label,
    ownId: async (store, { id = '' }) => labelOf(store, id),
    body: (labelId) => ({ labelId }),
  },
  'shipOrder /lines/*/lineId': {
    id: orderLine,
    ownId: (store, { id }) => lineOf(store, id),
    body: (lineId) => ({ lines: [{ lineId, quantity: 1 }] }),
  },
  // Last, because their stores have accounts of their own from then on.
  'checkout /paymentAccountId': chosenMethod,
  'payCartOrder /paymentAccountId': chosenMethod,
  'payOwnOrder /paymentAccountId': chosenMethod,
  'payByLink /paymentAccountId': {
    id: paymentAccount,
    body: (paymentAccountId, valid) => ({ ...valid, paymentAccountId }),
  },
  'placeDraftOrder /paid/paymentAccountId': {
    id: paymentAccount,
    body: (paymentAccountId) => ({ paid: { paymentAccountId, reference: 'Cash', paidOn: '2026-01-15' } }),
  },
};

/** The same for filters of lists. */
const IN_QUERIES: Record<string, MakeId> = {
  'exportCustomers /customerGroupId': customerGroup,
  'getWebhookMetrics /subscriptionId': subscription,
  'listCustomers /customerGroupId': customerGroup,
  'listDeliveries /eventId': async (api, store) => (await ofDelivery(api, store)).eventId,
  'listDeliveries /resourceId': async (api, store) => (await ofDelivery(api, store)).resourceId,
  'listDeliveries /subscriptionId': subscription,
  'listFormerOrders /customerId': customer,
  'listDisputes /orderId': (_api, store) => store.order(),
  'listPaymentEvents /orderId': (_api, store) => store.order(),
  'listPayments /orderId': (_api, store) => store.order(),
  'listPrices /productId': product,
  'listProducts /categoryId': category,
  'listRefunds /orderId': (_api, store) => store.order(),
  'listReturns /orderId': (_api, store) => store.order(),
};

interface Schema {
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

function* idsIn({ format, properties = {}, items, anyOf = [] }: Schema, path = ''): Generator<string> {
  if (format === 'uuid') yield path;
  for (const [name, member] of Object.entries(properties)) yield* idsIn(member, `${path}/${name}`);
  if (items) yield* idsIn(items, `${path}/*`);
  for (const each of anyOf) yield* idsIn(each, path);
}

function membersWithIds(part: 'body' | 'query'): string[] {
  return ALL_OPERATIONS.flatMap((operation) =>
    [...idsIn((operation[part] ?? {}) as Schema)].map((path) => `${operation.id} ${path}`),
  );
}

const operationOf = (name: string) =>
  ALL_OPERATIONS.find(({ id }) => id === name.split(' ')[0]) as AnyOperation;

describe('an id of another store', () => {
  const api = useApi();
  let store: TestStore;
  let other: TestStore;

  before(async () => {
    [store, other] = [await createStore(api.env.system), await createStore(api.env.system)];
  });

  async function operatorOf({ admin, tenantId }: TestStore) {
    const { id: sub } = await admin.db.adminUser.findFirstOrThrow();
    return signAdminToken({ sub, tenantId, permissions: ['settings:write', 'orders:read'] });
  }

  async function idsOfPath({ path = {} }: NamedId, valid: ValidRequest | undefined) {
    const ids = { ...valid?.ids };
    for (const [name, make] of Object.entries(path)) ids[name] = await make(api, store);
    return ids;
  }

  it('has a case below for every member that holds one', () => {
    expect(Object.keys(IN_BODIES)).to.have.members(membersWithIds('body'));
    expect(Object.keys(IN_QUERIES)).to.have.members(membersWithIds('query'));
  });

  for (const [name, named] of Object.entries(IN_BODIES))
    it(`is refused in the body as one that nobody has, and nothing is written: ${name}`, async () => {
      const operation = operationOf(name);
      const valid = await VALID_REQUESTS[operation.id]?.(api, store);
      const ids = await idsOfPath(named, valid);
      const target = operation.path.replace(/\{(\w+)\}/g, (_, each: string) => ids[each] ?? '');
      const token = named.isForOperators ? await operatorOf(store) : store.token();
      const known = operation.auth.kind === 'store' ? { key: store.publishableKey } : { token };
      const ask = (id: string) =>
        api.request(operation.method, target, {
          ...known,
          ...valid?.options,
          body: named.body(id, valid?.body ?? {}),
        });
      const [foreign, nobodys] = [await named.id(api, other), randomUUID()];
      await Promise.all([store, other].map(refundsSent));
      const before = await snapshot(api.env);

      const [refused, unknown] = [await ask(foreign), await ask(nobodys)];

      expect(refused.status, JSON.stringify(refused.body)).to.be.within(400, 499);
      const { requestId: _own, instance: _place, ...told } = refused.body;
      expect(JSON.stringify(unknown.body)).to.include(
        JSON.stringify(told.detail).slice(1, -1).replaceAll(foreign, nobodys),
      );
      expect([unknown.status, unknown.body.code]).to.deep.equal([refused.status, refused.body.code]);
      expect(await snapshot(api.env), 'rows').to.deep.equal(before);
      const own = await (named.ownId?.(store, ids) ?? named.id(api, store));
      (await ask(own)).expect(operation.response.status);
    });

  for (const [name, make] of Object.entries(IN_QUERIES))
    it(`finds nothing as a filter: ${name}`, async () => {
      const { path } = operationOf(name);
      const id = await make(api, other);

      const target = path.includes('{id}') ? path.replace('{id}', await priceList(api, store)) : path;
      const answer = await api.request('GET', `${target}?${name.split('/')[1]}=${id}`, {
        token: store.token(),
      });

      const found = answer.expect(200);
      const rows = typeof found === 'string' ? found.trimEnd().split('\n').slice(1) : undefined;
      expect(rows ?? found.items ?? found.bySubscription).to.deep.equal([]);
    });
});
