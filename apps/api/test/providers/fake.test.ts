import { payments } from '@service/core';
import { freePort, TEST_SETTINGS, until } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';
import { createShop, type Shop } from '../store/shop.ts';

describe('PAYMENT_PROVIDER=fake with a script', () => {
  let api: TestApi;

  afterEach(() => api.close());

  /** An API whose provider calls it back. */
  async function shopWith(script: payments.FakeStep[]): Promise<Shop> {
    api = await startApi();
    api.env.services.payments.provider = payments.createFakeProvider({
      callbackUrl: `${api.url}/webhooks/payment`,
      secret: TEST_SETTINGS.paymentWebhookSecret,
      script,
    });
    return createShop(api);
  }
  async function order(shop: Shop): Promise<string> {
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, (await shop.variant()).id)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    await shop.chooseShipping(cartId);
    const { order: placed, payment } = (await shop.checkOut(cartId)).expect(201);
    expect(payment.providerPaymentId).to.match(/^pi_fake_[0-9a-f]{24}$/);
    return placed.id;
  }
  const get = async (shop: Shop, id: string) => (await shop.admin('GET', `/orders/${id}`)).expect(200);

  it('pays by signed callbacks, also when it says it twice, and disputes', async () => {
    const shop = await shopWith(['processing', 'succeed', 'duplicate', 'dispute', 'duplicate']);

    const id = await order(shop);

    await until(async () => (await get(shop, id)).disputes.length === 1, 'the dispute');
    const now = await get(shop, id);
    expect(now.status).to.equal('paid');
    expect(now.history).to.have.length(2);
    expect(now.payments[0]).to.include({ status: 'succeeded', capturedAmount: 1190 });
  });

  it('fails, and succeeds after a while', async () => {
    const shop = await shopWith(['fail', 'delay', 'succeed']);

    const id = await order(shop);

    await until(async () => (await get(shop, id)).payments[0].status === 'failed', 'the failure');
    await until(async () => (await get(shop, id)).status === 'paid', 'the success');
    expect((await get(shop, id)).payments[0].failure.code).to.equal('card_declined');
  });

  it('reports the refunds that it was asked for, which stay one each', async () => {
    const shop = await shopWith(['succeed']);
    const id = await order(shop);
    await until(async () => (await get(shop, id)).status === 'paid', 'the payment');

    (await shop.admin('POST', `/orders/${id}/refunds`, { amount: 190 })).expect(201);

    const told = () =>
      api.env.database.system.paymentEvent.count({ where: { orderId: id, type: 'refund.updated' } });
    await until(async () => (await told()) === 1, 'the refund event');
    const now = await get(shop, id);
    expect(now.refunds).to.have.length(1);
    expect(now).to.include({ status: 'partially_refunded', refundedTotal: 190 });
  });

  it('checks out also when the callbacks reach nobody', async () => {
    const shop = await shopWith([]);
    api.env.services.payments.provider = payments.createFakeProvider({
      callbackUrl: `http://127.0.0.1:${await freePort()}/`,
      secret: 'x',
      script: ['succeed'],
    });

    expect((await get(shop, await order(shop))).status).to.equal('pending');
  });
});
