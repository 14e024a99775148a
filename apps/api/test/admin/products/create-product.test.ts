import { randomUUID } from 'node:crypto';
import { catalog, webhooks } from '@service/core';
import { createStore, spyOnPostgres } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';

const MAX = 9007199254740991;

describe('POST /admin/v1/products', () => {
  const api = useApi();
  const store = useStoreOfEach(api);

  const create = (body: unknown, token = store.token(['catalog:write'])) =>
    api.request('POST', '/admin/v1/products', { token, body });
  const variant = (fields: object = {}) => ({ sku: randomUUID(), priceAmount: 1250, ...fields });

  it('returns 201 with the product and what is not given filled in', async () => {
    const product = (await create({ title: 'Darjeeling', variants: [variant({ sku: 'TEA-1' })] })).expect(
      201,
    );

    expect(product).to.include({
      title: 'Darjeeling',
      slug: 'darjeeling',
      description: null,
      status: 'draft',
      version: 1,
    });
    const [{ id: _, ...first }] = product.variants;
    expect(first).to.deep.equal({
      sku: 'TEA-1',
      title: null,
      options: {},
      priceAmount: 1250,
      currency: 'EUR',
      compareAtAmount: null,
      stockQuantity: 0,
      reserved: 0,
      available: 0,
      allowBackorder: false,
      lowStockThreshold: null,
      requiresShipping: true,
      shippingProfile: null,
      taxClass: null,
      weightGrams: null,
      lengthMm: null,
      widthMm: null,
      heightMm: null,
      contentAmount: null,
      contentUnit: null,
      referenceAmount: null,
      position: 0,
      metadata: {},
      version: 1,
    });
  });

  it('is one statement with all that belongs to it, audit record included, and no reading', async () => {
    const token = store.token();
    const { id } = await catalog.createCategory(store.admin, { name: 'Teas' });
    const variants = [
      variant({ options: { colour: 'red', size: 'L', fit: 'slim', cut: 'é' } }),
      variant({ stockQuantity: 5 }),
    ];
    const images = [{ url: 'https://img.example/2.jpg', alt: 'Two' }, { url: 'https://img.example/1.jpg' }];
    const spy = spyOnPostgres();
    try {
      const whole = await create({ title: 'Tea', variants, images, categoryIds: [id] }, token);
      const ofProduct = spy.statements();
      const path = `/admin/v1/products/${whole.expect(201).id}`;
      const further = await api.request('POST', `${path}/variants`, { token, body: variant() });
      const ofVariant = spy.statements();

      further.expect(201);
      const { variants: all, ...product } = (await api.request('GET', path, { token })).expect(200);
      const { variants: made, ...rest } = whole.body;
      expect(all).to.deep.equal([...made, further.body]);
      const ofFirst = product.options.map((option: { name: string }) => option.name);
      expect(rest.options.map((option: { name: string }) => option.name)).to.deep.equal(ofFirst);
      expect({ ...product, options: rest.options }).to.deep.equal(rest);
      // The first says who asks.
      expect(ofProduct, ofProduct.join('\n')).to.have.length(2);
      expect(ofVariant, ofVariant.join('\n')).to.have.length(3);
    } finally {
      spy.close();
    }
  });

  it('leaves an audit record of what it returned, each variant in its currency', async () => {
    const variants = [variant(), variant({ currency: 'usd', stockQuantity: 3, options: { size: 'L' } })];
    const product = (await create({ title: 'Tea', variants, metadata: { apiToken: 'x' } })).expect(201);
    const none = (await create({ title: 'None' })).expect(201);

    const records = await store.admin.db.auditRecord.findMany({ where: { action: 'product.created' } });
    const bySubject = new Map(records.map((record) => [record.subjectId, record]));
    expect(records).to.have.length(2);
    expect(product.variants.map(({ currency }: { currency: string }) => currency)).to.deep.equal([
      'EUR',
      'USD',
    ]);
    expect(bySubject.get(product.id)).to.deep.include({
      subjectType: 'product',
      before: null,
      after: { ...product, metadata: { apiToken: '[redacted]' } },
    });
    expect(bySubject.get(none.id)?.after).to.deep.equal(none);
  });

  it('keeps every field that is given, the largest integer included', async () => {
    const given = {
      sku: 'x'.repeat(255),
      title: 'y'.repeat(512),
      options: { size: 'L', 'a "key"': '' },
      priceAmount: MAX,
      compareAtAmount: MAX,
      stockQuantity: MAX,
      allowBackorder: true,
      lowStockThreshold: MAX,
      weightGrams: MAX,
      lengthMm: 0,
      widthMm: 1,
      heightMm: MAX,
      position: MAX,
    };

    const product = (
      await create({
        title: 'T',
        slug: 'a-1',
        description: 'D',
        status: 'published',
        variants: [{ ...given, currency: 'usd' }],
      })
    ).expect(201);

    expect(product).to.include({ slug: 'a-1', description: 'D', status: 'published' });
    expect(product.variants[0]).to.deep.include({ ...given, currency: 'USD' });
  });

  it('keeps the variants in their order, and takes none at all', async () => {
    const skus = ['c', 'a', 'b'];

    const product = (await create({ title: 'Three', variants: skus.map((sku) => variant({ sku })) })).expect(
      201,
    );
    const none = (await create({ title: 'None' })).expect(201);

    expect(product.variants.map(({ sku }: { sku: string }) => sku)).to.deep.equal(skus);
    expect(product.variants.map(({ position }: { position: number }) => position)).to.deep.equal([0, 1, 2]);
    expect(none.variants).to.deep.equal([]);
  });

  for (const [title, slug] of Object.entries({
    'Crème brûlée!': 'creme-brulee',
    '  Two   Spaces  ': 'two-spaces',
    ПРИВЕТ: 'privet',
    '💚': 'product',
    ['a'.repeat(300)]: 'a'.repeat(255),
  })) {
    it(`makes the slug ${slug.slice(0, 20)} from ${title.slice(0, 20)}`, async () => {
      expect((await create({ title })).expect(201).slug).to.equal(slug);
    });
  }

  it('records product.created for its subscribers, once, and for no other store', async () => {
    const other = await createStore(api.env.system);
    for (const { admin } of [store, other])
      await webhooks.createSubscription(admin, {
        url: 'http://127.0.0.1:1/hook',
        events: ['product.created'],
      });

    const product = (await create({ title: 'Darjeeling' })).expect(201);

    const deliveries = await store.admin.db.webhookDelivery.findMany({ include: { webhookEvent: true } });
    expect(deliveries).to.have.length(1);
    expect(deliveries[0]).to.include({ event: 'product.created', status: 'pending', attempts: 0 });
    expect(deliveries[0]?.webhookEvent.data).to.deep.equal({ productId: product.id });
    expect(api.env.enqueued.at(-1)).to.equal(deliveries[0]?.id);
    expect(await other.admin.db.webhookDelivery.count()).to.equal(0);
  });

  it('refuses a slug that is taken with 409 and writes nothing; another store may use it', async () => {
    const other = await createStore(api.env.system);
    (await create({ title: 'Darjeeling' })).expect(201);
    const before = await snapshot(api.env);

    const made = (await create({ title: 'Darjeeling' })).refused('duplicate_slug');
    const sent = (await create({ title: 'Other', slug: 'darjeeling' })).refused('duplicate_slug');

    const taken = 'Another product of this store has this slug.';
    expect(made.detail).to.equal(
      `${taken} \`darjeeling\` was made from the title: send a \`slug\` of its own.`,
    );
    expect(sent.detail).to.equal(taken);

    expect(await snapshot(api.env)).to.deep.equal(before);
    (await create({ title: 'Darjeeling' }, other.token())).expect(201);
  });

  it('refuses a SKU that is taken in this store or comes twice, and writes nothing', async () => {
    const other = await createStore(api.env.system);
    const body = (title: string, ...skus: string[]) => ({
      title,
      variants: skus.map((sku) => variant({ sku })),
    });
    (await create(body('First', 'TEA-1'))).expect(201);
    const before = await snapshot(api.env);

    (await create(body('Second', 'TEA-2', 'TEA-1'))).refused('duplicate_sku');
    (await create(body('Third', 'TEA-3', 'TEA-3'))).refused('duplicate_sku');

    expect(await snapshot(api.env)).to.deep.equal(before);
    (await create(body('First', 'TEA-1'), other.token())).expect(201);
  });

  const product = (fields: object) => ({ title: 'T', ...fields });
  const withVariant = (fields: object) => product({ variants: [variant(fields)] });
  const refusals: [path: string, what: string, body: object][] = [
    ['/body/title', 'missing', { title: undefined }],
    ['/body/title', 'empty', product({ title: '' })],
    ['/body/title', '513 characters', product({ title: 'x'.repeat(513) })],
    ['/body/slug', 'capitals', product({ slug: 'Tea' })],
    ['/body/slug', 'two hyphens', product({ slug: 'a--b' })],
    ['/body/slug', 'null', product({ slug: null })],
    ['/body/description', 'empty', product({ description: '' })],
    ['/body/description', '5001 characters', product({ description: 'x'.repeat(5001) })],
    ['/body/status', 'unknown', product({ status: 'archived' })],
    ['/body/variants', '101 of them', product({ variants: Array.from({ length: 101 }, () => variant()) })],
    ['/body/variants/0/sku', 'missing', withVariant({ sku: undefined })],
    ['/body/variants/0/sku', 'empty', withVariant({ sku: '' })],
    ['/body/variants/0/sku', '256 characters', withVariant({ sku: 'x'.repeat(256) })],
    ['/body/variants/0/title', '513 characters', withVariant({ title: 'x'.repeat(513) })],
    ['/body/variants/0/priceAmount', 'missing', withVariant({ priceAmount: undefined })],
    ['/body/variants/0/priceAmount', 'null', withVariant({ priceAmount: null })],
    ['/body/variants/0/priceAmount', 'negative', withVariant({ priceAmount: -1 })],
    ['/body/variants/0/priceAmount', 'a fraction', withVariant({ priceAmount: 12.5 })],
    ['/body/variants/0/priceAmount', 'text', withVariant({ priceAmount: '1250' })],
    ['/body/variants/0/priceAmount', 'too large', withVariant({ priceAmount: MAX + 1 })],
    ['/body/variants/0/stockQuantity', 'null', withVariant({ stockQuantity: null })],
    ['/body/variants/0/stockQuantity', 'negative', withVariant({ stockQuantity: -1 })],
    ['/body/variants/0/weightGrams', 'too large', withVariant({ weightGrams: 1e300 })],
    ['/body/variants/0/currency', 'four letters', withVariant({ currency: 'EURO' })],
    ['/body/variants/0/options/size', 'a number', withVariant({ options: { size: 5 } })],
    ['/body/variants/0/options/a\nb', 'a number', withVariant({ options: { 'a\nb': 5 } })],
    ['/body/variants/0/allowBackorder', 'text', withVariant({ allowBackorder: 'true' })],
  ];

  for (const [path, what, body] of refusals) {
    it(`refuses ${JSON.stringify(path.slice(6))}: ${what}`, async () => {
      const before = await snapshot(api.env);

      const { errors } = (await create(body)).refused('validation_failed');

      expect([...new Set(errors?.map((error) => error.path))]).to.deep.equal([path]);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }
});
