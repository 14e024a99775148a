import { DAY_MS } from '@service/jobs/primitives';
import { createClock, paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { createShop, useShopOfEach } from '../shop.ts';

describe('discount codes on a cart', () => {
  const clock = createClock();
  // No test takes as long, however busy the machine is.
  const api = useApi({ now: clock.now, settings: { throttleDelaySeconds: 60 } });
  const shop = useShopOfEach(api);

  const discount = async (terms: object) => (await shop.admin('POST', '/discounts', terms)).expect(201);
  const apply = (cartId: string, code: string) => shop.send('POST', `/${cartId}/discount-code`, { code });

  it('takes a percentage off, split over the lines without losing a cent', async () => {
    await discount({ code: 'THIRD', kind: 'percentage', basisPoints: 3333 });
    const cartId = await shop.createCart();
    for (const priceAmount of [100, 100, 101]) {
      (await shop.addLine(cartId, (await shop.variant({ priceAmount })).id)).expect(200);
    }

    const cart = (await apply(cartId, ' third ')).expect(200);

    expect(cart).to.include({ discountCode: 'THIRD', subtotal: 301, discountTotal: 100, total: 201 });
    const shares = cart.lines.map((line: { discountTotal: number }) => line.discountTotal);
    expect(shares.reduce((sum: number, share: number) => sum + share, 0)).to.equal(100);
  });

  it('takes an amount off, but never more than the goods cost', async () => {
    await discount({ code: 'TEN', kind: 'amount', amount: 1000 });
    const cartId = await shop.createCart();
    (await shop.addLine(cartId, (await shop.variant({ priceAmount: 700 })).id)).expect(200);

    const cart = (await apply(cartId, 'TEN')).expect(200);

    expect(cart).to.include({ subtotal: 700, discountTotal: 700, taxTotal: 0, total: 0 });
  });

  it('pays for all of an order, whose history is in order though both happened in one moment', async () => {
    await discount({ code: 'ALL', kind: 'percentage', basisPoints: 10_000 });
    const variant = await shop.variant();
    for (let count = 0; count < 6; count += 1) {
      const cartId = await shop.fullCart({ [variant.id]: 1 });
      (await apply(cartId, 'ALL')).expect(200);
      const { order } = (await shop.checkOut(cartId)).expect(201);

      const { history } = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);

      expect(history.map(({ status }: { status: string }) => status)).to.deep.equal(['pending', 'paid']);
    }
  });

  it('ships free', async () => {
    const options = [{ name: 'Parcel', amount: 490 }];
    (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
    await discount({ code: 'FREE', kind: 'free_shipping' });
    const cartId = await shop.fullCart({ [(await shop.variant({ priceAmount: 1190 })).id]: 1 });

    const before = (await shop.send('GET', `/${cartId}`)).expect(200);
    const cart = (await apply(cartId, 'FREE')).expect(200);

    expect(before).to.include({ shippingTotal: 490, total: 1680 });
    expect(cart).to.include({ shippingTotal: 0, discountTotal: 0, total: 1190 });
  });

  it('comes off again', async () => {
    await discount({ code: 'TEN', kind: 'amount', amount: 1000 });
    const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
    (await apply(cartId, 'TEN')).expect(200);

    const cart = (await shop.send('DELETE', `/${cartId}/discount-code`)).expect(200);

    expect(cart).to.include({ discountCode: null, discountTotal: 0, total: 1190 });
  });

  it('is refused before its time, after it, when inactive, unknown, and in another store', async () => {
    const now = clock.now().getTime();
    const at = (days: number) => new Date(now + days * DAY_MS).toISOString();
    await discount({ code: 'EARLY', kind: 'free_shipping', startsAt: at(1) });
    await discount({ code: 'LATE', kind: 'free_shipping', startsAt: at(-2), endsAt: at(-1) });
    await discount({ code: 'OFF', kind: 'free_shipping', active: false });
    await discount({ code: 'MINE', kind: 'free_shipping' });
    const cartId = await shop.createCart();
    const other = await createShop(api);

    for (const code of ['EARLY', 'LATE', 'OFF', 'UNKNOWN'])
      (await apply(cartId, code)).refused('discount_not_applicable');
    (await other.send('POST', `/${await other.createCart()}/discount-code`, { code: 'MINE' })).refused(
      'discount_not_applicable',
    );
    expect((await shop.send('GET', `/${cartId}`)).body).to.include({ discountCode: null, version: 1 });
  });

  it('is not to be guessed: one answer whatever is wrong, and a guesser is throttled', async () => {
    const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();
    await discount({ code: 'EARLY', kind: 'free_shipping', startsAt: at(1) });
    await discount({ code: 'LATE', kind: 'free_shipping', startsAt: at(-2), endsAt: at(-1) });
    const cartId = await shop.createCart();

    const details = [];
    for (const code of ['EARLY', 'LATE', 'UNKNOWN'])
      details.push((await apply(cartId, code)).refused('discount_not_applicable').detail);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => apply(cartId, `GUESS${index}`)),
    );

    expect(new Set(details).size).to.equal(1);
    const throttled = guesses.filter(({ status }) => status === 429);
    expect(throttled).to.have.length(22);
    for (const answer of throttled) answer.refused('too_many_requests');
    expect((await shop.send('GET', `/${cartId}`)).body).to.include({ discountCode: null, version: 1 });
  });

  it('costs a shopper with valid codes nothing, however often they are applied', async () => {
    await discount({ code: 'TEN', kind: 'amount', amount: 1000 });
    const cartId = await shop.createCart();

    for (let round = 0; round < 15; round += 1) (await apply(cartId, 'TEN')).expect(200);
  });

  it('stays on the cart when it expires, takes nothing off, and stops the checkout', async () => {
    const endsAt = new Date(clock.now().getTime() + DAY_MS).toISOString();
    await discount({ code: 'TODAY', kind: 'percentage', basisPoints: 5000, endsAt });
    const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
    (await apply(cartId, 'TODAY')).expect(200);

    clock.advance(DAY_MS);
    const cart = (await shop.send('GET', `/${cartId}`)).expect(200);
    const { errors = [] } = (await shop.checkOut(cartId)).refused('discount_not_applicable');

    expect(cart).to.deep.include({
      discountCode: 'TODAY',
      discountTotal: 0,
      total: 1190,
      issues: ['discount_not_applicable'],
    });
    expect(errors[0]).to.include({ path: '/cart/discountCode' });
    expect(await shop.store.admin.db.order.count()).to.equal(0);
  });

  it('is used no more often than its limit allows, by checkouts at the same moment', async () => {
    const { id } = await discount({ code: 'FEW', kind: 'percentage', basisPoints: 5000, usageLimit: 3 });
    const variant = await shop.variant();
    const carts: string[] = [];
    for (let index = 0; index < 12; index++) {
      const cartId = await shop.fullCart({ [variant.id]: 1 });
      (await apply(cartId, 'FEW')).expect(200);
      carts.push(cartId);
    }

    const answers = await Promise.all(carts.map((cartId) => shop.checkOut(cartId)));

    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).to.have.lengthOf(9);
    for (const answer of refused) answer.refused('discount_not_applicable');
    expect((await shop.admin('GET', `/discounts/${id}`)).body).to.include({ timesUsed: 3 });
    expect(await shop.store.admin.db.variant.findFirst({ where: { id: variant.id } })).to.include({
      reserved: 3n,
    });
    (await apply(await shop.createCart(), 'FEW')).refused('discount_not_applicable');
  });

  describe('that is limited', () => {
    const timesUsed = async (id: string) =>
      (await shop.admin('GET', `/discounts/${id}`)).expect(200).timesUsed;
    const orderWith = async (code: string) => {
      const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
      (await apply(cartId, code)).expect(200);
      return (await shop.checkOut(cartId)).expect(201).order.id as string;
    };
    const cancel = (orderId: string) => shop.admin('POST', `/orders/${orderId}/cancel`, {});

    it('can be used again when its order is cancelled, once, also by parallel requests', async () => {
      const { id } = await discount({ code: 'BACK', kind: 'free_shipping', usageLimit: 3 });
      const orders = [await orderWith('BACK'), await orderWith('BACK'), await orderWith('BACK')];
      (await apply(await shop.createCart(), 'BACK')).refused('discount_not_applicable');

      const answers = await Promise.all(Array.from({ length: 5 }, () => cancel(orders[0] ?? '')));

      expect(answers.filter(({ status }) => status === 200)).to.have.lengthOf(1);
      expect(await timesUsed(id)).to.equal(2);
      await orderWith('BACK');
      expect(await timesUsed(id)).to.equal(3);
    });

    it('holds its limit while orders are cancelled and placed at once', async () => {
      const { id } = await discount({ code: 'ROUND', kind: 'free_shipping', usageLimit: 4 });
      const placed = [await orderWith('ROUND'), await orderWith('ROUND')];
      const carts: string[] = [];
      for (let index = 0; index < 8; index++) {
        const cartId = await shop.fullCart({ [(await shop.variant()).id]: 1 });
        (await apply(cartId, 'ROUND')).expect(200);
        carts.push(cartId);
      }

      const [cancelled, ...answers] = await Promise.all([
        Promise.all(placed.map(cancel)),
        ...carts.map((cartId) => shop.checkOut(cartId)),
      ]);

      for (const answer of cancelled) answer.expect(200);
      const sold = answers.filter(({ status }) => status === 201).length;
      for (const answer of answers) if (answer.status !== 201) answer.refused('discount_not_applicable');
      expect(sold).to.be.within(2, 4);
      expect(await timesUsed(id)).to.equal(sold);
    });

    it('counts again when the cancelled order is paid after all', async () => {
      const { id } = await discount({ code: 'LATE', kind: 'free_shipping', usageLimit: 1 });
      const orderId = await orderWith('LATE');
      (await cancel(orderId)).expect(200);
      expect(await timesUsed(id)).to.equal(0);

      (await createProvider(api)(paymentSucceeded(orderId))).expect(200);

      expect(await timesUsed(id)).to.equal(1);
    });

    it('is given back by its own order alone, which was paid again and cancelled twice', async () => {
      const { id } = await discount({ code: 'TWICE', kind: 'free_shipping' });
      const orderId = await orderWith('TWICE');
      await orderWith('TWICE');
      const provide = createProvider(api);
      const paid = paymentSucceeded(orderId);
      (await provide(paid)).expect(200);
      (await cancel(orderId)).expect(200);
      expect(await timesUsed(id)).to.equal(1);

      (await provide({ ...paid, id: `${paid.id}_again` })).expect(200);
      expect(await timesUsed(id)).to.equal(2);
      (await cancel(orderId)).expect(200);

      expect(await timesUsed(id)).to.equal(1);
    });

    it('stays deleted when its order is cancelled, and a new one of the same code loses nothing', async () => {
      const { id } = await discount({ code: 'GONE', kind: 'free_shipping' });
      const orderId = await orderWith('GONE');
      (await shop.admin('DELETE', `/discounts/${id}`)).expect(204);
      const again = await discount({ code: 'GONE', kind: 'free_shipping' });
      await orderWith('GONE');

      (await cancel(orderId)).expect(200);

      expect(await timesUsed(again.id)).to.equal(1);
    });
  });

  it('counts no use for a checkout that is refused', async () => {
    const { id } = await discount({ code: 'ONCE', kind: 'free_shipping', usageLimit: 1 });
    const variant = await shop.variant({ stockQuantity: 0 });
    const cartId = await shop.fullCart({ [variant.id]: 1 });
    (await apply(cartId, 'ONCE')).expect(200);

    (await shop.checkOut(cartId)).refused('insufficient_stock');

    expect((await shop.admin('GET', `/discounts/${id}`)).body).to.include({ timesUsed: 0 });
  });
});
