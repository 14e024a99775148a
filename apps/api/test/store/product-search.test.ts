import { Prisma } from '@service/db';
import { createMigratedDatabase, queryAsOwner, runtimeUrlOf } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';

describe('the search of a store', () => {
  // Of its own: to remove thousands of products takes longer than to make them.
  const api = useApi(async () => ({ databaseUrl: runtimeUrlOf(await createMigratedDatabase('search')) }));
  const shop = useStoreOfEach(api);

  const search = async (query: string) =>
    (await api.request('GET', `/store/v1/products?${query}`, { key: shop.publishableKey })).expect(200);
  const titles = async (query: string) =>
    (await search(query)).items.map(({ title }: { title: string }) => title);

  async function readByCursor(query: string): Promise<string[]> {
    const read: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await search(`${query}&pageSize=200${cursor ? `&cursor=${cursor}` : ''}`);
      read.push(...page.items.map(({ slug }: { slug: string }) => slug));
      cursor = page.nextCursor;
    }
    return read;
  }

  it('ranks a part of very many, the most sold among them, and all of few', async () => {
    const { system } = api.env.database;
    // More than a sample of the store is looked at: mugs are frequent, lamps and vases aren’t. The ids are as even as random ones.
    await system.sql.count`
      INSERT INTO products (tenant_id, id, title, slug, status, created_at, updated_at)
      SELECT ${shop.tenantId}::uuid,
        (lpad(to_hex(n * 7919::bigint % 6000 * 715827), 8, '0') || substr(gen_random_uuid()::text, 9))::uuid,
        CASE WHEN n <= 40 THEN 'Tall vase' WHEN n <= 300 THEN 'Old lamp' ELSE 'Blue mug' END, 'p-' || n, 'published', at, at
      FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, 6000) n) numbered
      RETURNING id`;
    await system.sql.count`
      UPDATE product_listings l SET sold = 9 FROM products p
      WHERE p.tenant_id = ${shop.tenantId}::uuid AND l.tenant_id = p.tenant_id AND l.product_id = p.id AND p.slug IN ('p-20', 'p-5000')`;
    await system.sql.count`
      UPDATE product_search s SET sold = l.sold FROM product_listings l
      WHERE l.tenant_id = ${shop.tenantId}::uuid AND s.tenant_id = l.tenant_id AND s.product_id = l.product_id AND l.sold > 0`;

    const many = await search('q=mug');
    const few = await search('q=mug&pageSize=3');
    const read = await readByCursor('q=mug');
    const rare = await search('q=vase');
    const some = await search('q=lamp');
    const byPrice = await search('q=mug&sort=price');
    const near = await titles('q=talll');

    expect(many.items[0].slug).to.equal('p-5000');
    expect(many.isTotalCapped).to.equal(true);
    expect(read.length, 'each once').to.equal(new Set(read).size).and.equal(many.total).and.equal(1000);
    expect(read.slice(0, 3), 'then the newest').to.deep.equal(['p-5000', 'p-301', 'p-302']);
    expect(few.items.map(({ slug }: { slug: string }) => slug)).to.deep.equal(read.slice(0, 3));
    expect(few.nextCursor, 'behind what sells most and hasn’t the word').to.not.equal(null);
    expect(rare).to.include({ total: 40, isTotalCapped: false });
    expect(rare.items[0].slug).to.equal('p-20');
    expect(some).to.include({ total: 260, isTotalCapped: false });
    expect(byPrice.items[0].slug, 'along the order, the newest of equals first').to.equal('p-301');
    expect(near).to.deep.equal(Array.from({ length: 20 }, () => 'Tall vase'));
  });

  it('lists products with a common word in the title first, then what sells, on whatever page', async () => {
    const { system } = api.env.database;
    // Each third has the word in its text only, each fifth was sold.
    await system.sql.count`
      INSERT INTO products (tenant_id, title, description, slug, status, created_at, updated_at)
      SELECT ${shop.tenantId}::uuid, CASE WHEN n % 3 = 0 THEN 'Bowl' ELSE 'Soup plate' END, 'For soup', 'p-' || n, 'published', at, at
      FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, 90) n) numbered
      RETURNING id`;
    for (const table of ['product_listings', 'product_search'])
      await system.sql.count`
        UPDATE ${Prisma.raw(table)} t SET sold = substr(p.slug, 3)::int FROM products p
        WHERE p.tenant_id = ${shop.tenantId}::uuid AND t.tenant_id = p.tenant_id AND t.product_id = p.id
          AND substr(p.slug, 3)::int % 5 = 0`;
    const numbers = Array.from({ length: 90 }, (_, index) => index + 1);
    const inOrder = (of: number[]) => [
      ...of.filter((n) => n % 5 === 0).reverse(),
      ...of.filter((n) => n % 5 !== 0),
    ];
    const expected = [
      ...inOrder(numbers.filter((n) => n % 3 !== 0)),
      ...inOrder(numbers.filter((n) => n % 3 === 0)),
    ].map((n) => `p-${n}`);

    const whole = await search('q=soup&pageSize=200');
    const pages = [];
    for (let page = 1; page <= 18; page += 1) pages.push(await search(`q=soup&pageSize=5&page=${page}`));

    const slugs = ({ items }: { items: { slug: string }[] }) => items.map(({ slug }) => slug);
    expect(slugs(whole)).to.deep.equal(expected);
    expect(pages.flatMap(slugs)).to.deep.equal(expected);
    for (const page of [whole, ...pages]) expect(page).to.include({ total: 90, isTotalCapped: false });
  });

  it('is compiled for no request, as PostgreSQL 16 and 17 do where a plan looks dear', async () => {
    const searches = await queryAsOwner(
      `SELECT proname AS name, 'jit=off' = ANY (proconfig) AS "isInterpreted" FROM pg_proc
       WHERE 'enable_sort=off' = ANY (proconfig) ORDER BY proname`,
    );
    expect(searches).to.deep.equal([
      { name: 'found_by_text', isInterpreted: true },
      { name: 'search_page', isInterpreted: true },
    ]);
  });

  it('finds a product as soon as it is published, by its title first', async () => {
    const token = shop.token();
    const create = async (body: object) =>
      (await api.request('POST', '/admin/v1/products', { token, body })).expect(201);
    const publish = async (id: string, status: string) =>
      (await api.request('PATCH', `/admin/v1/products/${id}`, { token, body: { status } })).expect(200);
    await create({ title: 'Green tea cup', description: 'For tea', status: 'published' });
    const { id } = await create({ title: 'Tea', variants: [{ sku: 'T-1', priceAmount: 100 }] });

    expect(await titles('q=tea')).to.deep.equal(['Green tea cup']);
    expect(await titles('q=t-1')).to.deep.equal([]);
    await publish(id, 'published');
    expect(await titles('q=tea')).to.deep.equal(['Tea', 'Green tea cup']);
    expect(await titles('q=t-1')).to.deep.equal(['Tea']);
    expect(await search('q=tea&priceMax=100')).to.deep.include({ total: 1, isTotalCapped: false });
    await publish(id, 'draft');
    expect(await titles('q=tea')).to.deep.equal(['Green tea cup']);
    expect(await titles('q=tae'), 'misspelt').to.not.include('Tea');
  });
});
