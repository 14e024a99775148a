import { randomUUID } from 'node:crypto';
import { cancellation, payments } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { STRIPE_KEY, type StripeAccount, until, useStripe } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { refundsSent } from '../../refunds-sent.ts';
import { type Shop, useShopOfEach } from '../../store/shop.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createEvents } from '../../webhooks/payment/provider-events.ts';

const TOTAL = 1190;

describe('POST /admin/v1/payments/{id}/capture', () => {
  const stripe = useStripe();
  let account: StripeAccount;
  /** Of one operator, whose keys are known. */
  let token: string;
  /** How far the API's clock is ahead: Stripe's own is that of the machine. */
  let aheadMs = 0;

  const api = useApi(() => ({
    settings: { stripe: { secretKey: STRIPE_KEY }, stripeApiUrl: stripe.url },
    now: () => new Date(Date.now() + aheadMs),
  }));
  const shop = useShopOfEach(api);

  before(() => {
    account = stripe.account(STRIPE_KEY);
  });

  beforeEach(async () => {
    token = shop.store.token();
    (await captureLater(true)).expect(200);
    account.events.length = 0;
    stripe.requests.length = 0;
    aheadMs = 0;
  });

  async function captureLater(isOn: boolean) {
    const settings = { name: 'Tea House', currency: 'EUR', captureLater: isOn };
    return shop.admin('PUT', '/settings', settings);
  }
  async function place() {
    const { id: variantId } = await shop.variant({ priceAmount: TOTAL });
    const { order, payment } = (await shop.checkOut(await shop.fullCart({ [variantId]: 1 }))).expect(201);
    return {
      id: order.id as string,
      paymentId: payment.id as string,
      intent: payment.providerPaymentId as string,
    };
  }
  /** Sends what has happened at Stripe since. */
  async function report() {
    for (const event of account.events.splice(0)) (await createProvider(api)(event)).expect(200);
  }
  async function authorised() {
    const placed = await place();
    account.pay(placed.intent);
    await report();
    return placed;
  }
  const capture = (paymentId: string, body: object = {}, headers = {}) =>
    api.request('POST', `/admin/v1/payments/${paymentId}/capture`, {
      token,
      body,
      headers,
    });
  const captures = () => stripe.requests.filter(({ path }) => path.endsWith('/capture'));

  it('captures what was authorised, and the order is paid then', async () => {
    const { id, paymentId, intent } = await authorised();
    const held = await shop.getOrder(id);

    const payment = (await capture(paymentId)).expect(200);

    expect(held.status).to.equal('pending');
    expect(held.payments[0]).to.include({ status: 'authorised', capturedAmount: 0 });
    expect(payment).to.include({ status: 'succeeded', capturedAmount: TOTAL });
    expect(account.intents.get(intent)).to.include({ status: 'succeeded', amount_received: TOTAL });
    const paid = await shop.getOrder(id);
    await report();
    expect(paid).to.include({ status: 'paid', attention: null });
    expect(await shop.getOrder(id)).to.deep.equal(paid);
  });

  it('leaves a shipped order shipped when the rest is captured, and confirms it once', async () => {
    const { id, paymentId } = await authorised();
    (await capture(paymentId, { amount: 500, isFinal: false })).expect(200);
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);
    const mails = () => shop.store.admin.db.mail.count();
    const before = await mails();

    (await capture(paymentId, { amount: 690 })).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'shipped', attention: null });
    expect(await mails()).to.equal(before);
    const paid = await shop.store.admin.db.webhookEvent.count({ where: { name: 'order.paid' } });
    expect(paid).to.equal(1);
  });

  it('asks for attention when what was captured in part is reported after it was refunded', async () => {
    const { id, paymentId, intent } = await authorised();
    (await capture(paymentId, { amount: 500, isFinal: false })).expect(200);
    (await shop.act(id, 'refunds')).expect(201);
    await refundsSent(shop.store);
    await report();
    expect((await shop.getOrder(id)).status).to.equal('refunded');

    const again = createEvents(intent).event('payment_intent.succeeded', {
      id: intent,
      amount_received: 500,
    });
    (await createProvider(api)(again)).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: 'paid_again' });
  });

  it('captures in parts: the first pays the order, the last gives the rest back', async () => {
    const { id, paymentId, intent } = await authorised();

    const first = (await capture(paymentId, { amount: 500, isFinal: false })).expect(200);
    const between = await shop.getOrder(id);
    const last = (await capture(paymentId, { amount: 300 })).expect(200);
    await report();

    expect(first).to.include({ status: 'authorised', capturedAmount: 500 });
    expect(between.status).to.equal('paid');
    expect(last).to.include({ status: 'succeeded', capturedAmount: 800 });
    expect(account.intents.get(intent)).to.include({ amount_received: 800, amount_capturable: 0 });
    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: null });
    (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 801 })).refused('refund_exceeds_captured');
    (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);
    expect((await shop.getOrder(id)).status).to.equal('refunded');
    await refundsSent(shop.store);
  });

  it('of less than was held has a credit note over the rest: tax is that of what was paid', async () => {
    const { id, paymentId } = await authorised();
    const notes = async () => {
      const { creditNotes } = await shop.getOrder(id);
      const rows = await shop.store.admin.db.creditNote.findMany({ where: { orderId: id } });
      const tax = rows
        .flatMap(({ taxLines }) => taxLines as { amount: number }[])
        .reduce((sum, { amount }) => sum + amount, 0);
      return [
        ...creditNotes.map(({ amount, refundId }: Record<string, unknown>) => [amount, refundId !== null]),
        tax,
      ];
    };

    (await capture(paymentId, { amount: 500, isFinal: false })).expect(200);
    expect(await notes()).to.deep.equal([0]);
    (await capture(paymentId, { amount: 300 })).expect(200);
    await report();

    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: null, refundedTotal: 0 });
    const { taxTotal } = await shop.getOrder(id);
    const taxOfRest = Math.round((taxTotal * (TOTAL - 800)) / TOTAL);
    expect(await notes()).to.deep.equal([[TOTAL - 800, false], taxOfRest]);
    const [{ id: noteId }] = (await shop.getOrder(id)).creditNotes;
    const pdf = await api.request('GET', `/admin/v1/credit-notes/${noteId}`, { token });
    expect(pdf.status).to.equal(200);

    (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);

    expect(await notes()).to.deep.equal([[TOTAL - 800, false], [800, true], taxTotal]);
    await refundsSent(shop.store);
  });

  for (const type of ['payment_intent.succeeded', 'payment_intent.amount_capturable_updated'])
    it(`is for an operator to look at when nobody asked for what ${type} reports`, async () => {
      const { id, intent } = await authorised();

      const event = { id: `evt_part_${intent}`, type, created: 1_900_000_000 };
      const object = { id: intent, amount_received: 1, currency: 'eur' };
      (await createProvider(api)({ ...event, data: { object } })).expect(200);

      const order = await shop.getOrder(id);
      expect(order).to.include({ status: 'paid', attention: 'payment_mismatch' });
      expect(order.payments[0]).to.include({ capturedAmount: 1 });
      (await shop.admin('POST', `/orders/${id}/ship`, {})).refused('payment_mismatch');
    });

  it('of less than was held is no refund of the rest, as which Stripe reports it', async () => {
    const { id, paymentId, intent } = await authorised();
    (await capture(paymentId, { amount: 800 })).expect(200);
    await report();
    const tell = async (amount_refunded: number) => {
      const sums = { amount: TOTAL, amount_captured: 800, amount_refunded };
      const object = { id: `ch_${intent}`, payment_intent: intent, currency: 'eur', ...sums };
      const event = {
        id: `evt_${intent}_${amount_refunded}`,
        type: 'charge.refunded',
        created: 1_900_000_000,
      };
      (await createProvider(api)({ ...event, data: { object } })).expect(200);
    };

    await tell(TOTAL - 800);
    expect(await shop.getOrder(id)).to.include({ status: 'paid', paymentStatus: 'paid', refundedTotal: 0 });
    await tell(TOTAL - 700);

    const order = await shop.getOrder(id);
    expect(order).to.include({ status: 'partially_refunded', refundedTotal: 100 });
    (await shop.refund(id, { amount: 701 })).refused('refund_exceeds_captured');
  });

  it('is made once, however often it is asked for', async () => {
    const { paymentId, intent } = await authorised();
    const headers = { 'Idempotency-Key': `capture-${paymentId}` };
    const part = { amount: 500, isFinal: false };
    stripe.fail(3, 500, { type: 'api_error', message: 'away' });

    (await capture(paymentId, part, headers)).refused('dependency_unavailable');
    const first = (await capture(paymentId, part, headers)).expect(200);
    const again = (await capture(paymentId, part, headers)).expect(200);

    expect(again).to.deep.equal(first);
    expect(account.intents.get(intent)).to.include({ amount_received: 500 });
    expect(new Set(captures().map(({ key }) => key)).size).to.equal(1);
  });

  it('refuses what isn’t held, is more than is left or refused by the provider; writes nothing', async () => {
    const [unpaid, held] = [await place(), await authorised()];
    const before = await snapshot(api.env);

    (await capture(unpaid.paymentId)).refused('payment_not_authorised');
    (await capture(held.paymentId, { amount: TOTAL + 1 })).refused('payment_not_authorised');

    expect(await snapshot(api.env)).to.deep.equal(before);
    stripe.fail(1, 400, { type: 'invalid_request_error', message: 'This card can’t be captured in parts.' });
    const part = { amount: 1, isFinal: false };
    const { detail } = (await capture(held.paymentId, part)).refused('capture_refused');
    expect(detail).to.include('This card can’t be captured in parts.');
    expect((await shop.getOrder(held.id)).payments[0]).to.include({
      status: 'authorised',
      capturedAmount: 0,
    });
  });

  it('is recorded by the provider’s events alone, whatever their order', async () => {
    const { id, intent } = await place();
    account.pay(intent, '3ds');
    account.authenticate(intent, true);
    account.carryOut('POST', `/v1/payment_intents/${intent}/capture`, {
      amount_to_capture: '400',
      final_capture: 'false',
    });
    account.carryOut('POST', `/v1/payment_intents/${intent}/capture`, {});
    account.events.reverse();

    await report();

    const { status, attention, payments: made } = await shop.getOrder(id);
    expect([status, attention]).to.deep.equal(['paid', null]);
    expect(made[0]).to.include({ status: 'succeeded', capturedAmount: TOTAL });
  });

  it('keeps the order for as long as the money is held, and lets both go then', async () => {
    const { id, intent } = await authorised();
    const expire = () => cancellation.expireUnpaidOrders(api.env.system, 1000);

    aheadMs = 6 * DAY_MS;
    await expire();
    const kept = await shop.getOrder(id);
    aheadMs = 8 * DAY_MS;
    await expire();
    await payments.cancelDuePayments(api.env.system);

    expect(kept.status).to.equal('pending');
    expect(await shop.getOrder(id)).to.include({ status: 'cancelled' });
    expect((await shop.getOrder(id)).payments[0].status).to.equal('cancelled');
    expect(account.intents.get(intent)?.status).to.equal('canceled');
  });

  it('gives back what is held when the order is cancelled', async () => {
    const { id, intent } = await authorised();

    (await shop.admin('POST', `/orders/${id}/cancel`, {})).expect(200);
    await until(async () => (await shop.getOrder(id)).payments[0].status === 'cancelled', 'the cancellation');

    expect(account.intents.get(intent)).to.include({ status: 'canceled', amount_capturable: 0 });
  });

  it('captures no more than is held when several are asked for at once, and the same one once', async () => {
    const [{ paymentId, intent }, other] = [await authorised(), await authorised()];
    const part = { amount: 700, isFinal: false };

    const same = await Promise.all([capture(paymentId, part), capture(paymentId, part)]);
    const different = await Promise.all([
      capture(other.paymentId, part),
      capture(other.paymentId, { ...part, amount: 600 }),
    ]);

    for (const { status } of same) expect(status).to.be.oneOf([200, 409]);
    expect(account.intents.get(intent)?.amount_received).to.equal(700);
    expect(different.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
    for (const { id, intent: at } of [other]) {
      await report();
      expect((await shop.getOrder(id)).payments[0].capturedAmount).to.equal(
        account.intents.get(at)?.amount_received,
      );
    }
  });

  it('takes nothing of a cancelled order, also while the provider is away', async () => {
    const { id, paymentId, intent } = await authorised();
    stripe.fail(3, 500, { type: 'api_error', message: 'away' });
    (await shop.admin('POST', `/orders/${id}/cancel`, {})).expect(200);
    const before = await snapshot(api.env);

    (await capture(paymentId)).refused('payment_not_authorised');

    expect(await snapshot(api.env)).to.deep.equal(before);
    expect(account.intents.get(intent)?.amount_received).to.equal(0);
    expect((await shop.getOrder(id)).status).to.equal('cancelled');
  });

  it('keeps what it brought when the order is cancelled meanwhile: the rest alone is given back', async () => {
    const { id, paymentId, intent } = await authorised();
    let release = () => {};
    let cancelling: ReturnType<Shop['admin']> | undefined;
    stripe.before(async () => {
      const isAsked = new Promise<void>((resolve) => {
        stripe.before(async () => {
          resolve();
          await new Promise<void>((done) => {
            release = done;
          });
        });
      });
      cancelling = shop.admin('POST', `/orders/${id}/cancel`, {});
      await isAsked;
    });

    (await capture(paymentId, { amount: 500, isFinal: false })).expect(200);
    release();
    (await cancelling)?.expect(200);

    const { status, attention, payments: made } = await shop.getOrder(id);
    expect([status, attention]).to.deep.equal(['paid', 'paid_after_cancellation']);
    expect(made[0]).to.include({ status: 'succeeded', capturedAmount: 500 });
    expect(account.intents.get(intent)).to.include({ amount_received: 500, amount_capturable: 0 });
    account.events.reverse();
    await report();
    expect((await shop.getOrder(id)).payments).to.deep.equal(made);
  });

  it('is recorded when the cancellation of the rest is reported first', async () => {
    const { id, intent } = await place();
    account.pay(intent);
    account.carryOut('POST', `/v1/payment_intents/${intent}/capture`, {
      amount_to_capture: '400',
      final_capture: 'false',
    });
    account.carryOut('POST', `/v1/payment_intents/${intent}/cancel`, {});
    account.events.reverse();

    await report();

    const { status, payments: made } = await shop.getOrder(id);
    expect(status).to.equal('paid');
    expect(made[0]).to.include({ status: 'succeeded', capturedAmount: 400 });
  });

  it('ends with a refund of all that was captured: what is still held is given back', async () => {
    const { id, paymentId, intent } = await authorised();
    (await capture(paymentId, { amount: 500, isFinal: false })).expect(200);

    (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);
    (await capture(paymentId)).refused('payment_not_authorised');
    await payments.cancelDuePayments(api.env.system);

    const order = await shop.getOrder(id);
    expect(order).to.include({ status: 'refunded', refundedTotal: 500 });
    expect(order.payments[0]).to.include({ status: 'succeeded', capturedAmount: 500 });
    expect(account.intents.get(intent)).to.include({ amount_capturable: 0, amount_received: 500 });
    await refundsSent(shop.store);
  });

  it('confirms an order once that was paid in part by another payment, and shipped', async () => {
    const { id, paymentId } = await authorised();
    await shop.store.admin.db.order.update({
      where: { tenantId_id: { tenantId: shop.store.tenantId, id } },
      data: { email: 'ada@example.com' },
    });
    const object = {
      id: `pi_${randomUUID()}`,
      amount_received: 190,
      currency: 'eur',
      metadata: { orderId: id },
    };
    const event = {
      id: `evt_${randomUUID()}`,
      type: 'payment_intent.succeeded',
      created: 1,
      data: { object },
    };
    (await createProvider(api)(event, undefined)).expect(200);
    (await shop.admin('POST', `/orders/${id}/acknowledge`, { reason: 'The rest is held' })).expect(200);
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);

    (await capture(paymentId, { amount: TOTAL - 190, isFinal: true })).expect(200);

    expect(await shop.getOrder(id)).to.include({ status: 'paid', paymentStatus: 'paid', attention: null });
    const { mail } = shop.store.admin.db;
    expect(await mail.count({ where: { orderId: id, kind: 'order_confirmation' } })).to.equal(1);
  });

  it('is not for money of another currency', async () => {
    const { id, paymentId, intent } = await place();
    account.pay(intent);
    for (const event of account.events) Object.assign(event.data.object, { currency: 'usd' });

    await report();

    (await capture(paymentId)).refused('payment_not_authorised');
    expect((await shop.getOrder(id)).payments[0]).to.include({
      status: 'requires_payment',
      capturedAmount: 0,
    });
  });

  for (const [what, arrange] of Object.entries({
    'reported before': (events: object[]) => events,
    'reported after': (events: object[]) => events.reverse(),
  }))
    it(`is possible for as long as the charge says, ${what} it`, async () => {
      const { id, intent } = await place();
      account.pay(intent);
      const [charge] = account.events.map(({ data }) => data.object);
      const { card } = (charge?.payment_method_details ?? {}) as { card: { capture_before: number } };
      arrange(account.events);

      await report();

      const { status, expiresAt } = (await shop.getOrder(id)).payments[0];
      expect([status, Date.parse(expiresAt)]).to.deep.equal(['authorised', card.capture_before * 1000]);
    });

  it('has a date also where the provider names times that fit none', async () => {
    const { id, intent } = await place();
    account.pay(intent);
    const never = Number.MAX_SAFE_INTEGER;
    for (const event of account.events) {
      event.created = never;
      if (event.data.object.payment_method_details)
        event.data.object.payment_method_details = { card: { capture_before: never } };
    }

    await report();

    const { status, expiresAt } = (await shop.getOrder(id)).payments[0];
    expect(status).to.equal('authorised');
    expect(Date.parse(expiresAt)).to.be.within(Date.now(), Date.now() + 8 * DAY_MS);
  });

  it('follows the setting at the checkout: what is opened without it is captured at once', async () => {
    (await captureLater(false)).expect(200);

    const { id } = await authorised();

    expect(await shop.getOrder(id)).to.include({ status: 'paid' });
  });
});
