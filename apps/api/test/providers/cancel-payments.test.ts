import { cancellation, inTransaction, payments, type SystemContext } from '@service/core';
import { MINUTE_MS } from '@service/jobs/primitives';
import {
  type Clock,
  createClock,
  openTestEnv,
  paymentSucceeded,
  STRIPE_KEY,
  type StripeFailure,
  type StripeServer,
  startStripeServer,
  until,
  untilWaitedFor,
} from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';

const AWAY: StripeFailure = { type: 'api_error', message: 'away' };
const unexpected = (status: string): StripeFailure => ({
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
  message: `it is ${status}`,
  payment_intent: { status },
});

describe('the payment of an order that is cancelled unpaid', () => {
  let clock: Clock;
  let stripe: StripeServer;
  let api: TestApi;
  let shop: Shop;

  beforeEach(async () => {
    clock = createClock();
    stripe = await startStripeServer();
    api = await startApi({
      now: clock.now,
      settings: { stripe: { secretKey: 'sk_test_1' }, stripeApiUrl: stripe.url },
    });
    // Left by the tests before.
    await api.env.database.system.order.updateMany({
      where: { status: 'pending' },
      data: { createdAt: new Date('2100-01-01') },
    });
    await api.env.database.system.payment.updateMany({ data: { cancelAt: null } });
    shop = await createShop(api);
  });

  afterEach(async () => {
    await api.close();
    await stripe.close();
  });

  async function place(): Promise<string> {
    const { id } = await shop.variant();
    const { order } = (await shop.checkOut(await shop.fullCart({ [id]: 1 }))).expect(201);
    return order.id;
  }
  const paymentOf = async (id: string) => (await shop.getOrder(id)).payments[0];
  const cancel = async (id: string) => (await shop.admin('POST', `/orders/${id}/cancel`, {})).expect(200);
  const work = () => payments.cancelDuePayments(api.env.system);
  const provide = (event: object) => createProvider(api)(event);
  /** Marks the order cancelled without asking the provider, like an API that dies after its commit. */
  const cancelAndDie = (id: string) => cancellation.cancelOrder(shop.store.admin, id, {});
  const cancellations = () =>
    stripe.requests.filter(({ path }) => path.endsWith('/cancel')).map(({ path }) => path);
  const isCancelled = (id: string) =>
    until(async () => (await paymentOf(id)).status === 'cancelled', 'the cancelled payment');

  it('is cancelled at Stripe at once when an operator cancels the order', async () => {
    const id = await place();
    const control = await place();

    await cancel(id);

    await isCancelled(id);
    expect(cancellations()).to.deep.equal([
      `/v1/payment_intents/${(await paymentOf(id)).providerPaymentId}/cancel`,
    ]);
    expect((await paymentOf(control)).status).to.equal('requires_payment');
    expect(await work()).to.equal(0);
  });

  it('is cancelled by the worker when the order expires, once by 4 workers at once', async () => {
    const ids = [await place(), await place(), await place()];
    clock.advance(30 * MINUTE_MS);
    await cancellation.expireUnpaidOrders(api.env.system);

    await Promise.all([work(), work(), work(), work()]);

    for (const id of ids) expect((await paymentOf(id)).status).to.equal('cancelled');
    expect(new Set(cancellations()).size).to.equal(3);
    expect(cancellations()).to.have.length(3);
  });

  it('is cancelled by the worker when the API dies after its commit, until Stripe answers', async () => {
    const id = await place();
    await cancelAndDie(id);
    stripe.fail(3, 500, AWAY);

    expect(await work()).to.equal(0);
    expect((await paymentOf(id)).status).to.equal('requires_payment');
    expect(await work()).to.equal(0);
    expect(new Set(cancellations()).size).to.equal(1);
    clock.advance(60_000);
    expect(await work()).to.equal(1);

    expect((await paymentOf(id)).status).to.equal('cancelled');
  });

  it('holds up nothing while Stripe is asked; one that succeeds meanwhile is paid and flagged', async () => {
    const id = await place();
    await cancelAndDie(id);
    stripe.before(async () => {
      (await provide(paymentSucceeded(id))).expect(200);
    });

    await work();

    const now = await shop.getOrder(id);
    expect(now).to.include({ status: 'paid', attention: 'paid_after_cancellation' });
    expect(now.payments[0].status).to.equal('succeeded');
    clock.advance(24 * 3_600_000);
    expect(await work()).to.equal(0);
  });

  it('that succeeds late all the same is paid and flagged, and the operators are told', async () => {
    const id = await place();
    await cancel(id);
    await isCancelled(id);

    (await provide(paymentSucceeded(id))).expect(200);

    const now = await shop.getOrder(id);
    expect(now).to.include({ status: 'paid', attention: 'paid_after_cancellation' });
    expect(now.payments[0]).to.include({ status: 'succeeded', capturedAmount: 1190 });
    const { items } = (await shop.admin('GET', '/notifications')).expect(200);
    expect(items[0].kind).to.equal('order.paid_after_cancellation');
    expect(await work()).to.equal(0);
    expect(cancellations()).to.have.length(1);
  });

  it('stays cancelled whatever else comes late', async () => {
    const id = await place();
    const { providerPaymentId } = await paymentOf(id);
    await cancel(id);
    await isCancelled(id);
    const late = createEvents(providerPaymentId, Math.floor(clock.now().getTime() / 1000) + 60);

    (await provide(late.processing())).expect(200);
    (await provide(late.failed())).expect(200);

    expect((await paymentOf(id)).status).to.equal('cancelled');
    expect((await shop.getOrder(id)).status).to.equal('cancelled');
  });

  it('is left to its event when Stripe says that it has succeeded', async () => {
    const id = await place();
    await cancelAndDie(id);
    stripe.fail(1, 400, unexpected('succeeded'));

    await work();
    clock.advance(24 * 3_600_000);
    await work();

    expect(cancellations()).to.have.length(1);
    expect((await paymentOf(id)).status).to.equal('requires_payment');
    (await provide(paymentSucceeded(id))).expect(200);
    expect(await shop.getOrder(id)).to.include({ status: 'paid', attention: 'paid_after_cancellation' });
  });

  it('is cancelled when Stripe says that it was, and asked for again while it is processing', async () => {
    const [done, busy] = [await place(), await place()];
    await cancelAndDie(done);
    stripe.fail(1, 400, unexpected('canceled'));
    expect(await work()).to.equal(1);
    await cancelAndDie(busy);
    stripe.fail(1, 400, unexpected('processing'));
    expect(await work()).to.equal(0);

    expect((await paymentOf(done)).status).to.equal('cancelled');
    expect((await paymentOf(busy)).status).to.equal('requires_payment');
    clock.advance(60_000);
    expect(await work()).to.equal(1);
    expect((await paymentOf(busy)).status).to.equal('cancelled');
  });

  it('is cancelled in the same run in which Stripe refuses those that are due before it', async () => {
    const refused = [await place(), await place()];
    for (const id of refused) await cancelAndDie(id);
    clock.advance(1);
    const last = await place();
    await cancelAndDie(last);
    stripe.fail(refused.length, 400, unexpected('processing'));

    expect(await work()).to.equal(1);

    expect((await paymentOf(last)).status).to.equal('cancelled');
    for (const id of refused) expect((await paymentOf(id)).status).to.equal('requires_payment');
  });

  it('is cancelled in the same run in which the one that is due before it can’t be recorded', async () => {
    const broken = await place();
    await cancelAndDie(broken);
    clock.advance(1);
    const last = await place();
    await cancelAndDie(last);
    const db = { sql: () => Promise.reject(new Error('deadlock detected')) } as never;
    let isFirst = true;
    const forTenant: SystemContext['forTenant'] = (...of) => {
      const ctx = api.env.system.forTenant(...of);
      const given = isFirst ? { ...ctx, db } : ctx;
      isFirst = false;
      return given;
    };

    expect(await payments.cancelDuePayments({ ...api.env.system, forTenant })).to.equal(1);

    expect((await paymentOf(last)).status).to.equal('cancelled');
    expect((await paymentOf(broken)).status).to.equal('requires_payment');
    expect(await work()).to.equal(1);
  });

  it('that can’t be cancelled for a day is told to the operators', async () => {
    const id = await place();
    await cancelAndDie(id);
    stripe.fail(100, 400, { type: 'invalid_request_error', code: 'resource_missing', message: 'unknown' });

    for (let asked = 0; asked < 30; asked += 1) {
      await work();
      clock.advance(3_600_000);
    }

    expect(cancellations()).to.have.length(24);
    const { items } = (await shop.admin('GET', '/notifications')).expect(200);
    expect(items.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['payment.not_cancelled']);
  });

  it('that was never opened is cancelled without Stripe, and no repetition opens it', async () => {
    const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
    const checkOut = () => shop.checkOutWith(cartId, {}, { 'Idempotency-Key': `key-${cartId}` });
    stripe.fail(3, 500, AWAY);
    (await checkOut()).refused('dependency_unavailable');
    const { items } = (await shop.admin('GET', '/orders')).expect(200);
    await cancel(items[0].id);
    await isCancelled(items[0].id);
    stripe.requests.length = 0;

    (await checkOut()).refused('cart_completed');

    expect(stripe.requests).to.deep.equal([]);
  });

  it('is not handed out, and cancelled at Stripe, if its order is cancelled while it opens', async () => {
    const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
    let id = '';
    stripe.before(async () => {
      const { items } = (await shop.admin('GET', '/orders')).expect(200);
      id = items[0].id;
      await cancel(id);
      await isCancelled(id);
    });

    (await shop.checkOut(cartId)).refused('cart_completed');
    await work();

    const { status, providerPaymentId } = await paymentOf(id);
    expect(status).to.equal('cancelled');
    expect(cancellations()).to.deep.equal([`/v1/payment_intents/${providerPaymentId}/cancel`]);
  });

  it('that opens while it is found unopened is still cancelled at Stripe; nobody can pay it', async () => {
    const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
    stripe.fail(3, 500, AWAY);
    (await shop.checkOut(cartId)).refused('dependency_unavailable');
    const { items } = (await shop.admin('GET', '/orders')).expect(200);
    const { id } = items[0];
    await cancelAndDie(id);
    const holder = await openTestEnv();
    const ctx = holder.system.forTenant(shop.store.tenantId, { kind: 'system' });
    let working: Promise<number> | undefined;

    await inTransaction(ctx, async (tx) => {
      await tx.db.sql`SELECT id FROM orders WHERE id = ${id}::uuid FOR UPDATE`;
      working = work();
      await untilWaitedFor(tx, api.env.system, 'the worker');
      stripe.account(STRIPE_KEY).open(`pi_${id}`, { amount: '1190', currency: 'eur' });
      const data = { providerPaymentId: `pi_${id}` };
      await shop.store.admin.db.payment.updateMany({ where: { orderId: id }, data });
    });
    await working;
    await holder.close();
    clock.advance(24 * 3_600_000);
    await work();

    expect(cancellations()).to.deep.equal([`/v1/payment_intents/pi_${id}/cancel`]);
    expect(await paymentOf(id)).to.include({ status: 'cancelled', providerPaymentId: `pi_${id}` });
  });

  it('stays when it was paid: the money goes back by a refund', async () => {
    const id = await place();
    (await provide(paymentSucceeded(id))).expect(200);

    await cancel(id);

    expect(await work()).to.equal(0);
    expect(cancellations()).to.deep.equal([]);
    expect((await paymentOf(id)).status).to.equal('succeeded');
  });

  it('is cancelled at the fake provider too, which reports it when it has a script', async () => {
    await api.close();
    api = await startApi();
    shop = await createShop(api);
    api.env.services.payments.provider = payments.createFakeProvider({
      callbackUrl: `${api.url}/webhooks/payment`,
      secret: api.env.services.payments.webhookSecret,
      script: ['processing'],
    });
    const id = await place();
    await until(async () => (await paymentOf(id)).status === 'processing', 'the processing payment');

    await cancel(id);

    await isCancelled(id);
    const told = () =>
      api.env.database.system.paymentEvent.count({ where: { type: 'payment_intent.canceled' } });
    await until(async () => (await told()) > 0, 'the event');
  });
});
