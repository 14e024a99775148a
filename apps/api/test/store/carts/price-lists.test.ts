import { DAY_MS } from '@service/jobs/primitives';
import { createClock } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApi } from '../../harness.ts';
import { useShopOfEach } from '../shop.ts';
import { createShopper } from '../shopper.ts';

interface Line {
  variantId: string;
  quantity: number;
  unitAmount: number;
  previousUnitAmount: number | null;
  priceList: { id: string; name: string } | null;
  subtotal: number;
  discountTotal: number;
  taxTotal: number;
  total: number;
  issues: string[];
}

describe('price lists on a cart', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const shop = useShopOfEach(api);

  const list = async (terms: object = {}): Promise<string> =>
    (await shop.admin('POST', '/price-lists', { name: 'Sale', currency: 'EUR', ...terms })).expect(201).id;
  const set = async (id: string, prices: object[]) =>
    (await shop.admin('POST', `/price-lists/${id}/prices`, { prices })).expect(200);
  const group = async (name: string): Promise<string> =>
    (await shop.admin('POST', '/customer-groups', { name })).expect(201).id;
  const at = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString();

  async function customerIn(customerGroupId: string | null) {
    const customer = await shop.store.customer();
    (await shop.admin('PATCH', `/customers/${customer.id}`, { customerGroupId })).expect(200);
    return createShopper(api, shop.store, customer.token);
  }

  it('charges the lowest of all prices that apply, and says which list it came from', async () => {
    const groups = [await group('Trade'), await group('Staff')];
    const lists = [
      { terms: {}, applies: () => true },
      { terms: { active: false }, applies: () => false },
      { terms: { startsAt: at(-1), endsAt: at(1) }, applies: () => true },
      { terms: { startsAt: at(1) }, applies: () => false },
      { terms: { endsAt: at(-1) }, applies: () => false },
      { terms: { currency: 'USD' }, applies: () => false },
      ...groups.map((id) => ({
        terms: { customerGroupId: id },
        applies: (of: string | null) => of === id,
      })),
    ];
    const ids = await Promise.all(lists.map(({ terms }, index) => list({ name: `List ${index}`, ...terms })));
    const variants = await Promise.all(Array.from({ length: 5 }, () => shop.variant({ priceAmount: 1000 })));
    const [given = []] = fc.sample(
      fc.uniqueArray(
        fc.record({
          list: fc.nat({ max: lists.length - 1 }),
          variant: fc.nat({ max: variants.length - 1 }),
          minQuantity: fc.constantFrom(1, 2, 5),
          amount: fc.integer({ min: 0, max: 1500 }),
        }),
        {
          selector: (each) => `${each.list} ${each.variant} ${each.minQuantity}`,
          minLength: 60,
          maxLength: 60,
        },
      ),
      { numRuns: 1, seed: 18 },
    );
    for (const [index, id] of ids.entries()) {
      const prices = given.filter((each) => each.list === index);
      if (prices.length > 0)
        await set(
          id,
          prices.map(({ variant, minQuantity, amount }) => ({
            variantId: variants[variant]?.id,
            minQuantity,
            amount,
          })),
        );
    }
    (
      await shop.admin('POST', '/discounts', { code: 'SEVENTH', kind: 'percentage', basisPoints: 1429 })
    ).expect(201);

    for (const of of [null, ...groups]) {
      const shopper = await customerIn(of);
      const cartId = await shopper.fullCart(
        Object.fromEntries(variants.map(({ id }, index) => [id, index + 1])),
      );
      (await shopper.send('POST', `/${cartId}/discount-code`, { code: 'SEVENTH' })).expect(200);
      const cart = await (shopper ?? shop).read(cartId);
      const { order } = (await shopper.checkOut(cartId)).expect(201);
      const stored = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);

      for (const line of cart.lines as Line[]) {
        const index = variants.findIndex(({ id }) => id === line.variantId);
        const offers = given.filter(
          (each) =>
            lists[each.list]?.applies(of) && each.variant === index && each.minQuantity <= line.quantity,
        );
        const lowest = Math.min(1000, ...offers.map(({ amount }) => amount));
        const named = offers.filter(({ amount }) => amount === lowest).map((each) => ids[each.list]);
        expect(line.unitAmount).to.equal(lowest);
        if (lowest === 1000) expect(line.priceList).to.equal(null);
        else expect(named).to.include(line.priceList?.id);
        expect(line.issues).to.deep.equal([]);
      }
      const sumOf = (member: 'subtotal' | 'discountTotal' | 'total') =>
        cart.lines.reduce((sum: number, line: Line) => sum + line[member], 0);
      expect(cart).to.include({ subtotal: sumOf('subtotal'), discountTotal: sumOf('discountTotal') });
      expect(cart.total).to.equal(sumOf('total') + cart.shippingTotal);
      expect(order.total).to.equal(cart.total);
      const shown = (lines: Line[]) =>
        lines.map(({ unitAmount, priceList, total }) => ({ unitAmount, priceList, total }));
      expect(shown(stored.lines)).to.deep.equal(shown(cart.lines));
    }
  });

  it('looks at the whole quantity, and calls no step of it a changed price', async () => {
    const variant = await shop.variant({ priceAmount: 1000 });
    const id = await list();
    await set(id, [
      { variantId: variant.id, minQuantity: 5, amount: 900 },
      { variantId: variant.id, minQuantity: 10, amount: 700 },
    ]);
    const cartId = await shop.createCart();
    const lines: Line[] = [];
    const keep = (cart: { lines: Line[] }) => lines.push(cart.lines[0] as Line);
    keep((await shop.addLine(cartId, variant.id, 4)).expect(200));
    keep((await shop.addLine(cartId, variant.id, 1)).expect(200));
    const { lines: whole } = (await shop.addLine(cartId, variant.id, 5)).expect(200);
    keep({ lines: whole });
    keep((await shop.send('PATCH', `/${cartId}/lines/${whole[0].id}`, { quantity: 6 })).expect(200));
    await set(id, [{ variantId: variant.id, minQuantity: 5, amount: 950 }]);
    keep(await shop.read(cartId));
    keep((await shop.send('PATCH', `/${cartId}/lines/${whole[0].id}`, { quantity: 6 })).expect(200));
    (await shop.admin('DELETE', `/price-lists/${id}`)).expect(204);
    keep(await shop.read(cartId));

    expect(
      lines.map(({ quantity, unitAmount, previousUnitAmount }) => [quantity, unitAmount, previousUnitAmount]),
    ).to.deep.equal([
      [4, 1000, null],
      [5, 900, null],
      [10, 700, null],
      [6, 900, null],
      [6, 950, 900],
      [6, 950, null],
      [6, 1000, 950],
    ]);
    expect(lines.map(({ priceList }) => priceList?.name ?? null)).to.deep.equal([
      null,
      'Sale',
      'Sale',
      'Sale',
      'Sale',
      'Sale',
      null,
    ]);
  });

  it('prices a guest’s cart again when a customer of a group claims it, and never an order', async () => {
    const trade = await group('Trade');
    const variant = await shop.variant({ priceAmount: 1190 });
    const id = await list({ name: 'Trade', customerGroupId: trade });
    await set(id, [{ variantId: variant.id, amount: 595 }]);
    const shopper = await customerIn(trade);
    const cartId = await shop.fullCart({ [variant.id]: 2 });
    const guest = await shop.read(cartId);
    const claimed = (await shopper.send('POST', `/${cartId}/claim`)).expect(200);
    const { order } = (await shopper.checkOut(cartId)).expect(201);
    (await shop.admin('PATCH', `/price-lists/${id}`, { name: 'Other' })).expect(200);
    await set(id, [{ variantId: variant.id, amount: 1 }]);
    (await shop.admin('DELETE', `/price-lists/${id}`)).expect(204);
    const stored = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    const own = (await shopper.send('GET', `/${cartId}/order`)).expect(200);

    expect(guest).to.include({ total: 2380 });
    expect(claimed).to.include({ subtotal: 1190, taxTotal: 190, total: 1190 });
    expect(claimed.lines[0]).to.deep.include({
      unitAmount: 595,
      previousUnitAmount: 1190,
      issues: ['price_changed'],
    });
    expect(stored).to.include({ subtotal: 1190, taxTotal: 190, total: 1190 });
    for (const { lines } of [stored, own])
      expect(lines[0]).to.deep.include({ unitAmount: 595, priceList: { id, name: 'Trade' } });
  });

  it('gives every order one set of prices while a list changes, and refuses a total that isn’t', async () => {
    const [tea, cup] = [await shop.variant({ priceAmount: 1000 }), await shop.variant({ priceAmount: 1000 })];
    const id = await list();
    const both = (amount: number) => [tea, cup].map((variant) => ({ variantId: variant.id, amount }));
    await set(id, both(900));
    const cartIds = await Promise.all(
      Array.from({ length: 8 }, () => shop.fullCart({ [tea.id]: 1, [cup.id]: 1 })),
    );

    const [answers] = await Promise.all([
      Promise.all(
        cartIds.map((cartId, index) => shop.checkOutWith(cartId, index % 2 ? {} : { expectedTotal: 1800 })),
      ),
      (async () => {
        for (const amount of [800, 700, 600]) await set(id, both(amount));
      })(),
    ]);

    const orders = await shop.store.admin.db.order.findMany({ include: { lines: true } });
    expect(orders).to.have.lengthOf(answers.filter(({ status }) => status === 201).length);
    for (const { lines, total } of orders) {
      const [first, second] = lines.map(({ unitAmount }) => Number(unitAmount));
      expect(first).to.equal(second);
      expect(Number(total)).to.equal((first ?? 0) * 2);
    }
    for (const [index, answer] of answers.entries())
      if (answer.status !== 201) {
        expect(index % 2, JSON.stringify(answer.body)).to.equal(0);
        answer.refused('total_changed');
      }
  });
});
