import { expect } from 'chai';
import fc from 'fast-check';
import { sumOf } from '../amounts.ts';
import {
  type CartDiscount,
  chooseDiscounts,
  type DiscountableLine,
  reductionsOf,
} from './choose-discounts.ts';
import { reduceLines } from './reduce-lines.ts';

const PRODUCTS = ['tea', 'cup', 'pot', 'tin'];

/** Of each variant, of which every product has one; null: there is always enough. */
const STOCK: Readonly<Record<string, number | null>> = { tea: 120, cup: null, pot: 0, tin: 12 };

const line: fc.Arbitrary<DiscountableLine> = fc
  .record({
    id: fc.uuid(),
    productId: fc.constantFrom(...PRODUCTS),
    quantity: fc.integer({ min: 1, max: 99 }),
    listedAmount: fc.oneof(
      fc.bigInt({ min: 0n, max: 500n }),
      fc.bigInt({ min: 0n, max: 9_007_199_254_740n }),
    ),
  })
  .map((each) => ({ ...each, variantId: each.productId }));

const PLAIN: Omit<CartDiscount, 'id'> = {
  ...{ version: 1, code: 'CODE', title: null, automatic: false, priority: 0, combinable: true },
  ...{ singleUseCodes: false },
  ...{ kind: 'percentage', basisPoints: 1000, amount: null, currency: null },
  ...{ minimumAmount: null, minimumQuantity: null, productIds: null, isForBuyer: true },
  ...{ tiers: [], buyQuantity: null, getQuantity: null, gift: null },
  ...{ firstOrder: false, oncePerCustomer: false, hasOrdered: null, hasUsed: null },
  ...{ active: true, startsAt: null, endsAt: null, usageLimit: null, timesUsed: 0 },
};

const value = fc.oneof(
  fc.record({ kind: fc.constant('percentage'), basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant('amount'), amount: fc.bigInt({ min: 1n, max: 100_000n }) }),
  fc.constant({ kind: 'free_shipping' }),
  fc.record({
    kind: fc.constant('tiers'),
    tiers: fc.uniqueArray(
      fc.record({
        from: fc.bigInt({ min: 1n, max: 50_000n }),
        basisPoints: fc.integer({ min: 1, max: 10_000 }),
      }),
      { selector: ({ from }) => from, minLength: 1, maxLength: 4 },
    ),
  }),
  fc.record({
    kind: fc.constant('buy_x_get_y'),
    basisPoints: fc.constantFrom(10_000, 5000, 3333),
    buyQuantity: fc.integer({ min: 1, max: 5 }),
    getQuantity: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({
    kind: fc.constant('gift'),
    gift: fc.option(
      fc
        .record({ variantId: fc.constantFrom(...PRODUCTS), quantity: fc.integer({ min: 1, max: 9 }) })
        .map((each) => ({ ...each, availableStock: STOCK[each.variantId] ?? null })),
    ),
  }),
);

const discount: fc.Arbitrary<CartDiscount> = fc
  .tuple(
    value,
    fc.record({
      id: fc.uuid(),
      automatic: fc.boolean(),
      priority: fc.integer({ min: 0, max: 3 }),
      combinable: fc.boolean(),
      minimumAmount: fc.option(fc.bigInt({ min: 1n, max: 50_000n })),
      minimumQuantity: fc.option(fc.integer({ min: 1, max: 300 })),
      productIds: fc.option(fc.subarray(PRODUCTS)),
      isForBuyer: fc.constantFrom(true, true, true, false),
    }),
  )
  .map(([taken, terms]) => ({ ...PLAIN, basisPoints: null, ...taken, ...terms }));

const uniquely = <T extends { id: string }>(item: fc.Arbitrary<T>, maxLength: number) =>
  fc.uniqueArray(item, { selector: ({ id }) => id, maxLength });

const cart = fc.record({ lines: uniquely(line, 8), discounts: uniquely(discount, 6) });

/** What is taken off a cart is money: `npm run fuzz` tries ten thousand. */
const MANY = { numRuns: Number(process.env.RANDOM_CARTS ?? 500) };

const EUROS = { currency: 'EUR', storeCurrency: 'EUR', customerId: null, declinesGifts: false };

function apply(lines: readonly DiscountableLine[], discounts: readonly CartDiscount[]) {
  const choices = chooseDiscounts({ ...EUROS, lines }, discounts);
  const gifts = choices.flatMap(({ discount: { id, gift }, reduction }) =>
    gift && reduction ? [{ ...gift, id, productId: gift.variantId, listedAmount: 777n }] : [],
  );
  const priced = [...lines, ...gifts].map((each) => ({ ...each, subtotal: subtotalOf(each) }));
  return { choices, gifts, ...reduceLines(priced, reductionsOf(choices)) };
}

const subtotalOf = ({ listedAmount, quantity }: DiscountableLine) => listedAmount * BigInt(quantity);
const shuffled = <T>(all: readonly T[]) =>
  fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length });

describe('discounts of a cart', () => {
  it('take no line below zero, and their parts add up to the whole', () => {
    fc.assert(
      fc.property(cart, ({ lines, discounts }) => {
        const { ofLines, ofReductions, gifts } = apply(lines, discounts);

        expect(sumOf(ofLines.values())).to.equal(sumOf(ofReductions.values()));
        for (const each of [...lines, ...gifts]) {
          const taken = ofLines.get(each.id) ?? 0n;
          expect(taken >= 0n && taken <= subtotalOf(each)).to.equal(true);
        }
      }),
      MANY,
    );
  });

  it('don’t depend on the order of the lines, nor on that of the discounts', () => {
    const twice = cart.chain(({ lines, discounts }) =>
      fc.tuple(fc.constant({ lines, discounts }), shuffled(lines), shuffled(discounts)),
    );
    fc.assert(
      fc.property(twice, ([first, lines, discounts]) => {
        const [one, other] = [apply(first.lines, first.discounts), apply(lines, discounts)];

        expect(new Map([...other.ofLines].sort())).to.deep.equal(new Map([...one.ofLines].sort()));
        expect([...other.ofReductions]).to.deep.equal([...one.ofReductions]);
      }),
      MANY,
    );
  });

  it('are each applied or refused with a reason, and one that isn’t combinable stands alone', () => {
    fc.assert(
      fc.property(cart, ({ lines, discounts }) => {
        const { choices } = apply(lines, discounts);
        const applied = choices.filter(({ reduction }) => reduction);

        expect(choices).to.have.lengthOf(discounts.length);
        for (const { reduction, refusal } of choices) expect(reduction === null).to.equal(refusal !== null);
        if (applied.some((each) => !each.discount.combinable)) expect(applied).to.have.lengthOf(1);
        const priorities = choices.map((each) => each.discount.priority);
        expect(priorities).to.deep.equal(priorities.toSorted((a, b) => b - a));
      }),
      MANY,
    );
  });

  it('give what is in stock beside the goods, for nothing, and leave the others what they take off', () => {
    fc.assert(
      fc.property(cart, ({ lines, discounts }) => {
        const { ofLines, gifts, choices } = apply(lines, discounts);
        const others = choices
          .filter(({ discount, reduction }) => reduction && discount.kind !== 'gift')
          .map(({ discount }) => discount);
        const without = apply(lines, others).ofLines;

        for (const gift of gifts) expect(ofLines.get(gift.id)).to.equal(subtotalOf(gift));
        for (const { id } of lines) expect(ofLines.get(id) ?? 0n).to.equal(without.get(id) ?? 0n);
        for (const variantId of gifts.map((gift) => gift.variantId)) {
          const all = [...lines, ...gifts].filter((each) => each.variantId === variantId);
          const units = all.reduce((sum, { quantity }) => sum + quantity, 0);
          expect(units).to.be.at.most(STOCK[variantId] ?? units);
        }
      }),
      MANY,
    );
  });

  it('take off only goods that they are about', () => {
    fc.assert(
      fc.property(uniquely(line, 8), discount, (lines, each) => {
        const { ofLines } = apply(lines, [each]);

        for (const { id, productId } of lines)
          if (each.productIds && !each.productIds.includes(productId))
            expect(ofLines.get(id) ?? 0n).to.equal(0n);
      }),
      MANY,
    );
  });

  const tea = { id: 'a', productId: 'tea', variantId: 'tea', quantity: 2, listedAmount: 1000n };
  const cup = { id: 'b', productId: 'cup', variantId: 'cup', quantity: 1, listedAmount: 999n };
  const named = (id: string, terms: Partial<CartDiscount>) => ({ ...PLAIN, id, ...terms });
  const reasonsOf = (terms: Partial<CartDiscount>, customerId: string | null = null) =>
    chooseDiscounts({ ...EUROS, customerId, lines: [tea, cup] }, [named('d', terms)])[0]?.refusal;

  it('come off one after the other, each from what is left', () => {
    const { ofLines, ofReductions } = apply(
      [tea, cup],
      [
        named('half', { basisPoints: 5000, priority: 1, productIds: ['tea'] }),
        named('tenth', { basisPoints: 1000 }),
        named('five', { kind: 'amount', basisPoints: null, amount: 500n, priority: 2 }),
      ],
    );

    // 500 of 2999 is 333 and 167; half of 1667 is 834; a tenth of 833 + 832 is 167, split 84 and 83.
    expect([...ofReductions]).to.deep.equal([
      ['five', 500n],
      ['half', 834n],
      ['tenth', 167n],
    ]);
    expect([...ofLines]).to.deep.equal([
      ['a', 1251n],
      ['b', 250n],
    ]);
  });

  it('reduce the cheapest of the units that are bought, as many as there are groups of them', () => {
    const terms = { kind: 'buy_x_get_y', basisPoints: 10_000, buyQuantity: 2, getQuantity: 1 };
    const takenOff = (quantity: number) =>
      apply(
        [
          { ...tea, quantity },
          { ...cup, quantity: 2 },
        ],
        [named('three', terms)],
      ).ofReductions.get('three');

    // Of 3 units one cup is free, of 6 both are, and of 9 a pot of tea, too.
    expect([1, 3, 4, 7].map(takenOff)).to.deep.equal([999n, 999n, 1998n, 2998n]);
    expect(reasonsOf({ ...terms, productIds: ['tea'] })).to.deep.equal({
      reason: 'minimum_not_reached',
      missingQuantity: 1,
    });
  });

  it('give from what the goods and the gifts before leave in stock, and nothing to an empty cart', () => {
    const gift = { variantId: 'tea', quantity: 2, availableStock: 5 };
    const [first, second] = ['first', 'second'].map((id) =>
      named(id, { kind: 'gift', basisPoints: null, gift }),
    );
    if (!first || !second) throw new Error('two discounts');
    const reasonOf = (lines: DiscountableLine[], discounts: CartDiscount[]) =>
      apply(lines, discounts).choices.map(({ refusal }) => refusal?.reason ?? null);

    expect(reasonOf([tea], [first, second])).to.deep.equal([null, 'gift_unavailable']);
    expect(reasonOf([{ ...tea, quantity: 4 }], [first])).to.deep.equal(['gift_unavailable']);
    expect(reasonOf([cup], [first, second])).to.deep.equal([null, null]);
    expect(reasonOf([cup], [{ ...first, gift: null }])).to.deep.equal(['gift_unavailable']);
    const declining = { ...EUROS, declinesGifts: true, lines: [cup] };
    expect(chooseDiscounts(declining, [first])[0]?.refusal).to.deep.equal({ reason: 'gift_declined' });
    expect(apply([], [first]).choices[0]?.refusal).to.deep.equal({
      reason: 'minimum_not_reached',
      missingQuantity: 1,
    });
  });

  it('take off by the last tier that the goods reach', () => {
    const tiers = [
      { from: 3000n, basisPoints: 2000 },
      { from: 2000n, basisPoints: 1000 },
    ];
    const takenOff = (quantity: number) =>
      apply([{ ...tea, quantity }], [named('tiers', { kind: 'tiers', basisPoints: null, tiers })]);

    expect(takenOff(1).choices[0]?.refusal).to.deep.equal({
      reason: 'minimum_not_reached',
      missingAmount: 1000n,
    });
    expect([2, 3, 4].map((quantity) => takenOff(quantity).ofReductions.get('tiers'))).to.deep.equal([
      200n,
      600n,
      800n,
    ]);
  });

  it('say what is missing', () => {
    expect(reasonsOf({ minimumAmount: 5000n, minimumQuantity: 5 })).to.deep.equal({
      reason: 'minimum_not_reached',
      missingAmount: 2001n,
      missingQuantity: 2,
    });
    expect(reasonsOf({ minimumAmount: 2001n, productIds: ['tea'] })).to.deep.equal({
      reason: 'minimum_not_reached',
      missingAmount: 1n,
    });
    expect(reasonsOf({ minimumAmount: 2999n, minimumQuantity: 3 })).to.equal(null);
  });

  it('say why they don’t apply', () => {
    expect(reasonsOf({ productIds: ['pot'] })).to.deep.equal({ reason: 'not_these_goods' });
    expect(reasonsOf({ isForBuyer: false })).to.deep.equal({ reason: 'other_customers' });
    expect(reasonsOf({ oncePerCustomer: true })).to.deep.equal({ reason: 'sign_in_required' });
    expect(reasonsOf({ firstOrder: true, hasOrdered: true }, 'ada')).to.deep.equal({
      reason: 'not_first_order',
    });
    expect(reasonsOf({ oncePerCustomer: true, hasUsed: true }, 'ada')).to.deep.equal({
      reason: 'already_used',
    });
    expect(reasonsOf({ minimumAmount: 1n, currency: 'CHF' })).to.deep.equal({ reason: 'other_currency' });
    expect(reasonsOf({ firstOrder: true, oncePerCustomer: true, hasOrdered: false }, 'ada')).to.equal(null);
  });
});
