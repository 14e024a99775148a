import { search } from '@service/core';
import { createStore, type MeilisearchServer, startMeilisearch, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';

describe('the search of a store with a search engine', () => {
  let engine: MeilisearchServer;
  let api: TestApi;
  let shop: TestStore;
  let token: string;
  let now = 0;

  before(async () => {
    engine = await startMeilisearch();
    const searchEngine = { url: engine.url, apiKey: engine.key, clock: () => now };
    api = await startApi({ settings: { searchEngine } });
  });
  beforeEach(async () => {
    shop = await createStore(api.env.system);
    token = shop.token();
  });
  after(async () => {
    await api.close();
    await engine.close();
  });

  const create = async (title: string, more: object = {}) =>
    (
      await api.request('POST', '/admin/v1/products', {
        token,
        body: {
          title,
          status: 'published',
          variants: [{ sku: `${title} 1`, priceAmount: 100, stockQuantity: 1 }],
          ...more,
        },
      })
    ).expect(201);
  const page = async (query: string, path = 'products') =>
    (await api.request('GET', `/store/v1/${path}?${query}`, { key: shop.publishableKey })).expect(200);
  const titles = async (query: string) =>
    (await page(query)).items.map(({ title }: { title: string }) => title);
  const noted = () => shop.admin.db.searchOutboxEntry.count();

  it('asks PostgreSQL until it is rebuilt, and the engine from then on', async () => {
    await create('Darjeeling');
    await create('Draft of Darjeeling', { status: 'draft' });
    await create('Assam');
    expect(await titles('q=jeel'), 'a middle, which only the engine of this test finds').to.deep.equal([]);
    expect(await noted(), 'nothing is noted for a store without an engine').to.equal(0);

    expect(await search.rebuildSearch(api.env.system, shop.tenantId)).to.equal(2);

    expect(await titles('q=jeel')).to.deep.equal(['Darjeeling']);
    expect(await titles('q=jeel&priceMin=200'), 'other filters are PostgreSQL’s').to.deep.equal([]);
    expect(await titles('q=a&sort=-title')).to.deep.equal(['Darjeeling', 'Assam']);
    expect(await page('q=jeel', 'products/facets')).to.include({ total: 1 });
    expect(await page('q=a&pageSize=1')).to.deep.include({ total: 2, isTotalCapped: false });
    const other = await createStore(api.env.system);
    const found = await api.request('GET', '/store/v1/products?q=jeel', { key: other.publishableKey });
    expect(found.expect(200).items).to.deep.equal([]);
    expect(await search.endSearch(api.env.system, shop.tenantId)).to.equal(true);
    expect(await titles('q=jeel')).to.deep.equal([]);
    expect([...engine.documents.values()].filter(({ tenantId }) => tenantId === shop.tenantId)).to.deep.equal(
      [],
    );
  });

  it('tells the engine of what changes, in any order of changes, and tells it again what it didn’t take', async () => {
    const [kept, gone] = [await create('Sencha'), await create('Matcha')];
    await search.rebuildSearch(api.env.system, shop.tenantId);

    await api.request('PATCH', `/admin/v1/products/${kept.id}`, { token, body: { title: 'Gyokuro' } });
    await api.request('PATCH', `/admin/v1/products/${kept.id}`, { token, body: { description: 'Shaded' } });
    await api.request('DELETE', `/admin/v1/products/${gone.id}`, { token });
    const path = `/admin/v1/products/${kept.id}/variants/${kept.variants[0].id}`;
    await api.request('PATCH', path, { token, body: { priceAmount: 5 } });
    expect(await noted(), 'each product once').to.equal(2);
    engine.answer((response) => response.writeHead(500).end());
    const failed = await search.feedEngine(api.env.system, 10).then(
      () => 'none',
      () => 'failed',
    );
    engine.answer(undefined);

    expect([failed, await noted()]).to.deep.equal(['failed', 2]);
    expect(await search.feedEngine(api.env.system, 10), 'not at once').to.equal(0);
    await shop.admin.db.searchOutboxEntry.updateMany({ data: { leasedUntil: new Date(0) } });
    expect(await search.feedEngine(api.env.system, 10)).to.equal(2);
    expect(await noted()).to.equal(0);
    expect(await titles('q=okur')).to.deep.equal(['Gyokuro']);
    expect(await titles('q=atch')).to.deep.equal([]);
  });

  it('keeps what changes while the engine is being told', async () => {
    const product = await create('Oolong');
    await search.rebuildSearch(api.env.system, shop.tenantId);
    const rename = (title: string) =>
      api.request('PATCH', `/admin/v1/products/${product.id}`, { token, body: { title } });
    await rename('Milk oolong');
    let renamed: Promise<unknown> | undefined;
    engine.answer((response) => {
      renamed = rename('Dark oolong').finally(() => response.writeHead(500).end());
    });
    await search.feedEngine(api.env.system, 10).catch(() => {});
    await renamed;
    engine.answer(undefined);
    await shop.admin.db.searchOutboxEntry.updateMany({ data: { leasedUntil: null } });
    await search.feedEngine(api.env.system, 10);

    expect(await titles('q=dark%20oolong')).to.deep.equal(['Dark oolong']);
    expect(await noted()).to.equal(0);
  });

  it('lets PostgreSQL find while the engine is away, without asking it each time', async () => {
    await create('Keemun');
    await search.rebuildSearch(api.env.system, shop.tenantId);
    let asked = 0;
    engine.answer((response) => {
      asked += 1;
      response.destroy();
    });

    expect(await titles('q=keemun')).to.deep.equal(['Keemun']);
    expect(await titles('q=keemun')).to.deep.equal(['Keemun']);
    expect(asked).to.equal(1);
    engine.answer(undefined);
    expect(await titles('q=eemu'), 'still PostgreSQL').to.deep.equal([]);
    now += 5000;
    expect(await titles('q=eemu')).to.deep.equal(['Keemun']);
  });
});
