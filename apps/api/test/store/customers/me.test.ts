import { carts, orders } from '@service/core';
import { TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { type Shopper, useCustomerScene } from './scene.ts';

describe('my profile', () => {
  const scene = useCustomerScene();
  let shopper: Shopper;
  let stranger: Shopper;
  before(async () => {
    [shopper, stranger] = [await scene.shopper(), await scene.shopper()];
  });

  const ask = (method: string, path: string, body?: unknown, who = shopper) =>
    scene.ask(method, `/customers/me${path}`, body, who.token);

  it('changes what is named, clears what is null, and nothing of what an operator decides', async () => {
    const body = { name: 'Ada King', phone: '1', vatNumber: 'DE136695976', acceptsMarketing: true };

    const changed = (
      await ask('PATCH', '', { ...body, isB2b: true, taxExempt: true, email: 'x@y.example' })
    ).expect(200);
    const cleared = (await ask('PATCH', '', { name: null, phone: null, vatNumber: null })).expect(200);

    expect(changed).to.include({
      ...body,
      vatStatus: 'pending',
      isB2b: false,
      taxExempt: false,
      email: shopper.email,
    });
    expect(cleared).to.include({
      name: null,
      phone: null,
      vatNumber: null,
      vatStatus: null,
      acceptsMarketing: true,
    });
    expect((await ask('GET', '')).expect(200)).to.deep.equal(cleared);
    expect(cleared).not.to.have.any.keys('vatConsultationNumber', 'disabled', 'passwordHash');
  });

  it('keeps an address book that no other customer reaches', async () => {
    const { id } = (await ask('POST', '/addresses', TEST_ADDRESS)).expect(201);

    expect((await ask('GET', '/addresses')).expect(200).total).to.equal(1);
    expect((await ask('GET', '/addresses', undefined, stranger)).expect(200).total).to.equal(0);
    (await ask('PUT', `/addresses/${id}`, TEST_ADDRESS, stranger)).refused('not_found');
    (await ask('DELETE', `/addresses/${id}`, undefined, stranger)).refused('not_found');
    (await ask('PUT', `/addresses/${id}`, { ...TEST_ADDRESS, phone: '1' })).expect(200);
    (await ask('DELETE', `/addresses/${id}`)).expect(204);
    expect((await ask('GET', '/addresses')).expect(200).items).to.deep.equal([]);
  });

  it('shows my orders and no other customer’s', async () => {
    const { publishableKey: key } = scene.store;
    const cart = (await scene.api.request('POST', '/store/v1/carts', { key })).expect(201);
    const { storefront } = scene.store;
    await carts.addCartLine(storefront, cart.id, { variantId: await scene.store.variant(), quantity: 2 });
    await carts.setShippingAddress(storefront, cart.id, TEST_ADDRESS);
    const { items } = await carts.listShippingOptions(storefront, cart.id);
    await carts.chooseShippingOption(storefront, cart.id, items[0]?.id ?? '');
    const path = `/store/v1/carts/${cart.id}/checkout`;
    const { order } = (await scene.api.request('POST', path, { key, token: shopper.token })).expect(201);
    const guests = await scene.store.order();

    const mine = (await ask('GET', '/orders')).expect(200);

    expect(mine.items.map(({ id }: { id: string }) => id)).to.deep.equal([order.id]);
    const one = (await ask('GET', `/orders/${order.id}`)).expect(200);
    expect(one).to.include({ id: order.id, number: order.number, total: 2500 });
    const seen = await orders.getOrder(scene.store.admin, order.id);
    const { discounts, discountTotal, taxTotal, pricesIncludeTax } = seen;
    expect(one).to.deep.include({ discounts, discountTotal, taxTotal, pricesIncludeTax });
    expect(one.lines).to.have.length(1);
    expect(one).not.to.have.any.keys('history', 'payments');
    (await ask('GET', `/orders/${guests}`)).refused('not_found');
    (await ask('GET', `/orders/${order.id}`, undefined, stranger)).refused('not_found');
    expect((await ask('GET', '/orders', undefined, stranger)).expect(200).items).to.deep.equal([]);
    expect(seen.customerId).to.equal(shopper.id);
  });

  it('refuses a cart with a session that ended, instead of taking the shopper for a guest', async () => {
    const { publishableKey: key } = scene.store;

    (await scene.api.request('POST', '/store/v1/carts', { key, token: 'cs_ended' })).refused(
      'unauthenticated',
    );
  });
});
