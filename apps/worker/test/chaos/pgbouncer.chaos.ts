import { queryAsOwner, runtimeUrlOf } from '@service/testing';
import { expect } from 'chai';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { openProductStore } from './product-store.ts';
import { openShop, type Shop, USUAL_LEASE, untilSteady } from './shop.ts';

/** Fewer than the connections of one process, so that each session serves all of them in turn. */
const SESSIONS = 4;
const STORES = 4;
const PRODUCTS = 50;

describe('with real processes, PgBouncer in transaction mode', () => {
  let shop: Shop;
  let pgBouncer: PgBouncer;
  afterEach(async () => {
    await shop?.close();
    await pgBouncer?.close();
  });

  it('shares few sessions among many stores: nothing is mixed up, and nothing is left in a session', async function () {
    this.timeout(240_000);
    shop = await openShop(this);
    pgBouncer = await startPgBouncer(this, runtimeUrlOf(shop.databaseUrl), SESSIONS);
    const env = {
      ...USUAL_LEASE,
      DATABASE_RUNTIME_URL: pgBouncer.url,
      DATABASE_POOLER: 'transaction',
    };
    const stores = await Promise.all(
      Array.from({ length: STORES }, (_, index) => openProductStore(shop, `store ${index + 1}`)),
    );
    const apis = [await shop.startApi(env), await shop.startApi(env)];
    const workers = [await shop.startWorker(env), await shop.startWorker(env)];
    const produce = (count: number) =>
      Promise.all(stores.flatMap((store) => apis.map(({ url }) => store.produce(url, count / 2))));
    const delivered = () => Promise.all(stores.map((store) => store.delivered()));

    await produce(PRODUCTS);
    await delivered();
    // Whoever is connected loses the connection; the API says 503, and its caller repeats the request.
    const producing = produce(PRODUCTS);
    await pgBouncer.kill();
    await pgBouncer.start();
    await producing;
    await delivered();
    await untilSteady(workers, async () => {
      await produce(4);
      await delivered();
    });

    for (const store of stores) await store.assertReconciled();
    expect(await leftInSessions(pgBouncer.url)).to.deep.equal([{ role: 'none', store: '' }]);
  });
});

/** Whose rows the sessions would show to who comes next, each answer once. */
async function leftInSessions(url: string): Promise<unknown[]> {
  const ask = () =>
    queryAsOwner(
      `SELECT current_setting('role') AS role, coalesce(current_setting('app.tenant_id', true), '') AS store
       FROM pg_sleep(0.05)`,
      [],
      url,
    );
  const results = await Promise.all(Array.from({ length: 4 * SESSIONS }, ask));
  return [...new Set(results.map(([row]) => JSON.stringify(row)))].map((each) => JSON.parse(each));
}
