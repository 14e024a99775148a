import { randomUUID } from 'node:crypto';
import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import { pagesOf } from '../../admin/orders/pages-of.ts';
import { useApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createShop, useShopOfEach } from '../shop.ts';
import { createShopper } from '../shopper.ts';

describe('the terms of a checkout', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const db = () => shop.store.admin.db;
  const eventsOf = (orderId: string) =>
    db().webhookEvent.findMany({
      where: { name: 'order.created', data: { path: ['orderId'], equals: orderId } },
    });

  it('ships to the countries that the store sells to, and to no other', async () => {
    const { id } = await shop.variant();
    const cartId = await shop.fullCart({ [id]: 1 });
    (await shop.setAddress(cartId, { ...TEST_ADDRESS, country: 'US' })).expect(200);
    const settings = { name: 'Tea House', currency: 'EUR' };
    (await shop.admin('PUT', '/settings', { ...settings, countries: ['DE', 'AT'] })).expect(200);
    const before = await snapshot(api.env);

    const { errors } = (await shop.checkOut(cartId)).refused('cart_incomplete');

    expect(errors).to.deep.equal([
      {
        path: '/cart/shippingAddress/country',
        code: 'not_served',
        message: 'The store doesn’t sell to US.',
      },
    ]);
    expect(await snapshot(api.env)).to.deep.equal(before);
    (await shop.setAddress(cartId, { ...TEST_ADDRESS, country: 'AT' })).expect(200);
    (await shop.checkOut(cartId)).expect(201);
    (await shop.admin('PUT', '/settings', { ...settings, countries: [] })).expect(200);
    const other = await shop.fullCart({ [id]: 1 });
    (await shop.setAddress(other, { ...TEST_ADDRESS, country: 'US' })).expect(200);
    (await shop.checkOut(other)).expect(201);
  });

  it('keeps prices, tax, discount and addresses of the moment', async () => {
    const { id, productId } = await shop.variant({ priceAmount: 1190 });
    const discount = { code: 'tenth', kind: 'percentage', basisPoints: 1000 };
    (await shop.admin('POST', '/discounts', discount)).expect(201);
    const cartId = await shop.fullCart({ [id]: 3 });
    (await shop.send('POST', `/${cartId}/discount-code`, { code: 'Tenth' })).expect(200);

    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    await db().variant.updateMany({ where: { id }, data: { priceAmount: 9999n } });
    await db().product.updateMany({ where: { id: productId }, data: { title: 'Renamed' } });
    (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: false, rates: [] })).expect(200);
    const stored = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);

    expect(order).to.include({
      number: 1001,
      subtotal: 3570,
      discountTotal: 357,
      taxTotal: 513,
      total: 3213,
    });
    expect(stored).to.deep.include({
      subtotal: 3570,
      discountTotal: 357,
      shippingTotal: 0,
      taxTotal: 513,
      total: 3213,
      taxLines: [{ country: 'DE', rateBasisPoints: 1900, baseAmount: 2700, amount: 513 }],
      pricesIncludeTax: true,
      reverseCharge: false,
      discountCode: 'TENTH',
      shippingAddress: TEST_ADDRESS,
    });
    expect(stored.lines[0]).to.include({
      title: 'Darjeeling',
      quantity: 3,
      unitAmount: 1190,
      discountTotal: 357,
      taxTotal: 513,
      rateBasisPoints: 1900,
      total: 3213,
    });
    expect(stored.payments[0]).to.include({ id: payment.id, amount: 3213 });
    expect(stored.history).to.have.lengthOf(1);
    expect(await eventsOf(order.id)).to.have.lengthOf(1);
  });

  it('sells 10 units to 10 of 40 parallel shops, and tells the others which line is short', async () => {
    const { id } = await shop.variant({ stockQuantity: 10 });
    const plenty = await shop.variant();
    const carts: string[] = [];
    for (let index = 0; index < 40; index++) {
      const cartId = await shop.fullCart({ [plenty.id]: 1 });
      (await shop.addLine(cartId, id)).expect(200);
      carts.push(cartId);
    }

    const answers = await Promise.all(carts.map((cartId) => shop.checkOut(cartId)));

    const sold = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(sold).to.have.lengthOf(10);
    for (const answer of refused) {
      const { errors = [] } = answer.refused('insufficient_stock');
      expect(errors.map(({ path }) => path)).to.deep.equal(['/cart/lines/1']);
    }
    expect(await db().variant.findFirst({ where: { id } })).to.include({
      reserved: 10n,
      stockQuantity: 10n,
    });
    expect(await db().variant.findFirst({ where: { id: plenty.id } })).to.include({ reserved: 10n });
    expect(await db().order.count()).to.equal(10);
    expect(await db().payment.count()).to.equal(10);
    expect(await db().webhookEvent.count({ where: { name: 'order.created' } })).to.equal(10);
    const numbers = sold.map(({ body }) => body.order.number).toSorted((a, b) => a - b);
    expect(numbers).to.deep.equal(Array.from({ length: 10 }, (_, index) => 1001 + index));
  });

  it('keeps the lines in the order of the cart, also after some were shipped', async () => {
    const { token } = await shop.store.customer();
    const business = createShopper(api, shop.store, token);
    const variants = [];
    for (let index = 0; index < 12; index++) variants.push(await shop.variant());
    const cartId = await business.fullCart(Object.fromEntries(variants.map(({ id }) => [id, 2])));
    const skus = (lines: { sku: string }[]) => lines.map(({ sku }) => sku);
    const wanted = skus((await business.send('GET', `/${cartId}`)).expect(200).lines);

    const { order } = (await business.checkOut(cartId)).expect(201);
    const stored = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);
    const shipped = { lines: [{ lineId: stored.lines[3].id, quantity: 1 }] };
    (await shop.admin('POST', `/orders/${order.id}/ship`, shipped)).expect(200);

    const reads = [
      stored,
      (await shop.admin('GET', `/orders/${order.id}`)).expect(200),
      (await business.send('GET', `/${cartId}/order`)).expect(200),
      (await api.request('GET', `/store/v1/customers/me/orders/${order.id}`, { token })).expect(200),
    ];
    for (const { lines } of reads) expect(skus(lines)).to.deep.equal(wanted);
  });

  it('is paid at once, without a payment, when there is nothing to pay', async () => {
    const { id } = await shop.variant({ priceAmount: 1190 });
    (await shop.admin('POST', '/discounts', { code: 'ALL', kind: 'percentage', basisPoints: 10000 })).expect(
      201,
    );
    const cartId = await shop.fullCart({ [id]: 2 });
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    (await shop.send('POST', `/${cartId}/discount-code`, { code: 'ALL' })).expect(200);
    const key = { 'Idempotency-Key': randomUUID() };

    const { order, payment } = (await shop.checkOutWith(cartId, { expectedTotal: 0 }, key)).expect(201);
    const again = (await shop.checkOutWith(cartId, { expectedTotal: 0 }, key)).expect(201);

    expect(order).to.include({ status: 'paid', subtotal: 2380, discountTotal: 2380, taxTotal: 0, total: 0 });
    expect(payment).to.equal(null);
    expect(again).to.deep.equal({ order, payment });
    const stored = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    expect(stored).to.deep.include({ status: 'paid', payments: [] });
    expect(stored.history.map(({ status }: { status: string }) => status)).to.deep.equal(['pending', 'paid']);
    const events = await db().webhookEvent.findMany({
      where: { data: { path: ['orderId'], equals: order.id } },
      orderBy: { name: 'asc' },
    });
    expect(events.map(({ name, data }) => [name, data])).to.deep.equal([
      ['order.created', { orderId: order.id, customerId: null }],
      ['order.paid', { orderId: order.id, status: 'paid', previousStatus: 'pending' }],
    ]);
    expect(await db().mail.count({ where: { kind: 'order_confirmation' } })).to.equal(1);
    expect(await db().variant.findFirst({ where: { id } })).to.include({ reserved: 2n });
    (await shop.admin('POST', `/orders/${order.id}/ship`, {})).expect(200);
    (await shop.admin('POST', `/orders/${order.id}/refunds`, {})).refused('refund_exceeds_captured');
  });

  it('names the product of a line beside its variant, which alone says “100 g”', async () => {
    const tea = await shop.variant();
    const pack = { sku: randomUUID(), title: '100 g', priceAmount: 500, stockQuantity: 5 };
    const { id } = (await shop.admin('POST', `/products/${tea.productId}/variants`, pack)).expect(201);
    const cartId = await shop.fullCart({ [tea.id]: 1, [id]: 2 });
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    const titlesOf = ({ lines }: { lines: Record<string, unknown>[] }) =>
      lines.map(({ title, productTitle, variantTitle }) => [title, productTitle, variantTitle]);
    const cart = (await shop.send('GET', `/${cartId}`)).expect(200);

    const { order } = (await shop.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(order.id))).expect(200);

    const reads = [
      cart,
      (await shop.send('GET', `/${cartId}/order`)).expect(200),
      (await shop.admin('GET', `/orders/${order.id}`)).expect(200),
    ];
    for (const read of reads)
      expect(titlesOf(read)).to.deep.equal([
        ['Darjeeling', 'Darjeeling', null],
        ['100 g', 'Darjeeling', '100 g'],
      ]);
    const [mail] = await db().mail.findMany({ where: { kind: 'order_confirmation' } });
    expect(mail?.data).to.have.nested.property('lines[1].title', 'Darjeeling, 100 g');
    const response = await fetch(`${api.url}/admin/v1/orders/${order.id}/invoice`, {
      headers: { authorization: `Bearer ${shop.store.token()}` },
    });
    expect((await pagesOf(await response.arrayBuffer())).join(' ')).to.include('Darjeeling, 100 g');
  });

  it('refuses a line that is no longer for sale, by name', async () => {
    const { id, productId } = await shop.variant();
    const cartId = await shop.fullCart({ [id]: 1 });
    await db().product.updateMany({ where: { id: productId }, data: { status: 'draft' } });

    const { errors = [] } = (await shop.checkOut(cartId)).refused('cart_incomplete');

    expect(errors).to.have.lengthOf(1);
    expect(errors[0]).to.include({ path: '/cart/lines/0', code: 'not_for_sale' });
    expect(await db().variant.findFirst({ where: { id } })).to.include({ reserved: 0n });
  });

  it('refuses a total that isn’t the one the shop saw', async () => {
    const { id } = await shop.variant({ priceAmount: 1190 });
    const cartId = await shop.fullCart({ [id]: 1 });
    await db().variant.updateMany({ where: { id }, data: { priceAmount: 1290n } });

    const { detail } = (await shop.checkOutWith(cartId, { expectedTotal: 1190 })).refused('total_changed');
    expect(detail).to.contain('1290');
    expect(await db().order.count()).to.equal(0);
    const { order } = (await shop.checkOutWith(cartId, { expectedTotal: 1290 })).expect(201);
    expect(order).to.include({ total: 1290 });
  });

  describe('with an Idempotency-Key', () => {
    it('returns the same order to a repetition', async () => {
      const { id } = await shop.variant();
      const cartId = await shop.fullCart({ [id]: 1 });
      const key = { 'Idempotency-Key': randomUUID() };

      const first = await shop.checkOutWith(cartId, {}, key);
      const second = await shop.checkOutWith(cartId, {}, key);

      expect(second.expect(201)).to.deep.equal(first.expect(201));
      expect(first.headers.get('idempotent-replayed')).to.equal(null);
      expect(second.headers.get('idempotent-replayed')).to.equal('true');
      expect(await db().order.count()).to.equal(1);
      expect(await db().payment.count()).to.equal(1);
      (await shop.checkOut(cartId)).refused('cart_completed');
      (await shop.checkOutWith(cartId, {}, { 'Idempotency-Key': randomUUID() })).refused('cart_completed');
    });

    it('places one order for parallel repetitions', async () => {
      const { id } = await shop.variant();
      const cartId = await shop.fullCart({ [id]: 1 });
      const key = { 'Idempotency-Key': randomUUID() };

      const answers = await Promise.all(Array.from({ length: 8 }, () => shop.checkOutWith(cartId, {}, key)));
      const later = (await shop.checkOutWith(cartId, {}, key)).expect(201);

      for (const answer of answers) {
        if (answer.status === 201) expect(answer.body).to.deep.equal(later);
        else answer.refused('idempotency_key_in_flight');
      }
      expect(await db().order.count()).to.equal(1);
      expect(await db().variant.findFirst({ where: { id } })).to.include({ reserved: 1n });
    });

    it('refuses another body, and a key that no header carries', async () => {
      const { id } = await shop.variant({ priceAmount: 1190 });
      const cartId = await shop.fullCart({ [id]: 1 });
      const key = { 'Idempotency-Key': randomUUID() };
      (await shop.checkOutWith(cartId, { expectedTotal: 1190 }, key)).expect(201);

      (await shop.checkOutWith(cartId, { expectedTotal: 1 }, key)).refused('idempotency_key_reused');
      (await shop.checkOutWith(cartId, {}, { 'Idempotency-Key': 'two words' })).refused('validation_failed');
    });

    it('executes what was refused before, once it is fixed', async () => {
      const { id } = await shop.variant({ stockQuantity: 0 });
      const cartId = await shop.fullCart({ [id]: 1 });
      const key = { 'Idempotency-Key': randomUUID() };

      (await shop.checkOutWith(cartId, {}, key)).refused('insufficient_stock');
      await db().variant.updateMany({ where: { id }, data: { stockQuantity: 1n } });

      (await shop.checkOutWith(cartId, {}, key)).expect(201);
    });

    it('knows a key for its own cart and its own store only', async () => {
      const { id } = await shop.variant();
      const [one, two] = [await shop.fullCart({ [id]: 1 }), await shop.fullCart({ [id]: 1 })];
      const other = await createShop(api);
      const othersCart = await other.fullCart({ [(await other.variant()).id]: 1 });
      const key = { 'Idempotency-Key': 'the-same-for-all' };

      const orders = [
        (await shop.checkOutWith(one, {}, key)).expect(201).order.id,
        (await shop.checkOutWith(two, {}, key)).expect(201).order.id,
        (await other.checkOutWith(othersCart, {}, key)).expect(201).order.id,
      ];

      expect(new Set(orders).size).to.equal(3);
    });

    it('adds a line once', async () => {
      const { id } = await shop.variant();
      const cartId = await shop.createCart();
      const headers = { 'Idempotency-Key': randomUUID() };
      const add = () =>
        api.request('POST', `/store/v1/carts/${cartId}/lines`, {
          key: shop.store.publishableKey,
          body: { variantId: id, quantity: 2 },
          headers,
        });

      (await add()).expect(200);
      const cart = (await add()).expect(200);

      expect(cart.lines[0]).to.include({ quantity: 2 });
    });

    it('keeps no secret of the response in clear', async () => {
      const { id } = await shop.variant();
      const cartId = await shop.fullCart({ [id]: 1 });

      const { payment } = (await shop.checkOutWith(cartId, {}, { 'Idempotency-Key': randomUUID() })).expect(
        201,
      );

      const [kept] = await db().idempotencyKey.findMany();
      expect(kept?.answerSealed).to.be.a('string').and.not.contain(payment.clientSecret);
    });
  });
});
