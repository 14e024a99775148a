import { createClock, paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper } from '../shopper.ts';

describe('discounts of a store, automatic and with conditions', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  const TENTH = { kind: 'percentage', basisPoints: 1000 };
  const discount = async (terms: object) => (await shop.admin('POST', '/discounts', terms)).expect(201);
  const automatic = (code: string, terms: object = TENTH) => discount({ code, automatic: true, ...terms });
  const apply = (cartId: string, code: string) => shop.send('POST', `/${cartId}/discount-code`, { code });
  const used = async (id: string) => (await shop.admin('GET', `/discounts/${id}`)).expect(200).timesUsed;
  const cartOf = async (priceAmount: number, quantity = 1) =>
    shop.fullCart({ [(await shop.variant({ priceAmount })).id]: quantity });

  /** A customer who is signed in, with a shopper of theirs. */
  async function customer() {
    const { id, token } = await shop.store.customer();
    return { id, shopper: createShopper(api, shop.store, token) };
  }

  it('take a part off every cart that reaches a minimum, and tell the others what is missing', async () => {
    const { id } = await automatic('TENTH', { ...TENTH, title: '10 % from €50', minimumAmount: 5000 });
    const variant = await shop.variant({ priceAmount: 2000 });
    const cartId = await shop.fullCart({ [variant.id]: 2 });

    const below = await shop.read(cartId);
    const above = (await shop.addLine(cartId, variant.id)).expect(200);
    const { order } = (await shop.checkOut(cartId)).expect(201);

    const shown = { code: null, title: '10 % from €50', kind: 'percentage' };
    expect(below).to.deep.include({
      ...{ discountCode: null, discountTotal: 0, issues: [] },
      discounts: [
        {
          ...{ ...shown, applied: false, amount: 0, reason: 'minimum_not_reached' },
          ...{ missingAmount: 1000, missingQuantity: null },
        },
      ],
    });
    expect(above).to.deep.include({
      ...{ discountTotal: 600, total: 5400 },
      discounts: [
        { ...shown, applied: true, amount: 600, reason: null, missingAmount: null, missingQuantity: null },
      ],
    });
    expect(await shop.getOrder(order.id)).to.deep.include({
      ...{ discountCode: null, discountTotal: 600, total: 5400 },
      discounts: [{ ...shown, amount: 600 }],
    });
    expect((await shop.send('GET', `/${cartId}/order`)).expect(200).discounts).to.deep.equal([
      { ...shown, amount: 600 },
    ]);
    expect(await used(id)).to.equal(1);
  });

  it('reduce only products and categories that they are about, with those below', async () => {
    const [tea, cup, tin] = [await shop.variant(), await shop.variant(), await shop.variant()];
    const above = (await shop.admin('POST', '/categories', { name: 'Goods' })).expect(201);
    const below = (await shop.admin('POST', '/categories', { name: 'Cups', parentId: above.id })).expect(201);
    (await shop.admin('PATCH', `/products/${cup.productId}`, { categoryIds: [below.id] })).expect(200);
    await automatic('SOME', { ...TENTH, productIds: [tea.productId], categoryIds: [above.id] });
    const cartId = await shop.fullCart({ [tea.id]: 1, [cup.id]: 1, [tin.id]: 1 });
    const others = await shop.fullCart({ [tin.id]: 1 });

    const { lines } = await shop.read(cartId);
    const { discounts } = await shop.read(others);

    const off = new Map(
      lines.map((each: { variantId: string; discountTotal: number }) => [each.variantId, each.discountTotal]),
    );
    expect([tea, cup, tin].map(({ id }) => off.get(id))).to.deep.equal([119, 119, 0]);
    expect(discounts[0]).to.include({ applied: false, reason: 'not_these_goods' });
  });

  it('are taken off by priority, each from what is left, beside a code', async () => {
    await automatic('FIRST', { kind: 'amount', amount: 1000, priority: 2 });
    await automatic('LAST', { ...TENTH, priority: 0 });
    await discount({ code: 'HALF', kind: 'percentage', basisPoints: 5000, priority: 1 });
    const cartId = await cartOf(5000);
    (await apply(cartId, 'HALF')).expect(200);

    const cart = await shop.read(cartId);
    const { order } = (await shop.checkOut(cartId)).expect(201);

    expect(
      cart.discounts.map(({ title, amount }: { title: string; amount: number }) => [title, amount]),
    ).to.deep.equal([
      ['FIRST', 1000],
      ['HALF', 2000],
      ['LAST', 200],
    ]);
    expect(cart).to.include({ discountCode: 'HALF', discountTotal: 3200, total: 1800 });
    expect(await shop.getOrder(order.id)).to.include({ discountCode: 'HALF', discountTotal: 3200 });
  });

  it('stop the others where they aren’t combinable, and a code among these stops the checkout', async () => {
    await automatic('ALONE', { ...TENTH, combinable: false, priority: 5 });
    await discount({ code: 'MORE', ...TENTH });
    const cartId = await cartOf(5000);
    const cart = (await apply(cartId, 'MORE')).expect(200);

    expect(
      cart.discounts.map(({ applied, reason }: Record<string, unknown>) => [applied, reason]),
    ).to.deep.equal([
      [true, null],
      [false, 'not_combinable'],
    ]);
    expect(cart).to.deep.include({ discountTotal: 500, issues: ['discount_not_applicable'] });
    (await shop.checkOut(cartId)).refused('discount_not_applicable');
    (await shop.send('DELETE', `/${cartId}/discount-code`)).expect(200);
    expect((await shop.checkOut(cartId)).expect(201).order).to.include({ discountTotal: 500 });
  });

  it('give units away, and take off by tiers, which an order keeps', async () => {
    await automatic('THREE', { kind: 'buy_x_get_y', buyQuantity: 2, getQuantity: 1, priority: 1 });
    const tiers = [
      { from: 10_000, basisPoints: 2000 },
      { from: 5000, basisPoints: 1000 },
    ];
    const { tiers: stored } = await automatic('TIERS', { kind: 'tiers', tiers });
    const [tea, cup] = [await shop.variant({ priceAmount: 2000 }), await shop.variant({ priceAmount: 999 })];
    const cartId = await shop.fullCart({ [tea.id]: 1, [cup.id]: 1 });

    const few = await shop.read(cartId);
    const cart = (await shop.addLine(cartId, tea.id, 4)).expect(200);
    const { order } = (await shop.checkOut(cartId)).expect(201);

    expect(few.discounts).to.deep.include.members([
      {
        ...{ code: null, title: 'THREE', kind: 'buy_x_get_y', applied: false, amount: 0 },
        ...{ reason: 'minimum_not_reached', missingAmount: null, missingQuantity: 1 },
      },
      {
        ...{ code: null, title: 'TIERS', kind: 'tiers', applied: false, amount: 0 },
        ...{ reason: 'minimum_not_reached', missingAmount: 2001, missingQuantity: null },
      },
    ]);
    // Of six units two are free, a cup and a pot of tea; the tier is that of what all of them cost.
    expect(cart).to.include({ subtotal: 10_999, discountTotal: 4599, total: 6400 });
    expect((await shop.getOrder(order.id)).discounts).to.deep.equal([
      { code: null, title: 'THREE', kind: 'buy_x_get_y', amount: 2999 },
      { code: null, title: 'TIERS', kind: 'tiers', amount: 1600 },
    ]);
    expect(stored).to.deep.equal(tiers.toReversed());
  });

  it('give back with a refund of a unit what was paid for it, to the cent', async () => {
    await automatic('SEVENTH', { kind: 'percentage', basisPoints: 700 });
    await automatic('CENTS', { kind: 'amount', amount: 101 });
    await automatic('FOUR', { kind: 'buy_x_get_y', buyQuantity: 3, getQuantity: 1, basisPoints: 5000 });
    const cartId = await shop.fullCart({
      [(await shop.variant({ priceAmount: 333 })).id]: 3,
      [(await shop.variant({ priceAmount: 1999 })).id]: 1,
    });
    const { order } = (await shop.checkOut(cartId)).expect(201);
    await createProvider(api)(paymentSucceeded(order.id));
    const { lines } = await shop.getOrder(order.id);

    const paid = lines.map(({ total }: { total: number }) => total);
    const given: number[] = [];
    for (const { id: lineId, quantity } of lines) {
      let sum = 0;
      for (let unit = 0; unit < quantity; unit += 1)
        sum += (await shop.refund(order.id, { lines: [{ lineId, quantity: 1 }] })).expect(201).amount;
      given.push(sum);
    }

    expect(given).to.deep.equal(paid);
    expect(paid.reduce((a: number, b: number) => a + b)).to.equal(order.total);
    expect(await shop.getOrder(order.id)).to.include({ status: 'refunded', refundedTotal: order.total });
  });

  it('are for customer groups, and unknown to other customers', async () => {
    const group = (await shop.admin('POST', '/customer-groups', { name: 'Trade' })).expect(201);
    await automatic('TRADE', { ...TENTH, customerGroupIds: [group.id] });
    const { id, shopper } = await customer();
    const variant = await shop.variant();
    const before = await shopper.read(await shopper.fullCart({ [variant.id]: 1 }));

    (await shop.admin('PATCH', `/customers/${id}`, { customerGroupId: group.id })).expect(200);
    const after = await shopper.read(await shopper.fullCart({ [variant.id]: 1 }));

    expect(before).to.deep.include({ discounts: [], discountTotal: 0 });
    expect(after.discounts).to.have.lengthOf(1);
    expect(after).to.include({ discountTotal: 119 });
    expect(await shop.read(await cartOf(1190))).to.deep.include({ discounts: [], discountTotal: 0 });
  });

  it('of each customer once go to one of two checkouts, and again after its cancellation', async () => {
    const { id } = await discount({ code: 'ONCE', ...TENTH, oncePerCustomer: true });
    const { shopper } = await customer();
    const variant = await shop.variant();
    const carts: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const cartId = await shopper.fullCart({ [variant.id]: 1 });
      (await shopper.send('POST', `/${cartId}/discount-code`, { code: 'ONCE' })).expect(200);
      carts.push(cartId);
    }

    const answers = await Promise.all(carts.map((cartId) => shopper.checkOut(cartId)));

    const placed = answers.filter(({ status }) => status === 201);
    expect(placed).to.have.lengthOf(1);
    for (const answer of answers) if (answer.status !== 201) answer.refused('discount_not_applicable');
    expect(await used(id)).to.equal(1);
    const again = await shopper.fullCart({ [variant.id]: 1 });
    (await shopper.send('POST', `/${again}/discount-code`, { code: 'ONCE' })).expect(200);
    expect((await shopper.read(again)).discounts[0]).to.include({ applied: false, reason: 'already_used' });
    (await shop.act(placed[0]?.body.order.id, 'cancel')).expect(200);
    (await shopper.checkOut(again)).expect(201);
    expect(await used(id)).to.equal(1);
  });

  it('of the first order ask for a customer, and are not for a second one', async () => {
    await automatic('WELCOME', { ...TENTH, firstOrder: true });
    const { shopper } = await customer();
    const variant = await shop.variant();
    const guest = await shop.read(await shop.fullCart({ [variant.id]: 1 }));
    const first = await shopper.fullCart({ [variant.id]: 1 });
    (await shopper.checkOut(first)).expect(201);

    const second = await shopper.read(await shopper.fullCart({ [variant.id]: 1 }));

    expect(guest.discounts[0]).to.include({ applied: false, reason: 'sign_in_required' });
    expect((await shopper.send('GET', `/${first}/order`)).expect(200)).to.include({ discountTotal: 119 });
    expect(second.discounts[0]).to.include({ applied: false, reason: 'already_used' });
    expect(second).to.include({ discountTotal: 0 });
  });

  it('that are automatic hold their limit, and a cart that is late says what it costs now', async () => {
    const { id } = await automatic('FEW', { ...TENTH, usageLimit: 2 });
    const carts = await Promise.all(Array.from({ length: 6 }, () => cartOf(1000)));

    const answers = await Promise.all(carts.map((cartId) => shop.checkOut(cartId)));

    const placed = answers.filter(({ status }) => status === 201);
    const discounted = placed.filter(({ body }) => body.order.discountTotal === 100);
    expect(discounted).to.have.lengthOf(2);
    for (const answer of answers) if (answer.status !== 201) answer.refused('discount_not_applicable');
    expect(await used(id)).to.equal(2);
    expect(await shop.read(await cartOf(1000))).to.deep.include({ discounts: [], discountTotal: 0 });
  });

  it('stay on a cart that has become an order, as do prices and taxes', async () => {
    await automatic('LAST', { ...TENTH, usageLimit: 1 });
    const { id, productId } = await shop.variant({ priceAmount: 2000 });
    const cartId = await shop.fullCart({ [id]: 2 });
    const before = await shop.read(cartId);
    (await shop.checkOut(cartId)).expect(201);

    const price = { priceAmount: 9_007_199_254_740_000 };
    (await shop.admin('PATCH', `/products/${productId}/variants/${id}`, price)).expect(200);
    (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: false, rates: [] })).expect(200);
    await automatic('LATER', { ...TENTH, basisPoints: 5000 });

    expect(before).to.include({ discountTotal: 400, total: 3600, taxTotal: 575 });
    const version = before.version + 1;
    expect(await shop.read(cartId)).to.deep.equal({ ...before, completed: true, version });
  });

  it('refuse what isn’t the store’s, a currency without amounts, and a 51st automatic one', async () => {
    for (const wrong of [
      { productIds: ['0b7d4f7e-8d52-4c06-8b4e-d0ef0c1f8f39'] },
      { currency: 'CHF' },
      { minimumAmount: 0 },
      { priority: 1001 },
      { tiers: [{ from: 100, basisPoints: 100 }] },
      { kind: 'tiers', basisPoints: undefined },
      { buyQuantity: 1, getQuantity: 1 },
      { kind: 'buy_x_get_y', buyQuantity: 1 },
      { kind: 'tiers', basisPoints: undefined, tiers: [100, 100].map((from) => ({ from, basisPoints: 1 })) },
    ])
      (await shop.admin('POST', '/discounts', { code: 'WRONG', ...TENTH, ...wrong })).refused(
        'validation_failed',
      );
    await shop.store.admin.db.discount.createMany({
      data: Array.from({ length: 50 }, (_, index) => ({
        ...{ tenantId: shop.store.tenantId, code: `AUTO${index}`, kind: 'free_shipping', automatic: true },
      })),
    });
    (await shop.admin('POST', '/discounts', { code: 'WRONG', ...TENTH, automatic: true })).refused(
      'too_many_discounts',
    );
    const { id } = await discount({ code: 'PLAIN', ...TENTH });
    (await shop.admin('PATCH', `/discounts/${id}`, { automatic: true })).refused('too_many_discounts');

    expect((await shop.admin('GET', '/discounts')).body.total).to.equal(51);
    expect((await shop.admin('GET', `/discounts/${id}`)).body).to.include({ automatic: false, version: 1 });
  });
});
