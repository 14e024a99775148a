import { createStore, elsewhere } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';

describe('the storefront’s catalogue', () => {
  const api = useApi();
  const shop = useStoreOfEach(api);
  let token: string;
  let key: string;
  beforeEach(async () => {
    token = shop.token();
    key = shop.publishableKey;
  });

  const create = async (path: string, body: object) =>
    (await api.request('POST', `/admin/v1/${path}`, { token, body })).expect(201);
  const product = (title: string, body: object = {}) =>
    create('products', { title, status: 'published', ...body });
  const slugs = async (query = ''): Promise<string[]> => {
    const page = (await api.request('GET', `/store/v1/products${query}`, { key })).expect(200);
    return page.items.map(({ slug }: { slug: string }) => slug);
  };
  /** Without the test client, which follows redirects and knows no 304. */
  const raw = (path: string, headers: Record<string, string> = {}) =>
    fetch(api.url + path, { headers: { 'X-Publishable-Key': key, ...headers }, redirect: 'manual' });

  const variant = (sku: string, priceAmount: number, more: object = {}) => ({ sku, priceAmount, ...more });

  it('lists published products of this store, newest first', async () => {
    const images = [{ url: 'https://images.example.com/1.jpg', alt: 'One' }];
    const tea = await product('Tea', {
      images,
      variants: [
        variant('A', 500, { stockQuantity: 1 }),
        variant('B', 300, { compareAtAmount: 400, contentAmount: 100, contentUnit: 'g' }),
      ],
    });
    const mug = await product('Mug');
    await create('products', { title: 'Draft' });
    const other = await createStore(api.env.system);
    await other.variant();

    const page = (await api.request('GET', '/store/v1/products', { key })).expect(200);

    expect(page).to.deep.equal({
      items: [
        {
          id: mug.id,
          slug: 'mug',
          title: 'Mug',
          image: null,
          priceFrom: null,
          priceTo: null,
          currency: null,
          price: null,
          cheapest: null,
          available: false,
        },
        {
          id: tea.id,
          slug: 'tea',
          title: 'Tea',
          image: elsewhere(...images)[0],
          priceFrom: 300,
          priceTo: 500,
          currency: 'EUR',
          price: { from: 300, to: 500, currency: 'EUR', includesTax: true },
          cheapest: {
            priceAmount: 300,
            currency: 'EUR',
            compareAtAmount: 400,
            lowestPriceIn30Days: null,
            unitPrice: { amount: 3000, referenceAmount: 1, referenceUnit: 'kg' },
          },
          available: true,
        },
      ],
      total: 2,
      page: 1,
      pageSize: 20,
      isTotalCapped: false,
      nextCursor: null,
    });
    expect((await api.request('GET', '/store/v1/products?page=7', { key })).expect(200)).to.include({
      total: 2,
    });
  });

  it('filters by category with those below it, price, option and availability', async () => {
    const teas = await create('categories', { name: 'Teas' });
    const green = await create('categories', { name: 'Green', parentId: teas.id });
    const size = (value: string) => ({ options: { Size: value, Colour: 'red' } });
    await product('Sencha', { categoryIds: [green.id], variants: [variant('S', 900, { stockQuantity: 2 })] });
    await product('Shirt', {
      variants: [variant('M', 1500, size('M')), variant('L', 2500, { stockQuantity: 1, ...size('L') })],
    });
    await product('Order', { variants: [variant('O', 100, { allowBackorder: true })] });
    await product('Gone', { variants: [variant('G', 50)] });

    expect(await slugs('?category=teas')).to.deep.equal(['sencha']);
    expect(await slugs('?category=green')).to.deep.equal(['sencha']);
    expect(await slugs('?category=none')).to.deep.equal([]);
    expect(await slugs('?priceMin=900&priceMax=1500')).to.deep.equal(['shirt', 'sencha']);
    expect(await slugs('?option=Size:M')).to.deep.equal(['shirt']);
    expect(await slugs('?option=Size:M&option=Colour:red')).to.deep.equal(['shirt']);
    expect(await slugs('?option=Size:M&option=Colour:blue')).to.deep.equal([]);
    expect(await slugs('?available=true')).to.deep.equal(['order', 'shirt', 'sencha']);
    expect(await slugs('?available=false')).to.deep.equal(['gone']);
    expect(await slugs('?option=Size:M&available=true'), 'M is out of stock').to.deep.equal([]);
    expect(await slugs('?option=Size:L&priceMax=2000'), 'L costs more').to.deep.equal([]);
  });

  it('counts what orders hold as not available', async () => {
    await shop.order();
    await shop.admin.db.variant.updateMany({ data: { stockQuantity: 1 } });

    expect(await slugs('?available=true')).to.deep.equal([]);
  });

  it('sorts by price, title and age', async () => {
    await product('b', { variants: [variant('B', 200), variant('B2', 900)] });
    await product('A', { variants: [variant('A', 300)] });
    await product('c');

    expect(await slugs('?sort=price')).to.deep.equal(['b', 'a', 'c']);
    expect(await slugs('?sort=-price')).to.deep.equal(['a', 'b', 'c']);
    expect(await slugs('?sort=title')).to.deep.equal(['a', 'b', 'c']);
    expect(await slugs('?sort=-title')).to.deep.equal(['c', 'b', 'a']);
    expect(await slugs('?sort=newest')).to.deep.equal(['c', 'a', 'b']);
    expect(await slugs('?sort=price&pageSize=1&page=2')).to.deep.equal(['a']);
  });

  it('searches words, beginnings, descriptions and near spellings, the best first', async () => {
    await product('Earl Grey', { description: 'A black tea with bergamot' });
    await product('Darjeeling First Flush', { description: 'Tea of the mountains' });
    await product('Porcelain cup');
    await create('products', { title: 'Darjeeling draft' });

    expect(await slugs('?q=darjeeling')).to.deep.equal(['darjeeling-first-flush']);
    expect(await slugs('?q=Darje')).to.deep.equal(['darjeeling-first-flush']);
    expect(await slugs('?q=bergamot%20bla')).to.deep.equal(['earl-grey']);
    expect(await slugs('?q=darjeling'), 'misspelt').to.deep.equal(['darjeeling-first-flush']);
    expect((await slugs('?q=tea')).sort()).to.deep.equal(['darjeeling-first-flush', 'earl-grey']);
    for (const odd of ["'", '!&|():*', '%25', '\\', '--', '<->'])
      expect(await slugs(`?q=${odd}`), odd).to.deep.equal([]);
  });

  it('refuses a wrong query', async () => {
    for (const query of [
      'priceMin=-1',
      'priceMin=x',
      'option=Size',
      'available=perhaps',
      'sort=best',
      'category=No!',
      'q=',
      'pageSize=0',
    ])
      (await api.request('GET', `/store/v1/products?${query}`, { key })).refused('validation_failed');
    (await api.request('GET', '/store/v1/products')).refused('unauthenticated');
  });

  it('shows a product with its pictures, categories, options and variants, and hides the rest', async () => {
    const teas = await create('categories', { name: 'Teas' });
    const images = [{ url: 'https://images.example.com/1.jpg', alt: null }];
    const created = await product('Tea', {
      description: 'Good',
      images,
      categoryIds: [teas.id],
      variants: [
        // A price that isn’t above the variant’s own is none to compare with.
        variant('S', 1, { options: { Size: 'S' }, stockQuantity: 1, compareAtAmount: 1 }),
        variant('M', 2, { options: { Size: 'M' }, compareAtAmount: 9, contentAmount: 150, contentUnit: 'g' }),
      ],
    });

    const shown = (await api.request('GET', '/store/v1/products/tea', { key })).expect(200);

    expect(shown).to.deep.equal({
      id: created.id,
      slug: 'tea',
      title: 'Tea',
      description: 'Good',
      images: elsewhere(...images),
      categories: [{ id: teas.id, name: 'Teas', slug: 'teas' }],
      options: [{ name: 'Size', values: ['S', 'M'] }],
      metadata: {},
      variants: [
        {
          id: created.variants[0].id,
          sku: 'S',
          title: null,
          options: { Size: 'S' },
          priceAmount: 1,
          price: {
            amount: 1,
            currency: 'EUR',
            includesTax: true,
            unitPrice: null,
            priceList: null,
            steps: [],
          },
          contentAmount: null,
          contentUnit: null,
          currency: 'EUR',
          compareAtAmount: null,
          lowestPriceIn30Days: null,
          available: true,
          metadata: {},
        },
        {
          id: created.variants[1].id,
          sku: 'M',
          title: null,
          options: { Size: 'M' },
          priceAmount: 2,
          price: {
            ...{ amount: 2, currency: 'EUR', includesTax: true, priceList: null, steps: [] },
            unitPrice: { amount: 13, referenceAmount: 1, referenceUnit: 'kg' },
          },
          contentAmount: 150,
          contentUnit: 'g',
          currency: 'EUR',
          compareAtAmount: 9,
          lowestPriceIn30Days: null,
          available: false,
          metadata: {},
        },
      ],
    });
  });

  it('has no draft, no unknown product and none of another store', async () => {
    await create('products', { title: 'Draft' });
    const other = await createStore(api.env.system);
    await product('Ours');

    (await api.request('GET', '/store/v1/products/draft', { key })).refused('not_found');
    (await api.request('GET', '/store/v1/products/none', { key })).refused('not_found');
    (await api.request('GET', '/store/v1/products/ours', { key: other.publishableKey })).refused('not_found');
  });

  it('returns 304 to a known ETag until something changes', async () => {
    const created = await product('Tea', { variants: [variant('S', 100)] });
    const paths = ['/store/v1/products', '/store/v1/products/tea', '/store/v1/categories'];
    const first = await Promise.all(paths.map((path) => raw(path)));
    const tags = first.map(({ headers }) => headers.get('etag') ?? '');

    const again = await Promise.all(
      paths.map((path, index) => raw(path, { 'If-None-Match': `"other", W/${tags[index]}` })),
    );
    expect(again.map(({ status }) => status)).to.deep.equal([304, 304, 304]);
    expect(await again[0]?.text()).to.equal('');
    expect(first[0]?.headers.get('cache-control')).to.equal('public, no-cache');

    const path = `/admin/v1/products/${created.id}/variants/${created.variants[0].id}`;
    await api.request('PATCH', path, { token, body: { priceAmount: 90 } });
    const changed = await Promise.all(
      paths.map((each, index) => raw(each, { 'If-None-Match': tags[index] ?? '' })),
    );
    expect(changed.map(({ status }) => status)).to.deep.equal([200, 200, 304]);
  });

  it('redirects from former slugs of products and categories', async () => {
    const tea = await product('Tea');
    const teas = await create('categories', { name: 'Teas' });
    for (const slug of ['tea-2', 'tea-3']) {
      await api.request('PATCH', `/admin/v1/products/${tea.id}`, { token, body: { slug } });
      await api.request('PATCH', `/admin/v1/categories/${teas.id}`, { token, body: { slug } });
    }

    for (const kind of ['products', 'categories']) {
      for (const old of [kind === 'products' ? 'tea' : 'teas', 'tea-2']) {
        const answer = await raw(`/store/v1/${kind}/${old}`);
        expect(answer.status, `${kind} ${old}`).to.equal(308);
        expect(answer.headers.get('location')).to.equal(`/store/v1/${kind}/tea-3`);
      }
      expect((await raw(`/store/v1/${kind}/tea-3`)).status).to.equal(200);
    }
  });

  it('gives a former slug to the next product that uses it, and takes it back', async () => {
    const tea = await product('Tea');
    await api.request('PATCH', `/admin/v1/products/${tea.id}`, { token, body: { slug: 'old-tea' } });

    await product('Tea');
    expect((await raw('/store/v1/products/tea')).status).to.equal(200);

    await api.request('PATCH', `/admin/v1/products/${tea.id}`, { token, body: { slug: 'tea-again' } });
    await api.request('PATCH', `/admin/v1/products/${tea.id}`, { token, body: { slug: 'old-tea' } });
    expect((await raw('/store/v1/products/old-tea')).status).to.equal(200);
    expect((await raw('/store/v1/products/tea-again')).headers.get('location')).to.equal(
      '/store/v1/products/old-tea',
    );
  });

  it('does not redirect to a draft', async () => {
    const tea = await product('Tea');
    await api.request('PATCH', `/admin/v1/products/${tea.id}`, {
      token,
      body: { slug: 'new', status: 'draft' },
    });

    expect((await raw('/store/v1/products/tea')).status).to.equal(404);
  });

  it('shows the category tree', async () => {
    const teas = await create('categories', { name: 'Teas', description: 'All' });
    await create('categories', { name: 'Green', parentId: teas.id });
    await create('categories', { name: 'Cups', position: 0 });

    const { items } = (await api.request('GET', '/store/v1/categories', { key })).expect(200);
    const one = (await api.request('GET', '/store/v1/categories/teas', { key })).expect(200);

    expect(items.map(({ name }: { name: string }) => name)).to.deep.equal(['Cups', 'Teas']);
    expect(items[1]).to.deep.equal(one);
    expect(one).to.include({ id: teas.id, description: 'All' }).and.not.have.property('version');
    expect(one.children.map(({ name }: { name: string }) => name)).to.deep.equal(['Green']);
    (await api.request('GET', '/store/v1/categories/none', { key })).refused('not_found');
  });
});
