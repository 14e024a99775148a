import { randomUUID } from 'node:crypto';
import { cancellation } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { createShop, useShopOfEach } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';

const TOTAL = 1190;

describe('POST /admin/v1/payments/{id}/mark-paid', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  beforeEach(() => shop.addTransfer({ instructions: 'IBAN DE02 1203 0000 0000 2020 51', dueDays: 10 }));

  const receipt = { reference: 'Statement 3, line 7', paidOn: '2026-02-27' };

  async function place() {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const cartId = await shop.fullCart({ [variantId]: 1 });
    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    return { cartId, id: order.id as string, paymentId: payment.id as string };
  }
  const mark = (paymentId: string, said: object = receipt) =>
    shop.admin('POST', `/payments/${paymentId}/mark-paid`, said);

  it('gives the storefront the account’s instructions', async () => {
    const config = await api.request('GET', '/store/v1/config', { key: shop.store.publishableKey });

    expect(config.expect(200).payment).to.deep.equal({
      provider: 'manual',
      publishableKey: null,
      instructions: 'IBAN DE02 1203 0000 0000 2020 51',
    });
  });

  it('tells the buyer by mail how to pay, until when, and once', async () => {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const cartId = await shop.fullCart({ [variantId]: 1 });
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    const checkOut = () =>
      api.request('POST', `/store/v1/carts/${cartId}/checkout`, {
        key: shop.store.publishableKey,
        headers: { 'Idempotency-Key': cartId },
        body: {},
      });
    const [{ order }] = [(await checkOut()).expect(201), (await checkOut()).expect(201)];

    const told = await shop.store.admin.db.mail.findMany({ where: { orderId: order.id } });
    expect(told).to.have.length(1);
    expect(told[0]).to.include({ kind: 'order_placed', recipient: 'ada@example.com' });
    expect(told[0]?.data).to.include({
      instructions: 'IBAN DE02 1203 0000 0000 2020 51',
      payBy: new Date(clock.now().getTime() + 10 * DAY_MS).toISOString(),
      total: TOTAL,
    });
  });

  it('pays the order, with reference, date and who did it', async () => {
    const { id, paymentId } = await place();

    const payment = (await mark(paymentId)).expect(200);

    expect(payment).to.include({
      ...receipt,
      provider: 'manual',
      status: 'succeeded',
      capturedAmount: TOTAL,
    });
    const order = await shop.getOrder(id);
    expect(order).to.include({ status: 'paid', attention: null });
    expect(order.payments).to.deep.equal([payment]);
    expect(order.history.at(-1).actor).to.match(/^admin:/);
  });

  it('refuses what is paid already, and what a provider takes; nothing is written', async () => {
    const { paymentId } = await place();
    (await mark(paymentId)).expect(200);
    const elsewhere = await createShop(api);
    const { id: variantId } = await elsewhere.variant();
    const { payment } = (await elsewhere.checkOut(await elsewhere.fullCart({ [variantId]: 1 }))).expect(201);
    const { paymentId: open } = await place();
    const before = await snapshot(api.env);

    (await mark(paymentId)).refused('payment_not_open');
    (await elsewhere.admin('POST', `/payments/${payment.id}/mark-paid`, receipt)).refused('payment_not_open');
    (await mark(paymentId, { ...receipt, paidOn: '2026-02-30' })).refused('validation_failed');
    (await mark(open, { ...receipt, paidOn: '2026-03-03' })).refused('validation_failed');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('holds the goods back when another amount came', async () => {
    const { id, paymentId } = await place();

    (await mark(paymentId, { ...receipt, amount: TOTAL - 1 })).expect(200);

    const { attention, attentionDetails, payments } = await shop.getOrder(id);
    expect(attention).to.equal('payment_mismatch');
    expect(attentionDetails.received).to.deep.equal({ amount: TOTAL - 1, currency: 'EUR' });
    expect(payments[0].capturedAmount).to.equal(TOTAL - 1);
  });

  it('takes the rest of what came in part, which takes the mark of the mismatch off', async () => {
    const { id, paymentId } = await place();
    const unpaid = await place();
    (await mark(unpaid.paymentId, { ...receipt, amount: TOTAL - 190 })).expect(200);

    (await mark(paymentId, { ...receipt, amount: TOTAL - 190 })).expect(200);
    (await mark(paymentId, { ...receipt, reference: 'First part of the rest', amount: 90 })).expect(200);
    const { attentionDetails } = await shop.getOrder(id);
    const answers = await Promise.all([mark(paymentId), mark(paymentId)]);

    expect(attentionDetails.received.amount).to.equal(TOTAL - 100);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    const order = await shop.getOrder(id);
    expect(order).to.include({ status: 'paid', attention: null, attentionDetails: null });
    expect(order.payments[0].capturedAmount).to.equal(TOTAL);
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
    expect((await shop.getOrder(unpaid.id)).attention).to.equal('payment_mismatch');
  });

  it('takes what is due beside other payments, and what was never paid isn’t due any more', async () => {
    const { id, paymentId } = await place();
    const other = await shop.store.admin.db.payment.findFirstOrThrow({ where: { id: paymentId } });
    const captured = {
      id: randomUUID(),
      providerPaymentId: 'manual_counter',
      amount: 190n,
      status: 'succeeded',
    };
    await shop.store.admin.db.payment.create({ data: { ...other, ...captured, capturedAmount: 190n } });

    (await mark(paymentId)).expect(200);

    const order = await shop.getOrder(id);
    expect(order).to.include({ status: 'paid', paymentStatus: 'paid', attention: null });
    expect(order.payments.find((each: { id: string }) => each.id === paymentId)).to.include({
      capturedAmount: TOTAL - 190,
    });
  });

  it('is marked once, however many say so at once', async () => {
    const { id, paymentId } = await place();

    const answers = await Promise.all(
      [1, 2, 3].map((line) => mark(paymentId, { ...receipt, reference: `${line}` })),
    );

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
    const { history, payments } = await shop.getOrder(id);
    expect(history.filter(({ status }: { status: string }) => status === 'paid')).to.have.length(1);
    expect(payments[0].reference).to.equal(answers.find(({ status }) => status === 200)?.body.reference);
    const marked = await shop.store.admin.db.auditRecord.count({ where: { action: 'payment.marked_paid' } });
    expect(marked).to.equal(1);
  });

  it('holds the goods back when less came, also in a store that captures later', async () => {
    const settings = { name: 'Tea House', currency: 'EUR', captureLater: true };
    (await shop.admin('PUT', '/settings', settings)).expect(200);
    const { id, paymentId } = await place();

    (await mark(paymentId, { ...receipt, amount: 1 })).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: 'payment_mismatch' });
  });

  it('is waited for as many days as the account says, and may come later still', async () => {
    const { id, paymentId } = await place();
    const expire = () => cancellation.expireUnpaidOrders(api.env.system, 1000);
    const due = clock.now().getTime() + 10 * DAY_MS;

    clock.advance(9 * DAY_MS);
    await expire();
    const waiting = await shop.getOrder(id);
    clock.advance(2 * DAY_MS);
    await expire();

    expect(waiting.status).to.equal('pending');
    expect(Date.parse(waiting.payments[0].expiresAt)).to.equal(due);
    expect((await shop.getOrder(id)).status).to.equal('cancelled');
    (await mark(paymentId)).expect(200);
    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: 'paid_after_cancellation' });
  });

  it('is waited for no shorter when the buyer changes to a payment that gives less time', async () => {
    const { cartId, id } = await place();
    const due = clock.now().getTime() + 10 * DAY_MS;
    const { id: paymentAccountId } = await shop.addTransfer({ dueDays: 3 });

    (await shop.send('POST', `/${cartId}/order/payment`, { paymentAccountId })).expect(201);

    const { payments } = await shop.getOrder(id);
    expect(Date.parse(payments[1].expiresAt)).to.equal(due);
  });

  it('is refunded by hand: the credit note is issued without a provider', async () => {
    const { id, paymentId } = await place();
    (await mark(paymentId)).expect(200);

    const refund = (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 190 })).expect(201);

    expect(refund.creditNoteNumber).to.be.a('number');
    expect(await shop.getOrder(id)).to.include({ status: 'partially_refunded', refundedTotal: 190 });
    await refundsSent(shop.store);
  });

  it('takes no keys, and an account with keys no instructions', async () => {
    const before = await snapshot(api.env);

    const wrong = [
      { provider: 'manual', name: 'Cash', secretKey: 'sk_test_1' },
      { provider: 'fake', name: 'Fake', instructions: 'Pay' },
    ];
    for (const body of wrong)
      expect(
        (await shop.admin('POST', '/payment-accounts', body)).refused('validation_failed').errors,
      ).to.have.length(1);

    expect(await snapshot(api.env)).to.deep.equal(before);
  });
});
