import { queryAsOwner, runtimeUrlOf } from '@service/testing';
import { expect } from 'chai';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
import { survive } from './product-store.ts';
import { openShop, type Shop, USUAL_LEASE } from './shop.ts';

/** Fewer than the connections of one process, so that each session serves all of them in turn. */
const SESSIONS = 4;

describe('with real processes, PgBouncer in transaction mode', () => {
  let shop: Shop;
  let pgBouncer: PgBouncer;
  afterEach(async () => {
    await shop?.close();
    await pgBouncer?.close();
  });

  it('shares few sessions among many stores: nothing is mixed up or left behind', async function () {
    this.timeout(600_000);
    shop = await openShop(this);
    pgBouncer = await startPgBouncer(this, runtimeUrlOf(shop.databaseUrl), SESSIONS);
    await survive({
      shop,
      stores: 4,
      env: { ...USUAL_LEASE, DATABASE_RUNTIME_URL: pgBouncer.url, DATABASE_POOLER: 'transaction' },
      // Whoever is connected loses the connection; the API says 503, and its caller repeats the request.
      fault: async () => {
        await pgBouncer.kill();
        await pgBouncer.start();
      },
    });
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
