import { createStore, elsewhere } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { eventsOf } from '../events-of.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('/admin/v1/products', () => {
  const api = useApi();
  const shop = useStoreOfEach(api);
  let token: string;
  beforeEach(async () => {
    token = shop.token();
  });

  const create = async (body: object = {}) =>
    (await api.request('POST', '/admin/v1/products', { token, body: { title: 'Tea', ...body } })).expect(201);
  const category = async (body: object) =>
    (await api.request('POST', '/admin/v1/categories', { token, body })).expect(201);
  const get = async (id: string) =>
    (await api.request('GET', `/admin/v1/products/${id}`, { token })).expect(200);
  const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
    api.request('PATCH', `/admin/v1/products/${id}`, { token, body, headers });
  const events = async () => (await eventsOf(api, shop)).filter(({ name }) => name.startsWith('product.'));
  const eventNames = async () => (await events()).map(({ name }) => name);

  it('creates a product with its variants, categories, pictures and options matrix', async () => {
    const teas = await category({ name: 'Teas' });
    const images = [
      { url: 'https://images.example.com/1.jpg', alt: 'One' },
      { url: 'https://images.example.com/2.jpg', alt: null },
    ];

    const product = await create({
      title: 'Crème brûlée!',
      categoryIds: [teas.id, teas.id],
      images,
      variants: [
        { sku: 'S', priceAmount: 1, options: { Size: 'S', Colour: 'red' } },
        { sku: 'M', priceAmount: 2, options: { Size: 'M', Colour: 'red' } },
      ],
    });

    expect(product).to.deep.include({
      slug: 'creme-brulee',
      status: 'draft',
      categoryIds: [teas.id],
      images: elsewhere(...images),
      options: [
        { name: 'Size', values: ['S', 'M'] },
        { name: 'Colour', values: ['red'] },
      ],
      version: 1,
    });
    expect(await get(product.id)).to.deep.equal(product);
    expect(await events()).to.deep.equal([{ name: 'product.created', data: { productId: product.id } }]);
  });

  it('refuses a slug or SKU that is taken, and a category of another store; nothing is written', async () => {
    const other = await createStore(api.env.system);
    const theirs = await api.request('POST', '/admin/v1/categories', {
      token: other.token(),
      body: { name: 'Theirs' },
    });
    await create({ slug: 'taken', variants: [{ sku: 'TAKEN', priceAmount: 1 }] });
    const before = await snapshot(api.env);
    const post = (body: object) => api.request('POST', '/admin/v1/products', { token, body });

    (await post({ title: 'A', slug: 'taken' })).refused('duplicate_slug');
    (await post({ title: 'A', variants: [{ sku: 'TAKEN', priceAmount: 1 }] })).refused('duplicate_sku');
    (await post({ title: 'A', categoryIds: [theirs.body.id] })).refused('not_found');
    (await post({ title: 'A', images: [{ url: 'javascript:alert(1)' }] })).refused('validation_failed');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('changes what is sent and records product.updated once', async () => {
    const [teas, gifts] = [await category({ name: 'Teas' }), await category({ name: 'Gifts' })];
    const product = await create({
      description: 'Good',
      categoryIds: [teas.id],
      variants: [{ sku: 'S', priceAmount: 1 }],
    });
    const body = {
      title: 'Green tea',
      slug: 'green-tea',
      description: null,
      status: 'published',
      categoryIds: [gifts.id, teas.id],
      images: [{ url: 'https://images.example.com/1.jpg' }],
    };

    const answer = await patch(product.id, body);

    expect(answer.headers.get('etag')).to.equal('"2"');
    expect(answer.expect(200)).to.deep.include({
      ...body,
      categoryIds: [gifts.id, teas.id].sort(),
      images: elsewhere({ url: 'https://images.example.com/1.jpg' }),
      version: 2,
      variants: product.variants,
    });
    expect(await eventNames()).to.have.members(['product.created', 'product.updated', 'product.published']);
  });

  it('changes and records nothing when everything is like that already', async () => {
    const teas = await category({ name: 'Teas' });
    const images = [{ url: 'https://images.example.com/1.jpg', alt: null }];
    const product = await create({ categoryIds: [teas.id], images });
    const before = await snapshot(api.env);

    const same = { title: 'Tea', slug: 'tea', description: null, status: 'draft' };
    const answers = [
      await patch(product.id, {}),
      await patch(product.id, { ...same, categoryIds: [teas.id.toUpperCase(), teas.id], images }),
    ];

    for (const answer of answers) expect(answer.expect(200)).to.deep.equal(product);
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('records one event for parallel equal changes, and one for each different one', async () => {
    const product = await create();

    await Promise.all(Array.from({ length: 6 }, () => patch(product.id, { title: 'Same' })));
    await Promise.all([1, 2, 3].map((n) => patch(product.id, { description: `${n}` })));

    expect((await get(product.id)).version).to.equal(5);
    expect((await eventNames()).filter((name) => name === 'product.updated')).to.have.length(4);
  });

  it('refuses a wrong change and writes nothing', async () => {
    const product = await create();
    await create({ title: 'Second', slug: 'taken' });
    const before = await snapshot(api.env);

    (await patch(product.id, { slug: 'taken', title: 'New' })).refused('duplicate_slug');
    (await patch(product.id, { title: 'New', categoryIds: [UNKNOWN] })).refused('not_found');
    (await patch(product.id, { title: 'New' }, { 'If-Match': '"2"' })).refused('precondition_failed');
    (await patch(UNKNOWN, { title: 'New' })).refused('not_found');
    for (const [field, value] of Object.entries({
      title: null,
      slug: 'No Slug',
      status: 'gone',
      images: null,
    }))
      (await patch(product.id, { [field]: value })).refused('validation_failed');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('publishes once', async () => {
    const product = await create();
    const publish = () => api.request('POST', `/admin/v1/products/${product.id}/publish`, { token });

    const answers = await Promise.all([publish(), publish(), publish()]);

    for (const answer of answers) expect(answer.expect(200)).to.include({ status: 'published', version: 2 });
    expect(await eventNames()).to.have.members(['product.created', 'product.updated', 'product.published']);
  });

  it('deletes once, with all that belongs to it', async () => {
    const teas = await category({ name: 'Teas' });
    const product = await create({
      categoryIds: [teas.id],
      variants: [{ sku: 'S', priceAmount: 1, stockQuantity: 1 }],
    });
    const kept = await create({ title: 'Kept' });
    const path = `/admin/v1/products/${product.id}`;
    (await api.request('DELETE', path, { token, headers: { 'If-Match': '"2"' } })).refused(
      'precondition_failed',
    );

    const answers = await Promise.all([1, 2, 3].map(() => api.request('DELETE', path, { token })));

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 404, 404]);
    expect((await eventsOf(api, shop)).filter(({ name }) => name === 'product.deleted')).to.deep.equal([
      { name: 'product.deleted', data: { productId: product.id } },
    ]);
    (await api.request('GET', path, { token })).refused('not_found');
    expect(await shop.admin.db.variant.count()).to.equal(0);
    expect(await get(kept.id)).to.deep.equal(kept);
  });

  it('lists newest first, and finds by title, SKU, status and category with those below', async () => {
    const teas = await category({ name: 'Teas' });
    const green = await category({ name: 'Green', parentId: teas.id });
    const first = await create({ title: 'Sencha', categoryIds: [green.id] });
    const second = await create({
      title: 'Mug 100% clay',
      status: 'published',
      variants: [{ sku: 'MUG-1', priceAmount: 1 }],
    });
    const ids = async (query: string) => {
      const page = (await api.request('GET', `/admin/v1/products?${query}`, { token })).expect(200);
      return page.items.map(({ id }: { id: string }) => id);
    };

    expect(await ids('')).to.deep.equal([second.id, first.id]);
    expect(await ids('pageSize=1&page=2')).to.deep.equal([first.id]);
    expect(await ids('page=9')).to.deep.equal([]);
    expect(await ids('q=sench')).to.deep.equal([first.id]);
    expect(await ids('q=mug-')).to.deep.equal([second.id]);
    expect(await ids('q=100%25')).to.deep.equal([second.id]);
    expect(await ids('q=m_g'), 'no wildcard').to.deep.equal([]);
    expect(await ids('status=published')).to.deep.equal([second.id]);
    expect(await ids(`categoryId=${teas.id}`)).to.deep.equal([first.id]);
    expect(await ids(`categoryId=${UNKNOWN}`)).to.deep.equal([]);
    (await api.request('GET', '/admin/v1/products?pageSize=201', { token })).refused('validation_failed');
  });

  it('sorts by title, in whatever case, and by the last change', async () => {
    const first = await create({ title: 'sencha', status: 'published' });
    const second = await create({ title: 'Zebra mug' });
    const third = await create({ title: 'Assam', status: 'published' });
    await shop.admin.db.product.updateMany({ where: { id: second.id }, data: { updatedAt: new Date(0) } });
    const ids = async (query: string) => {
      const read: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const path: string = `/admin/v1/products?${query}&pageSize=2${cursor && `&cursor=${cursor}`}`;
        const { items, nextCursor } = (await api.request('GET', path, { token })).expect(200);
        read.push(...items.map(({ id }: { id: string }) => id));
        cursor = nextCursor;
      }
      return read;
    };

    expect(await ids('sort=title')).to.deep.equal([third.id, first.id, second.id]);
    expect(await ids('sort=-title&q=a')).to.deep.equal([second.id, first.id, third.id]);
    expect(await ids('sort=title&status=published')).to.deep.equal([third.id, first.id]);
    expect((await ids('sort=updatedAt'))[0]).to.equal(second.id);
    expect((await ids('sort=-updatedAt')).at(-1)).to.equal(second.id);
  });

  describe('variants', () => {
    it('are added at the end, in the currency of the store, and tell product.updated', async () => {
      const product = await create({ variants: [{ sku: 'A', priceAmount: 1 }] });
      const path = `/admin/v1/products/${product.id}/variants`;

      const answer = await api.request('POST', path, { token, body: { sku: 'B', priceAmount: 2 } });

      expect(answer.expect(201)).to.include({ sku: 'B', currency: 'EUR', position: 1, version: 1 });
      expect((await get(product.id)).variants.map(({ sku }: { sku: string }) => sku)).to.deep.equal([
        'A',
        'B',
      ]);
      expect(await eventNames()).to.deep.equal(['product.created', 'product.updated']);
    });

    it('are refused when SKU is taken or product is missing; parallel requests make one', async () => {
      const product = await create({ variants: [{ sku: 'A', priceAmount: 1 }] });
      const post = (productId: string, body: object) =>
        api.request('POST', `/admin/v1/products/${productId}/variants`, { token, body });
      const before = await snapshot(api.env);

      (await post(product.id, { sku: 'A', priceAmount: 1 })).refused('duplicate_sku');
      (await post(UNKNOWN, { sku: 'B', priceAmount: 1 })).refused('not_found');
      (await post(product.id, { priceAmount: 1 })).refused('validation_failed');
      (await post(product.id, { sku: 'B' })).refused('validation_failed');
      expect(await snapshot(api.env)).to.deep.equal(before);

      const answers = await Promise.all(
        Array.from({ length: 6 }, () => post(product.id, { sku: 'B', priceAmount: 1 })),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      expect(answers.filter(({ body }) => body.code === 'duplicate_sku')).to.have.length(5);
    });

    it('are deleted once, and not from under another version', async () => {
      const product = await create({
        variants: [
          { sku: 'A', priceAmount: 1 },
          { sku: 'B', priceAmount: 1 },
        ],
      });
      const path = `/admin/v1/products/${product.id}/variants/${product.variants[0].id}`;
      const remove = (headers = {}) => api.request('DELETE', path, { token, headers });
      (await remove({ 'If-Match': '"7"' })).refused('precondition_failed');

      const answers = await Promise.all([remove(), remove({ 'If-Match': '"1"' })]);

      expect(answers.map(({ status }) => status).sort()).to.deep.equal([204, 404]);
      expect((await get(product.id)).variants.map(({ sku }: { sku: string }) => sku)).to.deep.equal(['B']);
      expect(await eventNames()).to.deep.equal(['product.created', 'product.updated']);
    });
  });
});
