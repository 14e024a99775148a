import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';

describe('the search of a store', () => {
  const api = useApi();
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
    // More than a sample of the store is looked at: mugs are frequent, lamps and vases aren’t.
    await system.sql.count`
      INSERT INTO products (tenant_id, title, slug, status, created_at, updated_at)
      SELECT ${shop.tenantId}::uuid, CASE WHEN n <= 40 THEN 'Tall vase' WHEN n <= 300 THEN 'Old lamp' ELSE 'Blue mug' END, 'p-' || n,
        'published', at, at
      FROM (SELECT n, now() - n * interval '1 minute' AS at FROM generate_series(1, 6000) n) numbered`;
    await system.sql.count`
      UPDATE product_listings l SET sold = 9 FROM products p
      WHERE p.tenant_id = ${shop.tenantId}::uuid AND l.tenant_id = p.tenant_id AND l.product_id = p.id AND p.slug IN ('p-20', 'p-5000')`;
    await system.sql.count`
      UPDATE product_search s SET sold = l.sold FROM product_listings l
      WHERE l.tenant_id = ${shop.tenantId}::uuid AND s.tenant_id = l.tenant_id AND s.product_id = l.product_id AND l.sold > 0`;

    const many = await search('q=mug');
    const read = await readByCursor('q=mug');
    const rare = await search('q=vase');
    const some = await search('q=lamp');
    const byPrice = await search('q=mug&sort=price');
    const near = await titles('q=talll');
    await system.sql.count`DELETE FROM products WHERE tenant_id = ${shop.tenantId}::uuid`;

    expect(many.items[0].slug).to.equal('p-5000');
    expect(many.isTotalCapped).to.equal(true);
    expect(read.length, 'each once').to.equal(new Set(read).size).and.equal(many.total);
    expect(read.length).to.be.within(1001, 1501);
    expect(rare).to.include({ total: 40, isTotalCapped: false });
    expect(rare.items[0].slug).to.equal('p-20');
    expect(some).to.include({ total: 260, isTotalCapped: false });
    expect(byPrice.items[0].slug, 'along the order, the newest of equals first').to.equal('p-301');
    expect(near).to.deep.equal(Array.from({ length: 20 }, () => 'Tall vase'));
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
