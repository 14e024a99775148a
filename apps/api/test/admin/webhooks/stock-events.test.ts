import { randomUUID } from 'node:crypto';
import { catalog } from '@service/core';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createShop, useShopOfEach } from '../../store/shop.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { eventsOf, payloadsOf } from '../events-of.ts';

const FAMILIES = /^(inventory|variant)\./;

describe('events of variants and their stock', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const call = async (method: string, path: string, body?: object, status = 200) =>
    (await shop.admin(method, path, body)).expect(status as 200);
  const happened = async (store = shop.store) =>
    (await eventsOf(api, store)).filter(({ name }) => FAMILIES.test(name));
  const namesOf = async (family: string) =>
    (await happened()).map(({ name }) => name).filter((name) => name.startsWith(`${family}.`));
  const listen = async (events: string[], payload = 'thin'): Promise<string> => {
    const url = `http://127.0.0.1:1/${randomUUID()}`;
    return (await call('POST', '/webhooks/subscriptions', { url, events, payload }, 201)).id;
  };
  const sent = (event: string) => payloadsOf(shop, event);
  const pathOf = ({ id, productId }: { id: string; productId: string }) =>
    `/products/${productId}/variants/${id}`;
  async function buy(variantId: string, quantity = 1) {
    return shop.checkOut(await shop.fullCart({ [variantId]: quantity }));
  }
  async function takeRows(rows: object[]): Promise<void> {
    const given = {
      token: shop.store.token(),
      headers: { 'Content-Type': 'application/x-ndjson' },
      body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    };
    (await api.request('POST', '/admin/v1/products/import', given)).expect(202);
    await catalog.processImports(api.env.system);
  }

  it('are recorded for each change of the stock, with what moved it and what is left', async () => {
    await listen(['inventory.changed']);
    const variant = await shop.variant({ stockQuantity: 10 });
    const path = pathOf(variant);
    const { sku } = await call('GET', path);

    const { order, payment } = (await buy(variant.id, 4)).expect(201);
    const cancelled = (await buy(variant.id, 1)).expect(201);
    await shop.tell(createEvents(payment.providerPaymentId).succeeded());
    await call('POST', `/orders/${order.id}/ship`, {});
    await call('POST', `/orders/${cancelled.order.id}/cancel`, {});
    await call('POST', `${path}/stock/adjustments`, { delta: 2, note: 'Found' });
    await call('PATCH', path, { stockQuantity: 20 });
    await takeRows([{ sku, stockQuantity: 30 }]);
    const { id: returned } = await call('GET', `/orders/${order.id}`).then(({ lines }) => lines[0]);
    await call(
      'POST',
      `/orders/${order.id}/refunds`,
      { lines: [{ lineId: returned, quantity: 1 }], restock: true },
      201,
    );

    const told = await happened();
    expect(told.map(({ name }) => name)).to.deep.equal(Array(8).fill('inventory.changed'));
    const data = told.map(({ data }) => data as Record<string, unknown>);
    expect(
      data.map(({ kind, quantity, reserved, available }) => [kind, quantity, reserved, available]),
    ).to.deep.equal([
      ['reserved', 10, 4, 6],
      ['reserved', 10, 5, 5],
      ['shipped', 6, 1, 5],
      ['released', 6, 0, 6],
      ['adjusted', 8, 0, 8],
      ['set', 20, 0, 20],
      ['set', 30, 0, 30],
      ['returned', 31, 0, 31],
    ]);
    expect(data[0]).to.include({
      variantId: variant.id,
      productId: variant.productId,
      sku,
      previousAvailable: 10,
    });
  });

  it('say once that stock is low, sold out and back, and nothing where nothing is crossed', async () => {
    await listen(['inventory.*'], 'full');
    const variant = await shop.variant({ stockQuantity: 4 });
    const path = pathOf(variant);
    await call('PATCH', path, { lowStockThreshold: 2 });
    const crossed = async () => (await namesOf('inventory')).filter((name) => name !== 'inventory.changed');
    expect(await happened()).to.deep.equal([]);

    (await buy(variant.id)).expect(201);
    expect(await crossed()).to.deep.equal([]);
    (await buy(variant.id)).expect(201);
    const last = (await buy(variant.id, 2)).expect(201);
    expect(await crossed()).to.deep.equal(['inventory.low', 'inventory.sold_out']);
    await call('POST', `/orders/${last.order.id}/cancel`, {});
    await call('PATCH', path, { stockQuantity: 9 });
    await call('PATCH', path, { lowStockThreshold: 8 });
    await call('PATCH', path, { lowStockThreshold: 8 });

    expect(await crossed()).to.deep.equal([
      'inventory.low',
      'inventory.sold_out',
      'inventory.restocked',
      'inventory.low',
    ]);
    const [first, second] = await sent('inventory.low');
    expect(first).to.deep.include({
      ...{ kind: 'reserved', available: 2, previousAvailable: 3 },
      object: {
        ...{ variantId: variant.id, quantity: 4, reserved: 2, available: 2 },
        ...{ allowBackorder: false, lowStockThreshold: 2, version: 2 },
      },
      changes: [
        { name: 'reserved', before: 1, after: 2 },
        { name: 'available', before: 3, after: 2 },
      ],
      actor: { type: 'guest', id: null },
    });
    expect(second).to.deep.include({
      ...{ kind: null, available: 7, previousAvailable: 7 },
      changes: [{ name: 'lowStockThreshold', before: 2, after: 8 }],
    });
  });

  it('say exactly once that the last unit is gone, of two checkouts at once', async () => {
    await listen(['inventory.sold_out']);
    const { id } = await shop.variant({ stockQuantity: 1 });
    const carts = await Promise.all([1, 2, 3].map(() => shop.fullCart({ [id]: 1 })));

    const answers = await Promise.all(carts.map((cart) => shop.checkOut(cart)));

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409]);
    expect(await namesOf('inventory')).to.deep.equal(['inventory.sold_out']);
    expect(await sent('inventory.sold_out')).to.have.lengthOf(1);
  });

  it('don’t call a variant sold out that may be backordered, until it may not', async () => {
    await listen(['inventory.sold_out']);
    const variant = await shop.variant({ stockQuantity: 1, allowBackorder: true });
    (await buy(variant.id, 3)).expect(201);
    expect(await happened()).to.deep.equal([]);

    await call('PATCH', pathOf(variant), { allowBackorder: false });

    expect(await sent('inventory.sold_out')).to.have.deep.members([
      {
        ...{ variantId: variant.id, productId: variant.productId },
        sku: (await call('GET', pathOf(variant))).sku,
        ...{ kind: null, quantity: 1, reserved: 3, available: -2, previousAvailable: -2 },
      },
    ]);
  });

  it('are recorded for a store alone whose subscriptions list them', async () => {
    const other = await createShop(api);
    await listen(['inventory.*', 'variant.*', 'order.created']);
    const [mine, theirs] = [
      await shop.variant({ stockQuantity: 1 }),
      await other.variant({ stockQuantity: 1 }),
    ];

    for (const [each, { id }] of [
      [shop, mine],
      [other, theirs],
    ] as const)
      (await each.checkOut(await each.fullCart({ [id]: 1 }))).expect(201);

    expect((await happened()).map(({ name }) => name)).to.deep.equal([
      'variant.created',
      'inventory.changed',
      'inventory.sold_out',
    ]);
    expect(await happened(other.store)).to.deep.equal([]);
  });

  it('leave nothing behind for what was refused', async () => {
    await listen(['*']);
    const variant = await shop.variant({ stockQuantity: 2 });
    const plenty = await shop.variant({ stockQuantity: 5 });
    const before = await happened();

    const cartId = await shop.fullCart({ [variant.id]: 2, [plenty.id]: 1 });
    await call('PATCH', pathOf(variant), { stockQuantity: 1 });
    const changed = await happened();
    (await shop.checkOut(cartId)).refused('insufficient_stock');
    (await shop.admin('POST', `${pathOf(plenty)}/stock/adjustments`, { delta: -6 })).refused(
      'insufficient_stock',
    );
    (await shop.admin('PATCH', pathOf(plenty), { lowStockThreshold: -1 })).refused('validation_failed');

    expect(changed.slice(before.length).map(({ name }) => name)).to.deep.equal([
      'variant.updated',
      'inventory.changed',
    ]);
    expect(await happened()).to.deep.equal(changed);
  });

  it('lose no checkout to a subscription that is deleted at the same moment', async () => {
    const { id } = await shop.variant({ stockQuantity: 100 });
    const subscriptions = await Promise.all([1, 2, 3].map(() => listen(['inventory.*'], 'full')));
    const carts = await Promise.all([1, 2, 3, 4].map(() => shop.fullCart({ [id]: 1 })));

    const [answers] = await Promise.all([
      Promise.all(carts.map((cart) => shop.checkOut(cart))),
      ...subscriptions.map((each) => call('DELETE', `/webhooks/subscriptions/${each}`, undefined, 204)),
    ]);

    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201]);
    expect((await call('GET', '/webhooks/deliveries')).total).to.equal(0);
  });

  it('tell of variants that are created, updated and deleted, alone and with their product', async () => {
    await listen(['variant.*'], 'full');
    const given = { sku: `A-${randomUUID()}`, priceAmount: 100 };
    const product = await call(
      'POST',
      '/products',
      { title: 'Tea', variants: [given, { ...given, sku: randomUUID() }] },
      201,
    );
    const [first] = product.variants;
    const added = await call(
      'POST',
      `/products/${product.id}/variants`,
      { ...given, sku: randomUUID() },
      201,
    );
    const path = `/products/${product.id}/variants/${first.id}`;
    for (const priceAmount of [120, 120]) await call('PATCH', path, { priceAmount });
    await call('DELETE', `/products/${product.id}/variants/${added.id}`, undefined, 204);
    await call('DELETE', `/products/${product.id}`, undefined, 204);

    expect(await namesOf('variant')).to.deep.equal([
      ...['variant.created', 'variant.created', 'variant.created', 'variant.updated'],
      ...['variant.deleted', 'variant.deleted', 'variant.deleted'],
    ]);
    const objects = async (event: string) =>
      (await sent(event)).map(({ object }: { object: object }) => object);
    expect(await objects('variant.created')).to.have.deep.members([...product.variants, added]);
    const updated = { ...first, priceAmount: 120, version: 2 };
    expect(await objects('variant.updated')).to.deep.equal([updated]);
    expect((await sent('variant.updated'))[0].changes).to.deep.equal([
      { name: 'priceAmount', before: 100, after: 120 },
    ]);
    expect(await objects('variant.deleted')).to.have.deep.members([added, updated, product.variants[1]]);
  });

  it('tell of what an import makes and changes, one event for each variant', async () => {
    const sku = `B-${randomUUID()}`;
    await call(
      'POST',
      '/products',
      { title: 'Cup', slug: sku.toLowerCase(), variants: [{ sku, priceAmount: 5 }] },
      201,
    );
    await listen(['variant.*', 'inventory.changed', 'product.updated'], 'full');
    await takeRows([
      { sku, priceAmount: 7, stockQuantity: 3, status: 'published' },
      { sku: `${sku}-2`, slug: sku.toLowerCase(), priceAmount: 9, stockQuantity: 1 },
    ]);

    expect(await namesOf('variant')).to.deep.equal(['variant.created', 'variant.updated']);
    expect(await namesOf('inventory')).to.deep.equal(['inventory.changed']);
    const [updated] = await sent('variant.updated');
    expect(updated.changes).to.deep.equal([
      { name: 'priceAmount', before: 5, after: 7 },
      { name: 'stockQuantity', before: 0, after: 3 },
      { name: 'available', before: 0, after: 3 },
    ]);
    expect(updated.actor).to.deep.equal({ type: 'job', id: null });
    const [product] = await sent('product.updated');
    const [status, variants] = product.changes;
    expect(status).to.deep.equal({ name: 'status', before: 'draft', after: 'published' });
    expect(variants.before).to.deep.equal([
      { id: updated.variantId, priceAmount: 5, stockQuantity: 0, available: 0 },
    ]);
    expect(variants.after).to.have.lengthOf(2);
  });
});
