import { randomUUID } from 'node:crypto';
import { webhooks } from '@service/core';
import { createStore, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { printLateness } from './lateness.ts';
import { anotherReceiver, type Shop, untilSteady } from './shop.ts';
import { openShoppers } from './shoppers.ts';
import { DELIVERIES, IS_FULL_SIZE } from './traffic.ts';

/** A store that makes products through the API, and a subscriber that is told of them. */
export interface ProductStore {
  store: TestStore;
  subscriptionId: string;
  /** Makes so many products, a few at once; repeats what the API refuses for the moment, under the same key. */
  produce(apiUrl: string, count: number): Promise<void>;
  /** The states that its deliveries are in, each once. */
  states(): Promise<string[]>;
  /** Resolves when every event has been delivered. */
  delivered(): Promise<void>;
  /** Each product was made once, each has its event, and the subscriber got exactly those. */
  assertReconciled(): Promise<void>;
}

const AT_ONCE = 4;

export async function openProductStore(shop: Shop, name = 'a store'): Promise<ProductStore> {
  const store = await createStore(shop.system);
  const receiver = await anotherReceiver(shop);
  const { id: subscriptionId } = await webhooks.createSubscription(store.admin, {
    url: receiver.url,
    events: ['product.created'],
  });
  const made: string[] = [];
  const deliveries = () =>
    shop.system.db.webhookDelivery.findMany({
      where: { subscriptionId },
      select: { id: true, status: true },
    });

  return {
    store,
    subscriptionId,
    async produce(apiUrl, count) {
      let left = count;
      const produceSome = async () => {
        while (left-- > 0) made.push(await createProduct(apiUrl, store));
      };
      await Promise.all(Array.from({ length: AT_ONCE }, produceSome));
    },
    states: async () => [...new Set((await deliveries()).map(({ status }) => status))],
    delivered: () =>
      until(async () => {
        const all = await deliveries();
        return all.length >= made.length && all.every(({ status }) => status === 'delivered');
      }, 'all deliveries'),
    async assertReconciled() {
      printLateness(name, receiver);
      const products = await shop.system.db.product.findMany({ where: { tenantId: store.tenantId } });
      expect(products.map(({ id }) => id).sort()).to.deep.equal([...made].sort());
      const told = new Set(receiver.envelopes().map(({ data }) => data.productId));
      expect([...told].sort()).to.deep.equal([...made].sort());
      const came = new Set(receiver.envelopes().map(({ id }) => id));
      expect([...came].sort()).to.deep.equal((await deliveries()).map(({ id }) => id).sort());
    },
  };
}

interface Survival {
  shop: Shop;
  stores: number;
  /** The environment of the processes. */
  env: Record<string, string>;
  fault(): Promise<unknown>;
}

/** Products that are made before the fault, and again while it comes. */
const PRODUCTS = Math.min(DELIVERIES, 2000) / 2;
const CHECKOUTS = IS_FULL_SIZE ? 300 : 30;

/**
 * Two APIs and two workers through a fault, while products are made and shoppers buy: what was recorded arrives, each has what
 * they paid for, and the queue carries everything again without the poll.
 */
export async function survive({ shop, stores: count, env, fault }: Survival): Promise<void> {
  const stores = await Promise.all(
    Array.from({ length: count }, (_, index) => openProductStore(shop, `store ${index + 1}`)),
  );
  const shoppers = await openShoppers(shop, CHECKOUTS);
  const apis = [await shop.startApi(env), await shop.startApi(env)];
  const workers = [await shop.startWorker(env), await shop.startWorker(env)];
  const produce = (each: number) =>
    Promise.all(stores.flatMap((store) => apis.map(({ url }) => store.produce(url, each / 2))));
  const delivered = () => Promise.all(stores.map((store) => store.delivered()));

  await produce(PRODUCTS / count);
  await delivered();
  const working = [produce(PRODUCTS / count), shoppers.shop(apis.map(({ url }) => url))];
  await fault();
  await Promise.all(working);
  await delivered();
  await untilSteady(workers, async () => {
    await produce(4);
    await delivered();
  });
  for (const store of stores) await store.assertReconciled();
  await shoppers.assertReconciled();
}

async function createProduct(apiUrl: string, store: TestStore): Promise<string> {
  const request = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${store.token()}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ title: randomUUID() }),
  };
  let id: string | undefined;
  const create = async () => {
    const response = await fetch(`${apiUrl}/admin/v1/products`, request);
    const body = (await response.json()) as { id: string };
    if (response.status === 201) id = body.id;
    else expect(response.status, JSON.stringify(body)).to.equal(503);
    return id !== undefined;
  };
  await until(create, 'a product');
  return id ?? '';
}
