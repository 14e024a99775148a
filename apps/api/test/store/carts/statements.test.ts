import { carts, catalog, inTransaction, type Transaction } from '@service/core';
import { Prisma } from '@service/db';
import {
  CITUS_URL,
  makeReadyCarts,
  paymentSucceeded,
  spyOnPostgres,
  TEST_ADDRESS,
  useFixture,
} from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { useShop } from '../shop.ts';
import { createShopper } from '../shopper.ts';

const LINES = 200;

describe('what a cart costs the database', () => {
  const api = useApi();
  const shop = useShop(api);
  const spy = useFixture(async () => spyOnPostgres(), { close: (opened) => opened.close() });
  const variantIds: string[] = [];

  before(async () => {
    for (let index = 0; index < LINES; index += 1) variantIds.push((await shop.variant()).id);
  });

  /** A cart that could be checked out. */
  async function cartOf(lines: number): Promise<string> {
    const cartId = await shop.fullCart({ [variantIds[0] ?? '']: 1 });
    await shop.store.admin.db.cartLine.createMany({
      data: variantIds.slice(1, lines).map((variantId) => ({
        tenantId: shop.store.tenantId,
        cartId,
        variantId,
        quantity: 1,
        seenUnitAmount: 1190n,
      })),
    });
    return cartId;
  }

  async function statementsOf(act: () => Promise<{ expect(status: number): unknown }>, status = 200) {
    spy.statements();
    (await act()).expect(status);
    return spy.statements().length;
  }

  const changes: Record<
    string,
    (cartId: string, lineId: string) => Promise<{ expect(status: number): unknown }>
  > = {
    'reading it': (cartId) => shop.send('GET', `/${cartId}`),
    'adding a line': (cartId) => shop.addLine(cartId, variantIds[0] ?? ''),
    'changing a line': (cartId, lineId) => shop.send('PATCH', `/${cartId}/lines/${lineId}`, { quantity: 3 }),
    'the e-mail': (cartId) => shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' }),
    'the shipping address': (cartId) => shop.setAddress(cartId),
    'the billing address': (cartId) => shop.send('POST', `/${cartId}/billing-address`, TEST_ADDRESS),
    'a discount code': (cartId) => shop.send('POST', `/${cartId}/discount-code`, { code: 'FLAT' }),
    'taking the code off': (cartId) => shop.send('DELETE', `/${cartId}/discount-code`),
    'removing a line': (cartId, lineId) => shop.send('DELETE', `/${cartId}/lines/${lineId}`),
  };

  it('is at most four statements for each change, the same for 1 and 200 lines', async () => {
    await shop.admin('POST', '/discounts', { code: 'FLAT', kind: 'free_shipping' });
    const counted: Record<string, number[]> = {};
    for (const lines of [1, LINES]) {
      const cartId = await cartOf(lines);
      const [line] = (await shop.send('GET', `/${cartId}`)).expect(200).lines;
      for (const [what, change] of Object.entries(changes))
        counted[what] = [...(counted[what] ?? []), await statementsOf(() => change(cartId, line.id))];
    }

    for (const [what, [few = 0, many]] of Object.entries(counted)) {
      expect(few, what).to.be.within(1, 4);
      expect(many, what).to.equal(few);
    }
    expect(counted['reading it']).to.deep.equal([1, 1]);
    expect(await statementsOf(() => shop.send('POST', '', {}), 201)).to.equal(2);
  });

  it('takes one statement more where the store has an automatic discount', async () => {
    const cartId = await cartOf(1);
    const given = { code: 'TEAS', kind: 'percentage', basisPoints: 1000, automatic: true };
    const { id } = (await shop.admin('POST', '/discounts', given)).expect(201);

    expect(await statementsOf(() => shop.send('GET', `/${cartId}`))).to.equal(2);
    (await shop.admin('DELETE', `/discounts/${id}`)).expect(204);
    expect(await statementsOf(() => shop.send('GET', `/${cartId}`))).to.equal(1);
  });

  it('takes one statement for a customer of any group, after one for the session', async () => {
    const groups = [null, { pricesIncludeTax: null }, { pricesIncludeTax: false }];
    const counted = [];
    for (const [index, terms] of groups.entries()) {
      const { id, token } = await shop.store.customer();
      if (terms) {
        const name = `Group ${index}`;
        const group = (await shop.admin('POST', '/customer-groups', { name, ...terms })).expect(201);
        (await shop.admin('PATCH', `/customers/${id}`, { customerGroupId: group.id })).expect(200);
      }
      const shopper = createShopper(api, shop.store, token);
      const cartId = await shopper.fullCart({ [variantIds[0] ?? '']: 1 });
      counted.push(await statementsOf(() => shopper.send('GET', `/${cartId}`)));
    }

    expect(counted).to.deep.equal([2, 2, 2]);
  });

  it('is one plan, of which the functions that know the rules of prices are parts', async function () {
    if (CITUS_URL) {
      this.skipReason = 'the nodes of Citus make the plan';
      return this.skip();
    }
    const cartId = await cartOf(1);
    spy.statements();
    (await shop.send('GET', `/${cartId}`)).expect(200);
    const [text = ''] = spy.statements();
    const nulls = Array.from({ length: new Set(text.match(/\$\d+/g)).size }, () => 'NULL').join(', ');

    const lines = await shop.store.admin.db.transaction(async ({ sql }) => {
      await sql`SET LOCAL plan_cache_mode = force_generic_plan`;
      // A table of a few rows is read whole.
      await sql`SET LOCAL enable_seqscan = off`;
      await sql`${Prisma.raw(`PREPARE cart AS ${text}`)}`;
      const plan = await sql<
        { 'QUERY PLAN': string }[]
      >`${Prisma.raw(`EXPLAIN VERBOSE EXECUTE cart (${nulls})`)}`;
      return plan.map((row) => row['QUERY PLAN']);
    });

    const called = ['buyer_of', 'lowest_price', 'offers_of', 'in_terms', 'is_offered_in', 'shipping_rate'];
    expect(called.filter((name) => text.includes(`${name}(`))).to.include.members([
      'buyer_of',
      'lowest_price',
    ]);
    expect(lines.filter((line) => called.some((name) => line.includes(`${name}(`)))).to.deep.equal([]);
    expect(lines.join('\n'))
      .to.match(/Index Scan (using|on) list_prices_\w+/)
      // No line looks for a price of a list where the buyer has none.
      .and.match(/One-Time Filter: \(cardinality\(.*\) > 0\)/);
  });

  it('is as many statements for the checkout of 200 lines as for one', async () => {
    const [small, large] = [await cartOf(1), await cartOf(LINES)];

    const few = await statementsOf(() => shop.checkOut(small), 201);
    const many = await statementsOf(() => shop.checkOut(large), 201);

    expect(many).to.equal(few);
    // The cart closed and read, the stock reserved, the order placed, the payment with its reference.
    expect(few).to.equal(5);
  });

  it('is as few statements for the payment of 200 lines as for one', async () => {
    const pay = createProvider(api);
    const counted = [];
    for (const lines of [1, LINES]) {
      const { order } = (await shop.checkOut(await cartOf(lines))).expect(201);
      spy.statements();
      await pay(paymentSucceeded(order.id));
      counted.push(spy.statements().length);
    }

    // The event, the store of its order and its payment, the order locked, its payments, what the ledger has of it, the payment, the
    // move, the order with its lines for the mail (of which there is none here), the event of the money, the end of the provider's
    // event, what the invoice is about, its number with itself.
    expect(counted).to.deep.equal([14, 14]);
  });

  it('writes no index for the address of a cart, nor for stock that is reserved', async function () {
    if (CITUS_URL) {
      this.skipReason = 'the nodes of Citus count what is written';
      return this.skip();
    }
    const { storefront } = shop.store;
    const wanted = Array.from({ length: LINES }, () => ({ [variantIds[0] ?? '']: 1 }));
    const cartIds = few(await makeReadyCarts(shop.store, wanted));
    const lines = few(variantIds).map((variantId) => ({ variantId, quantity: 1 }));

    const [before, after] = await inTransaction(storefront, async (tx) => {
      const counted = await countUpdates(tx);
      for (const cartId of cartIds)
        await carts.setShippingAddress(tx, cartId, { ...TEST_ADDRESS, city: 'Essen' });
      expect(await catalog.reserveStock(tx, lines)).to.deep.equal([]);
      return [counted, await countUpdates(tx)];
    });

    for (const table of ['carts', 'variants']) {
      const count = (kind: 'all' | 'hot') => (after[table]?.[kind] ?? 0) - (before[table]?.[kind] ?? 0);
      expect(count('all'), table).to.equal(20);
      // With an index of a changed column it would be none; a page here and there is full.
      expect(count('hot'), `${table} without touching an index`).to.be.at.least(15);
    }
  });
});

/** One in ten: each page has room for the next version of some of its rows. */
function few<T>(all: readonly T[]): T[] {
  return all.filter((_, index) => index % 10 === 0);
}

/** How many rows of each table this connection has changed, and of them without touching an index. */
async function countUpdates({ db }: Transaction): Promise<Record<string, { all: number; hot: number }>> {
  const rows = await db.sql<{ name: string; all: number; hot: number }[]>`
    SELECT relname AS name, n_tup_upd::int AS "all", n_tup_hot_upd::int AS hot FROM pg_stat_xact_user_tables`;
  return Object.fromEntries(rows.map(({ name, ...counts }) => [name, counts]));
}
