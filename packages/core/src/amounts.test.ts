import { expect } from 'chai';
import fc from 'fast-check';
import { splitByLargestRemainder, sumOf } from './amounts.ts';

const amount = fc.bigInt({ min: 0n, max: 9_007_199_254_740_991n });
const smallAmount = fc.bigInt({ min: 0n, max: 20_000n });

describe('splitByLargestRemainder', () => {
  it('loses no cent and gives none twice', () => {
    const lines = fc.uniqueArray(fc.record({ id: fc.uuid(), subtotal: fc.oneof(amount, smallAmount) }), {
      selector: ({ id }) => id,
      maxLength: 50,
    });
    fc.assert(
      fc.property(lines, fc.integer({ min: 0, max: 10_000 }), (parts, basisPoints) => {
        const toSplit = (sumOf(parts.map(({ subtotal }) => subtotal)) * BigInt(basisPoints)) / 10_000n;
        const shares = splitByLargestRemainder(toSplit, parts);

        expect(sumOf(shares.values())).to.equal(toSplit);
        for (const { id, subtotal } of parts) expect((shares.get(id) ?? 0n) <= subtotal).to.equal(true);
      }),
    );
  });

  it('gives the cents that are left to the largest remainders', () => {
    const lines = [
      { id: 'a', subtotal: 100n },
      { id: 'b', subtotal: 100n },
      { id: 'c', subtotal: 300n },
    ];

    expect([...splitByLargestRemainder(2n, lines).values()]).to.deep.equal([1n, 0n, 1n]);
  });
});
