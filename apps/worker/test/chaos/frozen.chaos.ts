import { webhooks } from '@service/core';
import { openSilentWire } from '@service/testing';
import { expect } from 'chai';
import { openProductStore, type ProductStore } from './product-store.ts';
import { type CallBack, openShop, type Shop, USUAL_LEASE, untilSteady } from './shop.ts';

const PRODUCTS = 12;

describe('with real processes, an API that is frozen in mid-transaction', () => {
  let shop: Shop;
  let held: ProductStore;
  let other: ProductStore;
  beforeEach(async function () {
    shop = await openShop(this);
    held = await openProductStore(shop, 'the store that is held');
    other = await openProductStore(shop, 'another store');
    // Claims of either lock the row of its subscription.
    for (const { store, subscriptionId } of [held, other])
      await webhooks.updateSubscription(store.admin, subscriptionId, { ordered: true });
  });
  afterEach(() => shop?.close());

  /** Freezes an API that has changed the subscription of `held` and not committed. */
  async function freeze(idleMs: number): Promise<() => void> {
    const wire = await openSilentWire(shop.databaseUrl);
    shop.closing.push(wire.close);
    const { pid, url } = await shop.startApi({
      DATABASE_URL: wire.url,
      DATABASE_STATEMENT_TIMEOUT_MS: '1000',
      DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: String(idleMs),
    });
    const changed = wire.silenceAt('UPDATE "public"."webhook_subscriptions"', 'to-client');
    const change = fetch(`${url}/admin/v1/webhooks/subscriptions/${held.subscriptionId}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${held.store.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ maxConcurrency: 3 }),
    });
    // It ends with its process.
    change.catch(() => undefined);
    await changed;
    process.kill(pid, 'SIGSTOP');
    return () => process.kill(pid, 'SIGCONT');
  }

  async function produceAndDeliver({ url }: CallBack): Promise<void> {
    await Promise.all([held, other].map((each) => each.produce(url, 2)));
    await Promise.all([held, other].map((each) => each.delivered()));
  }

  it('holds up no other store, and its own only until it goes on', async () => {
    const api = await shop.startApi();
    const worker = await shop.startWorker(USUAL_LEASE);
    const thaw = await freeze(120_000);

    await Promise.all([held, other].map((store) => store.produce(api.url, PRODUCTS)));
    await other.delivered();

    expect(await held.states()).to.deep.equal(['pending']);
    await other.assertReconciled();
    thaw();
    await held.delivered();
    await untilSteady([worker], () => produceAndDeliver(api));
    await held.assertReconciled();
  });

  it('loses its transaction by and by, and what that held goes on by itself', async () => {
    const api = await shop.startApi();
    const worker = await shop.startWorker(USUAL_LEASE);
    await freeze(1000);

    await held.produce(api.url, PRODUCTS);
    await held.delivered();
    await untilSteady([worker], () => produceAndDeliver(api));

    await held.assertReconciled();
    const { maxConcurrency } = await webhooks.getSubscription(held.store.admin, held.subscriptionId);
    expect(maxConcurrency).to.equal(null);
  });
});
