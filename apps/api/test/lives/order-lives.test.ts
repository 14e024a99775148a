import { createClock, queryAsOwner } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApi } from '../harness.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { wrongStock } from '../wrong-stock.ts';
import { beginLife } from './life.ts';
import { lives, MARKETS, type Market, terms } from './steps.ts';

/** `npm run fuzz` lives twenty thousand; a part of them is lived with all other tests. */
const LIVES = Number(process.env.ORDER_LIVES ?? 30);
const SEED = Number(process.env.ORDER_SEED ?? 20_261_125);
const LIVES_OF_A_STORE = 50;

describe('random lives of orders', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });

  it(`are what a model says after each step, ${LIVES} of them`, async function () {
    const shops = new Map<Market, { shop: Shop; lives: number }>();
    this.timeout(Math.max(600_000, LIVES * 15_000));
    await fc.assert(
      fc.asyncProperty(terms, lives, async (bought, moments) => {
        const known = shops.get(bought.market);
        const open =
          known && known.lives < LIVES_OF_A_STORE ? known : { shop: await openShop(bought.market), lives: 0 };
        shops.set(bought.market, { ...open, lives: open.lives + 1 });
        const life = await beginLife(api, open.shop, clock, bought);
        for (const [step, beside] of moments) await life.live(step, beside);
        await life.end();
      }),
      { numRuns: LIVES, seed: SEED },
    );
    for (const { shop } of shops.values()) {
      const missing = await api.env.system.db.sql<object[]>`
        SELECT * FROM missing_money(NULL) WHERE tenant_id = ${shop.store.tenantId}::uuid`;
      expect(missing).to.deep.equal([]);
      expect(await wrongStock(shop.store)).to.deep.equal([]);
      await fillAnew(shop);
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

  /**
   * It takes 10 % off for whoever knows the code, ships faster for 2.50, from four units on for 4.90, and what is bulky for 7.00, from a
   * kilogram on for 9.00.
   */
  async function openShop(market: Market): Promise<Shop> {
    const { currency, isNet, isManual } = MARKETS[market];
    const shop = await createShop(api);
    (await shop.admin('PUT', '/settings', { name: 'Tea House', currency })).expect(200);
    (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: !isNet, rates: [] })).expect(200);
    if (isManual) await shop.addTransfer();
    const tenth = { code: 'TENTH', kind: 'percentage', basisPoints: 1000 };
    (await shop.admin('POST', '/discounts', tenth)).expect(201);
    const options = [
      { name: 'Post', amount: 0 },
      { name: 'Courier', amount: 250, tiersBy: 'quantity', tiers: [{ from: 4, amount: 490 }] },
      {
        ...{ name: 'Freight', amount: 700, profiles: ['bulky'] },
        ...{ tiersBy: 'weight', tiers: [{ from: 1000, amount: 900 }] },
      },
    ];
    (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
    return shop;
  }
});
