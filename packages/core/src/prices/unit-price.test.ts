import { expect } from 'chai';
import { unitPriceOf } from './unit-price.ts';

describe('unitPriceOf', () => {
  const of = (
    amount: number,
    contentAmount: number | null,
    contentUnit: Parameters<typeof unitPriceOf>[1]['contentUnit'],
    referenceAmount: number | null = null,
  ) => unitPriceOf(amount, { contentAmount, contentUnit, referenceAmount });

  it('is the price of 1 kg, 1 l, 1 m, 1 m² or 1 m³, half up to a minor unit', () => {
    for (const [given, amount, referenceUnit] of [
      [of(1250, 100, 'g'), 12_500, 'kg'],
      [of(999, 750, 'ml'), 1332, 'l'],
      [of(1, 2000, 'g'), 1, 'kg'],
      [of(1, 2001, 'g'), 0, 'kg'],
      [of(199, 33, 'cl'), 603, 'l'],
      [of(500, 250, 'cm'), 200, 'm'],
      [of(1000, 15_000, 'cm2'), 667, 'm2'],
      [of(7000, 2, 'm3'), 3500, 'm3'],
      [of(3, 500_000, 'mg'), 6, 'kg'],
    ] as const)
      expect(given).to.deep.equal({ amount, referenceAmount: 1, referenceUnit });
  });

  it('is of another amount where one is given, in the unit of the content', () => {
    expect(of(1250, 250, 'g', 100)).to.deep.equal({ amount: 500, referenceAmount: 100, referenceUnit: 'g' });
  });

  it('is none of what isn’t sold by measure, and never larger than a JSON number', () => {
    expect(of(1250, null, 'g')).to.equal(null);
    expect(of(1250, 100, null)).to.equal(null);
    expect(of(Number.MAX_SAFE_INTEGER, 1, 'mg')?.amount).to.equal(Number.MAX_SAFE_INTEGER);
  });
});
