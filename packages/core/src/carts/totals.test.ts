import { expect } from 'chai';
import fc from 'fast-check';
import { computeTotals } from './totals.ts';

describe('computeTotals', () => {
  it('adds the lines and the shipping', () => {
    const lines = [
      { quantity: 2, unitAmount: 1250n },
      { quantity: 1, unitAmount: 99n },
    ];

    const totals = computeTotals({ lines, shippingAmount: 490n });

    expect(totals).to.deep.equal({ subtotal: 2599n, shippingTotal: 490n, total: 3089n });
  });

  it('ships nothing for nothing', () => {
    const totals = computeTotals({ lines: [], shippingAmount: 490n });

    expect(totals).to.deep.equal({ subtotal: 0n, shippingTotal: 0n, total: 0n });
  });

  it('is exact beyond what a number can say, and the same in any order', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 9999 }),
      unitAmount: fc.bigInt({ min: 0n, max: 9007199254740991n }),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1 }),
        fc.bigInt({ min: 0n, max: 10_000n }),
        (lines, shippingAmount) => {
          const { subtotal, shippingTotal, total } = computeTotals({ lines, shippingAmount });

          const single = lines.flatMap(
            ({ quantity, unitAmount }) =>
              computeTotals({ lines: [{ quantity, unitAmount }], shippingAmount: 0n }).total,
          );
          expect(single.reduce((sum, amount) => sum + amount, 0n)).to.equal(subtotal);
          expect(subtotal + shippingTotal).to.equal(total);
          expect(computeTotals({ lines: [...lines].reverse(), shippingAmount }).total).to.equal(total);
        },
      ),
    );
  });
});
