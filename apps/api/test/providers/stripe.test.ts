import { inTransaction, payments } from '@service/core';
import {
  openTestEnv,
  paymentSucceeded,
  STRIPE_KEY,
  signProviderEvent,
  until,
  untilWaitedFor,
  useStripe,
} from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';
import { useShop } from '../store/shop.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createEvents } from '../webhooks/payment/provider-events.ts';

describe('PAYMENT_PROVIDER=stripe', () => {
  const stripe = useStripe();
  const api = useApi(() => ({
    settings: { stripe: { secretKey: 'sk_test_1' }, stripeApiUrl: stripe.url },
  }));
  const shop = useShop(api);

  beforeEach(() => {
    stripe.requests.length = 0;
  });

  async function readyCart() {
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, (await shop.variant()).id, 2)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    await shop.chooseShipping(cartId);
    return cartId;
  }
  const paidOrder = async () => {
    const { order, payment } = (await shop.checkOut(await readyCart())).expect(201);
    stripe.account(STRIPE_KEY).pay(payment.providerPaymentId);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    stripe.requests.length = 0;
    return order.id as string;
  };

  it('opens a payment intent for the order, and hands its secret to the storefront', async () => {
    const { order, payment } = (await shop.checkOut(await readyCart())).expect(201);

    expect(payment.providerPaymentId).to.match(/^pi_/);
    expect(payment.clientSecret).to.equal(`${payment.providerPaymentId}_secret`);
    expect(stripe.requests).to.have.length(1);
    expect(stripe.requests[0]).to.deep.include({ path: '/v1/payment_intents', key: payment.id });
    expect(stripe.requests[0]?.authorization).to.equal('Bearer sk_test_1');
    expect(stripe.requests[0]?.form).to.include({
      amount: '2380',
      currency: 'eur',
      'metadata[orderId]': order.id,
    });
    expect((await shop.getOrder(order.id)).payments[0]).to.deep.include({
      provider: 'stripe',
      providerPaymentId: payment.providerPaymentId,
    });
  });

  it('is asked once the order is committed and unlocked; events meanwhile aren’t lost', async () => {
    let seen = '';
    stripe.before(async () => {
      const [order] = await shop.store.admin.db.order.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
      seen = order?.id ?? '';
      (await createProvider(api)(paymentSucceeded(seen))).expect(200);
    });

    const { order, payment } = (await shop.checkOut(await readyCart())).expect(201);

    expect(seen).to.equal(order.id);
    const now = await shop.getOrder(order.id);
    expect(now.status).to.equal('paid');
    expect(now.payments[0].providerPaymentId).to.equal(payment.providerPaymentId);
  });

  it('that is away leaves the order, and a repetition with the same key opens the payment', async () => {
    const cartId = await readyCart();
    stripe.fail(3, 500, { type: 'api_error', message: 'away' });
    const checkOut = () => shop.checkOutWith(cartId, {}, { 'Idempotency-Key': `key-${cartId}` });

    (await checkOut()).refused('dependency_unavailable');
    const again = await checkOut();

    expect(again.expect(201).payment.clientSecret).to.match(/_secret$/);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect((await shop.getOrder(again.body.order.id)).payments[0].providerPaymentId).to.equal(
      again.body.payment.providerPaymentId,
    );
  });

  it('is heard when it tells of a payment whose opening isn’t committed yet', async () => {
    stripe.fail(3, 500, { type: 'api_error', message: 'away' });
    (await shop.checkOut(await readyCart())).refused('dependency_unavailable');
    const { items } = (await shop.admin('GET', '/orders')).expect(200);
    const [{ id: orderId }] = items;
    const [{ id }] = (await shop.getOrder(orderId)).payments;
    const opener = await openTestEnv({
      settings: { stripe: { secretKey: 'sk_test_1' }, stripeApiUrl: stripe.url },
    });
    const ctx = opener.system.forTenant(shop.store.tenantId, { kind: 'system' });

    const { answer } = await inTransaction(ctx, async (tx) => {
      const ofDeployment = {
        paymentAccountId: null,
        provider: 'stripe',
        publishableKey: null,
        instructions: null,
      };
      const unopened = { id, providerPaymentId: '', clientSecret: '', redirectUrl: null, ...ofDeployment };
      const { payment } = await payments.openPayment(tx, { payment: { ...unopened, needs: 'nothing' } });
      const telling = createProvider(api)(createEvents(payment?.providerPaymentId ?? '').succeeded());
      await untilWaitedFor(tx, api.env.system, 'the event');
      return { answer: telling };
    });
    (await answer).expect(200);
    await opener.close();

    expect((await shop.getOrder(orderId)).status).to.equal('paid');
  });

  it('refunds by the payment intent, once', async () => {
    const id = await paidOrder();

    const refund = (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 500 })).expect(201);
    await until(async () => (await shop.getOrder(id)).refunds[0].status === 'succeeded', 'the refund');

    const { payments, refunds } = await shop.getOrder(id);
    expect(stripe.requests).to.have.length(1);
    expect(stripe.requests[0]).to.deep.include({ path: '/v1/refunds', key: refund.id });
    expect(stripe.requests[0]?.form).to.include({
      payment_intent: payments[0].providerPaymentId,
      amount: '500',
      'metadata[refundId]': refund.id,
    });
    expect(refunds[0].providerRefundId).to.match(/^re_/);
  });

  it('takes and gives back as much as was meant, where it counts in other units than ISO 4217', async () => {
    const variant = await shop.variant();
    const list = (await shop.admin('POST', '/price-lists', { name: 'Iceland', currency: 'ISK' })).expect(201);
    const prices = [{ variantId: variant.id, amount: 1500 }];
    (await shop.admin('POST', `/price-lists/${list.id}/prices`, { prices })).expect(200);
    const shipping = (await shop.admin('GET', '/settings/shipping')).expect(200).options;
    const options = shipping.map((option: object) => ({
      ...option,
      prices: [{ currency: 'ISK', amount: 0 }],
    }));
    (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
    const { id: cartId } = (await shop.send('POST', '', { currency: 'ISK' })).expect(201);
    (await shop.addLine(cartId, variant.id)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    (await shop.chooseShipping(cartId)).expect(200);

    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    stripe.account(STRIPE_KEY).pay(payment.providerPaymentId);
    const event = paymentSucceeded(order.id);
    Object.assign(event.data.object, { currency: 'isk', amount: 150_000, amount_received: 150_000 });
    (await createProvider(api)(event)).expect(200);
    (await shop.admin('POST', `/orders/${order.id}/refunds`, { amount: 500 })).expect(201);
    await until(async () => (await shop.getOrder(order.id)).refunds[0].status === 'succeeded', 'the refund');

    expect(order).to.include({ currency: 'ISK', total: 1500 });
    expect(stripe.requests.map(({ form }) => form.amount)).to.deep.equal(['150000', '50000']);
    const paid = await shop.getOrder(order.id);
    expect(paid).to.include({ status: 'partially_refunded', attention: null, refundedTotal: 500 });
    expect(paid.payments[0]).to.include({ amount: 1500, capturedAmount: 1500 });
  });

  it('that has told of a refund before its answer is believed by what it told, which is newer', async () => {
    const id = await paidOrder();
    const [payment] = (await shop.getOrder(id)).payments;
    const { refund } = createEvents(payment.providerPaymentId, Math.floor(Date.now() / 1000));
    stripe.before(async () => {
      const event = refund('created', `re_${id}`, 500, 'pending');
      const [asked] = stripe.requests;
      Object.assign(event.data.object, { metadata: { refundId: asked?.form['metadata[refundId]'] } });
      (await createProvider(api)(event)).expect(200);
    });

    (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 500 })).expect(201);
    const sent = () => shop.store.admin.db.refund.count({ where: { orderId: id, sendAt: null } });
    const answered = async () => (await shop.getOrder(id)).refunds[0].providerRefundId !== `re_${id}`;
    await until(async () => (await sent()) === 1 && (await answered()), 'the provider’s answer');

    expect((await shop.getOrder(id)).refunds[0]).to.include({ status: 'pending' });
  });

  it('that refuses a refund for good leaves it failed', async () => {
    const id = await paidOrder();
    stripe.fail(1, 400, { type: 'invalid_request_error', code: 'charge_disputed', message: 'disputed' });

    (await shop.admin('POST', `/orders/${id}/refunds`, {})).expect(201);
    await until(async () => (await shop.getOrder(id)).refunds[0].status === 'failed', 'the refusal');

    const { items } = (await shop.admin('GET', '/notifications')).expect(200);
    expect(items[0].detail).to.include('charge_disputed');
  });

  it('signs its callbacks under its own header', async () => {
    const { order } = (await shop.checkOut(await readyCart())).expect(201);
    const body = JSON.stringify(paymentSucceeded(order.id));
    const send = (signature: string) =>
      api.request('POST', '/webhooks/payment', { body, headers: { 'stripe-signature': signature } });

    (await send('t=1,v1=00')).refused('invalid_signature');
    (await send(signProviderEvent(body))).expect(200);

    expect((await shop.getOrder(order.id)).status).to.equal('paid');
  });
});
