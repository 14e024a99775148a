import { randomUUID } from 'node:crypto';
import { cancellation } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { writesNothing } from '../../table-snapshot.ts';

interface Line {
  id: string;
  shippableQuantity: number;
}

const SHIPPED_FIRST = { name: 'Test Store', currency: 'EUR', invoiceIssuedWhen: 'shipped' };

describe('units that are removed of an order that is placed', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  /** 3 units at 11.90 and 2 at 5.00, of another rate of tax: 45.70. */
  async function order({ paid = true } = {}) {
    const variants = [
      await shop.variant({ stockQuantity: 10 }),
      await shop.variant({ stockQuantity: 10, priceAmount: 500, taxClass: 'reduced' }),
    ];
    const goods = variants.map(({ id }, index) => [id, index === 0 ? 3 : 2] as const);
    const cartId = await shop.fullCart(Object.fromEntries(goods));
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    const { order: placed, payment } = (await shop.checkOut(cartId)).expect(201);
    const id = placed.id as string;
    if (paid) await shop.tell(paymentSucceeded(id));
    const [three, two] = (await shop.getOrder(id)).lines.map((line: Line) => line.id) as [string, string];
    const stock = async () => {
      const rows = await Promise.all(
        variants.map(({ id: variant }) =>
          shop.store.admin.db.variant.findFirstOrThrow({ where: { id: variant } }),
        ),
      );
      return rows.map(({ stockQuantity, reserved }) => [Number(stockQuantity), Number(reserved)]);
    };
    return { id, cartId, three, two, stock, paymentId: payment.id as string };
  }
  const change = (id: string, remove: object[], more: object = {}) =>
    shop.act(id, 'changes', { remove, ...more });
  const preview = async (id: string, remove: object[]) =>
    (await shop.act(id, 'changes/preview', { remove })).expect(200);
  const shippable = async (id: string) =>
    (await shop.getOrder(id)).lines.map((line: Line) => line.shippableQuantity);
  const due = async (cartId: string) =>
    (await shop.send('POST', `/${cartId}/order/payment`, {})).expect(201).payment.id;
  /** The ledgers of the store’s orders are what is kept beside them. */
  async function assertLedgers() {
    const { tenantId } = shop.store;
    const wrong = await api.env.database.system.sql`
      SELECT order_id::text, difference FROM wrong_ledgers(${tenantId}::uuid, NULL)`;
    expect(wrong).to.deep.equal([]);
  }

  it('are refunded where they were paid, for sale again, and the rest is shipped', async () => {
    const { id, three, stock } = await order();
    const remove = [{ lineId: three, quantity: 2 }];
    await writesNothing(api.env, async () =>
      expect(await preview(id, remove)).to.deep.equal({
        currency: 'EUR',
        lines: [{ ...remove[0], amount: 2380 }],
        amount: 2380,
        refund: 2380,
        due: 0,
      }),
    );

    const changed = (await change(id, remove, { reason: 'Too many' })).expect(200);

    expect(changed).to.deep.include({ status: 'partially_refunded', refundedTotal: 2380, removedTotal: 0 });
    expect(changed.refunds[0]).to.deep.include({ amount: 2380, restock: true, reason: 'Too many' });
    expect(changed.creditNotes).to.have.length(1);
    expect(changed.history.at(-1).details).to.deep.equal({
      removed: remove,
      amount: 2380,
      reason: 'Too many',
    });
    expect(await stock()).to.deep.equal([
      [10, 1],
      [10, 2],
    ]);
    await refundsSent(shop.store);
    (await shop.act(id, 'ship')).expect(200);
    expect(await stock()).to.deep.equal([
      [9, 0],
      [8, 0],
    ]);
    await assertLedgers();
  });

  it('are asked for no more where they weren’t paid, and get their credit note with the invoice', async () => {
    const { id, cartId, three, two, stock, paymentId } = await order({ paid: false });
    const remove = [
      { lineId: three, quantity: 1 },
      { lineId: two, quantity: 1 },
    ];
    await writesNothing(api.env, async () =>
      expect(await preview(id, remove)).to.deep.include({ amount: 1690, refund: 0, due: 2880 }),
    );

    const changed = (await change(id, remove)).expect(200);

    expect(changed).to.deep.include({
      status: 'pending',
      paymentStatus: 'unpaid',
      total: 4570,
      removedTotal: 1690,
    });
    expect(changed.creditNotes).to.deep.equal([]);
    const [former, open] = changed.payments;
    expect(former.id).to.equal(paymentId);
    expect(open).to.include({ amount: 2880, status: 'requires_payment' });
    const { cancelAt } = await shop.store.admin.db.payment.findFirstOrThrow({ where: { id: paymentId } });
    expect(cancelAt).not.to.equal(null);
    expect((await shop.send('GET', `/${cartId}/order`)).expect(200)).to.include({
      total: 4570,
      removedTotal: 1690,
    });
    expect(await due(cartId)).to.equal(open.id);
    expect(await stock()).to.deep.equal([
      [10, 2],
      [10, 1],
    ]);
    await assertLedgers();

    const event = paymentSucceeded(id);
    Object.assign(event.data.object, { id: open.providerPaymentId, amount_received: 2880, currency: 'eur' });
    await shop.tell(event);

    const paid = await shop.getOrder(id);
    expect(paid).to.deep.include({
      status: 'paid',
      paymentStatus: 'paid',
      attention: null,
      removedTotal: 1690,
    });
    expect(paid.creditNotes.map(({ amount }: { amount: number }) => amount)).to.deep.equal([1690]);
    const [note] = paid.creditNotes;
    const credited = (await shop.admin('GET', `/credit-notes/${note.id}/data`)).expect(200);
    expect(
      credited.taxLines.map(({ rateBasisPoints, baseAmount, amount }: Record<string, number>) => [
        rateBasisPoints,
        (baseAmount ?? 0) + (amount ?? 0),
      ]),
    ).to.have.deep.members([
      [1900, 1190],
      [700, 500],
    ]);
    expect((await shop.admin('GET', `/orders/${id}/invoice/data`)).expect(200)).to.include({
      total: 4570,
      paidTotal: 2880,
    });
    const { totals } = (await shop.admin('GET', '/reports/sales')).expect(200);
    expect(totals).to.have.length(1);
    expect(totals[0]).to.include({ sold: 4570, credited: 1690, received: 2880 });
    // What is left is refunded by its lines, and what was removed isn’t once more.
    (await shop.refund(id, { lines: [{ lineId: three, quantity: 3 }] })).refused('quantity_exceeded');
    (await shop.refund(id)).expect(201);
    expect(await shop.getOrder(id)).to.include({ status: 'refunded', refundedTotal: 2880 });
    await assertLedgers();
  });

  it('of an order that is never paid leave no document, and what it held is for sale again', async () => {
    const { id, three, stock } = await order({ paid: false });
    (await change(id, [{ lineId: three, quantity: 1 }])).expect(200);
    (await shop.act(id, 'cancel')).expect(200);

    expect(await stock()).to.deep.equal([
      [10, 0],
      [10, 0],
    ]);
    expect(await shop.store.admin.db.creditNote.count({ where: { orderId: id } })).to.equal(0);
    await assertLedgers();
  });

  it('don’t hide the former sum, should the buyer have paid that all the same', async () => {
    const { id, three } = await order({ paid: false });
    (await change(id, [{ lineId: three, quantity: 1 }])).expect(200);
    const event = paymentSucceeded(id);
    Object.assign(event.data.object, { amount_received: 4570, currency: 'eur' });
    await shop.tell(event);
    expect(await shop.getOrder(id)).to.include({ paymentStatus: 'overpaid', attention: 'payment_mismatch' });
    await assertLedgers();
  });

  it('aren’t those that have left, nor all of an unpaid order, nor any while money is on its way', async () => {
    const { id, three, two } = await order();
    (await shop.act(id, 'ship', { lines: [{ lineId: three, quantity: 2 }] })).expect(200);
    const unpaid = await order({ paid: false });
    await writesNothing(api.env, async () => {
      const { errors } = (await change(id, [{ lineId: three, quantity: 2 }])).refused('quantity_exceeded');
      expect(errors).to.deep.equal([
        { path: '/body/remove/0/quantity', code: 'quantity_exceeded', message: 'at most 1 are left' },
      ]);
      (await change(id, [{ lineId: randomUUID() }])).refused('validation_failed');
      (await change(id, [{ lineId: unpaid.three }])).refused('validation_failed');
      (await change(randomUUID(), [{ lineId: two }])).refused('not_found');
      (await change(unpaid.id, [{ lineId: unpaid.three }, { lineId: unpaid.two }])).refused(
        'quantity_exceeded',
      );
      (
        await shop.act(unpaid.id, 'changes/preview', {
          remove: [{ lineId: unpaid.three }, { lineId: unpaid.two }],
        })
      ).refused('quantity_exceeded');
    });
    await shop.tell({
      id: `evt_${randomUUID()}`,
      type: 'payment_intent.processing',
      created: Math.floor(Date.now() / 1000),
      data: { object: { metadata: { orderId: unpaid.id } } },
    });
    await writesNothing(api.env, async () =>
      (await change(unpaid.id, [{ lineId: unpaid.three, quantity: 1 }])).refused('order_not_payable'),
    );
  });

  it('aren’t those of an exchange, which stands for what came back', async () => {
    const { id, three } = await order();
    const data = { exchangedOrderId: id, exchangedReturnId: id };
    await shop.store.admin.db.order.updateMany({ where: { id }, data });
    await writesNothing(api.env, async () =>
      (await change(id, [{ lineId: three, quantity: 1 }])).refused('illegal_transition'),
    );
  });

  it('leave or go back, and never both, when a parcel and two changes happen at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, three, stock } = await order();
      const lines = [{ lineId: three, quantity: 2 }];
      const answers = await Promise.all([
        change(id, lines),
        shop.act(id, 'ship', { lines }),
        change(id, lines),
      ]);
      const taken = answers.filter(({ status }) => status === 200);
      expect(taken).to.have.length(1);
      for (const answer of answers) if (answer.status !== 200) answer.refused('quantity_exceeded');
      expect((await stock())[0]?.[1]).to.equal(1);
      expect((await shippable(id))[0]).to.equal(1);
    }
    await refundsSent(shop.store);
    await assertLedgers();
  });

  it('are removed once by a request that is repeated', async () => {
    const { id, three } = await order({ paid: false });
    const token = shop.store.token();
    const repeated = () =>
      api.request('POST', `/admin/v1/orders/${id}/changes`, {
        token,
        body: { remove: [{ lineId: three, quantity: 1 }] },
        headers: { 'Idempotency-Key': id },
      });
    const [first, second] = [(await repeated()).expect(200), (await repeated()).expect(200)];
    expect(second).to.deep.equal(first);
    expect(await shop.getOrder(id)).to.deep.include({ removedTotal: 1190, version: first.version });
  });

  it('aren’t refunded for all that was paid while others are left, because that would end the order', async () => {
    const { id, three, two, stock } = await order({ paid: false });
    const event = paymentSucceeded(id);
    Object.assign(event.data.object, { amount_received: 1190, currency: 'eur' });
    await shop.tell(event);
    const before = await stock();
    await writesNothing(api.env, async () => {
      const remove = [{ lineId: three, quantity: 1 }];
      (await change(id, remove)).refused('quantity_exceeded');
      (await shop.act(id, 'changes/preview', { remove })).refused('quantity_exceeded');
    });

    (await change(id, [{ lineId: two, quantity: 1 }])).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'partially_refunded', refundedTotal: 500 });
    expect(await stock()).to.deep.equal([before[0], [10, 1]]);
    await assertLedgers();
  });

  it('that cost nothing are in no mail before the payment, and leave an order that is shipped', async () => {
    await shop.addTransfer();
    (await shop.admin('PUT', '/settings', SHIPPED_FIRST)).expect(200);
    const [tea, gift] = [await shop.variant(), await shop.variant({ priceAmount: 0 })];
    const cartId = await shop.fullCart({ [tea.id]: 1, [gift.id]: 3 });
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    const { id } = (await shop.checkOut(cartId)).expect(201).order;
    const { lines, payments } = await shop.getOrder(id);
    const [ofTea, ofGift] = lines.map((line: Line) => line.id);
    (await change(id, [{ lineId: ofGift, quantity: 1 }])).expect(200);
    const receipt = { reference: 'Line 7', paidOn: new Date().toISOString().slice(0, 10) };
    (await shop.admin('POST', `/payments/${payments[0].id}/mark-paid`, receipt)).expect(200);
    const { data } = await shop.store.admin.db.mail.findFirstOrThrow({
      where: { orderId: id, kind: 'order_confirmation' },
    });
    const mailed = (data as { lines: { quantity: number }[] }).lines;
    expect(mailed.map(({ quantity }) => quantity)).to.deep.equal([1, 2]);
    (await shop.act(id, 'ship', { lines: [{ lineId: ofTea }] })).expect(200);
    expect(await shop.getOrder(id)).to.include({ status: 'paid', invoiceNumber: null });

    (await change(id, [{ lineId: ofGift }])).expect(200);

    const shipped = await shop.getOrder(id);
    expect(shipped).to.include({ status: 'shipped', fulfilmentStatus: 'shipped', attention: null });
    expect(shipped.invoiceNumber).to.be.a('string');
    await assertLedgers();
  });

  it('are removed as often as an order may have payments', async () => {
    const { id } = await shop.variant({ stockQuantity: 20 });
    const orderId = (await shop.checkOut(await shop.fullCart({ [id]: 20 }))).expect(201).order.id;
    const [{ id: lineId }] = (await shop.getOrder(orderId)).lines;
    const remove = [{ lineId, quantity: 1 }];
    for (let payments = 1; payments < 10; payments++) (await change(orderId, remove)).expect(200);
    await writesNothing(api.env, async () => {
      (await change(orderId, remove)).refused('order_not_payable');
      (await shop.act(orderId, 'changes/preview', { remove })).refused('order_not_payable');
    });
    expect((await shop.getOrder(orderId)).payments).to.have.length(10);
  });

  it('take nothing of the time that a buyer has, also where the provider ends each of the payments', async () => {
    const { id: variantId } = await shop.variant({ stockQuantity: 10 });
    const draft = await shop.admin('POST', '/draft-orders', {
      ...{ email: 'ada@example.com', lines: [{ variantId, quantity: 3 }] },
      ...{ shippingAddress: TEST_ADDRESS, shippingByHand: { name: 'Courier', amount: 0 } },
    });
    const { id, lines } = (
      await shop.admin('POST', `/draft-orders/${draft.expect(201).id}/place`, {})
    ).expect(201);
    (await change(id, [{ lineId: lines[0].id, quantity: 1 }])).expect(200);
    for (const { providerPaymentId } of (await shop.getOrder(id)).payments)
      await shop.tell({
        id: `evt_${randomUUID()}`,
        type: 'payment_intent.canceled',
        created: Math.floor(Date.now() / 1000),
        data: { object: { id: providerPaymentId, amount_received: 0 } },
      });
    const { payments } = await shop.getOrder(id);
    expect(payments.map(({ status }: { status: string }) => status)).to.deep.equal([
      'cancelled',
      'cancelled',
    ]);

    await shop.store.admin.db.order.updateMany({
      where: { id },
      data: { createdAt: new Date(Date.now() - 31 * MINUTE_MS) },
    });
    await cancellation.expireUnpaidOrders(api.env.system, 10_000);

    expect(await shop.getOrder(id)).to.include({ status: 'pending' });
  });

  it('of a transfer are asked for by a mail with what is due, and the order waits on', async () => {
    await shop.addTransfer({ dueDays: 10 });
    const { id, three } = await order({ paid: false });
    (await change(id, [{ lineId: three, quantity: 3 }])).expect(200);
    const { payments } = await shop.getOrder(id);
    expect(payments.at(-1)).to.include({ provider: 'manual', amount: 1000 });
    const mails = await shop.store.admin.db.mail.findMany({
      where: { orderId: id, kind: 'order_placed' },
      orderBy: { createdAt: 'asc' },
    });
    expect(mails.map(({ data }) => (data as { total: number }).total)).to.deep.equal([4570, 1000]);
    (
      await shop.admin('POST', `/payments/${payments.at(-1).id}/mark-paid`, {
        reference: 'Line 7',
        paidOn: new Date().toISOString().slice(0, 10),
      })
    ).expect(200);
    expect(await shop.getOrder(id)).to.include({ status: 'paid', paymentStatus: 'paid', attention: null });
    await assertLedgers();
  });
});
