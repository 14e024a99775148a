import { randomUUID } from 'node:crypto';
import { catalog } from '@service/core';
import { createStore, paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from './harness.ts';
import { refundsSent } from './refunds-sent.ts';
import { createShop, useShop } from './store/shop.ts';
import { snapshot } from './table-snapshot.ts';
import { createProvider } from './webhooks/payment/callback.ts';

const OWN = { 'erp.id': '4711', 'erp.rank': 3, 'public.hint': 'Keep dry', 'public.isNew': true, gone: null };
const SHOWN = { 'public.hint': 'Keep dry', 'public.isNew': true };

describe('metadata', () => {
  const logged: string[] = [];
  const keep = (details: object, message: string) => void logged.push(JSON.stringify([details, message]));
  const api = useApi({ settings: { log: { debug: keep, info: keep, warn: keep, error: keep } } });
  const shop = useShop(api);

  const store = async (path: string, token?: string) =>
    (
      await api.request('GET', `/store/v1${path}`, {
        key: shop.store.publishableKey,
        ...(token === undefined ? {} : { token }),
      })
    ).expect(200);

  async function paidOrder() {
    const { id: variantId } = await shop.variant();
    const cartId = await shop.fullCart({ [variantId]: 1 });
    (await shop.send('PATCH', `/${cartId}`, { metadata: SHOWN })).expect(200);
    const { order } = (await shop.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    return { id: order.id as string, cartId };
  }

  const KINDS: Readonly<Record<string, () => Promise<string>>> = {
    product: async () =>
      `/products/${(await shop.admin('POST', '/products', { title: 'Tea', slug: `tea-${randomUUID()}` })).expect(201).id}`,
    variant: async () => {
      const { id, productId } = await shop.variant();
      return `/products/${productId}/variants/${id}`;
    },
    category: async () => {
      const body = { name: 'Teas', slug: `teas-${randomUUID()}` };
      return `/categories/${(await shop.admin('POST', '/categories', body)).expect(201).id}`;
    },
    customer: async () => `/customers/${(await shop.store.customer()).id}`,
    order: async () => `/orders/${await shop.store.order()}`,
    subscription: async () => {
      const body = { url: 'http://127.0.0.1:1/hook', events: ['order.paid'] };
      return `/webhooks/subscriptions/${(await shop.admin('POST', '/webhooks/subscriptions', body)).expect(201).id}`;
    },
  };

  for (const [kind, make] of Object.entries(KINDS)) {
    it(`of a ${kind} begins empty, is kept, replaced as a whole, and refused where it isn’t one`, async () => {
      const path = await make();
      const read = async () => (await shop.admin('GET', path)).expect(200);
      expect((await read()).metadata).to.deep.equal({});

      expect((await shop.admin('PATCH', path, { metadata: OWN })).expect(200).metadata).to.deep.equal(OWN);
      expect((await read()).metadata).to.deep.equal(OWN);
      const changed = (await shop.admin('PATCH', path, { metadata: { erp: 1 } })).expect(200);
      expect(changed.metadata).to.deep.equal({ erp: 1 });
      expect(changed.version).to.equal((await read()).version);

      const before = await snapshot(api.env);
      for (const metadata of [
        { deep: { er: 1 } },
        { list: [1] },
        { 'a b': 1 },
        { long: 'x'.repeat(8192) },
        Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, index])),
        null,
      ])
        (await shop.admin('PATCH', path, { metadata })).refused('validation_failed');
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('is in no line of the log, neither stored nor refused nor looked for', async () => {
    const path = await KINDS.customer?.();
    (await shop.admin('PATCH', `${path}`, { metadata: { 'own.name': 'own value' } })).expect(200);
    (await shop.admin('PATCH', `${path}`, { metadata: { 'own.name': { deep: 'own value' } } })).refused(
      'validation_failed',
    );
    (await shop.admin('GET', '/customers?metadata=own.name:own value')).expect(200);

    expect(logged.join()).to.include('/admin/v1/customers');
    expect(logged.join()).not.to.include('own value');
    expect(logged.join()).not.to.include('own.name');
  });

  it('comes with what is created, and a refund has it too', async () => {
    const variant = { sku: 'META-1', priceAmount: 500, metadata: { 'public.size': 'M' } };
    const body = { title: 'Mug', slug: 'mug', status: 'published', metadata: OWN, variants: [variant] };
    const product = (await shop.admin('POST', '/products', body)).expect(201);
    const category = (await shop.admin('POST', '/categories', { name: 'Mugs', metadata: OWN })).expect(201);
    const customer = (
      await shop.admin('POST', '/customers', { email: 'meta@example.com', metadata: OWN })
    ).expect(201);
    const { id } = await paidOrder();
    const refund = (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 10, metadata: OWN })).expect(
      201,
    );

    for (const each of [product, category, customer, refund]) expect(each.metadata).to.deep.equal(OWN);
    expect(product.variants[0].metadata).to.deep.equal(variant.metadata);
    const { refunds } = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    expect(refunds[0].metadata).to.deep.equal(OWN);
    await refundsSent(shop.store);
  });

  it('shows a storefront nothing but names that begin with public.', async () => {
    const variants = [{ sku: 'META-2', priceAmount: 500, metadata: OWN }];
    const body = { title: 'Cup', slug: 'cup', status: 'published', metadata: OWN, variants };
    (await shop.admin('POST', '/products', body)).expect(201);
    (await shop.admin('POST', '/categories', { name: 'Cups', slug: 'cups', metadata: OWN })).expect(201);
    const { id, token } = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${id}`, { metadata: OWN })).expect(200);

    const product = await store('/products/cup');
    const { items: categories } = await store('/categories');
    const category = categories.find(({ slug }: { slug: string }) => slug === 'cups');

    expect(product.metadata).to.deep.equal(SHOWN);
    expect(product.variants[0].metadata).to.deep.equal(SHOWN);
    expect(category.metadata).to.deep.equal(SHOWN);
    expect((await store('/categories/cups')).metadata).to.deep.equal(SHOWN);
    expect((await store('/customers/me', token)).metadata).to.deep.equal(SHOWN);
  });

  it('of a cart is written by the storefront, public names only, and goes over to the order', async () => {
    const { id, cartId } = await paidOrder();
    const open = await shop.createCart();
    const before = await snapshot(api.env);
    for (const metadata of [{ 'erp.id': '1' }, { public: 1 }, { 'public.': 1 }, { 'Public.a': 1 }]) {
      (await shop.send('PATCH', `/${open}`, { metadata })).refused('validation_failed');
      (await shop.send('POST', '', { metadata })).refused('validation_failed');
    }
    (await shop.send('PATCH', `/${cartId}`, { metadata: {} })).refused('cart_completed');
    expect(await snapshot(api.env)).to.deep.equal(before);

    const order = (await shop.admin('GET', `/orders/${id}`)).expect(200);
    expect(order.metadata).to.deep.equal(SHOWN);
    (await shop.admin('PATCH', `/orders/${id}`, { metadata: { ...SHOWN, 'erp.id': '9' } })).expect(200);

    expect((await shop.send('GET', `/${cartId}/order`)).expect(200).metadata).to.deep.equal(SHOWN);
    expect((await shop.send('GET', `/${cartId}`)).expect(200).metadata).to.deep.equal(SHOWN);
    const created = (await shop.send('POST', '', { metadata: SHOWN })).expect(201);
    expect(created.metadata).to.deep.equal(SHOWN);
  });

  it('leaves a customer’s private fields alone when they change their profile', async () => {
    const { id, token } = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${id}`, { metadata: OWN })).expect(200);

    const body = { name: 'Ada', metadata: { 'erp.id': 'mine' } };
    (await api.request('PATCH', '/store/v1/customers/me', { token, body })).expect(200);

    expect((await shop.admin('GET', `/customers/${id}`)).expect(200).metadata).to.deep.equal(OWN);
  });

  describe('as a filter of a list', () => {
    const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

    it('finds the store’s orders, customers, products and refunds by text and by JSON', async () => {
      const other = await createShop(api);
      const { id: order } = await paidOrder();
      const { id: refund } = (
        await shop.admin('POST', `/orders/${order}/refunds`, { amount: 10, metadata: OWN })
      ).expect(201);
      const { id: customer } = await shop.store.customer();
      const product = await catalog.createProduct(shop.store.admin, { title: 'Found', metadata: OWN });
      const foreign = await catalog.createProduct(other.store.admin, { title: 'Found', metadata: OWN });
      for (const path of [`/orders/${order}`, `/customers/${customer}`])
        (await shop.admin('PATCH', path, { metadata: OWN })).expect(200);

      for (const [list, id] of [
        ['orders', order],
        ['customers', customer],
        ['products', product.id],
        ['refunds', refund],
      ]) {
        const find = async (filter: string, by = shop) =>
          idsOf((await by.admin('GET', `/${list}?${filter}`)).expect(200));
        expect(await find('metadata=erp.id:4711'), list).to.include(id);
        expect(await find('metadata=erp.rank:3'), list).to.include(id);
        expect(await find('metadata=public.isNew:true'), list).to.include(id);
        expect(await find('metadata=gone:null'), list).to.include(id);
        expect(await find('metadata=erp.id:4711&metadata=erp.rank:3'), list).to.include(id);
        expect(await find('metadata=erp.id:4711&metadata=erp.rank:4'), list).to.deep.equal([]);
        expect(await find('metadata=erp.id:471'), list).to.deep.equal([]);
        expect(await find('metadata=erp.id:'), list).to.deep.equal([]);
        expect(await find('metadata=erp.id:4711', other), list).not.to.include(id);
      }
      expect(idsOf((await other.admin('GET', '/products?metadata=erp.id:4711')).expect(200))).to.deep.equal([
        foreign.id,
      ]);
      (await shop.admin('GET', '/products?metadata=nothing')).refused('validation_failed');
    });

    it('applies together with a list’s other filters', async () => {
      const own = await createShop(api);
      const make = (title: string, status: 'draft' | 'published') =>
        catalog.createProduct(own.store.admin, { title, status, metadata: { line: 'a' } });
      const [, green] = [await make('Green tea', 'draft'), await make('Green cup', 'published')];

      const found = await own.admin('GET', '/products?q=green&status=published&metadata=line:a');

      expect(idsOf(found.expect(200))).to.deep.equal([green.id]);
    });

    it('finds subscriptions', async () => {
      const body = { url: 'http://127.0.0.1:1/hook', events: ['order.paid'], metadata: { team: 'erp' } };
      const { id } = (await shop.admin('POST', '/webhooks/subscriptions', body)).expect(201);

      const find = async (pair: string) =>
        (await shop.admin('GET', `/webhooks/subscriptions?metadata=${pair}`)).expect(200);

      expect((await find('team:erp')).map(({ id: each }: { id: string }) => each)).to.deep.equal([id]);
      expect(await find('team:crm')).to.deep.equal([]);
    });
  });

  it('shows a portal session public fields only, and lets it neither find nor write the others', async () => {
    const body = { url: 'http://127.0.0.1:1/hook', events: ['order.paid'], label: 'meta', metadata: OWN };
    const { id } = (await shop.admin('POST', '/webhooks/subscriptions', body)).expect(201);
    const session = { label: 'meta', capabilities: ['view', 'manage'] };
    const { url } = (await shop.admin('POST', '/webhooks/portal-sessions', session)).expect(201);
    const token = url.slice(url.indexOf('#token=') + '#token='.length);
    const ask = (method: string, path: string, change?: object) =>
      api.request(method, `/admin/v1/webhooks/subscriptions${path}`, {
        token,
        ...(change ? { body: change } : {}),
      });

    expect((await ask('GET', `/${id}`)).expect(200).metadata).to.deep.equal(SHOWN);
    expect((await ask('GET', '?metadata=public.hint:Keep dry')).expect(200)).to.have.length(1);
    expect((await ask('GET', '?metadata=erp.id:4711')).expect(200)).to.deep.equal([]);
    const change = { description: 'Ours', metadata: { 'erp.id': '1' } };
    expect((await ask('PATCH', `/${id}`, change)).expect(200).metadata).to.deep.equal(SHOWN);
    const made = { url: 'http://127.0.0.1:1/hook', events: ['order.paid'], metadata: { 'public.a': 1 } };
    expect((await ask('POST', '', made)).expect(201).metadata).to.deep.equal({});
    const kept = (await shop.admin('GET', `/webhooks/subscriptions/${id}`)).expect(200);
    expect(kept.metadata).to.deep.equal(OWN);
  });

  for (const format of ['ndjson', 'csv']) {
    it(`is kept by an export and the import of it (${format})`, async () => {
      const [from, to] = [await createStore(api.env.system), await createStore(api.env.system)];
      const variants = [{ sku: 'KEPT', priceAmount: 1, metadata: { 'public.size': 'M, "wide"' } }];
      await catalog.createProduct(from.admin, { title: 'Kept', metadata: OWN, variants });
      const headers = { 'Content-Type': format === 'csv' ? 'text/csv' : 'application/x-ndjson' };
      const send = async (body: string) => {
        const token = to.token();
        const received = await api.request('POST', '/admin/v1/products/import', { token, body, headers });
        await catalog.processImports(api.env.system);
        const path = `/admin/v1/product-imports/${received.expect(202).id}`;
        return (await api.request('GET', path, { token })).expect(200);
      };

      const path = `/admin/v1/products/export?format=${format}`;
      const file = (await api.request('GET', path, { token: from.token() })).expect(200);
      expect(await send(file)).to.include({ created: 1, refused: 0 });

      const listed = (await api.request('GET', '/admin/v1/products', { token: to.token() })).expect(200);
      const [product] = listed.items;
      expect(product.metadata).to.deep.equal(OWN);
      expect(product.variants[0].metadata).to.deep.equal(variants[0]?.metadata);
      expect(await send(file)).to.include({ unchanged: 1 });
      const tooLarge = { slug: 'kept', title: 'Kept', sku: 'KEPT', priceAmount: 1 };
      if (format === 'ndjson') {
        const changed = { ...tooLarge, metadata: { only: 1 }, variantMetadata: {} };
        expect(await send(`${JSON.stringify(changed)}\n`)).to.include({ updated: 1 });
        const large = { ...tooLarge, metadata: { a: 'x'.repeat(8192) } };
        expect(await send(`${JSON.stringify(large)}\n`)).to.include({ refused: 1 });
        const after = (
          await api.request('GET', `/admin/v1/products/${product.id}`, { token: to.token() })
        ).expect(200);
        expect(after.metadata).to.deep.equal({ only: 1 });
        expect(after.variants[0].metadata).to.deep.equal({});
      }
    });
  }
});
