import { openProductStore, type ProductStore } from './product-store.ts';
import { type RedisServers, startRedisCluster, startSentinels } from './redis-servers.ts';
import { type CallBack, openShop, SHORT_LEASE, type Shop, untilSteady, type WorkerProcess } from './shop.ts';

const STORES = 2;
const PRODUCTS = 100;

describe('with real processes, a Redis that fails over', () => {
  let shop: Shop;
  let servers: RedisServers;
  let stores: ProductStore[];
  let apis: CallBack[];
  let workers: WorkerProcess[];
  afterEach(async () => {
    await shop?.close();
    await servers?.close();
  });

  async function open(url: string): Promise<void> {
    stores = await Promise.all(
      Array.from({ length: STORES }, (_, index) => openProductStore(shop, `store ${index + 1}`)),
    );
    const env = { ...SHORT_LEASE, REDIS_URL: url };
    apis = [await shop.startApi(env), await shop.startApi(env)];
    workers = [await shop.startWorker(env), await shop.startWorker(env)];
  }
  const produce = (count: number) =>
    Promise.all(stores.flatMap((store) => apis.map(({ url }) => store.produce(url, count / 2))));
  const delivered = () => Promise.all(stores.map((store) => store.delivered()));

  /** Whatever was recorded arrives, and after the failover the queue carries everything again without the poll. */
  async function surviveLossOfMaster(): Promise<void> {
    await produce(PRODUCTS);
    await delivered();
    const producing = produce(PRODUCTS);
    await servers.killMaster();
    await producing;
    await delivered();
    await untilSteady(workers, async () => {
      await produce(4);
      await delivered();
    });
    for (const store of stores) await store.assertReconciled();
  }

  it('to the replica that Sentinels choose', async function () {
    this.timeout(240_000);
    shop = await openShop(this);
    servers = await startSentinels();
    await open(servers.url);
    await surviveLossOfMaster();
  });

  it('within a cluster of three masters, of which one is killed', async function () {
    this.timeout(240_000);
    shop = await openShop(this);
    servers = await startRedisCluster('{bull:webhook-deliveries}');
    await open(servers.url);
    await surviveLossOfMaster();
  });
});
