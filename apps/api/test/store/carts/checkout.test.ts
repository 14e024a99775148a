import { webhooks } from '@service/core';
import { createStore, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createShopper, type Shopper } from '../shopper.ts';

describe('POST /store/v1/carts/{cartId}/checkout', () => {
  const api = useApi();
  const store = useStoreOfEach(api);
  let shopper: Shopper;

  beforeEach(async () => {
    shopper = createShopper(api, store);
  });

  const variantRow = (id: string) => store.admin.db.variant.findFirstOrThrow({ where: { id } });
  const getOrder = async (id: string) =>
    (await api.request('GET', `/admin/v1/orders/${id}`, { token: store.token(['orders:read']) })).expect(200);

  it('makes the pending order, reserves the stock, creates the payment and tells the subscriber', async () => {
    await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.created'],
    });
    const [tea, mug] = [await store.variant(10), await store.variant(10)];
    const cartId = await shopper.fullCart({ [tea]: 2, [mug]: 1 });
    (await shopper.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);

    const { order, payment } = (await shopper.checkOut(cartId)).expect(201);

    expect(order).to.include({
      number: 1001,
      status: 'pending',
      currency: 'EUR',
      subtotal: 3750,
      total: 3750,
    });
    const stored = await getOrder(order.id);
    expect(stored).to.deep.include({
      email: 'ada@example.com',
      shippingAddress: TEST_ADDRESS,
      customerId: null,
    });
    expect(stored.lines).to.have.length(2);
    expect(stored.history).to.have.length(1);
    expect(stored.history[0]).to.deep.include({
      status: 'pending',
      previousStatus: null,
      actor: 'storefront',
    });
    expect(stored.payments[0]).to.include({ id: payment.id, amount: 3750, status: 'requires_payment' });
    expect(JSON.stringify(stored)).to.not.include(payment.clientSecret);
    expect((await variantRow(tea)).reserved).to.equal(2n);
    expect((await variantRow(mug)).reserved).to.equal(1n);
    const deliveries = await store.admin.db.webhookDelivery.findMany({ include: { webhookEvent: true } });
    expect(deliveries.map(({ webhookEvent }) => webhookEvent.data)).to.deep.equal([
      { orderId: order.id, customerId: null },
    ]);
    expect(api.env.enqueued.at(-1)).to.equal(deliveries[0]?.id);
    expect((await shopper.send('GET', `/${cartId}`)).expect(200).completed).to.equal(true);
  });

  it('numbers the orders of a store without gaps, also those that come first and at once', async () => {
    const variants = await Promise.all(Array.from({ length: 6 }, () => store.variant()));
    const cartIds = await Promise.all(variants.map((variant) => shopper.fullCart({ [variant]: 1 })));

    const answers = await Promise.all(cartIds.map(shopper.checkOut));

    const numbers = answers.map((answer) => answer.expect(201).order.number).sort();
    expect(numbers).to.deep.equal([1001, 1002, 1003, 1004, 1005, 1006]);
  });

  it('leaves no gap in the numbers when it is refused', async () => {
    const [scarce, plenty] = [await store.variant(0), await store.variant()];

    (await shopper.checkOut(await shopper.fullCart({ [scarce]: 1 }))).refused('insufficient_stock');
    const { order } = (await shopper.checkOut(await shopper.fullCart({ [plenty]: 1 }))).expect(201);

    expect(order.number).to.equal(1001);
  });

  it('names every part that is missing, and writes nothing', async () => {
    const cartId = await shopper.createCart();
    const before = await snapshot(api.env);

    const { errors } = (await shopper.checkOut(cartId)).refused('cart_incomplete');

    expect(errors?.map(({ path }) => path)).to.deep.equal([
      '/cart/lines',
      '/cart/shippingAddress',
      '/cart/shippingOptionId',
    ]);
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  for (const [missing, prepare] of Object.entries({
    '/cart/lines': async (cartId: string) => [
      await shopper.setAddress(cartId),
      await shopper.chooseShipping(cartId),
    ],
    '/cart/shippingAddress': async (cartId: string) => [
      await shopper.addLine(cartId, await store.variant()),
      await shopper.chooseShipping(cartId),
    ],
    '/cart/shippingOptionId': async (cartId: string) => [
      await shopper.addLine(cartId, await store.variant()),
      await shopper.setAddress(cartId),
    ],
  })) {
    it(`names ${missing} alone when nothing else is missing, and writes nothing`, async () => {
      const cartId = await shopper.createCart();
      for (const answer of await prepare(cartId)) answer.expect(200);
      const before = await snapshot(api.env);

      const { errors } = (await shopper.checkOut(cartId)).refused('cart_incomplete');

      expect(errors?.map(({ path }) => path)).to.deep.equal([missing]);
      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('names the lines that ask for more than there is, and writes nothing', async () => {
    const [plenty, scarce, none] = [await store.variant(5), await store.variant(1), await store.variant(0)];
    const cartId = await shopper.fullCart({ [plenty]: 5, [scarce]: 2, [none]: 1 });
    const before = await snapshot(api.env);

    const { errors } = (await shopper.checkOut(cartId)).refused('insufficient_stock');

    expect(errors?.map(({ path }) => path)).to.deep.equal(['/cart/lines/1', '/cart/lines/2']);
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('sells beyond the stock where a backorder is allowed', async () => {
    const variant = await store.variant(1);
    await store.admin.db.variant.updateMany({ where: { id: variant }, data: { allowBackorder: true } });

    (await shopper.checkOut(await shopper.fullCart({ [variant]: 3 }))).expect(201);

    expect((await variantRow(variant)).reserved).to.equal(3n);
  });

  it('sells exactly 10 of 10 units to 40 shoppers at once', async () => {
    const [variant, control] = [await store.variant(10), await store.variant(10)];
    const cartIds: string[] = [];
    for (let n = 0; n < 40; n++) cartIds.push(await shopper.fullCart({ [variant]: 1 }));

    const answers = await Promise.all(cartIds.map(shopper.checkOut));

    const sold = answers.filter(({ status }) => status === 201);
    for (const answer of answers) if (!sold.includes(answer)) answer.refused('insufficient_stock');
    expect(sold).to.have.length(10);
    expect(await store.admin.db.order.count()).to.equal(10);
    expect((await variantRow(variant)).reserved).to.equal(10n);
    expect((await variantRow(control)).reserved).to.equal(0n);
  });

  it('serves carts with the same variants in opposite order at once', async () => {
    const [one, two] = [await store.variant(100), await store.variant(100)];
    const cartIds: string[] = [];
    for (let n = 0; n < 10; n++)
      cartIds.push(await shopper.fullCart(n % 2 === 0 ? { [one]: 1, [two]: 1 } : { [two]: 1, [one]: 1 }));

    const answers = await Promise.all(cartIds.map(shopper.checkOut));

    for (const answer of answers) answer.expect(201);
    expect([(await variantRow(one)).reserved, (await variantRow(two)).reserved]).to.deep.equal([10n, 10n]);
  });

  it('makes one order of a cart that is checked out several times at once', async () => {
    const variant = await store.variant(10);
    const cartId = await shopper.fullCart({ [variant]: 2 });

    const answers = await Promise.all(Array.from({ length: 4 }, () => shopper.checkOut(cartId)));

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409]);
    for (const answer of answers) if (answer.status === 409) answer.refused('cart_completed');
    expect(await store.admin.db.order.count()).to.equal(1);
    expect((await variantRow(variant)).reserved).to.equal(2n);
  });

  it('ends the cart: every further change is refused and writes nothing', async () => {
    const variant = await store.variant();
    const cartId = await shopper.fullCart({ [variant]: 1 });
    const { shippingOptionId } = (await shopper.send('GET', `/${cartId}`)).expect(200);
    (await shopper.checkOut(cartId)).expect(201);
    const before = await snapshot(api.env);

    const answers = [
      await shopper.checkOut(cartId),
      await shopper.addLine(cartId, variant),
      await shopper.setAddress(cartId),
      await shopper.send('POST', `/${cartId}/billing-address`, TEST_ADDRESS),
      await shopper.send('POST', `/${cartId}/shipping-option`, { shippingOptionId }),
      await shopper.send('PATCH', `/${cartId}`, { email: 'eve@example.com' }),
    ];

    for (const answer of answers) answer.refused('cart_completed');
    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('keeps the price of the moment, whatever the catalogue says later', async () => {
    const variant = await store.variant();
    const { order } = (await shopper.checkOut(await shopper.fullCart({ [variant]: 2 }))).expect(201);

    await store.admin.db.variant.updateMany({
      where: { id: variant },
      data: { priceAmount: 1n, sku: 'changed' },
    });

    const stored = await getOrder(order.id);
    expect(stored.total).to.equal(2500);
    expect(stored.lines[0]).to.include({ unitAmount: 1250, quantity: 2 });
    expect(stored.lines[0].sku).to.not.equal('changed');
  });

  it('doesn’t see a cart of another store', async () => {
    const other = await createStore(api.env.system);
    const cartId = await shopper.fullCart({ [await store.variant()]: 1 });
    const before = await snapshot(api.env);

    (await createShopper(api, other).checkOut(cartId)).refused('not_found');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });
});
