import { paymentSucceeded, until } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { startApi, type TestApi } from '../harness.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { createShopper } from '../store/shopper.ts';
import { snapshot } from '../table-snapshot.ts';
import { createProvider } from '../webhooks/payment/callback.ts';

interface Line {
  id: string;
  total: number;
  quantity: number;
  shippedQuantity: number;
  refundedQuantity: number;
  returnedQuantity: number;
  exchangedQuantity: number;
  shippableQuantity: number;
}

describe('returns', () => {
  let api: TestApi;
  let shop: Shop;

  before(async () => {
    api = await startApi();
    shop = await createShop(api);
  });

  after(() => api.close());

  const get = async (id: string) => (await shop.admin('GET', `/orders/${id}`)).expect(200);

  /** 3 units at 11.90 and 2 at 5.00, paid. */
  async function paidOrder(shopper: Pick<Shop, 'fullCart' | 'checkOut'> = shop) {
    const variants = [
      await shop.variant({ stockQuantity: 10 }),
      await shop.variant({ stockQuantity: 10, priceAmount: 500 }),
    ];
    const cartId = await shopper.fullCart({ [variants[0]?.id ?? '']: 3, [variants[1]?.id ?? '']: 2 });
    const { order } = (await shopper.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    const [three, two] = (await get(order.id)).lines.map(({ id }: Line) => id);
    const stock = async () =>
      Promise.all(
        variants.map(async ({ id }) => {
          const row = await shop.store.admin.db.variant.findFirstOrThrow({ where: { id } });
          return [Number(row.stockQuantity), Number(row.reserved)];
        }),
      );
    return { id: order.id as string, cartId, three: three as string, two: two as string, stock };
  }

  async function shippedOrder(shopper?: Pick<Shop, 'fullCart' | 'checkOut'>) {
    const order = await paidOrder(shopper);
    (await shop.admin('POST', `/orders/${order.id}/ship`, {})).expect(200);
    return order;
  }

  const take = (orderId: string, lines: object[], reason?: string) =>
    shop.admin('POST', `/orders/${orderId}/returns`, { lines, ...(reason ? { reason } : {}) });
  const act = (id: string, action: string, body: object = {}) =>
    shop.admin('POST', `/returns/${id}/${action}`, body);
  const refundsSent = () =>
    until(
      async () => (await shop.store.admin.db.refund.count({ where: { sendAt: { not: null } } })) === 0,
      'the answers of the provider',
    );

  it('brings goods back by line and condition, restocks or writes off, and refunds with a credit note', async () => {
    const { id, three, two, stock } = await shippedOrder();
    const made = (
      await take(id, [
        { lineId: three, quantity: 2 },
        { lineId: two, quantity: 2 },
      ])
    ).expect(201);
    expect(made).to.deep.include({ status: 'approved', requestedBy: 'operator', received: [] });
    expect(await stock()).to.deep.equal([
      [7, 0],
      [8, 0],
    ]);

    const lines = [
      { lineId: three, quantity: 1, condition: 'new', restock: true },
      { lineId: three, quantity: 1, condition: 'damaged', restock: false },
      { lineId: two, quantity: 1, condition: 'used', restock: true },
    ];
    const received = (await act(made.id, 'receive', { lines })).expect(200);

    expect(received).to.deep.include({ status: 'received', received: lines, refundId: null });
    expect(await stock()).to.deep.equal([
      [8, 0],
      [9, 0],
    ]);
    expect((await get(id)).status).to.equal('shipped');

    const refunded = (await act(made.id, 'refund', { reason: 'Returned' })).expect(200);

    expect(refunded.status).to.equal('refunded');
    const order = await get(id);
    expect(order).to.deep.include({ status: 'partially_refunded', refundedTotal: 2880 });
    expect(order.refunds[0]).to.deep.include({
      id: refunded.refundId,
      amount: 2880,
      reason: 'Returned',
      restock: false,
      creditNoteNumber: 1,
      lines: [
        { lineId: three, quantity: 2, amount: 2380 },
        { lineId: two, quantity: 1, amount: 500 },
      ],
    });
    expect(order.lines.map(({ returnedQuantity }: Line) => returnedQuantity)).to.deep.equal([2, 1]);
    await refundsSent();
  });

  it('is requested by a guest with the cart, waits for approval, and is told what to do', async () => {
    const { id, cartId, three } = await shippedOrder();
    const path = `/${cartId}/order/returns`;

    const asked = (
      await shop.send('POST', path, { lines: [{ lineId: three, quantity: 1 }], reason: 'Too strong' })
    ).expect(201);

    expect(asked).to.deep.include({ status: 'requested', requestedBy: 'customer', reason: 'Too strong' });
    const { items: notices } = (await shop.admin('GET', '/notifications')).expect(200);
    expect(notices.filter(({ kind }: { kind: string }) => kind === 'return.requested')).to.have.length(1);
    (
      await act(asked.id, 'receive', {
        lines: [{ lineId: three, quantity: 1, condition: 'new', restock: true }],
      })
    ).refused('illegal_return_transition');
    (await act(asked.id, 'approve', { note: 'Send it back' })).expect(200);
    const { items } = (await shop.send('GET', path)).expect(200);
    expect(items).to.have.length(1);
    expect(items[0]).to.deep.include({ id: asked.id, status: 'approved', note: 'Send it back' });
    const listed = (await shop.admin('GET', `/returns?orderId=${id}&status=approved`)).expect(200);
    expect(listed.items.map((each: { id: string }) => each.id)).to.deep.equal([asked.id]);
    expect((await shop.admin('GET', `/returns/${asked.id}`)).expect(200)).to.deep.equal(items[0]);
  });

  it('is requested by a customer for their own order, which nobody else can', async () => {
    const [ada, eve] = [await shop.store.customer(), await shop.store.customer()];
    const { id, cartId, two } = await shippedOrder(createShopper(api, shop.store, ada.token));
    const own = `/store/v1/customers/me/orders/${id}/returns`;
    const body = { lines: [{ lineId: two, quantity: 2 }] };
    const before = await snapshot(api.env);

    (await api.request('POST', own, { token: eve.token, body })).refused('not_found');
    (await api.request('GET', own, { token: eve.token })).refused('not_found');
    (await shop.send('POST', `/${cartId}/order/returns`, body)).refused('not_found');
    expect(await snapshot(api.env)).to.deep.equal(before);

    const asked = (await api.request('POST', own, { token: ada.token, body })).expect(201);
    const { items } = (await api.request('GET', own, { token: ada.token })).expect(200);
    expect(items).to.deep.equal([asked]);
  });

  it('takes no more than was shipped, and each unit once', async () => {
    const { id, three, two } = await paidOrder();
    (await shop.admin('POST', `/orders/${id}/ship`, { lines: [{ lineId: three, quantity: 2 }] })).expect(200);
    const first = (await take(id, [{ lineId: three, quantity: 1 }])).expect(201);
    const before = await snapshot(api.env);

    (await take(id, [{ lineId: three, quantity: 2 }])).refused('quantity_exceeded');
    (await take(id, [{ lineId: two, quantity: 1 }])).refused('quantity_exceeded');
    const tooMany = [{ lineId: three, quantity: 2, condition: 'new', restock: true }];
    (await act(first.id, 'receive', { lines: tooMany })).refused('quantity_exceeded');
    (await act(first.id, 'refund')).refused('illegal_return_transition');
    expect(await snapshot(api.env)).to.deep.equal(before);

    (await act(first.id, 'reject', { note: 'It never came' })).expect(200);
    (await act(first.id, 'approve')).refused('illegal_return_transition');
    (await take(id, [{ lineId: three, quantity: 2 }])).expect(201);
  });

  it('leaves what is still here to be shipped: what came back is another unit', async () => {
    const { id, three, stock } = await paidOrder();
    (await shop.admin('POST', `/orders/${id}/ship`, { lines: [{ lineId: three, quantity: 2 }] })).expect(200);
    const { id: returnId } = (await take(id, [{ lineId: three, quantity: 2 }])).expect(201);
    const lines = [{ lineId: three, quantity: 2, condition: 'new', restock: true }];
    (await act(returnId, 'receive', { lines })).expect(200);
    (await act(returnId, 'refund')).expect(200);

    const shipped = (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);

    expect(shipped.status).to.equal('partially_refunded');
    expect(shipped.shipments).to.have.length(2);
    expect(await stock()).to.deep.equal([
      [9, 0],
      [8, 0],
    ]);
    await refundsSent();
  });

  it('refunds each unit once, whichever way the money goes back', async () => {
    const { id, two } = await shippedOrder();
    const { id: returnId } = (await take(id, [{ lineId: two, quantity: 2 }])).expect(201);
    const lines = [{ lineId: two, quantity: 2, condition: 'new', restock: false }];
    (await act(returnId, 'receive', { lines })).expect(200);
    (await shop.admin('POST', `/orders/${id}/refunds`, { lines: [{ lineId: two, quantity: 1 }] })).expect(
      201,
    );

    const refunded = await Promise.all([act(returnId, 'refund'), act(returnId, 'refund')]);

    expect(refunded.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    expect((await get(id)).refundedTotal).to.equal(1000);
    await refundsSent();
  });

  /** What came back of a shipped order, all of it or these units. */
  async function received(order: { id: string }, lines: { lineId: string; quantity: number }[]) {
    const { id } = (await take(order.id, lines)).expect(201);
    const parcel = lines.map((line) => ({ ...line, condition: 'new', restock: true }));
    (await act(id, 'receive', { lines: parcel })).expect(200);
    return id as string;
  }

  const eventsOf = async (returnId: string) => {
    const { db } = shop.store.admin;
    const where = { data: { path: ['returnId'], equals: returnId } };
    const events = await db.webhookEvent.findMany({ where, orderBy: { occurredAt: 'asc' } });
    return events.map(({ name, data }) => ({ name, data }));
  };

  it('is exchanged for an order at the price of the return, once, however often and at once it is asked', async () => {
    const order = await shippedOrder();
    const { id, three, two } = order;
    const returnId = await received(order, [
      { lineId: three, quantity: 2 },
      { lineId: two, quantity: 1 },
    ]);
    const other = await shop.variant({ stockQuantity: 2, priceAmount: 9999 });
    const body = { lines: [{ lineId: three, variantId: other.id }, { lineId: two }] };

    const asked = await Promise.all([
      act(returnId, 'exchange', body),
      act(returnId, 'exchange', body),
      act(returnId, 'exchange', body),
    ]);

    expect(asked.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
    const first = (await shop.admin('GET', `/returns/${returnId}`)).expect(200);
    const { exchangeOrderId } = first;
    expect(first).to.deep.include({ status: 'exchanged', refundId: null });
    expect(first.exchanged).to.deep.equal([
      { lineId: three, quantity: 2, variantId: other.id },
      { lineId: two, quantity: 1, variantId: (await get(id)).lines[1].variantId },
    ]);
    const sent = await get(exchangeOrderId);
    expect(sent).to.deep.include({
      ...{ status: 'paid', total: 0, subtotal: 2880, discountTotal: 2880, payments: [] },
      ...{ exchangeOf: { orderId: id, returnId } },
    });
    expect(
      sent.lines.map(({ quantity, unitAmount }: { quantity: number; unitAmount: number }) => [
        quantity,
        unitAmount,
      ]),
    ).to.deep.equal([
      [2, 1190],
      [1, 500],
    ]);
    const before = await get(id);
    expect(before).to.deep.include({ status: 'shipped', refundedTotal: 0, exchangeOf: null });
    expect(before.lines.map(({ exchangedQuantity }: Line) => exchangedQuantity)).to.deep.equal([2, 1]);
    (await shop.admin('POST', `/orders/${id}/refunds`, { lines: [{ lineId: three, quantity: 2 }] })).refused(
      'quantity_exceeded',
    );
    expect(await order.stock()).to.deep.equal([
      [9, 0],
      [9, 1],
    ]);
    const { stockQuantity, reserved } = await shop.store.admin.db.variant.findFirstOrThrow({
      where: { id: other.id },
    });
    expect([stockQuantity, reserved]).to.deep.equal([2n, 2n]);
    const { cartId } = await shop.store.admin.db.order.findFirstOrThrow({ where: { id: exchangeOrderId } });
    expect((await shop.send('GET', `/${cartId}/order`)).expect(200).number).to.equal(sent.number);
    expect((await shop.admin('POST', `/orders/${exchangeOrderId}/ship`, {})).expect(200).status).to.equal(
      'shipped',
    );
    const [records, events] = [
      await shop.store.admin.db.auditRecord.findMany({
        where: { subjectId: returnId },
        orderBy: { createdAt: 'asc' },
      }),
      await eventsOf(returnId),
    ];
    expect(records.map(({ action }) => action)).to.deep.equal([
      'return.created',
      'return.received',
      'return.exchanged',
    ]);
    expect(events).to.deep.equal([
      { name: 'return.approved', data: { returnId, orderId: id, status: 'approved', previousStatus: null } },
      {
        name: 'return.received',
        data: { returnId, orderId: id, status: 'received', previousStatus: 'approved' },
      },
      {
        name: 'return.exchanged',
        data: { returnId, orderId: id, status: 'exchanged', previousStatus: 'received' },
      },
    ]);
  });

  it('is exchanged for dearer goods, whose difference is to be paid, or its order is cancelled and all is as before', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 1 }]);
    const dearer = { lines: [{ lineId: order.three, unitAmount: 2000 }] };

    const first = (await act(returnId, 'exchange', dearer)).expect(200).exchangeOrderId;
    expect(await get(first)).to.deep.include({
      status: 'pending',
      total: 810,
      discountTotal: 1190,
      taxTotal: 129,
    });
    // It isn't among the unpaid orders of the operator's network.
    expect(await shop.store.admin.db.order.findFirstOrThrow({ where: { id: first } })).to.include({
      origin: null,
    });
    (await shop.admin('POST', `/orders/${first}/cancel`, {})).expect(200);
    const again = (await shop.admin('GET', `/returns/${returnId}`)).expect(200);
    expect(again).to.deep.include({ status: 'received', exchanged: [], exchangeOrderId: null });
    expect((await get(order.id)).lines[0].exchangedQuantity).to.equal(0);

    const second = (await act(returnId, 'exchange', dearer)).expect(200).exchangeOrderId;
    (await createProvider(api)(paymentSucceeded(second))).expect(200);
    const paid = await get(second);
    expect(paid).to.deep.include({ status: 'paid', attention: null });
    expect(paid.payments).to.have.length(1);
    expect(paid.payments[0]).to.deep.include({ amount: 810, capturedAmount: 810 });
    expect(await violations()).to.deep.equal([]);
  });

  it('is exchanged for cheaper goods, and the difference goes back; what is left of it too when that order is cancelled', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 2 }]);

    const cheaper = { lines: [{ lineId: order.three, unitAmount: 700 }], reason: 'Cheaper' };
    const { exchangeOrderId, refundId } = (await act(returnId, 'exchange', cheaper)).expect(200);
    const after = await get(order.id);
    expect(after).to.deep.include({ status: 'partially_refunded', refundedTotal: 980 });
    expect(after.refunds[0]).to.deep.include({
      id: refundId,
      amount: 980,
      reason: 'Cheaper',
    });
    expect(await get(exchangeOrderId)).to.deep.include({ status: 'paid', total: 0, subtotal: 1400 });

    (await shop.admin('POST', `/orders/${exchangeOrderId}/cancel`, {})).expect(200);
    (await act(returnId, 'exchange')).refused('illegal_return_transition');
    (await act(returnId, 'refund')).expect(200);
    const whole = await get(order.id);
    expect(whole.refundedTotal).to.equal(2380);
    expect(whole.lines[0]).to.deep.include({ refundedQuantity: 2, exchangedQuantity: 0 });
    await refundsSent();
  });

  it('is exchanged at the price of a list, which is named unless the operator sets another price', async () => {
    const { id: variantId } = await shop.variant();
    const { id } = (await shop.admin('POST', '/price-lists', { name: 'Sale', currency: 'EUR' })).expect(201);
    const prices = [{ variantId, amount: 1000 }];
    (await shop.admin('POST', `/price-lists/${id}/prices`, { prices })).expect(200);
    const { order } = (await shop.checkOut(await shop.fullCart({ [variantId]: 2 }))).expect(201);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    (await shop.admin('POST', `/orders/${order.id}/ship`, {})).expect(200);
    const lineId = (await get(order.id)).lines[0].id;

    const lists: unknown[] = [];
    for (const terms of [{}, { unitAmount: 1000 }]) {
      const returnId = await received(order, [{ lineId, quantity: 1 }]);
      const { exchangeOrderId } = (await act(returnId, 'exchange', { lines: [{ lineId, ...terms }] })).expect(
        200,
      );
      lists.push((await get(exchangeOrderId)).lines[0].priceList);
    }

    expect(lists).to.deep.equal([{ id, name: 'Sale' }, null]);
  });

  it('stays exchanged when the order of an earlier exchange is cancelled twice, having been paid late', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 1 }]);
    const dearer = { lines: [{ lineId: order.three, unitAmount: 2000 }] };
    const first = (await act(returnId, 'exchange', dearer)).expect(200).exchangeOrderId;
    (await shop.admin('POST', `/orders/${first}/cancel`, {})).expect(200);
    const second = (await act(returnId, 'exchange')).expect(200).exchangeOrderId;

    (await createProvider(api)(paymentSucceeded(first))).expect(200);
    expect(await get(first)).to.include({ status: 'paid', attention: 'paid_after_cancellation' });
    const { items } = (await shop.admin('GET', '/notifications')).expect(200);
    expect(items[0].detail).to.include(first).and.include(returnId);
    (await shop.admin('POST', `/orders/${first}/cancel`, {})).expect(200);

    const after = (await shop.admin('GET', `/returns/${returnId}`)).expect(200);
    expect(after).to.include({ status: 'exchanged', exchangeOrderId: second });
    expect((await get(order.id)).lines[0].exchangedQuantity).to.equal(1);
    (await act(returnId, 'refund')).refused('illegal_return_transition');
    expect(await violations()).to.deep.equal([]);
  });

  it('is refunded whole when the difference of its cancelled exchange never went back', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 2 }]);
    const { provider } = api.env.services.payments;
    const original = provider.refund;
    provider.refund = async () => ({ ok: false, error: 'charge_disputed' });
    try {
      const cheaper = { lines: [{ lineId: order.three, unitAmount: 700 }] };
      const { exchangeOrderId } = (await act(returnId, 'exchange', cheaper)).expect(200);
      await refundsSent();
      (await shop.admin('POST', `/orders/${exchangeOrderId}/cancel`, {})).expect(200);
    } finally {
      provider.refund = original;
    }

    (await act(returnId, 'refund')).expect(200);
    await refundsSent();

    const { refunds } = await get(order.id);
    const made = refunds.map(({ amount, status }: { amount: number; status: string }) => [amount, status]);
    expect(made).to.have.deep.members([
      [980, 'failed'],
      [2380, 'succeeded'],
    ]);
  });

  it('of an exchange can be exchanged again, and is refunded where it was paid', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.two, quantity: 1 }]);
    const { exchangeOrderId: id } = (await act(returnId, 'exchange')).expect(200);
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
    const lineId = (await get(id)).lines[0].id;
    const next = await received({ id }, [{ lineId, quantity: 1 }]);
    (await act(next, 'refund')).refused('refund_exceeds_captured');

    const dearer = { lines: [{ lineId, unitAmount: 600 }] };
    const { exchangeOrderId } = (await act(next, 'exchange', dearer)).expect(200);

    expect(await get(exchangeOrderId)).to.deep.include({
      total: 100,
      exchangeOf: { orderId: id, returnId: next },
    });
  });

  it('is exchanged for nothing that isn’t there or didn’t come, and then nothing is written', async () => {
    const order = await shippedOrder();
    const { id, three, two } = order;
    const { id: approved } = (await take(id, [{ lineId: two, quantity: 1 }])).expect(201);
    const returnId = await received(order, [{ lineId: three, quantity: 1 }]);
    const several = await received(order, [{ lineId: three, quantity: 2 }]);
    const { id: scarce } = await shop.variant({ stockQuantity: 0 });
    const before = await snapshot(api.env);

    (await act(approved, 'exchange')).refused('illegal_return_transition');
    const short = await act(returnId, 'exchange', { lines: [{ lineId: three, variantId: scarce }] });
    expect(short.refused('insufficient_stock').errors?.map(({ path }) => path)).to.deep.equal([
      '/body/lines/0',
    ]);
    (await act(returnId, 'exchange', { lines: [{ lineId: three, quantity: 2 }] })).refused(
      'quantity_exceeded',
    );
    (await act(returnId, 'exchange', { lines: [{ lineId: two }] })).refused('quantity_exceeded');
    const tooMuch = { lines: [{ lineId: three, unitAmount: Number.MAX_SAFE_INTEGER }] };
    (await act(several, 'exchange', tooMuch)).refused('amount_too_large');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('adds up whatever happens in whatever order: money, stock, movements and credit notes', async function () {
    this.timeout(60_000);
    const unit = fc.integer({ min: 1, max: 3 });
    const step = fc.oneof(
      fc.record({ what: fc.constant('ship' as const), line: fc.nat(1), units: unit }),
      fc.record({
        what: fc.constant('refund' as const),
        line: fc.nat(1),
        units: unit,
        restock: fc.boolean(),
      }),
      fc.record({ what: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 2000 }) }),
      fc.record({
        what: fc.constant('return' as const),
        line: fc.nat(1),
        units: unit,
        restock: fc.boolean(),
      }),
      fc.record({ what: fc.constant('money back' as const) }),
      fc.record({
        what: fc.constant('exchange' as const),
        unitAmount: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
      }),
      fc.record({ what: fc.constant('cancel exchange' as const) }),
    );

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 10 }), async (steps) => {
        const { id, three, two, stock } = await paidOrder();
        const lineOf = (index: number) => [three, two][index] as string;
        const received: { id: string; line: string }[] = [];
        const exchanges: string[] = [];
        for (const each of steps) {
          // Each may be refused: then it changes nothing.
          if (each.what === 'ship') {
            const lines = [{ lineId: lineOf(each.line), quantity: each.units }];
            await shop.admin('POST', `/orders/${id}/ship`, { lines });
          } else if (each.what === 'refund') {
            const lines = [{ lineId: lineOf(each.line), quantity: each.units }];
            await shop.admin('POST', `/orders/${id}/refunds`, { lines, restock: each.restock });
          } else if (each.what === 'amount') {
            await shop.admin('POST', `/orders/${id}/refunds`, { amount: each.amount });
          } else if (each.what === 'return') {
            const wanted = { lineId: lineOf(each.line), quantity: each.units };
            const taken = await take(id, [wanted]);
            if (taken.status !== 201) continue;
            const lines = [{ ...wanted, condition: 'used', restock: each.restock }];
            (await act(taken.body.id, 'receive', { lines })).expect(200);
            received.push({ id: taken.body.id, line: wanted.lineId });
          } else if (each.what === 'cancel exchange') {
            const next = exchanges.at(-1);
            if (next) await shop.admin('POST', `/orders/${next}/cancel`, {});
          } else {
            const next = received[0];
            if (!next) continue;
            const asked =
              each.what === 'exchange'
                ? await act(next.id, 'exchange', {
                    lines: [
                      {
                        lineId: next.line,
                        ...(each.unitAmount === undefined ? {} : { unitAmount: each.unitAmount }),
                      },
                    ],
                  })
                : await act(next.id, 'refund');
            if (asked.status === 200) received.push(received.shift() ?? next);
            if (asked.body.exchangeOrderId) exchanges.push(asked.body.exchangeOrderId);
          }
        }
        await refundsSent();

        const order = await get(id);
        const refunds = order.refunds as { amount: number; creditNoteId: string }[];
        const sum = refunds.reduce((total, { amount }) => total + amount, 0);
        expect(order.refundedTotal).to.equal(sum);
        expect(sum).to.be.at.most(order.payments[0].capturedAmount);
        const notes = await shop.store.admin.db.creditNote.findMany({ where: { orderId: id } });
        expect(notes.reduce((total, { amount }) => total + Number(amount), 0)).to.equal(sum);
        const credited = notes.flatMap(
          ({ taxLines }) => taxLines as { amount: number; baseAmount: number }[],
        );
        expect(credited.reduce((total, { amount, baseAmount }) => total + amount + baseAmount, 0)).to.equal(
          sum,
        );
        for (const line of order.lines as Line[]) {
          expect(line.shippedQuantity).to.be.at.most(line.quantity);
          expect(line.returnedQuantity).to.be.at.most(line.shippedQuantity);
          expect(line.refundedQuantity + line.exchangedQuantity).to.be.at.most(line.quantity);
          expect(line.exchangedQuantity).to.be.at.most(line.returnedQuantity);
          expect(line.shippableQuantity).to.be.at.least(0);
        }
        for (const [quantity, reserved] of await stock()) {
          expect(quantity).to.be.within(0, 10);
          expect(reserved).to.be.within(0, 6);
        }
        for (const exchange of await Promise.all(exchanges.map(get))) {
          const totals = (exchange.lines as Line[]).map(({ total }) => total);
          expect(totals.reduce((total, each) => total + each, 0)).to.equal(exchange.total);
          expect(exchange.subtotal - exchange.discountTotal).to.equal(exchange.total);
          expect(exchange.payments).to.have.length(exchange.total > 0 ? 1 : 0);
        }
        expect(await violations()).to.deep.equal([]);
      }),
      { numRuns: 6 },
    );
  });

  /** Those of this file’s stores: other tests’ rows aren’t these orders’ doing. */
  async function violations(): Promise<string[]> {
    const rows = await shop.store.admin.db.$queryRaw<{ id: string }[]>`
      SELECT v.id::text AS id FROM variants v
      LEFT JOIN LATERAL (
        SELECT sum(m.quantity_delta) AS quantity, sum(m.reserved_delta) AS reserved FROM stock_movements m
        WHERE m.tenant_id = v.tenant_id AND m.variant_id = v.id
      ) moved ON true
      LEFT JOIN LATERAL (
        SELECT sum(l.quantity - l.shipped_quantity - l.released_quantity) AS held FROM order_lines l
        WHERE l.tenant_id = v.tenant_id AND l.variant_id = v.id
      ) ordered ON true
      WHERE v.tenant_id = ${shop.store.tenantId}::uuid
        AND (v.stock_quantity, v.reserved) IS DISTINCT FROM (coalesce(moved.quantity, 0), coalesce(moved.reserved, 0))
        OR v.tenant_id = ${shop.store.tenantId}::uuid AND v.reserved <> coalesce(ordered.held, 0)`;
    return rows.map(({ id }) => id);
  }
});
