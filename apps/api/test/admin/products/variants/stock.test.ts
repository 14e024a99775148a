import { catalog, inTransaction } from '@service/core';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../../harness.ts';
import { snapshot } from '../../../table-snapshot.ts';
import { eventsOf } from '../../events-of.ts';

describe('/admin/v1/products/{productId}/variants/{variantId}/stock', () => {
  const api = useApi();
  const shop = useStoreOfEach(api);
  let token: string;
  let path: string;
  let variantId: string;
  beforeEach(async () => {
    token = shop.token();
    const body = { title: 'Tea', variants: [{ sku: 'TEA', priceAmount: 1, stockQuantity: 10 }] };
    const product = (await api.request('POST', '/admin/v1/products', { token, body })).expect(201);
    variantId = product.variants[0].id;
    path = `/admin/v1/products/${product.id}/variants/${variantId}`;
  });

  const stock = async () => (await api.request('GET', `${path}/stock`, { token })).expect(200);
  const adjust = (body: unknown, headers: Record<string, string> = {}) =>
    api.request('POST', `${path}/stock/adjustments`, { token, body, headers });
  const movements = async () =>
    (await api.request('GET', `${path}/stock/movements?pageSize=200`, { token })).expect(200).items;
  const reserve = (quantity: number) =>
    inTransaction(shop.storefront, (tx) => catalog.reserveStock(tx, [{ variantId, quantity }]));

  it('tells quantity, reserved and available', async () => {
    await reserve(3);

    expect(await stock()).to.deep.equal({
      variantId,
      quantity: 10,
      reserved: 3,
      available: 7,
      allowBackorder: false,
      lowStockThreshold: null,
      version: 1,
    });
  });

  it('is not set or adjusted below what is reserved, unless backorders are allowed', async () => {
    await reserve(3);
    const before = await snapshot(api.env);
    const set = (body: object) => api.request('PATCH', path, { token, body });

    (await set({ stockQuantity: 2, title: 'Box' })).refused('below_reserved');
    (await adjust({ delta: -8 })).refused('below_reserved');
    expect(await snapshot(api.env)).to.deep.equal(before);

    (await set({ stockQuantity: 3 })).expect(200);
    (await set({ stockQuantity: 1, allowBackorder: true })).expect(200);
    // What is below already stays changeable in everything else, and may rise.
    (await set({ allowBackorder: false, title: 'Box' })).expect(200);
    (await set({ stockQuantity: 2 })).expect(200);
    (await adjust({ delta: -1 })).refused('below_reserved');
    expect(await stock()).to.include({ quantity: 2, reserved: 3 });
  });

  it('leaves a movement for each change, with who did it', async () => {
    (await adjust({ delta: -4, note: 'Broken' })).expect(200);
    (await api.request('PATCH', path, { token, body: { stockQuantity: 20, title: 'Box' } })).expect(200);
    (await api.request('PATCH', path, { token, body: { stockQuantity: 20, title: 'Tin' } })).expect(200);
    await reserve(2);

    const found = await movements();

    const told = found.map(
      ({ kind, quantityDelta, reservedDelta, quantityAfter, reservedAfter, note }: Movement) => ({
        kind,
        note,
        by: [quantityDelta, reservedDelta],
        to: [quantityAfter, reservedAfter],
      }),
    );
    expect(told).to.deep.equal([
      { kind: 'reserved', note: null, by: [0, 2], to: [20, 2] },
      { kind: 'set', note: null, by: [14, 0], to: [20, 0] },
      { kind: 'adjusted', note: 'Broken', by: [-4, 0], to: [6, 0] },
      { kind: 'initial', note: null, by: [10, 0], to: [10, 0] },
    ]);
    expect(found.map(({ actor }: Movement) => actor.split(':')[0])).to.deep.equal([
      'storefront',
      'admin',
      'admin',
      'admin',
    ]);
  });

  interface Movement {
    kind: string;
    quantityDelta: number;
    reservedDelta: number;
    quantityAfter: number;
    reservedAfter: number;
    note: string | null;
    actor: string;
  }

  it('counts every one of parallel adjustments, and each tells product.updated', async () => {
    const deltas = Array.from({ length: 20 }, (_, index) => (index % 2 ? 3 : -1));

    const answers = await Promise.all(deltas.map((delta) => adjust({ delta })));

    for (const answer of answers) answer.expect(200);
    expect(await stock()).to.include({ quantity: 30, version: 21 });
    const made = (await movements()).slice(0, -1) as Movement[];
    expect(made.map(({ quantityDelta }) => quantityDelta).sort()).to.deep.equal([...deltas].sort());
    const events = (await eventsOf(api, shop)).filter(({ name }) => name === 'product.updated');
    expect(events).to.have.length(20);
  });

  it('never falls below zero, also under parallel adjustments', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => adjust({ delta: -1 })));

    expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
    for (const answer of answers) if (answer.status !== 200) answer.refused('insufficient_stock');
    expect(await stock()).to.include({ quantity: 0 });
    expect(await movements()).to.have.length(11);
  });

  it('refuses what can’t be, and writes nothing', async () => {
    const before = await snapshot(api.env);
    const other = await createStore(api.env.system);
    const after = { ...(await snapshot(api.env)) };
    expect(after).to.not.deep.equal(before);

    (await adjust({ delta: -11 })).refused('insufficient_stock');
    (await adjust({ delta: Number.MAX_SAFE_INTEGER })).refused('insufficient_stock');
    (await adjust({ delta: 1 }, { 'If-Match': '"2"' })).refused('precondition_failed');
    for (const body of [{}, { delta: null }, { delta: 1.5 }, { delta: '1' }, { delta: 1, note: '' }])
      (await adjust(body)).refused('validation_failed');
    const theirs = other.token();
    const ofOther = `${path}/stock`;
    (await api.request('GET', ofOther, { token: theirs })).refused('not_found');
    (await api.request('GET', `${ofOther}/movements`, { token: theirs })).refused('not_found');
    const adjusted = await api.request('POST', `${ofOther}/adjustments`, {
      token: theirs,
      body: { delta: 1 },
    });
    adjusted.refused('not_found');
    (await adjust({ delta: 0 })).expect(200);

    expect(await snapshot(api.env)).to.deep.equal(after);
  });

  it('sells the last piece once while operators adjust beside it', async () => {
    const jobs = [
      ...Array.from({ length: 15 }, () => reserve(1)),
      ...Array.from({ length: 5 }, () => adjust({ delta: 1 })),
    ];

    const answers = await Promise.all(jobs);

    const sold = answers.filter((answer) => Array.isArray(answer) && answer.length === 0).length;
    const now = await stock();
    expect(now).to.include({ quantity: 15, reserved: sold });
    expect(sold).to.be.within(10, 15);
    const made = (await movements()) as Movement[];
    expect(made.reduce((sum, { quantityDelta }) => sum + quantityDelta, 0)).to.equal(15);
    expect(made.reduce((sum, { reservedDelta }) => sum + reservedDelta, 0)).to.equal(sold);
  });
});
