import { randomUUID } from 'node:crypto';
import { payments } from '@service/core';
import { recordStatements } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../../store/shop.ts';
import { createProvider } from './callback.ts';
import { createEvents } from './provider-events.ts';

const TOTAL = 1190;

describe('a payment that was made outside the checkout', () => {
  const api = useApi();
  const shop = useShopOfEach(api);
  let provide: ReturnType<typeof createProvider>;

  before(async () => {
    provide = createProvider(api);
  });

  async function place() {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    return { id: order.id as string, intent: payment.providerPaymentId as string };
  }
  const newIntent = () => `pi_${randomUUID()}`;
  const told = (type: string, intent: string, orderId: string, said: object = {}) =>
    createEvents(intent).event(`payment_intent.${type}`, { id: intent, metadata: { orderId }, ...said });
  const paymentsOf = async (id: string) =>
    (await shop.getOrder(id)).payments.map((each: Record<string, unknown>) => [
      each.providerPaymentId,
      each.status,
      each.capturedAmount,
    ]);
  const kinds = async () =>
    (await shop.admin('GET', '/notifications')).expect(200).items.map(({ kind }: { kind: string }) => kind);

  it('pays the order as a payment of its own, and not as that of the checkout', async () => {
    const [{ id, intent }, control] = [await place(), await place()];
    const outside = newIntent();

    (await provide(told('succeeded', outside, id, { amount_received: TOTAL }))).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: null });
    expect(await paymentsOf(id)).to.deep.equal([
      [intent, 'requires_payment', 0],
      [outside, 'succeeded', TOTAL],
    ]);
    while ((await payments.cancelDuePayments(api.env.system)) > 0);
    expect(await paymentsOf(id), 'nobody can pay it again').to.deep.equal([
      [intent, 'cancelled', 0],
      [outside, 'succeeded', TOTAL],
    ]);
    expect((await shop.getOrder(control.id)).status).to.equal('pending');
    expect(await paymentsOf(control.id)).to.deep.equal([[control.intent, 'requires_payment', 0]]);
  });

  it('is looked for in the store of its order alone', async () => {
    const { id } = await place();
    const stop = recordStatements();

    (await provide(told('succeeded', newIntent(), id, { amount_received: TOTAL }))).expect(200);

    const asked = stop().filter(({ text }) => /^SELECT.* FROM "public"."(payments|orders)"/.test(text));
    expect(asked).to.not.be.empty;
    expect(asked.filter(({ text }) => !/ WHERE .*"tenant_id" = /.test(text))).to.deep.equal([]);
    expect(await shop.getOrder(id)).to.include({ status: 'paid' });
  });

  it('that doesn’t fit the order is a mismatch', async () => {
    const { id } = await place();

    (await provide(told('succeeded', newIntent(), id, { amount_received: 1 }))).expect(200);

    const order = await shop.getOrder(id);
    expect(order).to.include({ status: 'paid', attention: 'payment_mismatch' });
    expect(order.attentionDetails.paymentId).to.equal(order.payments[1].id);
  });

  it('that brings what was missing removes the mismatch, unless foreign money came too', async () => {
    const [{ id, intent }, foreign] = [await place(), await place()];
    (await provide(told('succeeded', intent, id, { amount_received: 1000 }))).expect(200);
    const dollars = { amount_received: 1000, currency: 'usd' };
    (await provide(told('succeeded', foreign.intent, foreign.id, dollars))).expect(200);
    expect((await shop.getOrder(id)).attention).to.equal('payment_mismatch');

    (await provide(told('succeeded', newIntent(), id, { amount_received: 190 }))).expect(200);
    (await provide(told('succeeded', newIntent(), foreign.id, { amount_received: TOTAL }))).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: null, attentionDetails: null });
    expect((await shop.getOrder(foreign.id)).attention).to.equal('payment_mismatch');
  });

  it('is a mismatch when the order was paid in the checkout too', async () => {
    const { id, intent } = await place();
    const [paid, again] = [told('succeeded', intent, id), told('succeeded', newIntent(), id)];
    for (const event of [paid, again]) event.data.object.amount_received = TOTAL;

    (await provide(paid)).expect(200);
    (await provide(again)).expect(200);

    const { attention, attentionDetails } = await shop.getOrder(id);
    expect(attention).to.equal('payment_mismatch');
    expect(attentionDetails).to.deep.include({
      expected: { amount: 0, currency: 'EUR' },
      received: { amount: TOTAL, currency: 'EUR' },
    });
  });

  it('is recorded once when its events come at once, and before what was said of its charge', async () => {
    const { id, intent } = await place();
    const outside = newIntent();
    const events = createEvents(outside);
    const metadata = { orderId: id };
    const refund = events.refund('created', `re_${outside}`, 100, 'succeeded');
    Object.assign(refund.data.object, { metadata });

    (await provide(refund)).expect(200);
    const answers = await Promise.all(
      [events.processing(), events.failed(), events.succeeded()].map((event) => {
        Object.assign(event.data.object, { metadata });
        return provide(event);
      }),
    );

    for (const answer of answers) answer.expect(200);
    expect((await paymentsOf(id)).sort()).to.deep.equal(
      [
        [intent, 'requires_payment', 0],
        [outside, 'succeeded', TOTAL],
      ].sort(),
    );
    const order = await shop.getOrder(id);
    expect(order.refunds).to.have.length(1);
    expect(order).to.include({ status: 'partially_refunded', refundedTotal: 100 });
  });

  it('never counts for another order: an event that contradicts its payment changes nothing', async () => {
    const [{ id, intent }, other] = [await place(), await place()];
    const event = told('succeeded', intent, other.id, { amount_received: TOTAL });

    (await provide(event)).expect(200);

    for (const each of [id, other.id])
      expect(await shop.getOrder(each)).to.include({ status: 'pending', attention: null });
    expect(await paymentsOf(id)).to.deep.equal([[intent, 'requires_payment', 0]]);
    expect(await paymentsOf(other.id)).to.deep.equal([[other.intent, 'requires_payment', 0]]);
    const stored = await api.env.database.system.paymentEvent.findUnique({ where: { id: event.id } });
    expect(stored).to.deep.include({ payload: event, processedAt: null });
    expect(await kinds()).to.deep.equal(['payment.contradiction']);
  });

  it('is not the checkout’s own, whose event names it before its provider id is known', async () => {
    const { id } = await place();
    const [own] = await shop.store.admin.db.payment.findMany({ where: { orderId: id } });
    await shop.store.admin.db.payment.updateMany({
      where: { orderId: id },
      data: { providerPaymentId: null },
    });
    const event = told('succeeded', newIntent(), id, { metadata: { orderId: id, paymentId: own?.id } });

    (await provide(event)).expect(200);

    expect(await paymentsOf(id)).to.deep.equal([[null, 'succeeded', TOTAL]]);
  });
});
