import { catalog, inTransaction } from '@service/core';
import { Prisma } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { useShopOfEach } from './shop.ts';

describe('the lowest price of the 30 days before a reduction', () => {
  const api = useApi();
  const shop = useShopOfEach(api);
  let variant: { id: string; productId: string };
  beforeEach(async () => {
    variant = await shop.variant({ priceAmount: 1000 });
    await pass(100);
  });

  /** All that the database says of prices becomes so many days older. */
  async function pass(days: number): Promise<void> {
    const { tenantId } = shop.store;
    // In UTC, because Citus refuses what depends on the session's time zone.
    const earlier = (...columns: string[]) =>
      Prisma.join(
        columns.map((column) => {
          const name = Prisma.raw(column);
          return Prisma.sql`${name} = (${name} AT TIME ZONE 'UTC' - ${days} * interval '1 day') AT TIME ZONE 'UTC'`;
        }),
      );
    const day = Prisma.sql`day = day - ${days}::int`;
    const ofStore = Prisma.sql`WHERE tenant_id = ${tenantId}::uuid`;
    await api.env.system.db.transaction(async ({ sql }) => {
      await sql.count`UPDATE variants SET ${earlier('created_at')} ${ofStore}`;
      await sql.count`UPDATE list_prices SET ${earlier('since')} ${ofStore}`;
      await sql.count`UPDATE price_lists SET ${earlier('since')} ${ofStore}`;
      for (const table of ['past_prices', 'past_list_prices', 'past_list_periods'])
        await sql.count`UPDATE ${Prisma.raw(table)} SET ${day}, ${earlier('started_at', 'ended_at')} ${ofStore}`;
    });
  }

  const set = async (terms: object) =>
    (await shop.admin('PATCH', `/products/${variant.productId}/variants/${variant.id}`, terms)).expect(200);
  async function shown(currency = 'EUR') {
    const product = await shop.admin('GET', `/products/${variant.productId}`);
    const path = `/store/v1/products/${product.expect(200).slug}?currency=${currency}`;
    const found = await api.request('GET', path, { key: shop.store.publishableKey });
    return found.expect(200).variants[0];
  }
  async function listed(currency = 'EUR') {
    const path = `/store/v1/products?currency=${currency}`;
    const { items } = (await api.request('GET', path, { key: shop.store.publishableKey })).expect(200);
    return items.find(({ id }: { id: string }) => id === variant.productId).cheapest;
  }
  const lowest = async () => (await shown()).lowestPriceIn30Days;
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const change = async (id: string, terms: object) =>
    (await shop.admin('PATCH', `/price-lists/${id}`, terms)).expect(200);
  const price = async (id: string, amount: number | null) =>
    (
      await shop.admin('POST', `/price-lists/${id}/prices`, { prices: [{ variantId: variant.id, amount }] })
    ).expect(200);
  async function list(amount: number, terms: object = {}): Promise<string> {
    const { id } = (
      await shop.admin('POST', '/price-lists', { name: 'Sale', currency: 'EUR', ...terms })
    ).expect(201);
    await price(id, amount);
    return id;
  }
  const kept = () => shop.store.admin.db.pastPrice.findMany({ orderBy: { day: 'asc' } });

  it('is what was charged before, and is there only while the price is reduced', async () => {
    expect(await shown()).to.include({ compareAtAmount: null, lowestPriceIn30Days: null });

    await set({ priceAmount: 800, compareAtAmount: 1000 });
    expect(await shown()).to.include({ compareAtAmount: 1000, lowestPriceIn30Days: 1000 });
    // A reduction may last: what it is compared with stays.
    await pass(90);
    expect(await lowest()).to.equal(1000);

    await set({ priceAmount: 1000 });
    expect(await lowest()).to.equal(null);
  });

  it('counts each price of those 30 days, and none before', async () => {
    for (const [amount, days] of [
      [600, 3],
      [700, 28],
      [900, 29],
    ] as const) {
      await set({ priceAmount: amount });
      await pass(days);
    }

    await set({ priceAmount: 850, compareAtAmount: 1200 });
    expect(await lowest()).to.equal(700);
    await pass(5);
    await set({ priceAmount: 840 });
    expect(await lowest(), 'further down').to.equal(850);
  });

  it('is the price itself where only the compare-at price is new, but for the day of the change', async () => {
    await set({ priceAmount: 900 });
    await set({ compareAtAmount: 1000 });
    expect(await lowest(), 'the same reduction').to.equal(1000);

    await set({ compareAtAmount: null });
    await pass(50);
    await set({ compareAtAmount: 1000 });
    expect(await lowest(), 'charged for 50 days').to.equal(900);
  });

  it('is in lists of products too, of the variant that costs least', async () => {
    await shop.admin('POST', `/products/${variant.productId}/variants`, { sku: 'DEARER', priceAmount: 1100 });
    const before = { priceAmount: 1000, currency: 'EUR', compareAtAmount: null, lowestPriceIn30Days: null };
    expect(await listed()).to.deep.equal({ ...before, unitPrice: null });

    await set({ priceAmount: 800, compareAtAmount: 1000, contentAmount: 250, contentUnit: 'ml' });
    const reduced = { priceAmount: 800, currency: 'EUR', compareAtAmount: 1000, lowestPriceIn30Days: 1000 };
    const perLitre = (amount: number) => ({ amount, referenceAmount: 1, referenceUnit: 'l' });
    expect(await listed()).to.deep.equal({ ...reduced, unitPrice: perLitre(3200) });

    const sale = await list(600);
    expect((await listed()).unitPrice).to.deep.equal(perLitre(2400));
    await change(sale, { active: false });
    await list(900, { currency: 'CHF' });
    expect((await listed('CHF')).unitPrice).to.deep.equal(perLitre(3600));
  });

  it('is null where nothing was charged before', async () => {
    variant = await shop.variant({ priceAmount: 1000 });
    await set({ compareAtAmount: 2000 });
    expect(await shown()).to.include({ compareAtAmount: 2000, lowestPriceIn30Days: null });
  });

  it('is there for a price list for everybody, from the moment at which it begins by itself', async () => {
    const sale = await list(800, { startsAt: at(3), endsAt: at(9) });
    await list(1, { customerGroupId: (await shop.admin('POST', '/customer-groups', { name: 'A' })).body.id });
    await list(1, { currency: 'USD' });
    expect(await lowest()).to.equal(null);

    // As a list that was made 20 days ago and began three days ago.
    await change(sale, { startsAt: at(-3) });
    await set({ priceAmount: 950 });
    await set({ priceAmount: 1000 });
    await pass(20);

    expect(await shown()).to.deep.include({ priceAmount: 1000, lowestPriceIn30Days: 950 });
    expect((await shown()).price).to.include({ amount: 800 });
    await change(sale, { endsAt: at(1) });
    expect(await lowest(), 'it goes on').to.equal(950);
    expect((await shown('USD')).price).to.include({ amount: 1 });
  });

  const ends: [string, (id: string) => Promise<unknown>][] = [
    ['is paused', (id) => change(id, { active: false })],
    ['is for a later time now', (id) => change(id, { startsAt: at(30) })],
    ['has ended', (id) => change(id, { endsAt: at(-1) })],
    ['is deleted', async (id) => (await shop.admin('DELETE', `/price-lists/${id}`)).expect(204)],
    ['has no price of it any more', (id) => price(id, null)],
    ['has another price of it', (id) => price(id, 1500)],
  ];
  for (const [what, end] of ends)
    it(`counts the price of a list that ${what}`, async () => {
      const sale = await list(600);
      await pass(40);
      await end(sale);
      await pass(10);

      await set({ priceAmount: 800, compareAtAmount: 1000 });
      expect(await lowest()).to.equal(600);
    });

  it('counts no price of a list that never applied', async () => {
    const sale = await list(600, { active: false });
    const planned = await list(500, { startsAt: at(2) });
    await pass(10);
    for (const id of [sale, planned]) (await shop.admin('DELETE', `/price-lists/${id}`)).expect(204);
    await set({ priceAmount: 800, compareAtAmount: 1000 });
    expect(await lowest()).to.equal(1000);
  });

  it('knows prices that an import changes, and none that a transaction takes back', async () => {
    const { sku } = await shown();
    const undone = inTransaction(shop.store.admin, async (tx) => {
      await catalog.updateVariant(
        tx,
        { productId: variant.productId, variantId: variant.id },
        { priceAmount: 1 },
      );
      throw new Error('undone');
    });
    await undone.catch(() => {});
    expect(await kept()).to.deep.equal([]);

    const rows = [{ sku, priceAmount: 700, compareAtAmount: 1000 }].map((row) => JSON.stringify(row));
    const received = await api.request('POST', '/admin/v1/products/import', {
      token: shop.store.token(),
      body: rows.join('\n'),
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    received.expect(202);
    await catalog.processImports(api.env.system);

    expect(await shown()).to.include({ priceAmount: 700, lowestPriceIn30Days: 1000 });
  });

  it('keeps one row for a day, and what a reduction needs', async () => {
    for (const priceAmount of [900, 950, 870, 1000]) await set({ priceAmount });
    expect((await kept()).map(({ amount }) => Number(amount))).to.deep.equal([870]);
    await set({ title: 'As before' });

    await pass(32);
    await set({ priceAmount: 900 });
    expect((await kept()).map(({ amount }) => Number(amount))).to.deep.equal([1000]);
    await list(800);
    await pass(37);
    await set({ priceAmount: 950 });
    expect((await kept()).map(({ amount }) => Number(amount))).to.deep.equal([1000, 900]);
    (await shop.admin('DELETE', `/products/${variant.productId}`)).expect(204);
    expect(await kept()).to.deep.equal([]);
    expect(await shop.store.admin.db.pastListPrice.count()).to.equal(0);
  });
});
