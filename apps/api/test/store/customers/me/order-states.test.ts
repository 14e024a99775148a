import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../../harness.ts';
import { refundsSent } from '../../../refunds-sent.ts';
import { createProvider } from '../../../webhooks/payment/callback.ts';
import { useShop } from '../../shop.ts';
import { createShopper } from '../../shopper.ts';

describe('the orders of a customer', () => {
  const api = useApi();
  const shop = useShop(api);

  it('show where money and goods are, in the list and alone', async () => {
    const { token } = await shop.store.customer();
    const mine = createShopper(api, shop.store, token);
    const { id: variantId } = await shop.variant();
    const { order } = (await mine.checkOut(await mine.fullCart({ [variantId]: 2 }))).expect(201);
    const states = async () => {
      const of = { key: shop.store.publishableKey, token };
      const { items } = (await api.request('GET', '/store/v1/customers/me/orders', of)).expect(200);
      const one = (await api.request('GET', `/store/v1/customers/me/orders/${order.id}`, of)).expect(200);
      const [listed] = items;
      expect([one.paymentStatus, one.fulfilmentStatus]).to.deep.equal([
        listed.paymentStatus,
        listed.fulfilmentStatus,
      ]);
      return [listed.paymentStatus, listed.fulfilmentStatus];
    };
    const act = async (action: string, body: object = {}) =>
      shop.admin('POST', `/orders/${order.id}/${action}`, body);

    expect(await states()).to.deep.equal(['unpaid', 'unfulfilled']);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    const { lines } = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    (await act('ship', { lines: [{ lineId: lines[0].id, quantity: 1 }] })).expect(200);
    expect(await states()).to.deep.equal(['paid', 'partly_shipped']);
    (await act('refunds', { amount: 100 })).expect(201);
    await refundsSent(shop.store);
    (await act('ship')).expect(200);
    expect(await states()).to.deep.equal(['partly_refunded', 'shipped']);
  });
});
