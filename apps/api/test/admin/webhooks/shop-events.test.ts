import { randomUUID } from 'node:crypto';
import { privacy } from '@service/core';
import { createClock, createStore, queryAsOwner } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';
import { eventsOf, payloadsOf } from '../events-of.ts';

const TOTAL = 1190;

describe('events of all that happens in a shop', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);
  let provide: ReturnType<typeof createProvider>;
  before(() => {
    provide = createProvider(api);
  });

  const call = async (method: string, path: string, body?: object, status = 200) =>
    (await shop.admin(method, path, body)).expect(status as 200);
  const happened = async (family: string) =>
    (await eventsOf(api, shop.store)).filter(({ name }) => name.startsWith(`${family}.`));
  const namesOf = async (family: string) => (await happened(family)).map(({ name }) => name);

  /** Fails each checkout at its last step. */
  async function withoutPayments(fn: () => Promise<unknown>): Promise<void> {
    await queryAsOwner(
      `CREATE FUNCTION refuse_payment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused by the test'; END $$`,
    );
    await queryAsOwner(
      `CREATE TRIGGER refuse_payment BEFORE INSERT ON payments FOR EACH ROW
       WHEN (NEW.tenant_id = '${shop.store.tenantId}') EXECUTE FUNCTION refuse_payment()`,
    );
    try {
      await fn();
    } finally {
      await queryAsOwner('DROP FUNCTION refuse_payment CASCADE');
    }
  }

  /** A subscriber of everything. */
  const subscribe = () =>
    call(
      'POST',
      '/webhooks/subscriptions',
      { url: 'http://127.0.0.1:1/hook', events: ['*'], payload: 'full' },
      201,
    );
  const sent = (event: string) => payloadsOf(shop, event);

  async function placed() {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 2 }))).expect(201);
    const { id: paymentId, providerPaymentId } = payment;
    const events = createEvents(providerPaymentId);
    return {
      id: order.id as string,
      paymentId,
      events,
      tell: async (e: object) => (await provide(e)).expect(200),
    };
  }

  it('tell of a customer who registers, changes and is erased, once each, and of no repetition', async () => {
    await subscribe();
    const email = `ada-${randomUUID()}@example.com`;
    const made = await call('POST', '/customers', { email, name: 'Ada' }, 201);
    const path = `/customers/${made.id}`;
    for (const name of ['Ada King', 'Ada King']) await call('PATCH', path, { name });
    await call('POST', `${path}/disable`);
    await call('POST', `${path}/disable`);

    expect(await namesOf('customer')).to.deep.equal([
      'customer.created',
      'customer.updated',
      'customer.updated',
    ]);
    const [created] = await sent('customer.created');
    expect(created.object).to.deep.equal(
      (await call('GET', path)) && { ...created.object, id: made.id, email },
    );
    const changes = (await sent('customer.updated')).flatMap((data: { changes: object[] }) => data.changes);
    expect(changes).to.deep.include({ name: 'name', before: 'Ada', after: 'Ada King' });
    expect(changes).to.deep.include({ name: 'disabled', before: false, after: true });

    (await shop.admin('POST', `${path}/erasure`)).expect(202);
    clock.advance(60_000);
    await privacy.processErasures(api.env.system);

    expect((await namesOf('customer')).at(-1)).to.equal('customer.erased');
    expect(await sent('customer.erased')).to.deep.include.members([
      { customerId: made.id, object: null, changes: null, actor: { type: 'job', id: null } },
    ]);
    for (const data of [...(await sent('customer.created')), ...(await sent('customer.updated'))])
      expect(data).to.deep.include({
        customerId: made.id,
        object: null,
        objectOmitted: 'erased',
        changes: null,
      });
    const rows = await api.env.system.db.webhookFullPayload.findMany({
      where: { tenantId: shop.store.tenantId },
    });
    expect(JSON.stringify(rows)).to.not.include(email);
  });

  it('tell of a shopper who registers in the storefront', async () => {
    const body = { email: `eve-${randomUUID()}@example.com`, password: 'a long pass phrase' };
    const key = shop.store.publishableKey;

    (await api.request('POST', '/store/v1/customers', { key, body })).expect(201);
    (await api.request('POST', '/store/v1/customers', { key, body })).refused('duplicate_email');

    expect(await namesOf('customer')).to.deep.equal(['customer.created']);
  });

  it('tell of each parcel of an order, also of one that doesn’t change its status', async () => {
    await subscribe();
    const { id, events, tell } = await placed();
    await tell(events.succeeded());
    const { lines } = await call('GET', `/orders/${id}`);

    for (let parcel = 0; parcel < 2; parcel += 1)
      await call('POST', `/orders/${id}/ship`, { lines: [{ lineId: lines[0].id, quantity: 1 }] });
    (await shop.admin('POST', `/orders/${id}/ship`, {})).refused('illegal_transition');

    const parcels = (await happened('order')).filter(({ name }) => name === 'order.shipment_created');
    const { shipments } = await call('GET', `/orders/${id}`);
    expect(parcels.map(({ data }) => data)).to.have.deep.members(
      shipments.map((shipment: { id: string }) => ({ orderId: id, shipmentId: shipment.id })),
    );
    const whole = await sent('order.shipment_created');
    expect(whole.map(({ object }: { object: { status: string } }) => object.status).sort()).to.deep.equal([
      'paid',
      'shipped',
    ]);
  });

  it('tell of what changes of an order beside its status, and of nothing where nothing changed', async () => {
    await subscribe();
    const { id, events, tell } = await placed();
    await tell(events.succeeded());
    for (const metadata of [{ erp: 7 }, { erp: 7 }]) await call('PATCH', `/orders/${id}`, { metadata });
    for (const status of ['needs_response', 'under_review'])
      await tell(events.dispute(status === 'needs_response' ? 'created' : 'updated', `dp_${id}`, status));
    await call('POST', `/orders/${id}/acknowledge`, { reason: 'It is a mistake' });
    (await shop.admin('POST', `/orders/${id}/acknowledge`, { reason: 'Again' })).refused(
      'nothing_to_acknowledge',
    );

    const told = (await sent('order.updated')).flatMap((data: { changes: object[] }) => data.changes);
    expect(told).to.have.deep.members([
      { name: 'metadata', before: {}, after: { erp: 7 } },
      { name: 'attention', before: null, after: 'payment_disputed' },
      { name: 'attention', before: 'payment_disputed', after: null },
    ]);
  });

  it('tell of a note of an order, and of none that was refused', async () => {
    await subscribe();
    const { id } = await placed();
    const note = 'Is picked up on Saturday';

    const { history } = await call('POST', `/orders/${id}/notes`, { note });
    for (const wrong of ['', 'x'.repeat(1001)])
      (await shop.admin('POST', `/orders/${id}/notes`, { note: wrong })).refused('validation_failed');
    (await shop.admin('POST', `/orders/${randomUUID()}/notes`, { note })).refused('not_found');

    expect(history.at(-1)).to.deep.include({
      status: 'pending',
      previousStatus: 'pending',
      details: { note },
    });
    const [told, ...more] = await sent('order.note_added');
    expect(more).to.deep.equal([]);
    expect(told).to.deep.include({ orderId: id, changes: [{ name: 'note', before: null, after: note }] });
    expect(told.actor.type).to.equal('operator');
  });

  it('tell of each of two notes that are written at once', async () => {
    const { id } = await placed();
    const { version } = await call('GET', `/orders/${id}`);
    const notes = ['Gift', 'Urgent'];

    await Promise.all(notes.map((note) => call('POST', `/orders/${id}/notes`, { note })));

    const after = await call('GET', `/orders/${id}`);
    expect(after.version).to.equal(version + 2);
    const kept = after.history.slice(-2).map(({ details }: { details: object }) => details);
    expect(kept).to.have.deep.members(notes.map((note) => ({ note })));
    expect((await namesOf('order')).filter((name) => name === 'order.note_added')).to.have.lengthOf(2);
  });

  it('tell once that an order is completed: with its last parcel, or by a refund of the rest', async () => {
    const completed = async () =>
      (await happened('order')).filter(({ name }) => name === 'order.completed').map(({ data }) => data);
    const shipped = await placed();
    const refunded = await placed();
    const givenBack = await placed();
    for (const { id, events, tell } of [shipped, refunded, givenBack]) {
      await tell(events.succeeded());
      const [{ id: lineId }] = (await call('GET', `/orders/${id}`)).lines;
      await call('POST', `/orders/${id}/ship`, { lines: [{ lineId, quantity: 1 }] });
    }
    expect(await completed()).to.deep.equal([]);

    await call('POST', `/orders/${shipped.id}/ship`, {});
    const [{ id: lineId }] = (await call('GET', `/orders/${refunded.id}`)).lines;
    await call('POST', `/orders/${refunded.id}/refunds`, { lines: [{ lineId, quantity: 1 }] }, 201);
    await call('POST', `/orders/${givenBack.id}/refunds`, {}, 201);

    expect(await completed()).to.deep.equal([{ orderId: shipped.id }, { orderId: refunded.id }]);
  });

  it('tell of a payment that failed and is captured, and of none twice', async () => {
    const { id: orderId, paymentId, events, tell } = await placed();
    const [failed, succeeded] = [events.failed(), events.succeeded()];

    for (const event of [failed, failed, succeeded, succeeded, failed]) await tell(event);

    const data = { orderId, paymentId, amount: 2 * TOTAL, currency: 'EUR' };
    expect(await happened('payment')).to.deep.equal([
      { name: 'payment.failed', data },
      { name: 'payment.captured', data },
    ]);
  });

  it('tell of money that is held and let go, once each', async () => {
    const { id: orderId, paymentId, events, tell } = await placed();
    const { id } = events.succeeded().data.object;
    const held = { id, amount: 2 * TOTAL, amount_capturable: 2 * TOTAL, currency: 'eur' };
    const authorised = events.event('payment_intent.amount_capturable_updated', held);
    const ended = events.event('payment_intent.canceled', { id, amount_received: 0 });

    for (const event of [authorised, authorised, ended, ended]) await tell(event);

    const data = { orderId, paymentId, amount: 2 * TOTAL, currency: 'EUR' };
    expect(await happened('payment')).to.deep.equal([
      { name: 'payment.authorized', data },
      { name: 'payment.voided', data },
    ]);
  });

  it('tell of a dispute that opens and is closed, once each', async () => {
    const { id: orderId, paymentId, events, tell } = await placed();
    await tell(events.succeeded());

    for (const [type, status] of [
      ['created', 'needs_response'],
      ['updated', 'under_review'],
      ['closed', 'won'],
      ['updated', 'under_review'],
    ] as const)
      await tell(events.dispute(type, `dp_${orderId}`, status));

    const told = await happened('dispute');
    expect(told.map(({ name }) => name)).to.deep.equal(['dispute.opened', 'dispute.closed']);
    expect(told[1]?.data).to.deep.include({
      orderId,
      paymentId,
      status: 'won',
      amount: 500,
      currency: 'EUR',
    });
  });

  it('tell of a credit note, and of a refund that the provider reports as failed', async () => {
    const { id: orderId, events, tell } = await placed();
    await tell(events.succeeded());
    const { id: refundId } = await call('POST', `/orders/${orderId}/refunds`, { amount: 100 }, 201);
    const [note] = await happened('credit_note');
    expect(note?.data).to.deep.include({ orderId, refundId, amount: 100, currency: 'EUR' });
    await refundsSent(shop.store);
    const { providerRefundId } = await shop.store.admin.db.refund.findFirstOrThrow({
      where: { id: refundId },
    });
    const failure = events.refund('updated', providerRefundId ?? '', 100, 'failed');
    await tell(failure);
    await tell(failure);

    const failed = (await happened('refund')).filter(({ name }) => name === 'refund.failed');
    expect(failed).to.deep.equal([
      { name: 'refund.failed', data: { orderId, refundId, amount: 100, currency: 'EUR' } },
    ]);
  });

  it('tell of a product that is published and unpublished, and of nothing where nothing changed', async () => {
    const { id } = await call('POST', '/products', { title: 'Lamp' }, 201);

    for (const status of ['published', 'published', 'draft'])
      await call('PATCH', `/products/${id}`, { status, title: 'Lamp' });

    expect(await namesOf('product')).to.deep.equal([
      'product.created',
      'product.updated',
      'product.published',
      'product.updated',
      'product.unpublished',
    ]);
  });

  it('tell of a category that is created, changed and deleted, and of no repetition', async () => {
    await subscribe();
    const { id } = await call('POST', '/categories', { name: 'Lamps' }, 201);
    for (const name of ['Lights', 'Lights']) await call('PATCH', `/categories/${id}`, { name });
    await call('DELETE', `/categories/${id}`, undefined, 204);

    expect(await namesOf('category')).to.deep.equal([
      'category.created',
      'category.updated',
      'category.deleted',
    ]);
    const [updated] = await sent('category.updated');
    expect(updated.changes).to.deep.equal([{ name: 'name', before: 'Lamps', after: 'Lights' }]);
    const [deleted] = await sent('category.deleted');
    expect(deleted.object).to.include({ id, name: 'Lights' });
  });

  it('tell of a price list and its prices, and of no repetition', async () => {
    await subscribe();
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { id } = await call('POST', '/price-lists', { name: 'Sale', currency: 'EUR' }, 201);
    for (const name of ['Winter', 'Winter']) await call('PATCH', `/price-lists/${id}`, { name });
    for (const amount of [990, 990])
      await call('POST', `/price-lists/${id}/prices`, { prices: [{ variantId, amount }] });
    await call('DELETE', `/price-lists/${id}`, undefined, 204);

    expect(await namesOf('price_list')).to.deep.equal([
      'price_list.created',
      'price_list.updated',
      'price_list.updated',
      'price_list.deleted',
    ]);
    const changes = (await sent('price_list.updated')).flatMap((data: { changes: object[] }) => data.changes);
    const price = { variantId, minQuantity: 1 };
    expect(changes).to.have.deep.members([
      { name: 'name', before: 'Sale', after: 'Winter' },
      { name: 'prices', before: [{ ...price, amount: null }], after: [{ ...price, amount: 990 }] },
    ]);
    const [deleted] = await sent('price_list.deleted');
    expect(deleted.object).to.include({ id, name: 'Winter' });
  });

  it('tell that a discount code is used up by its last use, not by one that is rolled back', async () => {
    const { id: discountId } = await call(
      'POST',
      '/discounts',
      { code: 'LAST', kind: 'percentage', basisPoints: 1000, usageLimit: 2 },
      201,
    );
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const cart = async () => {
      const cartId = await shop.fullCart({ [variantId]: 1 });
      const path = `/store/v1/carts/${cartId}/discount-code`;
      const given = { key: shop.store.publishableKey, body: { code: 'LAST' } };
      (await api.request('POST', path, given)).expect(200);
      return cartId;
    };
    const [first, last] = [await cart(), await cart()];

    (await shop.checkOut(first)).expect(201);
    await withoutPayments(async () => (await shop.checkOut(last)).refused('internal_error'));
    expect(await happened('discount')).to.deep.equal([]);
    (await shop.checkOut(last)).expect(201);

    expect(await happened('discount')).to.deep.equal([
      { name: 'discount.used_up', data: { discountId, code: 'LAST' } },
    ]);
  });

  it('leave no event behind for what was refused', async () => {
    const other = await createStore(api.env.system);
    const theirs = await api.request('POST', '/admin/v1/categories', {
      token: other.token(),
      body: { name: 'Lamps' },
    });
    const { id } = theirs.expect(201);

    (await shop.admin('PATCH', `/categories/${id}`, { name: 'Mine' })).refused('not_found');
    (await shop.admin('POST', '/customers', { email: 'no address' })).refused('validation_failed');

    expect(await eventsOf(api, shop.store)).to.deep.equal([]);
  });
});
