import { openSilentWire, type Silence, type SilentWire, until } from '@service/testing';
import { openProductStore, type ProductStore } from './product-store.ts';
import { type CallBack, openShop, SHORT_LEASE, type Shop, untilSteady, type WorkerProcess } from './shop.ts';
import { IS_FULL_SIZE } from './traffic.ts';

const PRODUCTS = 24;

/** Nothing is waited for longer than a test likes. */
const SHORT_DEADLINES = {
  DATABASE_CONNECT_TIMEOUT_MS: '2000',
  DATABASE_STATEMENT_TIMEOUT_MS: '1000',
  DATABASE_LOCK_TIMEOUT_MS: '800',
  DATABASE_TRANSACTION_TIMEOUT_MS: '4000',
  DATABASE_IDLE_IN_TRANSACTION_TIMEOUT_MS: '1000',
};

describe('with real processes, connections that say nothing more', () => {
  let shop: Shop;
  let stores: ProductStore[];
  let postgres: SilentWire;
  let redis: SilentWire;
  let api: CallBack;
  let worker: WorkerProcess;

  before(async function () {
    shop = await openShop(this);
    stores = [await openProductStore(shop), await openProductStore(shop)];
    postgres = await openSilentWire(shop.databaseUrl);
    redis = await openSilentWire(shop.redis.url);
    shop.closing.push(postgres.close, redis.close);
    const env = { ...SHORT_LEASE, ...SHORT_DEADLINES, DATABASE_URL: postgres.url, REDIS_URL: redis.url };
    api = await shop.startApi(env);
    worker = await shop.startWorker(env);
  });
  after(() => shop?.close());

  const produce = () => Promise.all(stores.map((store) => store.produce(api.url, PRODUCTS / 2)));

  /** Both processes say that they are well, the poll finds nothing any more, and every product was made and received. */
  async function assertRecovered(): Promise<void> {
    await Promise.all(stores.map((store) => store.delivered()));
    await until(async () => {
      const { status } = (await (await fetch(`${api.url}/health`)).json()) as { status: string };
      return status === 'ok' && (await worker.isWell());
    }, 'API and worker to be well');
    await untilSteady([worker], async () => {
      await produce();
      await Promise.all(stores.map((store) => store.delivered()));
    });
    for (const store of stores) await store.assertReconciled();
  }

  const silences: [string, Silence][] = (['to-server', 'to-client'] as const).flatMap((direction) => [
    [`one of them, ${direction}`, { connections: 1, direction }],
    [`ten of them, ${direction}`, { connections: 10, direction }],
    [`all of them, ${direction}`, { direction }],
  ]);

  for (const [which, silence] of silences) {
    it(`to Postgres, ${which}: API and worker go on by themselves, and no event is missing`, async () => {
      const silenced = postgres.silenceAfter(1 + Math.floor(200 * Math.random()), silence);

      await Promise.all([produce(), silenced]);
      await produce();

      await assertRecovered();
    });
  }

  it('to Redis, one, ten, then all of them: deliveries go out, and no event is missing', async () => {
    // A worker takes fifteen seconds to notice.
    for (const [, silence] of IS_FULL_SIZE ? silences : silences.slice(-1)) {
      const silenced = redis.silenceAfter(1 + Math.floor(50 * Math.random()), silence);
      await Promise.all([produce(), silenced]);
    }
    await produce();

    await assertRecovered();
  });
});
