import { expect } from 'chai';
import fc from 'fast-check';
import type { Reduction } from '../discounts/index.ts';
import { type ClassTax, taxKeyOf } from '../taxes/index.ts';
import { computeTotals, type TotalsInput } from './totals.ts';

const amount = fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n });
const smallAmount = fc.bigInt({ min: 0n, max: 20_000n });
const rate = fc.constantFrom(0, 700, 887.5, 967.91, 1900, 2000, 2550, 10_000);

const taxed = (rateBasisPoints: number): ClassTax => ({
  ...{ rateBasisPoints, exempt: false },
  relievedRateBasisPoints: null,
});
const untaxed = (relievedRateBasisPoints: number): ClassTax => ({ ...taxed(0), relievedRateBasisPoints });
const exempt: ClassTax = { ...taxed(0), exempt: true };

/** A buyer is relieved of all tax or of none. */
const taxes = (isRelieved: boolean) =>
  isRelieved ? rate.map(untaxed) : fc.oneof(rate.map(taxed), fc.constant(exempt));

const value: fc.Arbitrary<Reduction['value']> = fc.oneof(
  fc.record({ kind: fc.constant('percentage' as const), basisPoints: fc.integer({ min: 1, max: 10_000 }) }),
  fc.record({ kind: fc.constant('amount' as const), amount: fc.oneof(amount, smallAmount) }),
  fc.constant({ kind: 'free_shipping' as const }),
);

/** Of some units of some lines, or of everything. */
const reductionsOf = (lines: TotalsInput['lines']): fc.Arbitrary<Reduction[]> =>
  fc
    .array(fc.record({ value, part: fc.option(fc.integer({ min: 0, max: 9999 })) }), { maxLength: 4 })
    .map((all) =>
      all.map(({ value: taken, part }, index) => ({
        ...{ id: `${index}`, value: taken },
        units:
          part === null
            ? null
            : new Map(lines.map(({ id, quantity }, at) => [id, at % 2 ? 0 : Math.min(part, quantity)])),
      })),
    );

const inputOf = (tax: fc.Arbitrary<ClassTax>): fc.Arbitrary<TotalsInput> =>
  undiscounted(tax).chain((cart) => reductionsOf(cart.lines).map((reductions) => ({ ...cart, reductions })));

const undiscounted = (tax: fc.Arbitrary<ClassTax>): fc.Arbitrary<Omit<TotalsInput, 'reductions'>> =>
  fc.record({
    lines: fc.uniqueArray(
      fc.record({
        id: fc.uuid(),
        quantity: fc.integer({ min: 1, max: 9999 }),
        unitAmount: fc.oneof(amount, smallAmount),
        requiresShipping: fc.boolean(),
        tax,
      }),
      { selector: ({ id }) => id, maxLength: 12, size: 'small' },
    ),
    shipping: fc.option(
      fc.record({ amount: smallAmount, freeFrom: fc.option(smallAmount), tax: fc.option(tax) }),
    ),
    pricesIncludeTax: fc.boolean(),
  });

const input = fc.boolean().chain((isRelieved) => inputOf(taxes(isRelieved)));

/** All money rests on that the parts of a cart add up: `npm run fuzz` tries ten thousand. */
const MANY = { numRuns: Number(process.env.RANDOM_CARTS ?? 500) };

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, part) => total + part, 0n);
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

describe('computeTotals', () => {
  it('agrees with the sums of its lines and tax lines', () => {
    fc.assert(
      fc.property(input, (cart) => {
        const totals = computeTotals(cart);
        const shippingTax =
          sum(totals.taxLines.map((tax) => tax.amount)) - sum(totals.lines.map((line) => line.taxTotal));
        const shippingPaid = totals.shippingTotal + (cart.pricesIncludeTax ? 0n : shippingTax);

        expect(totals.subtotal).to.equal(sum(totals.lines.map((line) => line.subtotal)));
        expect(totals.discountTotal).to.equal(sum(totals.lines.map((line) => line.discountTotal)));
        expect(totals.discountTotal).to.equal(sum([...totals.reductions.values()]));
        expect(totals.taxTotal).to.equal(sum(totals.taxLines.map((tax) => tax.amount)));
        expect(totals.total).to.equal(sum(totals.lines.map((line) => line.total)) + shippingPaid);
        expect(totals.total).to.equal(sum(totals.taxLines.map((tax) => tax.baseAmount + tax.amount)));
      }),
      MANY,
    );
  });

  it('taxes what is paid at one rate as a whole, as EN 16931 demands (BR-CO-17)', () => {
    fc.assert(
      fc.property(input, (cart) => {
        const { taxLines } = computeTotals(cart);

        expect(new Set(taxLines.map(taxKeyOf)).size).to.equal(taxLines.length);
        for (const { rateBasisPoints, baseAmount, amount: tax } of taxLines) {
          const rate = BigInt(Math.round(rateBasisPoints * 100));
          const exact = (base: bigint) => (2n * base * rate + 1_000_000n) / 2_000_000n;
          const gross = baseAmount + tax;
          const bases = [baseAmount - 1n, baseAmount, baseAmount + 1n];
          // Of some prices with tax in them no base is exact: nothing between 0.03 + 0.01 and 0.02 + 0.00 is 0.03 at 19 %.
          if (bases.some((base) => base >= 0n && base + exact(base) === gross))
            expect(tax).to.equal(exact(baseAmount));
          else expect(cart.pricesIncludeTax).to.equal(true);
          expect([-1n, 0n, 1n]).to.include(tax - exact(baseAmount));
        }
      }),
    );
  });

  it('gives each line its share of the tax of its rate, a unit off at most', () => {
    fc.assert(
      fc.property(input, (cart) => {
        const { lines, taxLines } = computeTotals(cart);
        const keyOf = new Map(cart.lines.map(({ id, tax }) => [id, taxKeyOf(tax)]));

        for (const { id, subtotal, discountTotal, taxTotal } of lines) {
          const taxLine = taxLines.find((each) => taxKeyOf(each) === keyOf.get(id));
          const { amount: tax, baseAmount } = taxLine ?? { amount: 0n, baseAmount: 0n };
          const whole = cart.pricesIncludeTax ? baseAmount + tax : baseAmount;
          const apart = taxTotal * whole - tax * (subtotal - discountTotal);
          expect(whole === 0n || (apart < whole && -apart < whole)).to.equal(true);
        }
      }),
    );
  });

  it('taxes shipping in proportion to what is paid for goods of each rate, a unit off at most', () => {
    fc.assert(
      fc.property(inputOf(taxes(false)), (cart) => {
        const asGoods = { ...cart, shipping: cart.shipping && { ...cart.shipping, tax: null } };
        const { lines, taxLines, shippingTotal } = computeTotals(asGoods);
        const keyOf = new Map(cart.lines.map(({ id, tax }) => [id, taxKeyOf(tax)]));
        const shipped = new Set(cart.lines.flatMap((line) => (line.requiresShipping ? [line.id] : [])));
        const paidFor = (of: typeof lines) => sum(of.map((line) => line.subtotal - line.discountTotal));
        const paidForShipped = paidFor(lines.filter(({ id }) => shipped.has(id)));

        for (const taxLine of taxLines) {
          const goods = lines.filter(({ id }) => keyOf.get(id) === taxKeyOf(taxLine));
          const paid = taxLine.baseAmount + (cart.pricesIncludeTax ? taxLine.amount : 0n);
          const ofRate = paidFor(goods.filter(({ id }) => shipped.has(id)));
          const apart = (paid - paidFor(goods)) * paidForShipped - shippingTotal * ofRate;
          expect(paidForShipped === 0n || (apart < paidForShipped && -apart < paidForShipped)).to.equal(true);
        }
      }),
    );
  });

  it('takes all of shipping as taxed at its own class where it has one', () => {
    const shipping = { amount: 490n, freeFrom: null, tax: taxed(1900) };
    const lines = [{ id: 'book', quantity: 1, unitAmount: 1070n, requiresShipping: true, tax: taxed(700) }];

    expect(computeTotals({ ...plain, lines, shipping }).taxLines).to.deep.equal([
      { rateBasisPoints: 700, exempt: false, baseAmount: 1000n, amount: 70n },
      { rateBasisPoints: 1900, exempt: false, baseAmount: 412n, amount: 78n },
    ]);
  });

  it('taxes shipping by the units of goods that cost nothing', () => {
    const lines = [
      { id: 'book', quantity: 3, unitAmount: 0n, requiresShipping: true, tax: taxed(700) },
      { id: 'cup', quantity: 1, unitAmount: 0n, requiresShipping: true, tax: taxed(1900) },
    ];
    const shipping = { amount: 400n, freeFrom: null, tax: null };

    expect(computeTotals({ ...plain, lines, shipping }).taxLines).to.deep.equal([
      { rateBasisPoints: 700, exempt: false, baseAmount: 280n, amount: 20n },
      { rateBasisPoints: 1900, exempt: false, baseAmount: 84n, amount: 16n },
    ]);
  });

  it('says apart what is exempt and what is taxed at zero', () => {
    const lines = [
      { id: 'export', quantity: 1, unitAmount: 300n, requiresShipping: true, tax: taxed(0) },
      { id: 'stamp', quantity: 1, unitAmount: 500n, requiresShipping: true, tax: exempt },
    ];

    expect(computeTotals({ ...plain, lines, shipping: null }).taxLines).to.deep.equal([
      { rateBasisPoints: 0, exempt: false, baseAmount: 300n, amount: 0n },
      { rateBasisPoints: 0, exempt: true, baseAmount: 500n, amount: 0n },
    ]);
  });

  it('loses no tax of small lines', () => {
    const lines = Array.from({ length: 150 }, (_, index) => {
      return { id: `line ${index}`, quantity: 1, unitAmount: 3n, requiresShipping: true, tax: taxed(1900) };
    });

    expect(computeTotals({ ...plain, lines, shipping: null })).to.include({ total: 450n, taxTotal: 72n });
  });

  it('is never negative, and takes no more off a line than it costs', () => {
    fc.assert(
      fc.property(input, (cart) => {
        const { lines, taxLines, reductions: _taken, ...totals } = computeTotals(cart);

        for (const value of Object.values(totals)) expect(value >= 0n).to.equal(true);
        for (const tax of taxLines) expect(tax.amount >= 0n && tax.baseAmount >= 0n).to.equal(true);
        for (const { id: _, ...line } of lines) {
          for (const value of Object.values(line)) expect(value >= 0n).to.equal(true);
          expect(line.discountTotal <= line.subtotal).to.equal(true);
        }
      }),
    );
  });

  it("doesn't depend on the order of the lines", () => {
    const shuffled = input.chain((cart) =>
      fc.tuple(
        fc.constant(cart),
        fc.shuffledSubarray([...cart.lines], { minLength: cart.lines.length, maxLength: cart.lines.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([cart, lines]) => {
        const first = computeTotals(cart);
        const second = computeTotals({ ...cart, lines });

        expect({ ...second, lines: second.lines.toSorted(byId) }).to.deep.equal({
          ...first,
          lines: first.lines.toSorted(byId),
        });
      }),
    );
  });

  it('charges no tax where the rate is zero', () => {
    fc.assert(
      fc.property(input, (cart) => {
        const atZero = cart.lines.map((line) => ({ ...line, tax: taxed(0) }));
        const { taxTotal } = computeTotals({ ...cart, lines: atZero, shipping: null });

        expect(taxTotal).to.equal(0n);
      }),
    );
  });

  const tea = { id: 'tea', quantity: 2, unitAmount: 1190n, requiresShipping: true, tax: taxed(1900) };
  const cup = { id: 'cup', quantity: 1, unitAmount: 999n, requiresShipping: true, tax: taxed(1900) };
  const parcel = { amount: 490n, freeFrom: 5000n, tax: null };
  const plain = { reductions: [], pricesIncludeTax: true };

  it('finds the tax that prices include', () => {
    const totals = computeTotals({ ...plain, lines: [tea, cup], shipping: parcel });

    expect(totals).to.include({
      subtotal: 3379n,
      discountTotal: 0n,
      shippingTotal: 490n,
      total: 3869n,
      taxTotal: 618n,
    });
    expect(totals.taxLines).to.deep.equal([
      { rateBasisPoints: 1900, exempt: false, baseAmount: 3251n, amount: 618n },
    ]);
  });

  it('adds the tax to prices that are without it, half a cent up', () => {
    const lines = [{ id: 'a', quantity: 1, unitAmount: 250n, requiresShipping: true, tax: taxed(1000) }];
    const half = computeTotals({
      ...plain,
      lines: [{ id: 'a', quantity: 1, unitAmount: 5n, requiresShipping: true, tax: taxed(1000) }],
      shipping: null,
      pricesIncludeTax: false,
    });
    const whole = computeTotals({ ...plain, lines, shipping: null, pricesIncludeTax: false });

    expect(half).to.include({ subtotal: 5n, taxTotal: 1n, total: 6n });
    expect(whole).to.include({ subtotal: 250n, taxTotal: 25n, total: 275n });
  });

  it('takes the tax of the store’s country off prices under reverse charge', () => {
    const lines = [{ ...tea, tax: untaxed(1900) }];
    const shipping = { amount: 595n, freeFrom: null, tax: null };
    const totals = computeTotals({ ...plain, lines, shipping });

    expect(totals).to.include({ subtotal: 2000n, shippingTotal: 500n, taxTotal: 0n, total: 2500n });
  });

  it('takes off each price, and off each part of shipping, what it includes of tax', () => {
    const lines = [
      { id: 'book', quantity: 1, unitAmount: 1070n, requiresShipping: true, tax: untaxed(700) },
      { id: 'cup', quantity: 1, unitAmount: 1190n, requiresShipping: true, tax: untaxed(1900) },
    ];
    const shipping = { amount: 600n, freeFrom: null, tax: null };

    // 300 at 7 % is 280, and 300 at 19 % is 252.
    expect(computeTotals({ ...plain, lines, shipping })).to.deep.include({
      ...{ subtotal: 2000n, shippingTotal: 532n, taxTotal: 0n, total: 2532n },
      taxLines: [{ rateBasisPoints: 0, exempt: false, baseAmount: 2532n, amount: 0n }],
    });
  });

  it('ships free from the threshold on, which counts after the discount', () => {
    const lines = [{ ...tea, unitAmount: 2500n }];
    const atThreshold = computeTotals({ ...plain, lines, shipping: parcel });
    const below = computeTotals({
      ...plain,
      lines,
      shipping: parcel,
      reductions: [{ id: 'cent', value: { kind: 'amount', amount: 1n }, units: null }],
    });

    expect(atThreshold.shippingTotal).to.equal(0n);
    expect(below.shippingTotal).to.equal(490n);
  });

  it('is about shipped goods alone: free from their price on, and taxed as they are', () => {
    const download = { ...cup, id: 'download', unitAmount: 9000n, requiresShipping: false, tax: taxed(700) };
    const mixed = computeTotals({ ...plain, lines: [tea, download], shipping: parcel });

    expect(mixed).to.include({ shippingTotal: 490n, total: 11_870n });
    expect(mixed.taxLines.map(({ baseAmount, amount: tax }) => baseAmount + tax)).to.deep.equal([
      9000n,
      2870n,
    ]);
    expect(computeTotals({ ...plain, lines: [download], shipping: parcel })).to.include({
      shippingTotal: 0n,
      total: 9000n,
    });
  });

  it('ships nothing for an empty cart', () => {
    expect(computeTotals({ ...plain, lines: [], shipping: parcel })).to.include({
      shippingTotal: 0n,
      total: 0n,
    });
  });
});
