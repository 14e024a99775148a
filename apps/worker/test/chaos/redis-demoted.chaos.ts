import { openSilentWire, startTestRedis, until } from '@service/testing';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openProductStore, type ProductStore } from './product-store.ts';
import { type CallBack, openShop, SHORT_LEASE, type Shop, untilSteady } from './shop.ts';
import { IS_FULL_SIZE } from './traffic.ts';

const PRODUCTS = IS_FULL_SIZE ? 200 : 20;

describe('with real processes, a Redis master that is demoted', () => {
  let shop: Shop;
  afterEach(() => shop?.close());

  it('while its connections stay open: jobs go to the new master, and no event is missing', async function () {
    shop = await openShop(this);
    const stores = [await openProductStore(shop), await openProductStore(shop)];
    const wire = await openSilentWire(shop.redis.url);
    const successor = await startSuccessor(shop);
    shop.closing.push(wire.close, successor.stop);
    const env = { ...SHORT_LEASE, REDIS_URL: wire.url };
    const api = await shop.startApi(env);
    const worker = await shop.startWorker(env);
    await produce(stores, api);
    await Promise.all(stores.map((store) => store.delivered()));

    const producing = produce(stores, api);
    // As Sentinel and clouds do: the name leads to another machine, and who is connected hears nothing of it.
    wire.redirect(successor.url);
    await successor.takeOver();
    await producing;

    await Promise.all(stores.map((store) => store.delivered()));
    await until(() => isWell(api), 'the API to be well');
    await untilSteady([worker], async () => {
      await produce(stores, api);
      await Promise.all(stores.map((store) => store.delivered()));
    });
    for (const store of stores) await store.assertReconciled();
    expect(await successor.jobs(), 'keys of jobs on the new master').to.be.above(0);
  });
});

async function produce(stores: ProductStore[], { url }: CallBack): Promise<void> {
  await Promise.all(stores.map((store) => store.produce(url, PRODUCTS / 2)));
}

async function isWell({ url }: CallBack): Promise<boolean> {
  const { status } = (await (await fetch(`${url}/health`)).json()) as { status: string };
  return status === 'ok';
}

/** Another Redis under the same password, empty, which takes the place of the shop's. */
async function startSuccessor({ redis }: Shop) {
  const server = await startTestRedis();
  if (!server) throw new Error('There was a Redis, and now there is none');
  const { password } = new URL(redis.url);
  const operator = new Redis(server.url);
  await operator.config('SET', 'requirepass', password);
  const url = new URL(server.url);
  url.password = password;
  return {
    url: url.href,
    async takeOver() {
      const former = new Redis(redis.url);
      await former.config('SET', 'masterauth', password);
      await former.replicaof('127.0.0.1', server.port);
      former.disconnect();
    },
    jobs: async () => (await operator.keys('bull:*')).length,
    async stop() {
      operator.disconnect();
      await server.stop();
    },
  };
}
