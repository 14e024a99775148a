import { createClock } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper } from '../shopper.ts';

describe('the currency of a cart', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  async function listIn(currency: string, prices: object[] = [], terms: object = {}): Promise<string> {
    const { id } = (await shop.admin('POST', '/price-lists', { name: currency, currency, ...terms })).expect(
      201,
    );
    if (prices.length > 0) (await shop.admin('POST', `/price-lists/${id}/prices`, { prices })).expect(200);
    return id;
  }
  const start = (body: object) => shop.send('POST', '', body);
  // Lines of one moment are in the order of their ids.
  const placeOf = async (cartId: string, variantId: string): Promise<number> => {
    const { lines } = (await shop.send('GET', `/${cartId}`)).expect(200);
    return lines.findIndex((line: { variantId: string }) => line.variantId === variantId);
  };
  const change = (cartId: string, body: object) => shop.send('PATCH', `/${cartId}`, body);

  async function shipTo(prices: object[]) {
    const options = [{ name: 'Parcel', amount: 490, freeFrom: 5000, prices }];
    return (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
  }

  it('is one that the store sells in: from the cart to shipping, discount, order and payment', async () => {
    const variant = await shop.variant({ priceAmount: 1190 });
    await listIn('CHF', [{ variantId: variant.id, amount: 1500 }]);
    const options = await shipTo([{ currency: 'chf', amount: 990 }]);
    for (const [code, currency] of [
      ['FRANKS', 'chf'],
      ['EUROS', null],
    ])
      (await shop.admin('POST', '/discounts', { code, kind: 'amount', amount: 100, currency })).expect(201);

    const { id } = (await start({ currency: 'chf' })).expect(201);
    (await shop.addLine(id, variant.id, 2)).expect(200);
    (await shop.setAddress(id)).expect(200);
    (await shop.chooseShipping(id)).expect(200);
    (await shop.send('POST', `/${id}/discount-code`, { code: 'EUROS' })).refused('discount_not_applicable');
    const cart = (await shop.send('POST', `/${id}/discount-code`, { code: 'FRANKS' })).expect(200);
    const { order } = (await shop.checkOut(id)).expect(201);
    const stored = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    const config = (await api.request('GET', '/store/v1/config', { key: shop.store.publishableKey })).expect(
      200,
    );

    expect(options.options[0].prices).to.deep.equal([
      { currency: 'CHF', amount: 990, freeFrom: null, tiers: [] },
    ]);
    expect(cart).to.include({
      currency: 'CHF',
      subtotal: 3000,
      discountTotal: 100,
      shippingTotal: 990,
      total: 3890,
    });
    expect(order).to.include({ currency: 'CHF', total: 3890 });
    expect(stored.lines[0]).to.deep.include({ unitAmount: 1500, total: 2900 });
    expect(stored.payments[0]).to.include({ currency: 'CHF', amount: 3890 });
    expect(config).to.deep.include({ currency: 'EUR', currencies: ['EUR', 'CHF'] });
  });

  it('is refused where nothing is sold in it now, or only to others, and nothing is written', async () => {
    const trade = (await shop.admin('POST', '/customer-groups', { name: 'Trade' })).expect(201).id;
    const at = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();
    await listIn('USD', [], { startsAt: at(60_000) });
    await listIn('GBP', [], { active: false });
    await listIn('JPY', [], { customerGroupId: trade });
    const customer = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${customer.id}`, { customerGroupId: trade })).expect(200);
    const { id } = (await start({})).expect(201);
    const before = await snapshot(api.env);

    for (const currency of ['USD', 'GBP', 'JPY', 'KWD']) {
      (await start({ currency })).refused('currency_not_sold');
      (await change(id, { currency, email: 'ada@example.com' })).refused('currency_not_sold');
    }
    for (const currency of ['EURO', 'ZZQ']) (await start({ currency })).refused('validation_failed');

    expect(await snapshot(api.env)).to.deep.equal(before);
    (await createShopper(api, shop.store, customer.token).send('POST', '', { currency: 'JPY' })).expect(201);
    (await start({ currency: 'eur' })).expect(201);
  });

  it('takes no amount of another currency off: the checkout waits until its code is taken off', async () => {
    const variant = await shop.variant({ priceAmount: 1190 });
    await listIn('CHF', [{ variantId: variant.id, amount: 1500 }]);
    await shipTo([{ currency: 'CHF', amount: 990 }]);
    (await shop.admin('POST', '/discounts', { code: 'EUROS', kind: 'amount', amount: 100 })).expect(201);
    const cartId = await shop.fullCart({ [variant.id]: 1 });
    (await shop.send('POST', `/${cartId}/discount-code`, { code: 'EUROS' })).expect(200);

    const inFranks = (await change(cartId, { currency: 'CHF' })).expect(200);
    const before = await snapshot(api.env);
    (await shop.checkOut(cartId)).refused('discount_not_applicable');

    expect(inFranks).to.include({ discountTotal: 0, total: 2490 });
    expect(inFranks.issues).to.deep.equal(['discount_not_applicable']);
    expect(await snapshot(api.env)).to.deep.equal(before);
    (await shop.send('DELETE', `/${cartId}/discount-code`)).expect(200);
    expect((await shop.checkOut(cartId)).expect(201).order).to.include({ discountTotal: 0, total: 2490 });
  });

  it('changes all prices of a cart, or none', async () => {
    const [tea, cup] = [await shop.variant({ priceAmount: 1190 }), await shop.variant({ priceAmount: 500 })];
    const list = await listIn('USD', [{ variantId: tea.id, amount: 1300 }]);
    await shipTo([]);
    const cartId = await shop.fullCart({ [tea.id]: 1, [cup.id]: 2 });
    const unchanged = await snapshot(api.env);

    const { errors } = (await change(cartId, { currency: 'USD' })).refused('currency_mismatch');
    expect(errors?.map(({ path }) => path)).to.deep.equal([`/cart/lines/${await placeOf(cartId, cup.id)}`]);
    expect(await snapshot(api.env)).to.deep.equal(unchanged);

    const prices = [{ variantId: cup.id, amount: 600 }];
    (await shop.admin('POST', `/price-lists/${list}/prices`, { prices })).expect(200);
    const inDollars = (await change(cartId, { currency: 'usd' })).expect(200);
    (await shop.checkOut(cartId)).refused('cart_incomplete');
    const inEuros = (await change(cartId, { currency: 'EUR' })).expect(200);

    expect(inDollars).to.include({ currency: 'USD', subtotal: 2500, shippingTotal: 0 });
    expect(inDollars.issues).to.deep.equal(['shipping_option_unavailable']);
    for (const line of inDollars.lines)
      expect(line).to.deep.include({
        previousUnitAmount: null,
        issues: [],
        priceList: { id: list, name: 'USD' },
      });
    expect(inEuros).to.include({ currency: 'EUR', subtotal: 2190, shippingTotal: 490 });
    expect(inEuros.issues).to.deep.equal([]);
    expect(inEuros.lines[await placeOf(cartId, tea.id)]).to.deep.include({
      unitAmount: 1190,
      previousUnitAmount: null,
      priceList: null,
    });
  });

  it('refuses a variant without a price in it; a line that lost its price is not for sale', async () => {
    const variant = await shop.variant();
    const list = await listIn('USD', [{ variantId: variant.id, minQuantity: 3, amount: 1300 }]);
    const { id } = (await start({ currency: 'USD' })).expect(201);
    const before = await snapshot(api.env);

    (await shop.addLine(id, (await shop.variant()).id)).refused('currency_mismatch');
    (await shop.addLine(id, variant.id, 2)).refused('currency_mismatch');
    expect((await snapshot(api.env)).cart_lines).to.equal(before.cart_lines);
    expect((await snapshot(api.env)).carts).to.equal(before.carts);

    (await shop.addLine(id, variant.id, 3)).expect(200);
    (await shop.admin('DELETE', `/price-lists/${list}`)).expect(204);
    const { lines, total } = (await shop.send('GET', `/${id}`)).expect(200);
    expect(lines[0]).to.deep.include({ unitAmount: 1300, total: 0, issues: ['not_for_sale'] });
    expect(total).to.equal(0);
  });

  for (const [currency, unit, tax] of [
    ['JPY', 101, 16],
    ['KWD', 1234, 197],
  ] as const)
    it(`rounds tax and discount to the smallest unit of ${currency}`, async () => {
      const variant = await shop.variant();
      await listIn(currency, [{ variantId: variant.id, amount: unit }]);
      (await shop.admin('POST', '/discounts', { code: 'HALF', kind: 'percentage', basisPoints: 50 })).expect(
        201,
      );
      const { id } = (await start({ currency })).expect(201);
      (await shop.addLine(id, variant.id, 1)).expect(200);
      const plain = (await shop.send('GET', `/${id}`)).expect(200);
      const cart = (await shop.send('POST', `/${id}/discount-code`, { code: 'HALF' })).expect(200);

      expect(plain).to.include({ total: unit, taxTotal: tax });
      expect(cart.discountTotal).to.equal(Math.floor((unit * 50 + 5000) / 10_000));
      expect(cart.total).to.equal(unit - cart.discountTotal);
    });

  it('is told by the catalogue: prices of the asked currency and of the customer who asks', async () => {
    const trade = (await shop.admin('POST', '/customer-groups', { name: 'Trade' })).expect(201).id;
    const variant = await shop.variant({ priceAmount: 1000 });
    const { slug } = (await shop.admin('GET', `/products/${variant.productId}`)).expect(200);
    const key = shop.store.publishableKey;
    const ask = (path: string, options: object = {}) =>
      api.request('GET', `/store/v1/products${path}`, { key, ...options });
    const before = (await ask('')).expect(200).items[0].price;

    await listIn('EUR', [
      { variantId: variant.id, minQuantity: 5, amount: 900 },
      { variantId: variant.id, minQuantity: 10, amount: 950 },
      { variantId: variant.id, minQuantity: 20, amount: 800 },
    ]);
    const list = await listIn('EUR', [{ variantId: variant.id, amount: 850 }], {
      name: 'Trade',
      customerGroupId: trade,
    });
    await listIn('USD', [{ variantId: variant.id, amount: 1200 }]);
    const customer = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${customer.id}`, { customerGroupId: trade })).expect(200);
    const session = { token: customer.token };

    const guest = await ask(`/${slug}`);
    const own = await ask(`/${slug}`, session);
    const known = { 'If-None-Match': guest.headers.get('etag') ?? '' };
    const dollars = (await ask(`/${slug}?currency=usd`)).expect(200).variants[0];
    const yen = (await ask(`/${slug}?currency=JPY`)).expect(200).variants[0];
    const lists = await Promise.all([ask(''), ask('', session), ask('?currency=USD'), ask('?currency=JPY')]);

    expect(before).to.deep.equal({ from: 1000, to: 1000, currency: 'EUR', includesTax: true });
    const { price } = guest.expect(200).variants[0];
    expect(price).to.deep.include({ amount: 1000, currency: 'EUR', priceList: null });
    expect(
      price.steps.map(({ minQuantity, amount }: { minQuantity: number; amount: number }) => [
        minQuantity,
        amount,
      ]),
    ).to.deep.equal([
      [5, 900],
      [20, 800],
    ]);
    const ownVariant = own.expect(200).variants[0];
    expect(ownVariant).to.include({ priceAmount: 1000, currency: 'EUR' });
    expect(ownVariant.price).to.deep.include({ amount: 850, priceList: { id: list, name: 'Trade' } });
    expect(ownVariant.price.steps).to.have.lengthOf(1);
    expect(dollars).to.deep.include({ priceAmount: 1000, currency: 'EUR' });
    expect(dollars.price).to.deep.include({ amount: 1200, currency: 'USD', steps: [] });
    expect(yen.price).to.equal(null);
    expect(lists.map((answer) => answer.expect(200).items[0].price)).to.deep.equal([
      { from: 1000, to: 1000, currency: 'EUR', includesTax: true },
      { from: 850, to: 850, currency: 'EUR', includesTax: true },
      { from: 1200, to: 1200, currency: 'USD', includesTax: true },
      null,
    ]);
    for (const answer of lists) expect(answer.body.items[0]).to.include({ priceFrom: 1000, currency: 'EUR' });
    expect([guest, own].map(({ headers }) => headers.get('cache-control'))).to.deep.equal([
      'public, no-cache',
      'private, no-cache',
    ]);
    expect(guest.headers.get('vary')).to.include('Authorization');
    expect((await ask(`/${slug}`, { headers: known })).status).to.equal(304);
    expect((await ask(`/${slug}`, { ...session, headers: known })).status).to.equal(200);
    (await ask('?currency=EURO')).refused('validation_failed');
    (await ask('', { token: 'cs_unknown' })).refused('unauthenticated');
  });
});
