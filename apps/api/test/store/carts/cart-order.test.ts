import { randomUUID } from 'node:crypto';
import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createShop, useShop } from '../shop.ts';

describe('GET /store/v1/carts/{cartId}/order', () => {
  const api = useApi();
  const shop = useShop(api);
  let cartId: string;

  before(async () => {
    cartId = await shop.createCart();
    (await shop.addLine(cartId, (await shop.variant()).id, 2)).expect(200);
    (await shop.setAddress(cartId)).expect(200);
    await shop.chooseShipping(cartId);
  });

  it('shows a guest the order with its tracking, and nothing that is the operators’ own', async () => {
    const { order } = (await shop.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    (await shop.admin('POST', `/orders/${order.id}/ship`, { tracking: '0034' })).expect(200);

    const shown = (await shop.send('GET', `/${cartId}/order`)).expect(200);

    expect(shown).to.deep.include({ id: order.id, number: order.number, status: 'shipped', total: 2380 });
    expect(shown.shipments[0].tracking.number).to.equal('0034');
    expect(shown).to.not.have.any.keys('history', 'payments', 'refunds', 'disputes', 'attention', 'cartId');
  });

  it('is 404 before the checkout, for an unknown cart and in another store', async () => {
    const open = await shop.createCart();
    const other = await createShop(api);

    (await shop.send('GET', `/${open}/order`)).refused('not_found');
    (await shop.send('GET', `/${randomUUID()}/order`)).refused('not_found');
    (await other.send('GET', `/${cartId}/order`)).refused('not_found');
  });
});
