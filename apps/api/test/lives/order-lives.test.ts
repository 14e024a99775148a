import { openDatabase } from '@service/db';
import {
  CITUS_URL,
  createClock,
  queryAsOwner,
  runtimeUrlOf,
  startVies,
  type TestVies,
  testDatabaseUrl,
  useFixture,
} from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { wrongStock } from '../wrong-stock.ts';
import { beginLife } from './life.ts';
import { type OpenShop, openShop } from './open-shop.ts';
import { lives, type Market, terms } from './steps.ts';

/** `npm run fuzz` lives twenty thousand; a part of them is lived with all other tests. */
const LIVES = Number(process.env.ORDER_LIVES ?? 40);
const SEED = Number(process.env.ORDER_SEED ?? 20_261_125);
const LIVES_OF_A_STORE = 50;
/** As often the front door is looked at when a life ends: the tables are after each step. */
const LOOKS_EVERY = 5;

describe('random lives of orders', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const vies = useFixture<TestVies>(startVies, { close: (each) => each.close() });
  const reader = useFixture(
    async () =>
      openDatabase({
        url: runtimeUrlOf(await testDatabaseUrl()),
        poolSize: 1,
        isSpread: CITUS_URL !== undefined,
      }),
    { close: (each) => each.close() },
  );

  it(`are what a model says after each step, ${LIVES} of them`, async function () {
    const shops = new Map<Market, { open: OpenShop; lives: number }>();
    this.timeout(Math.max(600_000, LIVES * 15_000));
    await fc.assert(
      fc.asyncProperty(terms, lives, async (bought, moments) => {
        const known = shops.get(bought.market);
        const at =
          known && known.lives < LIVES_OF_A_STORE
            ? known
            : { open: await openShop({ api, vies, reader }, bought.market), lives: 0 };
        shops.set(bought.market, { ...at, lives: at.lives + 1 });
        const life = await beginLife(api, at.open, clock, bought);
        for (const [step, beside] of moments) await life.live(step, beside);
        await life.end({ looks: at.lives % LOOKS_EVERY === 0 });
      }),
      { numRuns: LIVES, seed: SEED },
    );
    for (const { open } of shops.values()) {
      const missing = await api.env.system.db.sql<object[]>`
        SELECT * FROM missing_money(NULL) WHERE tenant_id = ${open.shop.store.tenantId}::uuid`;
      expect(missing).to.deep.equal([]);
      expect(await wrongStock(open.shop.store)).to.deep.equal([]);
      await fillAnew(open.shop);
    }
  });

  /** Ledgers that are made of what orders, payments, refunds and lines say, as those of an older release are, say the same. */
  async function fillAnew({ store: { tenantId }, admin }: Shop): Promise<void> {
    const { db } = api.env.system;
    const report = async (name: string) => (await admin('GET', `/reports/${name}`)).expect(200);
    const read = async () => ({
      orders: await db.sql<object[]>`
        SELECT o.id, o.payment_status, o.fulfilment_status, m.* FROM orders o
        CROSS JOIN LATERAL money_of_order(o.tenant_id, o.id) m WHERE o.tenant_id = ${tenantId}::uuid ORDER BY o.id`,
      goods: await db.sql<object[]>`
        SELECT o.id, g.* FROM orders o
        CROSS JOIN LATERAL goods_of_order(o.tenant_id, o.id) g WHERE o.tenant_id = ${tenantId}::uuid ORDER BY o.id, g.line_id`,
      sales: (await report('sales')).totals,
      taxes: (await report('taxes')).items,
      accounts: (await report('payment-accounts')).items,
    });
    const before = await read();
    expect(before.orders).to.not.deep.equal([]);
    for (const table of ['daily_money', 'money_changes', 'money_entries', 'goods_entries'])
      await queryAsOwner(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenantId]);
    await db.sql`SELECT fill_ledgers(${tenantId}::uuid)`;
    expect(await read()).to.deep.equal(before);
  }
});
