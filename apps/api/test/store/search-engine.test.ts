import type { ServerResponse } from 'node:http';
import { inTransaction, search } from '@service/core';
import { createStore, type MeilisearchServer, startMeilisearch, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';

describe('the search of a store with a search engine', () => {
  let engine: MeilisearchServer;
  let api: TestApi;
  let shop: TestStore;
  let token: string;
  let now = 0;
  const warned: unknown[] = [];

  before(async () => {
    engine = await startMeilisearch();
    const searchEngine = { url: engine.url, apiKey: engine.key, clock: () => now };
    const ignore = () => {};
    const warn = (...given: unknown[]) => warned.push(given[1]);
    api = await startApi({
      settings: { searchEngine, log: { debug: ignore, info: ignore, warn, error: ignore } },
    });
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

  it('tells the engine of changes in any order, and again of what it didn’t take', async () => {
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

  it('sets aside a product that the engine refuses, and sends the others of its group (V14)', async () => {
    for (const title of ['Tie Guan Yin', 'Refused', 'Da Hong Pao', 'Bai Mu Dan']) await create(title);
    engine.refuse({ title: 'Refused' });
    const failed: unknown[] = [];
    const log = { ...api.env.system.log, error: (...given: unknown[]) => failed.push(given[1]) };

    expect(await search.rebuildSearch({ ...api.env.system, log }, shop.tenantId)).to.equal(4);

    expect(await noted()).to.equal(0);
    expect(failed).to.deep.equal(['the search engine refuses a product']);
    expect((await titles('q=a')).sort()).to.deep.equal(['Bai Mu Dan', 'Da Hong Pao', 'Tie Guan Yin']);
    engine.refuse(undefined);
    await search.rebuildSearch(api.env.system, shop.tenantId);
    expect(await titles('q=efuse')).to.deep.equal(['Refused']);
  });

  it('tells the engine in parts when it refuses the whole as too long', async () => {
    for (let n = 0; n < 4; n += 1) await create(`Long ${n}`, { description: 'a'.repeat(400) });
    engine.refuse({ bytes: 1000 });

    await search.rebuildSearch(api.env.system, shop.tenantId);
    engine.refuse(undefined);

    expect(await titles('q=ong')).to.have.length(4);
  });

  it('tells the engine of what is new and gone together: in turn it might outlast the lease', async () => {
    const [kept, gone] = [await create('Pu-erh'), await create('Bancha')];
    await search.rebuildSearch(api.env.system, shop.tenantId);
    await api.request('PATCH', `/admin/v1/products/${kept.id}`, { token, body: { description: 'Ripe' } });
    await api.request('DELETE', `/admin/v1/products/${gone.id}`, { token });
    const asked: ServerResponse[] = [];
    engine.answer((response) => {
      if (asked.push(response) === 2) for (const each of asked) each.writeHead(500).end();
    });

    await search.feedEngine(api.env.system, 10).catch(() => {});
    engine.answer(undefined);

    expect(asked).to.have.length(2);
    expect(await noted()).to.equal(2);
  });

  it('waits for no transaction that changes products', async () => {
    const product = await create('Genmaicha');
    await search.rebuildSearch(api.env.system, shop.tenantId);
    const rename = (db: Pick<typeof shop.admin.db, 'product'>, title: string) =>
      db.product.update({
        where: { tenantId_id: { tenantId: shop.tenantId, id: product.id } },
        data: { title },
      });
    await rename(shop.admin.db, 'Sakuracha');
    let changing: Promise<unknown> = Promise.resolve();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    engine.answer((response) => {
      engine.answer(undefined);
      changing = inTransaction(shop.admin, async (tx) => {
        await rename(tx.db, 'Hojicha');
        response.writeHead(202, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ taskUid: 0, status: 'enqueued', enqueuedAt: new Date() }));
        await ended;
      });
    });

    expect(await search.feedEngine(api.env.system, 10)).to.equal(1);
    end();
    await changing;

    expect(await noted()).to.equal(1);
    await shop.admin.db.searchOutboxEntry.updateMany({ data: { leasedUntil: null } });
    expect(await search.feedEngine(api.env.system, 10)).to.equal(1);
    expect(await titles('q=ojich')).to.deep.equal(['Hojicha']);
  });

  it('finds a store’s products only when a worker has told it of those that it has, too', async () => {
    await create('Lapsang');
    await search.rebuildSearch(api.env.system, shop.tenantId);
    await search.endSearch(api.env.system, shop.tenantId);
    const { id } = await shop.admin.db.product.findFirstOrThrow();
    const ofProduct = { tenantId: shop.tenantId, productId: id };
    const leasedUntil = new Date(Date.now() + 60_000);
    await shop.admin.db.searchOutboxEntry.create({ data: { ...ofProduct, leasedUntil } });
    const seen: number[] = [];

    await search.rebuildSearch(api.env.system, shop.tenantId, async (told) => {
      seen.push(told);
      await shop.admin.db.searchOutboxEntry.updateMany({ data: { leasedUntil: null } });
    });

    expect([seen[0], seen.at(-1)]).to.deep.equal([0, 1]);
    expect(await titles('q=apsan')).to.deep.equal(['Lapsang']);
  });

  it('searches in PostgreSQL for each store that an engine has lost, until it is rebuilt', async () => {
    const lost = await createStore(api.env.system);
    await lost.variant();
    const found = async () =>
      (await api.request('GET', '/store/v1/products?q=product', { key: lost.publishableKey })).expect(200)
        .total;
    await create('Rooibos');
    await search.rebuildSearch(api.env.system, lost.tenantId);
    await search.rebuildSearch(api.env.system, shop.tenantId);
    expect(await found()).to.equal(1);

    engine.loseData();
    await create('Honeybush');
    await search.feedEngine(api.env.system, 10);
    await search.rebuildSearch(api.env.system, shop.tenantId);

    expect(await titles('q=oney')).to.deep.equal(['Honeybush']);
    expect(await found()).to.equal(1);
  });

  it('lets PostgreSQL find while the engine is away, without asking it each time', async () => {
    await create('Keemun');
    await search.rebuildSearch(api.env.system, shop.tenantId);
    const before = { ...api.env.services.search?.searches() };
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
    expect(warned, 'once for each pause').to.deep.equal([
      'the search engine failed; PostgreSQL finds products for a while',
    ]);
    const { engine: found = 0, database = 0 } = before;
    expect(api.env.services.search?.searches()).to.deep.equal({ engine: found + 1, database: database + 3 });
  });
});
