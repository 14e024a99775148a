import { randomUUID } from 'node:crypto';
import { paymentSucceeded, TEST_ADDRESS } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { pagesOf } from '../../admin/orders/pages-of.ts';
import { useApi } from '../../harness.ts';
import { createProvider } from '../../webhooks/payment/callback.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper, type Shopper } from '../shopper.ts';

const VIENNA = { ...TEST_ADDRESS, city: 'Wien', postalCode: '1010', country: 'AT' };

/** The rate of the stores’ country, Germany. */
const RATE = 1900n;

/** As the totals of a cart take tax off prices and add it to them. */
const taxOf = (amount: number, whole: bigint) => Number((2n * BigInt(amount) * RATE + whole) / (2n * whole));
const net = (amount: number) => amount - taxOf(amount, 10_000n + RATE);
const gross = (amount: number) => amount + taxOf(amount, 10_000n);

interface Step {
  minQuantity: number;
  amount: number;
  priceList: { id: string } | null;
}

describe('a customer group with prices in other terms than the store’s', () => {
  const api = useApi();
  const shop = useShopOfEach(api);

  const group = async (pricesIncludeTax: boolean | null = false): Promise<string> =>
    (await shop.admin('POST', '/customer-groups', { name: 'Trade', pricesIncludeTax })).expect(201).id;
  const list = async (prices: object[], terms: object = {}): Promise<string> => {
    const { id } = (
      await shop.admin('POST', '/price-lists', { name: 'List', currency: 'EUR', ...terms })
    ).expect(201);
    (await shop.admin('POST', `/price-lists/${id}/prices`, { prices })).expect(200);
    return id;
  };

  async function customerIn(customerGroupId: string) {
    const { id, token } = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${id}`, { customerGroupId })).expect(200);
    const shown = async ({ productId }: { productId: string }, session?: string) => {
      const of = { key: shop.store.publishableKey, ...(session ? { token: session } : {}) };
      const { items } = (await api.request('GET', '/store/v1/products', of)).expect(200);
      const item = items.find((each: { id: string }) => each.id === productId);
      const product = (await api.request('GET', `/store/v1/products/${item.slug}`, of)).expect(200);
      return { range: item.price, price: product.variants[0].price };
    };
    return {
      ...createShopper(api, shop.store, token),
      id,
      shown: (variant: { productId: string }) => shown(variant, token),
      shownToGuests: (variant: { productId: string }) => shown(variant),
    };
  }

  const ship = async (amount: number, freeFrom: number | null = null) =>
    (
      await shop.admin('PUT', '/settings/shipping', { options: [{ name: 'Parcel', amount, freeFrom }] })
    ).expect(200);

  async function paid(shopper: Shopper, cartId: string): Promise<string> {
    const { order: placed } = (await shopper.checkOut(cartId)).expect(201);
    (await createProvider(api)(paymentSucceeded(placed.id))).expect(200);
    return placed.id;
  }

  async function textOf(path: string): Promise<string> {
    const headers = { authorization: `Bearer ${shop.store.token()}` };
    const document = await fetch(`${api.url}/admin/v1${path}`, { headers });
    return (await pagesOf(await document.arrayBuffer())).join(' ').replace(/\s+/g, ' ');
  }

  it('pays net prices plus tax in a store for shoppers, whose guests pay as before', async () => {
    const trade = await group();
    const [tea, cup] = [await shop.variant({ priceAmount: 1190 }), await shop.variant({ priceAmount: 999 })];
    const id = await list([{ variantId: tea.id, amount: 950 }], { name: 'Trade', customerGroupId: trade });
    await ship(595, 10_000);
    const business = await customerIn(trade);
    const lines = { [tea.id]: 2, [cup.id]: 1 };
    const cartId = await business.fullCart(lines);

    const cart = await business.read(cartId);
    const guests = await shop.read(await shop.fullCart(lines));
    const orderId = await paid(business, cartId);

    // 9.99 holds 1.60 of tax, and 5.95 0.95.
    const totals = {
      subtotal: 2739,
      shippingTotal: 500,
      taxTotal: 615,
      total: 3854,
      pricesIncludeTax: false,
    };
    expect(cart).to.include(totals);
    expect(cart.taxLines).to.deep.equal([
      { country: 'DE', rateBasisPoints: 1900, baseAmount: 3239, amount: 615 },
    ]);
    expect(
      cart.lines.map((line: { unitAmount: number; priceList: object | null }) => [
        line.unitAmount,
        line.priceList,
      ]),
    ).to.deep.equal([
      [950, { id, name: 'Trade' }],
      [839, null],
    ]);
    for (const { issues, previousUnitAmount } of cart.lines)
      expect({ issues, previousUnitAmount }).to.deep.equal({ issues: [], previousUnitAmount: null });
    expect(guests).to.include({ subtotal: 3379, shippingTotal: 595, taxTotal: 635, total: 3974 });
    expect(guests.pricesIncludeTax).to.equal(true);
    expect(await shop.getOrder(orderId)).to.include(totals);
    const [mail] = await shop.store.admin.db.mail.findMany({ where: { kind: 'order_confirmation' } });
    expect(mail?.data).to.include({ discountTotal: 0, shippingTotal: 500, addedTax: 615, total: 3854 });
    const invoice = await textOf(`/orders/${orderId}/invoice`);
    expect(invoice).to.include('Prices are without VAT.').and.not.include('Prices include VAT.');
    for (const amount of ['€9.50', '€8.39', '€27.39', '€5.00', '€6.15', '€38.54'])
      expect(invoice).to.include(amount);
  });

  it('refunds and exchanges what a net order was charged, tax in it', async () => {
    const business = await customerIn(await group());
    const variant = await shop.variant({ priceAmount: 1190 });
    const id = await paid(business, await business.fullCart({ [variant.id]: 4 }));
    const [line] = (await shop.getOrder(id)).lines;
    (await shop.admin('POST', `/orders/${id}/ship`, {})).expect(200);

    const units = [{ lineId: line.id, quantity: 1 }];
    const { creditNoteId } = (await shop.admin('POST', `/orders/${id}/refunds`, { lines: units })).expect(
      201,
    );
    const exchanges = [];
    for (const body of [{}, { lines: [{ lineId: line.id, unitAmount: 1200 }] }]) {
      const returned = (await shop.admin('POST', `/orders/${id}/returns`, { lines: units })).expect(201);
      const received = { lines: [{ ...units[0], condition: 'new', restock: true }] };
      (await shop.admin('POST', `/returns/${returned.id}/receive`, received)).expect(200);
      const done = (await shop.admin('POST', `/returns/${returned.id}/exchange`, body)).expect(200);
      exchanges.push(await shop.getOrder(done.exchangeOrderId));
    }

    expect(line).to.include({ unitAmount: 1000, taxTotal: 760, total: 4760 });
    expect(await shop.getOrder(id)).to.include({ refundedTotal: 1190, pricesIncludeTax: false });
    expect(await textOf(`/credit-notes/${creditNoteId}`))
      .to.include('€11.90')
      .and.include('€1.90');
    const [even, dearer] = exchanges;
    expect(even).to.include({ status: 'paid', subtotal: 1000, total: 0, pricesIncludeTax: false });
    expect(dearer).to.include({
      status: 'pending',
      subtotal: 1200,
      discountTotal: 1000,
      taxTotal: 38,
      total: 238,
      pricesIncludeTax: false,
    });
  });

  it('has nothing taken off net prices under reverse charge and exemption, and no tax added', async () => {
    const business = await customerIn(await group());
    const variant = await shop.variant({ priceAmount: 999 });
    await ship(595);
    const cartId = await business.fullCart({ [variant.id]: 3 });
    const taxed = await business.read(cartId);
    (await shop.admin('PATCH', `/customers/${business.id}`, { taxExempt: true })).expect(200);
    const exempt = await business.read(cartId);
    (await shop.admin('PATCH', `/customers/${business.id}`, { taxExempt: false })).expect(200);
    await shop.store.admin.db.customer.updateMany({
      where: { id: business.id },
      data: {
        vatNumber: 'ATU12345675',
        vatStatus: 'valid',
        vatCheckedAt: new Date(),
        vatCheckId: randomUUID(),
      },
    });
    (await business.setAddress(cartId, VIENNA)).expect(200);
    const reversed = await business.read(cartId);

    const untaxed = { subtotal: 2517, shippingTotal: 500, taxTotal: 0, total: 3017, pricesIncludeTax: false };
    expect(taxed).to.include({ subtotal: 2517, shippingTotal: 500, taxTotal: 573, total: 3590 });
    expect(exempt).to.include({ ...untaxed, taxExempt: true, reverseCharge: false });
    expect(reversed).to.include({ ...untaxed, taxExempt: false, reverseCharge: true });
    expect(await textOf(`/orders/${await paid(business, cartId)}/invoice`)).to.include(
      'Prices are without VAT.',
    );
  });

  it('compares all prices in the terms of the buyer, as the catalogue does at each step', async () => {
    for (const storeTerms of [true, false]) {
      (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: storeTerms, rates: [] })).expect(200);
      const converted = storeTerms ? net : gross;
      const trade = (
        await shop.admin('POST', '/customer-groups', { name: `${storeTerms}`, pricesIncludeTax: !storeTerms })
      ).expect(201).id;
      const business = await customerIn(trade);
      const amounts = fc.record({
        base: fc.integer({ min: 1, max: 1500 }),
        // Near each other, so that some are equal once they are converted.
        common: fc.integer({ min: -2, max: 2 }),
        own: fc.integer({ min: 1, max: 1500 }),
        more: fc.integer({ min: 1, max: 1500 }),
      });
      const given = fc.sample(amounts, { numRuns: 4, seed: 18 });
      const variants: { id: string; productId: string }[] = [];
      for (const { base } of given) variants.push(await shop.variant({ priceAmount: base }));
      const idOf = (index: number) => variants[index]?.id ?? '';
      const common = await list(
        given.map(({ base, common: apart }, index) => ({
          variantId: idOf(index),
          amount: Math.max(0, base + apart),
        })),
      );
      const own = await list(
        given.flatMap(({ own: one, more }, index) => [
          { variantId: idOf(index), amount: one },
          { variantId: idOf(index), minQuantity: 5, amount: more },
        ]),
        { customerGroupId: trade },
      );

      for (const [index, { base, common: apart, own: one, more }] of given.entries()) {
        const { range, price } = await business.shown(variants[index] as { productId: string });
        expect(price.includesTax).to.equal(!storeTerms);
        expect(range).to.deep.equal({
          from: price.amount,
          to: price.amount,
          currency: 'EUR',
          includesTax: !storeTerms,
        });
        const guests = await business.shownToGuests(variants[index] as { productId: string });
        expect(guests.price).to.include({
          amount: Math.min(base, Math.max(0, base + apart)),
          includesTax: storeTerms,
        });

        const cartId = await business.createCart();
        for (const quantity of [1, 5]) {
          const [line] = (await business.addLine(cartId, idOf(index), quantity === 1 ? 1 : 4)).expect(
            200,
          ).lines;
          const offers: [number, string | null][] = [
            [converted(base), null],
            [converted(Math.max(0, base + apart)), common],
            [one, own],
            ...(quantity === 5 ? ([[more, own]] as [number, string][]) : []),
          ];
          const lowest = Math.min(...offers.map(([amount]) => amount));
          const named = offers.filter(([amount]) => amount === lowest).map(([, from]) => from);
          expect(line).to.include({ unitAmount: lowest, previousUnitAmount: null });
          expect(lowest).to.be.at.most(converted(base));
          if (named.includes(null)) expect(line.priceList).to.equal(null);
          else expect(named).to.include(line.priceList?.id);
          const steps: Step[] = [{ minQuantity: 1, ...price }, ...price.steps];
          const shown = steps.findLast(({ minQuantity }) => minQuantity <= quantity);
          expect([shown?.amount, shown?.priceList]).to.deep.equal([line.unitAmount, line.priceList]);
        }
      }
      // The highest price is no higher with tax.
      const highest = Number.MAX_SAFE_INTEGER;
      for (const dear of [7_500_000_000_000_003, highest]) {
        const { price } = await business.shown(await shop.variant({ priceAmount: dear }));
        expect(price.amount).to.equal(Math.min(converted(dear), highest));
      }
      (await shop.admin('DELETE', `/price-lists/${common}`)).expect(204);
    }
  });

  it('ships free from the converted threshold, and discounts an amount in the cart’s terms', async () => {
    await ship(595, 2380);
    const business = await customerIn(await group());
    const variant = await shop.variant({ priceAmount: 1190 });
    const code = { code: 'TEN', kind: 'amount', amount: 1000 };
    (await shop.admin('POST', '/discounts', code)).expect(201);
    const cartId = await business.fullCart({ [variant.id]: 1 });
    const offered = (await business.send('GET', `/${cartId}/shipping-options`)).expect(200);
    const below = await business.read(cartId);
    const free = (await business.addLine(cartId, variant.id, 1)).expect(200);
    const reduced = (await business.send('POST', `/${cartId}/discount-code`, { code: 'TEN' })).expect(200);

    expect(offered.items.map(({ amount }: { amount: number }) => amount)).to.deep.equal([500]);
    expect(below).to.include({ subtotal: 1000, shippingTotal: 500, taxTotal: 285, total: 1785 });
    expect(free).to.include({ subtotal: 2000, shippingTotal: 0, taxTotal: 380, total: 2380 });
    expect(reduced).to.include({ discountTotal: 1000, shippingTotal: 500, taxTotal: 285, total: 1785 });
  });

  it('prices by the customer of the cart: a guest’s has the store’s terms until it is claimed', async () => {
    const business = await customerIn(await group());
    const variant = await shop.variant({ priceAmount: 1190 });
    const cartId = await shop.fullCart({ [variant.id]: 2 });

    const before = await business.read(cartId);
    const added = (await business.addLine(cartId, variant.id, 1)).expect(200);
    const claimed = (await business.send('POST', `/${cartId}/claim`)).expect(200);
    const [line] = claimed.lines;
    const chosen = (await business.send('PATCH', `/${cartId}/lines/${line.id}`, { quantity: 2 })).expect(200);
    const same = (await business.send('PATCH', `/${cartId}/lines/${line.id}`, { quantity: 2 })).expect(200);

    expect(before).to.include({ total: 2380, pricesIncludeTax: true });
    expect(added).to.include({ total: 3570, pricesIncludeTax: true });
    expect(added.lines[0]).to.include({ unitAmount: 1190, previousUnitAmount: null });
    expect(claimed).to.include({ subtotal: 3000, taxTotal: 570, total: 3570, pricesIncludeTax: false });
    expect(line).to.deep.include({ unitAmount: 1000, previousUnitAmount: 1190, issues: ['price_changed'] });
    expect(chosen.lines[0]).to.deep.include({ unitAmount: 1000, previousUnitAmount: null, issues: [] });
    expect(same.version).to.equal(chosen.version);
  });

  it('follows the group, the store and its rate at the next reading', async () => {
    const trade = await group(null);
    const business = await customerIn(trade);
    const variant = await shop.variant({ priceAmount: 1190 });
    const cartId = await business.fullCart({ [variant.id]: 1 });
    const terms = async () => {
      const { pricesIncludeTax, subtotal, total } = await business.read(cartId);
      const { price } = await business.shown(variant);
      expect(price).to.include({ amount: subtotal, includesTax: pricesIncludeTax });
      return [pricesIncludeTax, subtotal, total];
    };
    const set = async (pricesIncludeTax: boolean | null) =>
      (await shop.admin('PATCH', `/customer-groups/${trade}`, { pricesIncludeTax })).expect(200);
    const tax = async (pricesIncludeTax: boolean, rates: object[] = []) =>
      (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax, rates })).expect(200);

    expect(await terms()).to.deep.equal([true, 1190, 1190]);
    const changed = await set(false);
    expect(changed).to.include({ name: 'Trade', pricesIncludeTax: false, version: 2 });
    expect(await terms()).to.deep.equal([false, 1000, 1190]);
    await tax(true, [{ country: 'DE', rateBasisPoints: 700 }]);
    expect(await terms()).to.deep.equal([false, 1112, 1190]);
    await tax(false);
    expect(await terms()).to.deep.equal([false, 1190, 1416]);
    await set(true);
    expect(await terms()).to.deep.equal([true, 1416, 1416]);
    await set(null);
    expect(await terms()).to.deep.equal([false, 1190, 1416]);
    const { items } = (
      await shop.admin('GET', `/audit?subjectType=customer_group&subjectId=${trade}`)
    ).expect(200);
    expect(items[0].before).to.include({ pricesIncludeTax: true });
    expect(items[0].after).to.include({ pricesIncludeTax: null });
  });
});
