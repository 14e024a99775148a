import { payments } from '@service/core';
import { until, useStripe } from '@service/testing';
import { expect } from 'chai';
import type { Answer } from '../../client.ts';
import { useApi } from '../../harness.ts';
import { addStripeAccount } from '../../providers/own-account.ts';
import { snapshot } from '../../table-snapshot.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper } from '../shopper.ts';

const TOTAL = 1190;

describe('an order that is paid again, or by another method', () => {
  const stripe = useStripe();
  const api = useApi(() => ({ settings: { stripeApiUrl: stripe.url } }));
  const shop = useShopOfEach(api);

  beforeEach(() => {
    stripe.requests.length = 0;
  });

  const addTransfer = (terms?: object) => shop.addTransfer(terms);
  const addStripe = () => addStripeAccount(api, shop, stripe);
  async function place(paymentAccountId: string) {
    const cartId = await shop.fullCart({ [(await shop.variant({ priceAmount: TOTAL })).id]: 1 });
    const { order, payment } = (await shop.checkOutWith(cartId, { paymentAccountId })).expect(201);
    return { cartId, orderId: order.id as string, payment };
  }
  const pay = (cartId: string, body: object = {}) => shop.send('POST', `/${cartId}/order/payment`, body);
  const methodsOf = (answer: Answer) =>
    answer
      .expect(200)
      .items.map(({ paymentAccountId, isChosen }: { paymentAccountId: string; isChosen: boolean }) => [
        paymentAccountId,
        isChosen,
      ]);
  const methods = async (cartId: string) => methodsOf(await shop.send('GET', `/${cartId}/payment-methods`));

  it('hands the same payment out again while it is open', async () => {
    const card = await addStripe();
    await addTransfer();
    const { cartId, orderId, payment } = await place(card.id);

    const again = (await pay(cartId)).expect(201);
    const chosen = (await pay(cartId, { paymentAccountId: card.id })).expect(201);

    expect([again.payment, chosen.payment]).to.deep.equal([payment, payment]);
    expect(payment).to.deep.include({ publishableKey: card.publishableKey, needs: 'client_secret' });
    expect((await shop.getOrder(orderId)).payments).to.have.length(1);
  });

  it('offers the methods for what is due, takes another, and cancels the former at its provider', async () => {
    const card = await addStripe();
    const transfer = await addTransfer();
    await addTransfer({ currencies: [{ currency: 'EUR', minimum: TOTAL + 1 }] });
    const { cartId, orderId, payment } = await place(card.id);
    const intent = { id: payment.providerPaymentId, metadata: { orderId } };
    const failed = { ...intent, last_payment_error: { code: 'card_declined', message: 'Declined' } };
    const event = {
      id: `evt_${orderId}`,
      type: 'payment_intent.payment_failed',
      created: 1,
      data: { object: failed },
    };
    (await card.provide(event)).expect(200);
    expect(await methods(cartId)).to.deep.equal([
      [card.id, true],
      [transfer.id, false],
    ]);

    const { payment: second } = (await pay(cartId, { paymentAccountId: transfer.id })).expect(201);

    expect(second).to.deep.include({
      paymentAccountId: transfer.id,
      instructions: 'IBAN AT61 1904',
      needs: 'instructions',
    });
    expect(await methods(cartId)).to.deep.equal([
      [card.id, false],
      [transfer.id, true],
    ]);
    await payments.cancelDuePayments(api.env.system);
    expect(card.account.intents.get(payment.providerPaymentId)?.status).to.equal('canceled');
    await card.report();
    const marked = { reference: 'Statement 1', paidOn: '2026-01-15' };
    (await shop.admin('POST', `/payments/${second.id}/mark-paid`, marked)).expect(200);
    const order = await shop.getOrder(orderId);
    expect(order).to.deep.include({ status: 'paid', paymentStatus: 'paid', attention: null });
    expect(
      order.payments.map(({ id, status }: { id: string; status: string }) => [id, status]),
    ).to.deep.equal([
      [payment.id, 'cancelled'],
      [second.id, 'succeeded'],
    ]);
    (await shop.refund(orderId)).expect(201);
    await until(async () => (await shop.getOrder(orderId)).refunds[0].status === 'succeeded', 'the refund');
    expect((await shop.getOrder(orderId)).refunds[0].paymentId).to.equal(second.id);
    expect(stripe.requests.filter(({ path }) => path.includes('refund'))).to.deep.equal([]);
  });

  it('refunds at the account that took the money, though the method was changed twice', async () => {
    const [first, second] = [await addStripe(), await addStripe()];
    const { cartId, orderId } = await place(first.id);
    const { payment } = (await pay(cartId, { paymentAccountId: second.id })).expect(201);
    second.account.pay(payment.providerPaymentId);
    await second.report();

    (await shop.refund(orderId)).expect(201);
    await until(async () => (await shop.getOrder(orderId)).refunds[0].status === 'succeeded', 'the refund');

    const refunds = stripe.requests.filter(({ path }) => path.includes('refund'));
    expect(refunds.map(({ authorization }) => authorization)).to.deep.equal([`Bearer ${second.secretKey}`]);
  });

  it('is paid again by its customer, by its id, and by no other', async () => {
    const [one, two] = [await addTransfer(), await addTransfer()];
    const { token } = await shop.store.customer();
    const owner = createShopper(api, shop.store, token);
    const cartId = await owner.fullCart({ [(await shop.variant()).id]: 1 });
    const { order } = (await owner.checkOut(cartId)).expect(201);
    const path = `/store/v1/customers/me/orders/${order.id}`;
    const body = { paymentAccountId: two.id };
    const chosen = async () => methodsOf(await api.request('GET', `${path}/payment-methods`, { token }));
    expect(await chosen()).to.deep.equal([
      [one.id, true],
      [two.id, false],
    ]);
    const other = (await shop.store.customer()).token;
    const before = await snapshot(api.env);
    (await api.request('GET', `${path}/payment-methods`, { token: other })).refused('not_found');
    (await api.request('POST', `${path}/payment`, { token: other, body })).refused('not_found');
    expect(await snapshot(api.env)).to.deep.equal(before);

    const { payment } = (await api.request('POST', `${path}/payment`, { token, body })).expect(201);

    expect(payment).to.deep.include({ paymentAccountId: two.id, needs: 'instructions' });
    expect(await chosen()).to.deep.equal([
      [one.id, false],
      [two.id, true],
    ]);
  });

  it('is paid once where the former payment came through after all', async () => {
    const [first, second] = [await addStripe(), await addStripe()];
    const { cartId, orderId, payment } = await place(first.id);
    const { payment: other } = (await pay(cartId, { paymentAccountId: second.id })).expect(201);
    first.account.pay(payment.providerPaymentId);

    await first.report();
    await payments.cancelDuePayments(api.env.system);

    expect(await shop.getOrder(orderId)).to.deep.include({ status: 'paid', paymentStatus: 'paid' });
    expect(second.account.intents.get(other.providerPaymentId)?.status).to.equal('canceled');
  });

  it('takes no event of one account for a payment of another', async () => {
    const [first, second] = [await addStripe(), await addStripe()];
    const { orderId, payment } = await place(first.id);
    const object = { id: payment.providerPaymentId };
    const event = { id: `evt_${orderId}`, type: 'payment_intent.succeeded', created: 1, data: { object } };

    (await second.provide(event)).expect(200);

    expect((await shop.getOrder(orderId)).status).to.equal('pending');
  });

  it('loses no money by what an account says of a payment that was never made, until it was', async () => {
    const [first, second] = [await addStripe(), await addStripe()];
    const { cartId, orderId, payment } = await place(first.id);
    const { payment: paid } = (await pay(cartId, { paymentAccountId: second.id })).expect(201);
    second.account.pay(paid.providerPaymentId);
    await second.report();
    const of = { payment_intent: payment.providerPaymentId, currency: 'eur' };
    const tell = async (type: string, object: object) =>
      (await first.provide({ id: `evt_${type}_${orderId}`, type, created: 1, data: { object } })).expect(200);
    const read = async () => {
      const { status, paymentStatus, refunds, creditNotes, disputes } = await shop.getOrder(orderId);
      return { status, paymentStatus, counts: [refunds.length, creditNotes.length, disputes.length] };
    };

    await tell('refund.created', { ...of, id: `re_${orderId}`, amount: TOTAL, status: 'succeeded' });
    await tell('charge.refunded', { ...of, id: `ch_${orderId}`, amount_refunded: TOTAL });
    await tell('charge.dispute.closed', { ...of, id: `dp_${orderId}`, amount: TOTAL, status: 'won' });

    expect(await read()).to.deep.equal({ status: 'paid', paymentStatus: 'paid', counts: [0, 0, 0] });
    await tell('payment_intent.succeeded', { id: payment.providerPaymentId });
    const { status, refundedTotal } = await shop.getOrder(orderId);
    // What was paid beyond the total has gone back, of which there is no credit note.
    expect([status, refundedTotal]).to.deep.equal(['paid', 0]);
    expect(await read()).to.deep.equal({ status: 'paid', paymentStatus: 'paid', counts: [1, 0, 1] });
  });

  it('is paid once by an account whose keys another one of the store has, too', async () => {
    const [first, second] = [await addStripe(), await addStripe()];
    const { orderId, payment } = await place(first.id);
    const metadata = { orderId, paymentId: payment.id };
    const failed = (intent: string, said: object) => ({
      id: `evt_${intent}`,
      type: 'payment_intent.payment_failed',
      created: 1,
      data: { object: { id: intent, metadata: said } },
    });
    first.account.pay(payment.providerPaymentId);

    // Before the service knows what it was opened as, and afterwards.
    (await second.provide(failed(`pi_${orderId}`, metadata))).expect(200);
    (await second.provide(failed(payment.providerPaymentId, { orderId }))).expect(200);
    for (const event of first.account.events) (await second.provide(event)).expect(200);
    expect((await shop.getOrder(orderId)).status).to.equal('pending');
    await first.report();

    const order = await shop.getOrder(orderId);
    expect(order).to.deep.include({ status: 'paid', paymentStatus: 'paid', attention: null });
    expect(order.payments).to.have.length(1);
  });

  it('isn’t held up by the provider of another account that hangs', async () => {
    const [hanging, good] = [await addStripe(), await addStripe()];
    const [first, second] = [await place(good.id), await place(good.id)];
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isAsked = new Promise<void>((resolve) => {
      stripe.before(() => {
        resolve();
        return held;
      });
    });
    const waiting = pay(first.cartId, { paymentAccountId: hanging.id });
    await isAsked;

    (await pay(second.cartId)).expect(201);
    await place(good.id);

    release();
    expect((await waiting).expect(201).payment.paymentAccountId).to.equal(hanging.id);
  });

  const notPayable: Record<string, (order: { orderId: string; id: string }) => Promise<unknown>> = {
    'is paid': ({ id }) =>
      shop.admin('POST', `/payments/${id}/mark-paid`, { reference: 'Statement 2', paidOn: '2026-01-15' }),
    'is cancelled': ({ orderId }) => shop.act(orderId, 'cancel'),
    'is being paid': ({ id }) =>
      shop.store.admin.db.payment.updateMany({ where: { id }, data: { status: 'processing' } }),
  };
  for (const [what, happens] of Object.entries(notPayable))
    it(`is refused when it ${what}, and writes nothing`, async () => {
      const transfer = await addTransfer();
      const { cartId, orderId, payment } = await place(transfer.id);
      await happens({ orderId, id: payment.id });
      expect(await methods(cartId)).to.deep.equal([]);
      const before = await snapshot(api.env);

      (await pay(cartId)).refused('order_not_payable');
      (await pay(cartId, { paymentAccountId: transfer.id })).refused('order_not_payable');

      expect(await snapshot(api.env)).to.deep.equal(before);
    });

  it('is refused for a method that isn’t offered, without an order, and after ten payments', async () => {
    const [one, two] = [await addTransfer(), await addTransfer()];
    const off = await addTransfer({ active: false });
    const { cartId, orderId } = await place(one.id);
    const open = await shop.fullCart({ [(await shop.variant()).id]: 1 });
    let before = await snapshot(api.env);
    (await pay(cartId, { paymentAccountId: off.id })).refused('payment_method_unavailable');
    (await pay(open)).refused('not_found');
    expect(await snapshot(api.env)).to.deep.equal(before);
    for (let each = 1; each < 10; each += 1)
      (await pay(cartId, { paymentAccountId: each % 2 === 1 ? two.id : one.id })).expect(201);
    before = await snapshot(api.env);

    (await pay(cartId, { paymentAccountId: one.id })).refused('order_not_payable');

    expect(await snapshot(api.env)).to.deep.equal(before);
    expect((await shop.getOrder(orderId)).payments).to.have.length(10);
  });

  for (const [what, change] of Object.entries({
    'was switched off': { active: false },
    'takes no such total any more': { currencies: [{ currency: 'EUR', maximum: 1 }] },
    'isn’t for the buyer’s country any more': { countries: ['CH'] },
  }))
    it(`is paid by another method once its own ${what}`, async () => {
      const [own, other] = [await addTransfer(), await addTransfer()];
      const { cartId, orderId } = await place(own.id);
      (await shop.admin('PATCH', `/payment-accounts/${own.id}`, change)).expect(200);
      const before = await snapshot(api.env);

      (await pay(cartId, { paymentAccountId: own.id })).refused('payment_method_unavailable');

      expect(await snapshot(api.env)).to.deep.equal(before);
      expect((await pay(cartId)).expect(201).payment.paymentAccountId).to.equal(other.id);
      await payments.cancelDuePayments(api.env.system);
      const made = (await shop.getOrder(orderId)).payments;
      expect(made.map(({ status }: { status: string }) => status)).to.deep.equal([
        'cancelled',
        'requires_payment',
      ]);
    });

  it('makes one payment when two tabs choose at once', async () => {
    const card = await addStripe();
    const transfer = await addTransfer();
    const { cartId, orderId } = await place(card.id);

    const answers = await Promise.all([1, 2].map(() => pay(cartId, { paymentAccountId: transfer.id })));

    const ids = answers.map((answer) => answer.expect(201).payment.id);
    expect(new Set(ids).size).to.equal(1);
    expect((await shop.getOrder(orderId)).payments).to.have.length(2);
  });

  it('hands out no payment that another tab has replaced while it opened', async () => {
    const card = await addStripe();
    const transfer = await addTransfer();
    const { cartId, orderId } = await place(transfer.id);
    const other = await addTransfer();
    stripe.before(async () => {
      (await pay(cartId, { paymentAccountId: other.id })).expect(201);
    });

    (await pay(cartId, { paymentAccountId: card.id })).refused('order_not_payable');
    await payments.cancelDuePayments(api.env.system);

    const made = (await shop.getOrder(orderId)).payments;
    expect(made.map(({ accountId }: { accountId: string }) => accountId)).to.deep.equal([
      transfer.id,
      card.id,
      other.id,
    ]);
    const [intent] = [...card.account.intents.values()];
    expect(intent?.status).to.equal('canceled');
  });
});
