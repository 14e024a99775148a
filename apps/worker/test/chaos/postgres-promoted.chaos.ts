import { migrate } from '@service/db';
import { startTestPostgres, type TestPostgres, type TestReplica } from '@service/testing';
import { openProductStore } from './product-store.ts';
import { openShop, SHORT_LEASE, type Shop, untilSteady } from './shop.ts';

const STORES = 2;
const PRODUCTS = 100;

describe('with real processes, a PostgreSQL whose primary is killed', () => {
  let shop: Shop;
  let primary: TestPostgres;
  let replica: TestReplica;
  afterEach(async () => {
    await shop?.close();
    await replica?.close();
    await primary?.close();
  });

  it('and whose replica is promoted: what was committed is there and is delivered, without a restart', async function () {
    this.timeout(240_000);
    primary = await startTestPostgres();
    await migrate(primary.url);
    replica = await primary.startReplica();
    const second = new URL(replica.url).host;
    const databaseUrl = `${primary.url.replace(/(@[^/]+)/, `$1,${second}`)}?target_session_attrs=read-write`;
    shop = await openShop(this, { databaseUrl });
    const stores = await Promise.all(
      Array.from({ length: STORES }, (_, index) => openProductStore(shop, `store ${index + 1}`)),
    );
    const apis = [await shop.startApi(SHORT_LEASE), await shop.startApi(SHORT_LEASE)];
    const workers = [await shop.startWorker(SHORT_LEASE), await shop.startWorker(SHORT_LEASE)];
    const produce = (count: number) =>
      Promise.all(stores.flatMap((store) => apis.map(({ url }) => store.produce(url, count / 2))));
    const delivered = () => Promise.all(stores.map((store) => store.delivered()));
    await produce(PRODUCTS);
    await delivered();

    const producing = produce(PRODUCTS);
    await primary.kill();
    await replica.promote();
    await producing;
    await delivered();
    await untilSteady(workers, async () => {
      await produce(4);
      await delivered();
    });

    for (const store of stores) await store.assertReconciled();
  });
});
