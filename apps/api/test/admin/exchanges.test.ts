import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { refundsSent } from '../refunds-sent.ts';
import { snapshot } from '../table-snapshot.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';
import { wrongStock } from '../wrong-stock.ts';
import { type Line, useReturns } from './return-scene.ts';

/** For 3 units at 11.90 and 2 at 5.00. */
const PAID = 4570;

describe('a return', () => {
  const scene = useReturns();
  const { shippedOrder, take, act, received } = scene;

  const eventsOf = async (returnId: string) => {
    const { db } = scene.shop.store.admin;
    const where = { data: { path: ['returnId'], equals: returnId } };
    const events = await db.webhookEvent.findMany({ where, orderBy: { occurredAt: 'asc' } });
    return events.map(({ name, data }) => ({ name, data }));
  };

  it('is exchanged once for an order at the price of the return, however often it is asked', async () => {
    const order = await shippedOrder();
    const { id, three, two } = order;
    const returnId = await received(order, [
      { lineId: three, quantity: 2 },
      { lineId: two, quantity: 1 },
    ]);
    const other = await scene.shop.variant({ stockQuantity: 2, priceAmount: 9999 });
    const body = { lines: [{ lineId: three, variantId: other.id }, { lineId: two }] };

    const asked = await Promise.all([
      act(returnId, 'exchange', body),
      act(returnId, 'exchange', body),
      act(returnId, 'exchange', body),
    ]);

    expect(asked.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
    const first = (await scene.shop.admin('GET', `/returns/${returnId}`)).expect(200);
    const { exchangeOrderId } = first;
    expect(first).to.deep.include({ status: 'exchanged', refundId: null });
    expect(first.exchanged).to.deep.equal([
      { lineId: three, quantity: 2, variantId: other.id },
      { lineId: two, quantity: 1, variantId: (await scene.shop.getOrder(id)).lines[1].variantId },
    ]);
    const sent = await scene.shop.getOrder(exchangeOrderId);
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
    const before = await scene.shop.getOrder(id);
    expect(before).to.deep.include({ status: 'shipped', refundedTotal: 0, exchangeOf: null });
    expect(before.lines.map(({ exchangedQuantity }: Line) => exchangedQuantity)).to.deep.equal([2, 1]);
    (
      await scene.shop.admin('POST', `/orders/${id}/refunds`, { lines: [{ lineId: three, quantity: 2 }] })
    ).refused('quantity_exceeded');
    expect(await order.stock()).to.deep.equal([
      [9, 0],
      [9, 1],
    ]);
    const { stockQuantity, reserved } = await scene.shop.store.admin.db.variant.findFirstOrThrow({
      where: { id: other.id },
    });
    expect([stockQuantity, reserved]).to.deep.equal([2n, 2n]);
    const { cartId } = await scene.shop.store.admin.db.order.findFirstOrThrow({
      where: { id: exchangeOrderId },
    });
    expect((await scene.shop.send('GET', `/${cartId}/order`)).expect(200).number).to.equal(sent.number);
    expect(
      (await scene.shop.admin('POST', `/orders/${exchangeOrderId}/ship`, {})).expect(200).status,
    ).to.equal('shipped');
    const [records, events] = [
      await scene.shop.store.admin.db.auditRecord.findMany({
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

  it('is exchanged for one variant by two lines: stock of both follows shipping and cancelling', async () => {
    const stockOf = async (id: string) => {
      const row = await scene.shop.store.admin.db.variant.findFirstOrThrow({ where: { id } });
      return [Number(row.stockQuantity), Number(row.reserved)];
    };
    const exchangedFor = async (variantId: string) => {
      const order = await shippedOrder();
      const returnId = await received(order, [
        { lineId: order.three, quantity: 2 },
        { lineId: order.two, quantity: 2 },
      ]);
      const lines = [order.three, order.two].map((lineId) => ({ lineId, variantId }));
      const { exchangeOrderId } = (await act(returnId, 'exchange', { lines })).expect(200);
      expect(await stockOf(variantId)).to.deep.equal([10, 4]);
      return exchangeOrderId as string;
    };
    const [shipped, cancelled] = [
      await scene.shop.variant({ stockQuantity: 10 }),
      await scene.shop.variant({ stockQuantity: 10 }),
    ];

    (await scene.shop.admin('POST', `/orders/${await exchangedFor(shipped.id)}/ship`, {})).expect(200);
    (await scene.shop.admin('POST', `/orders/${await exchangedFor(cancelled.id)}/cancel`, {})).expect(200);

    expect(await stockOf(shipped.id)).to.deep.equal([6, 0]);
    expect(await stockOf(cancelled.id)).to.deep.equal([10, 0]);
    const short = (await wrongStock(scene.shop.store)).map((row) => (row as { id: string }).id);
    expect(short).to.not.include.members([shipped.id, cancelled.id]);
  });

  describe('of goods of two rates of tax', () => {
    const MIXED = { prices: [1070, 1190], quantities: [2, 1], taxClasses: ['reduced', 'standard'] };

    const mixed = async () => {
      const order = await shippedOrder(undefined, MIXED);
      const returnId = await received(order, [
        { lineId: order.three, quantity: 2 },
        { lineId: order.two, quantity: 1 },
      ]);
      return { ...order, book: order.three, cup: order.two, returnId };
    };
    const taxOf = ({ taxLines }: { taxLines: Record<string, number>[] }) =>
      taxLines.map(({ rateBasisPoints, baseAmount, amount }) => [rateBasisPoints, baseAmount, amount]);

    it('is exchanged for dearer goods: the difference of each is taxed at its rate', async () => {
      const { book, cup, returnId } = await mixed();
      const dearer = [
        { lineId: book, quantity: 2, unitAmount: 1605 },
        { lineId: cup, unitAmount: 1309 },
      ];

      const { exchangeOrderId } = (await act(returnId, 'exchange', { lines: dearer })).expect(200);

      const sent = await scene.shop.getOrder(exchangeOrderId);
      expect(sent).to.include({ subtotal: 4519, discountTotal: 3330, taxTotal: 89, total: 1189 });
      expect(taxOf(sent)).to.deep.equal([
        [700, 1000, 70],
        [1900, 100, 19],
      ]);
    });

    it('is exchanged for cheaper goods: what goes back has the tax of the goods that it is for', async () => {
      const { id, book, returnId } = await mixed();
      const cheaper = { lines: [{ lineId: book, quantity: 2, unitAmount: 535 }] };

      const { refundId } = (await act(returnId, 'exchange', cheaper)).expect(200);
      await refundsSent(scene.shop.store);

      const { creditNotes, refunds } = await scene.shop.getOrder(id);
      expect(refunds).to.have.lengthOf(1);
      expect(refunds[0]).to.include({ id: refundId, amount: 1070 });
      const note = (await scene.shop.admin('GET', `/credit-notes/${creditNotes[0].id}/data`)).expect(200);
      expect(taxOf(note)).to.deep.equal([[700, 1000, 70]]);
    });

    it('is refunded at the rates of what is left, when its cheaper exchange is cancelled', async () => {
      const order = await shippedOrder(undefined, MIXED);
      const { id, three: book, two: cup } = order;
      const returnId = await received(order, [
        { lineId: book, quantity: 1 },
        { lineId: cup, quantity: 1 },
      ]);
      const cheaper = { lines: [{ lineId: book, quantity: 1, unitAmount: 535 }] };
      const { exchangeOrderId } = (await act(returnId, 'exchange', cheaper)).expect(200);
      await refundsSent(scene.shop.store);
      (await scene.shop.act(exchangeOrderId, 'cancel')).expect(200);

      const { refundId } = (await act(returnId, 'refund')).expect(200);
      await refundsSent(scene.shop.store);

      const { creditNotes } = await scene.shop.getOrder(id);
      const last = creditNotes.find((note: { refundId: string }) => note.refundId === refundId);
      const note = (await scene.shop.admin('GET', `/credit-notes/${last.id}/data`)).expect(200);
      expect(taxOf(note)).to.deep.equal([
        [700, 500, 35],
        [1900, 1000, 190],
      ]);
    });

    it('is refused and writes nothing where one costs more and one less, or another class', async () => {
      const { book, cup, returnId } = await mixed();
      const { id: variantId } = await scene.shop.variant({ taxClass: 'zero', priceAmount: 1070 });
      const before = await snapshot(scene.api.env);

      const both = [
        { lineId: book, quantity: 2, unitAmount: 1605 },
        { lineId: cup, unitAmount: 595 },
      ];
      (await act(returnId, 'exchange', { lines: both })).refused('validation_failed');
      const { errors } = (await act(returnId, 'exchange', { lines: [{ lineId: book, variantId }] })).refused(
        'validation_failed',
      );

      expect(errors?.map(({ path, code }) => [path, code])).to.deep.equal([
        ['/body/lines/0/variantId', 'other_tax_class'],
      ]);
      expect(await snapshot(scene.api.env)).to.deep.equal(before);
    });
  });

  it('is exchanged for dearer goods: the difference is paid, or cancelling undoes it all', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 1 }]);
    const dearer = { lines: [{ lineId: order.three, unitAmount: 2000 }] };

    const first = (await act(returnId, 'exchange', dearer)).expect(200).exchangeOrderId;
    expect(await scene.shop.getOrder(first)).to.deep.include({
      status: 'pending',
      total: 810,
      discountTotal: 1190,
      taxTotal: 129,
    });
    // It isn't among the unpaid orders of the operator's network.
    expect(await scene.shop.store.admin.db.order.findFirstOrThrow({ where: { id: first } })).to.include({
      origin: null,
    });
    (await scene.shop.admin('POST', `/orders/${first}/cancel`, {})).expect(200);
    const again = (await scene.shop.admin('GET', `/returns/${returnId}`)).expect(200);
    expect(again).to.deep.include({ status: 'received', exchanged: [], exchangeOrderId: null });
    expect((await scene.shop.getOrder(order.id)).lines[0].exchangedQuantity).to.equal(0);

    const second = (await act(returnId, 'exchange', dearer)).expect(200).exchangeOrderId;
    (await createProvider(scene.api)(paymentSucceeded(second))).expect(200);
    const paid = await scene.shop.getOrder(second);
    expect(paid).to.deep.include({ status: 'paid', attention: null });
    expect(paid.payments).to.have.length(1);
    expect(paid.payments[0]).to.deep.include({ amount: 810, capturedAmount: 810 });
    expect(await wrongStock(scene.shop.store)).to.deep.equal([]);
  });

  it('is exchanged for dearer goods though no payment method takes so little', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 1 }]);
    const account = await scene.shop.addTransfer({ currencies: [{ currency: 'EUR', minimum: 5000 }] });

    const dearer = { lines: [{ lineId: order.three, unitAmount: 2000 }] };
    const exchange = (await act(returnId, 'exchange', dearer)).expect(200).exchangeOrderId;
    const { cartId } = await scene.shop.store.admin.db.order.findFirstOrThrow({ where: { id: exchange } });
    const { payment } = (await scene.shop.send('POST', `/${cartId}/order/payment`, {})).expect(201);
    (await scene.shop.admin('DELETE', `/payment-accounts/${account.id}`)).refused('payment_account_in_use');
    (await scene.shop.admin('PATCH', `/payment-accounts/${account.id}`, { active: false })).expect(200);

    expect(payment).to.deep.include({ paymentAccountId: account.id, instructions: 'IBAN AT61 1904' });
    const { payments } = await scene.shop.getOrder(exchange);
    expect(payments).to.have.length(1);
    expect(payments[0]).to.deep.include({ id: payment.id, accountId: account.id, amount: 810 });
  });

  it('is exchanged for cheaper goods: the rest is refunded, now or when it is cancelled', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 2 }]);

    const cheaper = { lines: [{ lineId: order.three, unitAmount: 700 }], reason: 'Cheaper' };
    const { exchangeOrderId, refundId } = (await act(returnId, 'exchange', cheaper)).expect(200);
    const after = await scene.shop.getOrder(order.id);
    expect(after).to.deep.include({ status: 'partially_refunded', refundedTotal: 980 });
    expect(after.refunds[0]).to.deep.include({
      id: refundId,
      amount: 980,
      reason: 'Cheaper',
    });
    expect(await scene.shop.getOrder(exchangeOrderId)).to.deep.include({
      status: 'paid',
      total: 0,
      subtotal: 1400,
    });

    (await scene.shop.admin('POST', `/orders/${exchangeOrderId}/cancel`, {})).expect(200);
    (await act(returnId, 'exchange')).refused('illegal_return_transition');
    (await act(returnId, 'refund')).expect(200);
    const whole = await scene.shop.getOrder(order.id);
    expect(whole.refundedTotal).to.equal(2380);
    expect(whole.lines[0]).to.deep.include({ refundedQuantity: 2, exchangedQuantity: 0 });
    await refundsSent(scene.shop.store);
  });

  it('pays nothing back while something is due, however net prices are rounded', async () => {
    const prices = (pricesIncludeTax: boolean) =>
      scene.shop.admin('PUT', '/settings/tax', {
        pricesIncludeTax,
        rates: [{ country: 'DE', rateBasisPoints: 1900 }],
      });
    (await prices(false)).expect(200);
    try {
      const order = await shippedOrder(scene.shop, { prices: [85, 85], quantities: [5, 5] });
      const { three, two } = order;
      const kept = {
        lines: [
          { lineId: three, quantity: 4 },
          { lineId: two, quantity: 4 },
        ],
      };
      (await scene.shop.admin('POST', `/orders/${order.id}/refunds`, kept)).expect(201);
      const returnId = await received(order, [
        { lineId: three, quantity: 1 },
        { lineId: two, quantity: 1 },
      ]);

      const body = {
        lines: [
          { lineId: three, unitAmount: 86 },
          { lineId: two, unitAmount: 85 },
        ],
      };
      const { exchangeOrderId, refundId } = (await act(returnId, 'exchange', body)).expect(200);

      // The last units of two lines are worth 102 each, the new goods cost 203, and a cent of the dearer one is still due.
      expect(refundId).to.equal(null);
      expect(await scene.shop.getOrder(exchangeOrderId)).to.include({ status: 'pending', total: 1 });
      await refundsSent(scene.shop.store);
    } finally {
      (await prices(true)).expect(200);
    }
  });

  it('refunds what is left when its cheaper exchange is cancelled after a refund by hand', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 2 }]);
    const cheaper = { lines: [{ lineId: order.three, unitAmount: 700 }] };
    const { exchangeOrderId } = (await act(returnId, 'exchange', cheaper)).expect(200);
    (await scene.shop.admin('POST', `/orders/${exchangeOrderId}/cancel`, {})).expect(200);
    const { total } = await scene.shop.getOrder(order.id);
    const amount = total - 980 - 500;
    (await scene.shop.admin('POST', `/orders/${order.id}/refunds`, { amount })).expect(201);

    (await act(returnId, 'refund')).expect(200);

    expect(await scene.shop.getOrder(order.id)).to.include({ status: 'refunded', refundedTotal: total });
    await refundsSent(scene.shop.store);
  });

  it('is exchanged at the price of a list, unless the operator sets another price', async () => {
    const { id: variantId } = await scene.shop.variant();
    const { id } = (await scene.shop.admin('POST', '/price-lists', { name: 'Sale', currency: 'EUR' })).expect(
      201,
    );
    const prices = [{ variantId, amount: 1000 }];
    (await scene.shop.admin('POST', `/price-lists/${id}/prices`, { prices })).expect(200);
    const { order } = (await scene.shop.checkOut(await scene.shop.fullCart({ [variantId]: 2 }))).expect(201);
    (await createProvider(scene.api)(paymentSucceeded(order.id))).expect(200);
    (await scene.shop.admin('POST', `/orders/${order.id}/ship`, {})).expect(200);
    const lineId = (await scene.shop.getOrder(order.id)).lines[0].id;

    const lists: unknown[] = [];
    for (const terms of [{}, { unitAmount: 1000 }]) {
      const returnId = await received(order, [{ lineId, quantity: 1 }]);
      const { exchangeOrderId } = (await act(returnId, 'exchange', { lines: [{ lineId, ...terms }] })).expect(
        200,
      );
      lists.push((await scene.shop.getOrder(exchangeOrderId)).lines[0].priceList);
    }

    expect(lists).to.deep.equal([{ id, name: 'Sale' }, null]);
  });

  it('stays exchanged when an earlier exchange is paid late and then cancelled twice', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 1 }]);
    const dearer = { lines: [{ lineId: order.three, unitAmount: 2000 }] };
    const first = (await act(returnId, 'exchange', dearer)).expect(200).exchangeOrderId;
    (await scene.shop.admin('POST', `/orders/${first}/cancel`, {})).expect(200);
    const second = (await act(returnId, 'exchange')).expect(200).exchangeOrderId;

    (await createProvider(scene.api)(paymentSucceeded(first))).expect(200);
    expect(await scene.shop.getOrder(first)).to.include({
      status: 'paid',
      attention: 'paid_after_cancellation',
    });
    const { items } = (await scene.shop.admin('GET', '/notifications')).expect(200);
    expect(items[0].detail).to.include(first).and.include(returnId);
    (await scene.shop.admin('POST', `/orders/${first}/cancel`, {})).expect(200);

    const after = (await scene.shop.admin('GET', `/returns/${returnId}`)).expect(200);
    expect(after).to.include({ status: 'exchanged', exchangeOrderId: second });
    expect((await scene.shop.getOrder(order.id)).lines[0].exchangedQuantity).to.equal(1);
    (await act(returnId, 'refund')).refused('illegal_return_transition');
    expect(await wrongStock(scene.shop.store)).to.deep.equal([]);
  });

  it('is refunded whole when the difference of its cancelled exchange never went back', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 2 }]);
    const { provider } = scene.api.env.services.payments;
    const original = provider.refund;
    provider.refund = async () => ({ ok: false, error: 'charge_disputed' });
    try {
      const cheaper = { lines: [{ lineId: order.three, unitAmount: 700 }] };
      const { exchangeOrderId } = (await act(returnId, 'exchange', cheaper)).expect(200);
      await refundsSent(scene.shop.store);
      (await scene.shop.admin('POST', `/orders/${exchangeOrderId}/cancel`, {})).expect(200);
    } finally {
      provider.refund = original;
    }

    (await act(returnId, 'refund')).expect(200);
    await refundsSent(scene.shop.store);

    const { refunds } = await scene.shop.getOrder(order.id);
    const made = refunds.map(({ amount, status }: { amount: number; status: string }) => [amount, status]);
    expect(made).to.have.deep.members([
      [980, 'failed'],
      [2380, 'succeeded'],
    ]);
  });

  it('gives its units back when the refund of the rest fails, and is refunded again', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 2 }]);
    const cheaper = { lines: [{ lineId: order.three, unitAmount: 700 }] };
    const { exchangeOrderId } = (await act(returnId, 'exchange', cheaper)).expect(200);
    await refundsSent(scene.shop.store);
    (await scene.shop.admin('POST', `/orders/${exchangeOrderId}/cancel`, {})).expect(200);
    const { provider } = scene.api.env.services.payments;
    const original = provider.refund;
    provider.refund = async () => ({ ok: false, error: 'charge_disputed' });
    try {
      (await act(returnId, 'refund')).expect(200);
      await refundsSent(scene.shop.store);
    } finally {
      provider.refund = original;
    }
    const failed = await scene.shop.getOrder(order.id);
    const reopened = (await scene.shop.admin('GET', `/returns/${returnId}`)).expect(200);

    (await act(returnId, 'refund')).expect(200);
    await refundsSent(scene.shop.store);

    expect(failed.lines[0]).to.include({ refundedQuantity: 0 });
    expect(reopened).to.include({ status: 'received', refundId: null });
    const again = await scene.shop.getOrder(order.id);
    expect(again).to.include({ refundedTotal: 2380 });
    expect(again.lines[0]).to.include({ refundedQuantity: 2 });
    expect(again.refunds.map(({ amount }: { amount: number }) => amount)).to.have.members([980, 1400, 1400]);
  });

  it('is settled once the provider gave all back, though an exchange stands for a part', async () => {
    const order = await shippedOrder();
    const { id, three, two } = order;
    const exchanged = await received(order, [{ lineId: three, quantity: 2 }]);
    const waiting = await received(order, [{ lineId: two, quantity: 2 }]);
    const { exchangeOrderId } = (await act(exchanged, 'exchange')).expect(200);
    const { payments } = await scene.shop.getOrder(id);
    const told = createEvents(payments[0].providerPaymentId);
    const provide = createProvider(scene.api);

    (await provide(told.chargeRefunded(PAID - 2 * 1190))).expect(200);
    expect(await scene.shop.getOrder(id)).to.include({
      ...{ status: 'partially_refunded', refundedTotal: PAID - 2 * 1190 },
    });
    const all = await scene.shop.admin('POST', `/orders/${id}/refunds`, {});
    expect(all.refused('refund_exceeds_captured')).to.not.have.property('errors');
    (await provide(told.chargeRefunded(PAID))).expect(200);

    expect(await scene.shop.getOrder(id)).to.include({ status: 'refunded', refundedTotal: PAID });
    (await act(waiting, 'exchange')).refused('refund_exceeds_captured');
    (await act(waiting, 'refund')).refused('illegal_transition');
    (await act(waiting, 'reject')).expect(200);
    expect((await scene.shop.getOrder(exchangeOrderId)).status).to.equal('paid');
    expect(await wrongStock(scene.shop.store)).to.deep.equal([]);
    const { db } = scene.api.env.system;
    expect(
      await db.sql`SELECT * FROM wrong_ledgers(${scene.shop.store.tenantId}::uuid, ${[id, exchangeOrderId]}::uuid[])`,
    ).to.deep.equal([]);
  });

  it('of an exchange can be exchanged again, and is refunded where it was paid', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.two, quantity: 1 }]);
    const { exchangeOrderId: id } = (await act(returnId, 'exchange')).expect(200);
    (await scene.shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
    const lineId = (await scene.shop.getOrder(id)).lines[0].id;
    const next = await received({ id }, [{ lineId, quantity: 1 }]);
    (await act(next, 'refund')).refused('refund_exceeds_captured');

    const dearer = { lines: [{ lineId, unitAmount: 600 }] };
    const { exchangeOrderId } = (await act(next, 'exchange', dearer)).expect(200);

    expect(await scene.shop.getOrder(exchangeOrderId)).to.deep.include({
      total: 100,
      exchangeOf: { orderId: id, returnId: next },
    });
  });

  it('is not exchanged for money that was refunded, in whole or in part; nothing is written', async () => {
    for (const refund of [{}, { amount: 4000 }]) {
      const order = await shippedOrder();
      (await scene.shop.admin('POST', `/orders/${order.id}/refunds`, refund)).expect(201);
      const returnId = await received(order, [{ lineId: order.three, quantity: 2 }]);
      await refundsSent(scene.shop.store);
      const before = await snapshot(scene.api.env);

      (await act(returnId, 'exchange')).refused('refund_exceeds_captured');

      expect(await snapshot(scene.api.env)).to.deep.equal(before);
    }
  });

  it('leaves of the order’s money what its exchange doesn’t stand for, whichever comes first', async () => {
    const order = await shippedOrder();
    const returnId = await received(order, [{ lineId: order.three, quantity: 2 }]);
    const everything = () => scene.shop.admin('POST', `/orders/${order.id}/refunds`, {});

    const [exchange, refund] = await Promise.all([act(returnId, 'exchange'), everything()]);

    const { total, refundedTotal } = await scene.shop.getOrder(order.id);
    expect(refund.expect(201).amount).to.equal(refundedTotal);
    if (exchange.status === 200) expect(refundedTotal).to.equal(total - 2 * 1190);
    else exchange.refused('refund_exceeds_captured');
    (await everything()).refused(exchange.status === 200 ? 'refund_exceeds_captured' : 'illegal_transition');
  });

  it('is exchanged for nothing that isn’t there or didn’t come, and then nothing is written', async () => {
    const order = await shippedOrder();
    const { id, three, two } = order;
    const { id: approved } = (await take(id, [{ lineId: two, quantity: 1 }])).expect(201);
    const returnId = await received(order, [{ lineId: three, quantity: 1 }]);
    const several = await received(order, [{ lineId: three, quantity: 2 }]);
    const { id: scarce } = await scene.shop.variant({ stockQuantity: 0 });
    const before = await snapshot(scene.api.env);

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
    expect(await snapshot(scene.api.env)).to.deep.equal(before);
  });
});
