import { randomUUID } from 'node:crypto';
import { carts } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { useShopOfEach } from '../store/shop.ts';
import { snapshot } from '../table-snapshot.ts';

const COURIER = { name: 'Courier', amount: 990 };

describe('a draft order', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);
  const receipt = () => ({ reference: 'Cash', paidOn: clock.now().toISOString().slice(0, 10) });

  /** Two units by the catalogue and one by hand, by courier. */
  async function draftOf(more: object = {}) {
    const [tea, pot] = [
      await shop.variant({ priceAmount: 1190, stockQuantity: 5 }),
      await shop.variant({ priceAmount: 5000, stockQuantity: 5 }),
    ];
    const body = {
      email: 'Ada@example.com',
      locale: 'de',
      lines: [
        { variantId: tea.id, quantity: 2 },
        { variantId: pot.id, quantity: 1, unitAmountByHand: 4000 },
      ],
      shippingAddress: TEST_ADDRESS,
      shippingByHand: COURIER,
      ...more,
    };
    const draft = (await shop.admin('POST', '/draft-orders', body)).expect(201);
    return { ...draft, teaId: tea.id, potId: pot.id };
  }
  const place = (id: string, body: object = {}) => shop.admin('POST', `/draft-orders/${id}/place`, body);
  const stockOf = async (id: string) => {
    const { reserved } = await shop.store.admin.db.variant.findFirstOrThrow({ where: { id } });
    return Number(reserved);
  };
  /** Of the only mail with a link that an order has. */
  async function linkOf(orderId: string) {
    const [mail, ...others] = await shop.store.admin.db.mail.findMany({
      where: { orderId, kind: 'payment_link', status: 'pending' },
      orderBy: { createdAt: 'desc' },
    });
    return { mail, others, token: api.env.services.sealer.open(mail?.tokenSealed ?? '') };
  }
  const byLink = (path: string, body: object) =>
    api.request('POST', `/store/v1/payment-links/${path}`, { key: shop.store.publishableKey, body });

  it('costs what a cart does, with the prices by hand in the places of the catalogue’s', async () => {
    const { id, ...draft } = await draftOf();

    expect(draft).to.deep.include({
      ...{ email: 'ada@example.com', currency: 'EUR', subtotal: 6380, shippingTotal: 990, total: 7370 },
      ...{ shippingName: 'Courier', shippingByHand: COURIER, shippingOptionId: null, issues: [], version: 1 },
    });
    expect(draft.taxLines).to.deep.equal([
      { country: 'DE', rateBasisPoints: 1900, baseAmount: 6193, amount: 1177 },
    ]);
    expect(
      draft.lines.map((line: Record<string, unknown>) => [
        line.unitAmount,
        line.unitAmountByHand,
        line.catalogueUnitAmount,
        line.issues,
      ]),
    ).to.deep.equal([
      [1190, null, 1190, []],
      [4000, 4000, 5000, []],
    ]);
    expect((await shop.admin('GET', `/draft-orders/${id}`)).expect(200)).to.include({ total: 7370 });
    expect((await shop.admin('GET', '/draft-orders')).expect(200).items).to.have.deep.nested.property(
      '[0].lineCount',
      2,
    );
    expect(await stockOf(draft.teaId)).to.equal(0);
  });

  it('is changed on the version that was seen, and tells the new total', async () => {
    const { id, teaId } = await draftOf();
    const change = (body: object, version?: number) =>
      api.request('PATCH', `/admin/v1/draft-orders/${id}`, {
        token: shop.store.token(),
        headers: version ? { 'If-Match': `"${version}"` } : {},
        body,
      });

    const changed = await change({ lines: [{ variantId: teaId, quantity: 3, unitAmountByHand: 0 }] }, 1);

    expect(changed.expect(200)).to.deep.include({ total: 990, version: 2 });
    expect(changed.headers.get('etag')).to.equal('"2"');
    (await change({ note: 'Call first' }, 1)).refused('precondition_failed');
    expect((await change({ shippingByHand: COURIER })).expect(200).version).to.equal(2);
    const [option] = (await shop.admin('GET', `/draft-orders/${id}/shipping-options`)).expect(200).items;
    const free = (await change({ shippingOptionId: option.id })).expect(200);
    expect(free).to.include({ shippingByHand: null, shippingName: option.name, total: 0, version: 3 });
    const actions = await shop.store.admin.db.auditRecord.findMany({ where: { subjectId: id } });
    expect(actions.map(({ action }) => action).sort()).to.deep.equal([
      'draft_order.created',
      'draft_order.updated',
      'draft_order.updated',
    ]);
  });

  it('takes nothing that the store doesn’t have; nothing is written', async () => {
    const { id, teaId } = await draftOf();
    const before = await snapshot(api.env);
    const twice = [1, 2].map((quantity) => ({ variantId: teaId, quantity }));
    const unknown = randomUUID();
    for (const [body, path] of [
      [{ lines: [{ variantId: unknown, quantity: 1 }] }, '/body/lines/0/variantId'],
      [{ lines: twice }, '/body/lines/1/variantId'],
      [{ customerId: unknown }, '/body/customerId'],
      [{ shippingOptionId: unknown }, '/body/shippingOptionId'],
      [{ shippingOptionId: unknown, shippingByHand: COURIER }, '/body/shippingByHand'],
    ] as const) {
      const { errors } = (await shop.admin('PATCH', `/draft-orders/${id}`, body)).refused(
        'validation_failed',
      );
      expect(errors?.map((each) => each.path)).to.deep.equal([path]);
    }
    (await shop.admin('POST', '/draft-orders', { currency: 'JPY' })).refused('currency_not_sold');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('is no shopper’s cart, and stays when carts are deleted', async () => {
    const { id, teaId } = await draftOf();
    const cartId = await shop.createCart();

    for (const answer of [
      await shop.send('GET', `/${id}`),
      await shop.addLine(id, teaId),
      await shop.send('PATCH', `/${id}`, { email: 'eve@example.com' }),
      await shop.setAddress(id),
      await shop.checkOut(id),
      await shop.send('GET', `/${id}/order`),
      await shop.admin('GET', `/draft-orders/${cartId}`),
      await shop.admin('PATCH', `/draft-orders/${cartId}`, { note: 'x' }),
      await place(cartId),
      await shop.admin('DELETE', `/draft-orders/${cartId}`),
    ])
      answer.refused('not_found');
    clock.advance(60 * DAY_MS);
    await carts.deleteAbandonedCarts(api.env.system, 1000);
    (await shop.send('GET', `/${cartId}`)).refused('not_found');
    expect((await shop.admin('GET', `/draft-orders/${id}`)).expect(200).lines).to.have.length(2);
    (await shop.admin('DELETE', `/draft-orders/${id}`)).expect(204);
    (await shop.admin('GET', `/draft-orders/${id}`)).refused('not_found');
  });

  it('becomes one order, however often it is placed at once', async () => {
    const { id, teaId, potId } = await draftOf({ note: 'Rang on Monday' });

    const asked = await Promise.all([1, 2, 3, 4].map(() => place(id, { expectedTotal: 7370 })));

    expect(asked.map(({ status }) => status).sort()).to.deep.equal([201, 404, 404, 404]);
    const order = asked.find(({ status }) => status === 201)?.body;
    expect(order).to.deep.include({
      ...{ status: 'pending', total: 7370, email: 'ada@example.com', locale: 'de' },
      ...{ shippingTotal: 990, number: 1001 },
    });
    expect(order.lines.map((line: { unitAmount: number }) => line.unitAmount)).to.deep.equal([1190, 4000]);
    expect([await stockOf(teaId), await stockOf(potId)]).to.deep.equal([2, 1]);
    expect(order.history.map(({ actor }: { actor: string }) => actor.split(':')[0])).to.deep.equal([
      'admin',
      'admin',
    ]);
    expect(order.history[1].details).to.deep.equal({ note: 'Rang on Monday' });
    expect(await shop.store.admin.db.order.count()).to.equal(1);
    const { origin, cartId } = await shop.store.admin.db.order.findFirstOrThrow();
    expect(origin).to.equal(null);
    expect(cartId).to.not.equal(id);
    const [{ after } = { after: null }] = await shop.store.admin.db.auditRecord.findMany({
      where: { action: 'draft_order.placed' },
    });
    expect(after).to.deep.include({ draftOrderId: id, number: 1001, shippingByHand: COURIER });
    expect(after).to.have.nested.property('pricesByHand.length', 1);
    expect(after).to.deep.nested.include({
      'pricesByHand[0].unitAmountByHand': 4000,
      'pricesByHand[0].catalogueUnitAmount': 5000,
    });
  });

  it('is paid by anyone with the link of its mail, which shows no address', async () => {
    const order = (await place((await draftOf()).id)).expect(201);
    const { mail, others, token } = await linkOf(order.id);

    expect(others).to.deep.equal([]);
    expect(mail).to.include({ recipient: 'ada@example.com' });
    expect(mail?.data).to.deep.include({ locale: 'de', total: 7370, orderNumber: 1001 });
    const shown = (await byLink('order', { token })).expect(200);
    expect(shown).to.include({ id: order.id, number: 1001, status: 'pending', total: 7370 });
    expect(JSON.stringify(shown)).to.not.include(TEST_ADDRESS.line1).and.not.include('example.com');
    const { payment } = (await byLink('payment', { token })).expect(201);
    await shop.tell({
      id: `evt_${payment.id}`,
      type: 'payment_intent.succeeded',
      created: Math.floor(clock.now().getTime() / 1000),
      data: { object: { id: payment.providerPaymentId, amount_received: 7370, currency: 'eur' } },
    });
    expect(await shop.getOrder(order.id)).to.include({ status: 'paid', attention: null });
    expect((await byLink('order', { token })).expect(200)).to.deep.include({
      status: 'paid',
      paymentMethods: [],
    });
    (await byLink('payment', { token })).refused('order_not_payable');
  });

  it('has one link at a time, of its own store', async () => {
    const order = (await place((await draftOf()).id)).expect(201);
    const { token } = await linkOf(order.id);

    clock.advance(1000);
    (await shop.act(order.id, 'payment-link')).expect(202);

    const { token: newest } = await linkOf(order.id);
    (await byLink('order', { token })).refused('token_invalid');
    (await byLink('order', { token: `${newest}x` })).refused('token_invalid');
    (await byLink('order', { token: newest })).expect(200);
    (await shop.act(order.id, 'cancel')).expect(200);
    (await shop.act(order.id, 'payment-link')).refused('order_not_payable');
    expect((await byLink('order', { token: newest })).expect(200)).to.deep.include({
      status: 'cancelled',
      paymentMethods: [],
    });
  });

  it('is paid by a manual account, with an invoice, and can be refunded', async () => {
    const { id } = await draftOf({ email: null });
    (await place(id)).refused('cart_incomplete');
    (await place(id, { paid: receipt() })).refused('payment_method_unavailable');
    expect(await shop.store.admin.db.order.count()).to.equal(0);
    const account = await shop.addTransfer();

    const order = (await place(id, { paid: receipt() })).expect(201);

    expect(order).to.include({ status: 'paid', paymentStatus: 'paid', invoiceNumber: '2026-1' });
    expect(order.payments).to.have.length(1);
    expect(order.payments[0]).to.include({
      ...{ accountId: account.id, status: 'succeeded', capturedAmount: 7370, reference: 'Cash' },
    });
    const [line] = order.lines;
    (await shop.refund(order.id, { lines: [{ lineId: line.id, quantity: 1 }] })).expect(201);
    expect(await shop.getOrder(order.id)).to.include({ refundedTotal: 1190 });
  });

  it('of nothing to pay is paid at once', async () => {
    const { id, teaId } = await draftOf({ shippingByHand: { name: 'Free', amount: 0 } });
    const lines = [{ variantId: teaId, quantity: 1, unitAmountByHand: 0 }];
    (await shop.admin('PATCH', `/draft-orders/${id}`, { lines })).expect(200);

    expect((await place(id)).expect(201)).to.deep.include({ status: 'paid', total: 0, payments: [] });
  });

  it('is refused as a cart is, and stays as it was', async () => {
    const { id, teaId } = await draftOf();
    (await place(id, { expectedTotal: 1 })).refused('total_changed');
    const change = (body: object) => shop.admin('PATCH', `/draft-orders/${id}`, body);
    (await change({ lines: [{ variantId: teaId, quantity: 6 }] })).expect(200);
    (await place(id)).refused('insufficient_stock');
    (await change({ lines: [], discountCode: 'nothing' })).expect(200);
    expect((await place(id)).refused('cart_incomplete').errors).to.deep.include({
      path: '/cart/lines',
      code: 'missing',
      message: 'The cart has no lines.',
    });
    (await change({ lines: [{ variantId: teaId, quantity: 1 }] })).expect(200);
    (await place(id)).refused('discount_not_applicable');
    expect(await shop.store.admin.db.order.count()).to.equal(0);
    expect(await stockOf(teaId)).to.equal(0);
  });

  it('has the prices and the taxes of its customer', async () => {
    const customer = (
      await shop.admin('POST', '/customers', { email: `${randomUUID()}@example.com`, taxExempt: true })
    ).expect(201);

    const draft = await draftOf({ email: null, customerId: customer.id });

    expect(draft).to.include({ email: customer.email, taxExempt: true, taxTotal: 0 });
    const order = (await place(draft.id)).expect(201);
    expect(order).to.include({ customerId: customer.id, email: customer.email, taxExempt: true });
    // Without a session, too.
    const { token } = await linkOf(order.id);
    (await byLink('payment', { token })).expect(201);
  });
});
