import { expect } from 'chai';
import fc from 'fast-check';
import { taxShare } from './tax-share.ts';

const taxLine = (rateBasisPoints: number, baseAmount: number, amount: number) => ({
  country: 'DE',
  rateBasisPoints,
  baseAmount,
  amount,
});
const grossOf = (lines: { baseAmount: number; amount: number }[]) =>
  lines.reduce((sum, { baseAmount, amount }) => sum + baseAmount + amount, 0);

describe('the tax of a credit note', () => {
  it('is the order’s own when everything goes back at once', () => {
    const ofOrder = [taxLine(700, 1000, 70), taxLine(1900, 2101, 399)];

    expect(taxShare(ofOrder, [], 3570n)).to.deep.equal(ofOrder);
  });

  it('is of the rate of the lines that go back', () => {
    const ofOrder = [taxLine(700, 1000, 70), taxLine(1900, 2101, 399)];

    expect(taxShare(ofOrder, [], 1070n, new Map([['700', 1070n]]))).to.deep.equal([taxLine(700, 1000, 70)]);
  });

  it('is of named goods one after another, where less goes back than is named', () => {
    const ofOrder = [taxLine(0, 1000, 0), taxLine(700, 1000, 70)];
    const wanted = new Map([
      ['0', 500n],
      ['700', 800n],
    ]);

    expect(taxShare(ofOrder, [], 607n, wanted)).to.deep.equal([taxLine(0, 500, 0), taxLine(700, 100, 7)]);
  });

  it('takes exempt goods for something else than goods at zero', () => {
    const exempt = { ...taxLine(0, 500, 0), exempt: true as const };
    const ofOrder = [taxLine(0, 300, 0), exempt];

    expect(taxShare(ofOrder, [], 200n, new Map([['exempt', 200n]]))).to.deep.equal([
      { ...exempt, baseAmount: 200 },
    ]);
  });

  it('never loses a cent, in however many parts it goes back', () => {
    const order = fc.uniqueArray(
      fc.record({
        rate: fc.integer({ min: 0, max: 2700 }),
        base: fc.integer({ min: 1, max: 100_000 }),
        tax: fc.integer({ min: 0, max: 27_000 }),
      }),
      { minLength: 1, maxLength: 3, selector: ({ rate }) => rate },
    );
    const cut = fc.double({ min: 0, max: 1, noNaN: true });
    /** What of the order goes back each time, and how much of that is named as of which rate. */
    const cuts = fc.array(fc.tuple(cut, fc.array(cut, { minLength: 3, maxLength: 3 })), { maxLength: 6 });

    fc.assert(
      fc.property(order, cuts, (rates, parts) => {
        const ofOrder = rates.map(({ rate, base, tax }) => taxLine(rate, base, tax));
        const whole = grossOf(ofOrder);
        const credited: ReturnType<typeof taxLine>[] = [];
        for (const [part, named] of [...parts, [1, []] as const]) {
          const left = whole - grossOf(credited);
          const amount = part === 1 ? left : Math.floor(left * part);
          const wanted = new Map(
            rates.map(({ rate }, index) => [`${rate}`, BigInt(Math.floor(amount * (named[index] ?? 0)))]),
          );
          const share = taxShare(ofOrder, credited, BigInt(amount), wanted) as ReturnType<typeof taxLine>[];
          expect(grossOf(share)).to.equal(amount);
          for (const line of share) expect(Math.min(line.baseAmount, line.amount)).to.be.at.least(0);
          credited.push(...share);
        }
        for (const line of ofOrder) {
          const back = credited.filter(({ rateBasisPoints }) => rateBasisPoints === line.rateBasisPoints);
          expect(back.reduce((sum, { amount }) => sum + amount, 0)).to.equal(line.amount);
        }
      }),
    );
  });
});
