import { createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { eventsOf } from '../events-of.ts';

describe('PATCH /admin/v1/products/{productId}/variants/{variantId}', () => {
  const api = useApi();
  const shop = useStoreOfEach(api);
  let token: string;
  beforeEach(async () => {
    token = shop.token();
  });

  async function tea(variant: object = {}, title = 'Tea') {
    const body = {
      title,
      variants: [{ sku: 'TEA', title: 'Box', priceAmount: 1250, stockQuantity: 10, ...variant }],
    };
    const answer = await api.request('POST', '/admin/v1/products', { token, body });
    const product = answer.expect(201);
    const path = `/admin/v1/products/${product.id}/variants/${product.variants[0].id}`;
    return { product, variant: product.variants[0], path };
  }

  const patch = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    api.request('PATCH', path, { token, body, headers });
  const updates = async () => (await eventsOf(api, shop)).filter(({ name }) => name === 'product.updated');

  it('changes every field of the table, and nothing else', async () => {
    const { product, variant, path } = await tea();
    const fields = {
      sku: 'TEA-2',
      title: 'Tin',
      options: { Weight: '100 g' },
      priceAmount: 9007199254740991,
      currency: 'usd',
      compareAtAmount: 2000,
      stockQuantity: 7,
      allowBackorder: true,
      lowStockThreshold: 3,
      weightGrams: 100,
      lengthMm: 1,
      widthMm: 2,
      heightMm: 3,
      contentAmount: 250,
      contentUnit: 'g',
      referenceAmount: 100,
      position: 4,
    };

    const answer = await patch(path, { ...fields, id: product.id, reserved: 5, version: 40 });

    const expected = { ...variant, ...fields, currency: 'USD', available: 7, version: 2 };
    expect(answer.expect(200)).to.deep.equal(expected);
    expect(answer.headers.get('etag')).to.equal('"2"');
    expect((await api.request('GET', path, { token })).expect(200)).to.deep.equal(expected);
  });

  it('keeps what is absent and clears what is null, where the table says alt', async () => {
    const alt = {
      title: 'Box',
      compareAtAmount: 1,
      lowStockThreshold: 6,
      weightGrams: 2,
      lengthMm: 3,
      widthMm: 4,
      heightMm: 5,
      contentAmount: 6,
      contentUnit: 'ml',
      referenceAmount: 7,
    };
    const { variant, path } = await tea(alt);
    const cleared = Object.fromEntries(Object.keys(alt).map((field) => [field, null]));

    const kept = (await patch(path, { priceAmount: 1 })).expect(200);
    const answer = (await patch(path, cleared)).expect(200);

    expect(kept).to.deep.equal({ ...variant, priceAmount: 1, version: 2 });
    expect(answer).to.deep.equal({ ...variant, ...cleared, priceAmount: 1, version: 3 });
  });

  const MAX = Number.MAX_SAFE_INTEGER;
  const integers = [-1, 1.5, MAX + 1, '1', true];
  const refused: Record<string, unknown[]> = {
    sku: [null, '', 'x'.repeat(256), 1],
    title: ['', 'x'.repeat(513), 1],
    options: [null, [], 'Size', { Size: 1 }, { Size: null }],
    priceAmount: [null, ...integers],
    currency: [null, '', 'EU', 'EURO', 'E1R'],
    compareAtAmount: integers,
    stockQuantity: [null, ...integers],
    allowBackorder: [null, 'true', 1],
    lowStockThreshold: integers,
    weightGrams: integers,
    lengthMm: integers,
    widthMm: integers,
    heightMm: integers,
    contentAmount: [0, 1_000_000_001, ...integers],
    contentUnit: ['', 'G', 'pound', 1],
    referenceAmount: [0, ...integers],
    position: [null, ...integers],
  };
  for (const [field, values] of Object.entries(refused)) {
    it(`refuses a wrong ${field}, and writes nothing`, async () => {
      const { path } = await tea();
      const before = await snapshot(api.env);

      for (const value of values) {
        const answer = await patch(path, { title: 'other', [field]: value });

        const { errors = [] } = answer.refused('validation_failed');
        expect(errors[0]?.path, JSON.stringify(value)).to.match(new RegExp(`^/body/${field}`));
      }
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('accepts the longest sku and title', async () => {
    const { path } = await tea();

    const answer = await patch(path, { sku: 's'.repeat(255), title: '😀'.repeat(512) });

    expect(answer.expect(200).title).to.equal('😀'.repeat(512));
  });

  it('records product.updated once for a change, with the id of the product', async () => {
    const { product, path } = await tea();
    const receiver = await shop.admin.db.webhookSubscription.create({
      data: {
        tenantId: shop.tenantId,
        url: 'https://example.com/hook',
        events: ['product.updated'],
        secretSealed: '-',
      },
    });

    (await patch(path, { priceAmount: 1190, stockQuantity: 9 })).expect(200);

    expect(await updates()).to.deep.equal([{ name: 'product.updated', data: { productId: product.id } }]);
    const deliveries = await shop.admin.db.webhookDelivery.findMany();
    expect(deliveries.map(({ subscriptionId, status }) => ({ subscriptionId, status }))).to.deep.equal([
      { subscriptionId: receiver.id, status: 'pending' },
    ]);
    expect(api.env.enqueued).to.include(deliveries[0]?.id);
  });

  it('changes nothing and records nothing when everything is like that already', async () => {
    const { variant, path } = await tea({ options: { a: '1', b: '2' } });
    const before = await snapshot(api.env);

    const empty = await patch(path, {});
    const same = await patch(path, {
      sku: 'TEA',
      title: 'Box',
      options: { b: '2', a: '1' },
      priceAmount: 1250,
      currency: 'eur',
      weightGrams: null,
    });

    expect(empty.expect(200)).to.deep.equal(variant);
    expect(same.expect(200)).to.deep.equal(variant);
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('records one event for parallel equal changes', async () => {
    const { path } = await tea();

    const answers = await Promise.all(Array.from({ length: 12 }, () => patch(path, { priceAmount: 999 })));

    for (const answer of answers) expect(answer.expect(200)).to.include({ priceAmount: 999, version: 2 });
    expect(await updates()).to.have.length(1);
  });

  it('loses none of parallel changes to different fields', async () => {
    const { path } = await tea();
    const bodies = [
      { title: 'new' },
      { priceAmount: 5 },
      { options: { a: 'b' } },
      { weightGrams: 6 },
      { allowBackorder: true },
      { lengthMm: 8 },
    ];

    const answers = await Promise.all(bodies.map((body) => patch(path, body)));

    expect(answers.map((answer) => answer.expect(200).version).sort()).to.deep.equal([2, 3, 4, 5, 6, 7]);
    expect((await api.request('GET', path, { token })).body).to.deep.include(Object.assign({}, ...bodies));
    expect(await updates()).to.have.length(bodies.length);
  });

  it('refuses a SKU that is taken in the store, and not one of another store', async () => {
    const other = await createStore(api.env.system);
    await api.request('POST', '/admin/v1/products', {
      token: other.token(),
      body: { title: 'Theirs', variants: [{ sku: 'FREE', priceAmount: 1 }] },
    });
    const { product, path } = await tea();
    const second = { sku: 'TAKEN', priceAmount: 1 };
    (await api.request('POST', `/admin/v1/products/${product.id}/variants`, { token, body: second })).expect(
      201,
    );
    const before = await snapshot(api.env);

    (await patch(path, { sku: 'TAKEN', priceAmount: 2 })).refused('duplicate_sku');

    expect(await snapshot(api.env)).to.deep.equal(before);
    expect((await patch(path, { sku: 'FREE' })).expect(200).sku).to.equal('FREE');
  });

  it('gives one SKU to one of many that want it at once', async () => {
    const paths: string[] = [];
    for (const letter of 'ABCDEFGH') paths.push((await tea({ sku: letter }, `Tea ${letter}`)).path);

    const answers = await Promise.all(paths.map((path) => patch(path, { sku: 'WANTED' })));

    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    for (const answer of answers) if (answer.status !== 200) answer.refused('duplicate_sku');
    expect(await updates()).to.have.length(1);
  });

  it('respects If-Match, and lets one of two changes of one version through', async () => {
    const { path } = await tea();
    const before = await snapshot(api.env);

    for (const tag of ['"2"', '"0"', 'W/"1"', '1', '"one"']) {
      (await patch(path, { priceAmount: 1 }, { 'If-Match': tag })).refused('precondition_failed');
      (await patch(path, {}, { 'If-Match': tag })).refused('precondition_failed');
    }
    expect(await snapshot(api.env)).to.deep.equal(before);

    const answers = await Promise.all(
      [1, 2, 3, 4].map((priceAmount) => patch(path, { priceAmount }, { 'If-Match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 412, 412, 412]);
    expect(await updates()).to.have.length(1);
    expect((await patch(path, { priceAmount: 77 }, { 'If-Match': '*' })).expect(200).version).to.equal(3);
  });

  it('is not found under another product, in another store, or when it is unknown', async () => {
    const { path, variant } = await tea();
    const { product: second } = await tea({ sku: 'OTHER' }, 'Second');
    const other = await createStore(api.env.system);
    const before = await snapshot(api.env);
    const unknown = '00000000-0000-4000-8000-000000000000';

    const ofOther = await api.request('PATCH', path, { token: other.token(), body: { priceAmount: 1 } });
    const wrongProduct = await patch(`/admin/v1/products/${second.id}/variants/${variant.id}`, {
      priceAmount: 1,
    });
    const wrongVariant = await patch(path.replace(variant.id, unknown), { priceAmount: 1 });

    for (const answer of [ofOther, wrongProduct, wrongVariant]) answer.refused('not_found');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });
});
