import { catalog } from '@service/core';
import { Prisma } from '@service/db';
import { createStore, queryAsOwner, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';

describe('a product list by price', () => {
  let api: TestApi;
  let shop: TestStore;

  before(async () => {
    api = await startApi();
  });
  beforeEach(async () => {
    shop = await createStore(api.env.system);
  });
  after(() => api.close());

  const create = async (title: string, variants: object[]) =>
    (
      await api.request('POST', '/admin/v1/products', {
        token: shop.token(),
        body: { title, status: 'published', variants },
      })
    ).expect(201);
  const list = async (query: string) =>
    (await api.request('GET', `/store/v1/products?${query}`, { key: shop.publishableKey })).expect(200);

  async function readByCursor(query: string, total: number) {
    const read: { priceFrom: number | null }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`${query}&pageSize=2${cursor ? `&cursor=${cursor}` : ''}`);
      expect(page).to.include({ total, isTotalCapped: false });
      read.push(...page.items);
      cursor = page.nextCursor;
    }
    return read;
  }

  /** How many pages of 8 kB the store's own role reads for a list. */
  async function pagesOf(query: object): Promise<number> {
    let pages = 0;
    const explain = async (strings: TemplateStringsArray, ...given: unknown[]) => {
      const { text, values } = Prisma.sql(strings, ...given);
      const [plan] = await shop.admin.db.$queryRawUnsafe<
        { 'QUERY PLAN': { Plan: Record<string, number> }[] }[]
      >(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, ...values);
      const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } =
        plan?.['QUERY PLAN'][0]?.Plan ?? {};
      pages += hit + read;
      return [{ items: [], total: 0, isTotalCapped: false, lookedUpTo: null }];
    };
    const db = new Proxy(shop.admin.db, {
      get: (target, name) => (name === '$queryRaw' ? explain : Reflect.get(target, name, target)),
    });
    await catalog.listStoreProducts({ ...shop.admin, db }, { page: 1, pageSize: 20, ...query });
    return pages;
  }

  it('is read by cursor through equal prices and none, up and down, within any prices, each product once', async () => {
    const prices = [[300], [], [100], [300], [200], [100, 900], [], [300], [900], [600]];
    for (const [n, amounts] of prices.entries())
      await create(
        `Tea ${n}`,
        amounts.map((priceAmount, place) => ({
          sku: `${n}-${place}`,
          priceAmount,
          options: { n: `${place}` },
        })),
      );
    for (const { query, found } of [
      { query: '', found: [100, 100, 200, 300, 300, 300, 600, 900, null, null] },
      { query: '&priceMin=200', found: [100, 200, 300, 300, 300, 600, 900] },
      { query: '&priceMax=300', found: [100, 100, 200, 300, 300, 300] },
      { query: '&priceMax=9007199254740991', found: [100, 100, 200, 300, 300, 300, 600, 900] },
      { query: '&priceMin=200&priceMax=600', found: [200, 300, 300, 300, 600] },
    ])
      for (const sort of ['price', '-price']) {
        const whole = await list(`sort=${sort}${query}`);
        const read = await readByCursor(`sort=${sort}${query}`, found.length);
        const down = [
          ...found.filter((price) => price !== null).reverse(),
          ...found.filter((price) => !price),
        ];
        const shown = read.map(({ priceFrom }) => priceFrom);
        expect(shown, sort + query).to.deep.equal(sort === 'price' ? found : down);
        expect(read).to.deep.equal(whole.items);
      }
  });

  it('reads as little deep in a long list by price, and below a highest price, as the newest products take', async () => {
    const { system } = api.env.database;
    await system.$executeRaw`
      INSERT INTO products (tenant_id, title, slug, status, created_at, updated_at)
      SELECT ${shop.tenantId}::uuid, 'Mug', 'mug-' || n, 'published', now(), now() FROM generate_series(1, 3000) n`;
    await system.$executeRaw`
      UPDATE product_listings SET price_from = price, price_to = price
      FROM (SELECT id, substr(slug, 5)::int AS price FROM products WHERE tenant_id = ${shop.tenantId}::uuid) priced
      WHERE tenant_id = ${shop.tenantId}::uuid AND product_id = id`;
    await queryAsOwner('ANALYZE product_listings');
    const byAge = await pagesOf({});
    const pages: Record<string, number> = {};
    for (const sort of ['price', '-price'] as const) {
      const { nextCursor: cursor } = await list(`sort=${sort}&page=140`);
      pages[sort] = await pagesOf({ sort });
      pages[`${sort}, deep`] = await pagesOf({ sort, cursor });
      pages[`${sort}, below`] = await pagesOf({ sort, priceMax: 200 });
    }
    await system.$executeRaw`DELETE FROM products WHERE tenant_id = ${shop.tenantId}::uuid`;

    expect(byAge).to.be.above(0);
    for (const [list, read] of Object.entries(pages)) expect(read, list).to.be.below(byAge + 50);
  });
});
