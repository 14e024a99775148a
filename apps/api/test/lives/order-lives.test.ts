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
import { Difference, liveSideBySide } from './side-by-side.ts';
import { type LifeTerms, life } from './steps.ts';

/** `npm run fuzz` lives twenty thousand; a part of them is lived with all other tests. */
const LIVES = Number(process.env.ORDER_LIVES ?? 200);
const SEED = Number(process.env.ORDER_SEED ?? 20_261_125);
/** As many are lived side by side. */
const TOGETHER = 200;

describe('random lives of orders', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const vies = useFixture<TestVies>(startVies, { close: (each) => each.close() });
  const reader = useFixture(
    async () =>
      openDatabase({
        url: `${runtimeUrlOf(await testDatabaseUrl())}?options=-cplan_cache_mode%3Dforce_generic_plan`,
        poolSize: 1,
        isSpread: CITUS_URL !== undefined,
      }),
    { close: (each) => each.close() },
  );

  it(`are what a model says after each step, ${LIVES} of them`, async function () {
    this.timeout(Math.max(600_000, LIVES * 15_000));
    const chosen = fc.sample(life, { numRuns: LIVES, seed: SEED });
    for (let from = 0; from < LIVES; from += TOGETHER) {
      const some = chosen.slice(from, from + TOGETHER);
      const shops = await liveSideBySide(place(), some).catch((error) => shrink(error, some));
      for (const shop of shops) await assertWhole(shop);
    }
  });

  const place = () => ({ api, vies, reader, clock });

  /** Lives in which a difference may lie are lived alone, and the first that differs by itself is told in as few steps as do. */
  async function shrink(error: unknown, some: readonly LifeTerms[]): Promise<never> {
    const indices = error instanceof Difference ? error.indices : [];
    for (const index of indices) {
      const alone = await fewestSteps(some[index] as LifeTerms);
      if (alone) throw alone;
    }
    throw error;
  }

  /** What is wrong with a life that is lived alone, without the steps that it takes no part in. */
  async function fewestSteps([terms, moments]: LifeTerms): Promise<unknown> {
    let wrong = await differenceOf([terms, moments]);
    if (!wrong) return undefined;
    for (let left = moments, at = moments.length - 1; at >= 0; at -= 1) {
      const fewer = left.toSpliced(at, 1);
      const found = await differenceOf([terms, fewer]);
      if (found) [wrong, left] = [found, fewer];
    }
    return wrong;
  }

  async function differenceOf(one: LifeTerms): Promise<unknown> {
    try {
      for (const shop of await liveSideBySide(place(), [one])) await assertWhole(shop);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  async function assertWhole(shop: Shop): Promise<void> {
    const missing = await api.env.system.db.sql<object[]>`
      SELECT * FROM missing_money(NULL) WHERE tenant_id = ${shop.store.tenantId}::uuid`;
    expect(missing).to.deep.equal([]);
    expect(await wrongStock(shop.store)).to.deep.equal([]);
    await fillAnew(shop);
  }

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
