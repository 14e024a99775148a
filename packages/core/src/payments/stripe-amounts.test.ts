import { expect } from 'chai';
import { fromStripeAmount, inOurUnits, toStripeAmount } from './stripe-amounts.ts';

describe('amounts of Stripe', () => {
  for (const [currency, ours, stripes] of [
    ['EUR', 1250n, 1250],
    ['JPY', 500n, 500],
    ['KWD', 1230n, 1230],
    ['ISK', 500n, 50_000],
    ['UGX', 5n, 500],
    ['MGA', 1200n, 12],
  ] as const)
    it(`in ${currency} are the same money, there and back`, () => {
      expect(toStripeAmount(ours, currency)).to.equal(stripes);
      expect(fromStripeAmount(stripes, currency.toLowerCase())).to.equal(Number(ours));
    });

  it('are refused where Stripe has no unit for them', () => {
    expect(() => toStripeAmount(1250n, 'MGA')).to.throw('no part of a whole MGA');
    expect(() => toStripeAmount(1234n, 'KWD')).to.throw('in steps of 0.010');
  });

  it('of an event are in our units, and what isn’t one stays', () => {
    const object = { id: 'pi_1', currency: 'isk', amount: 50_000, amount_received: 50_000, created: 1 };
    const euros = { ...object, currency: 'eur' };

    expect(inOurUnits(object)).to.deep.equal({ ...object, amount: 500, amount_received: 500 });
    expect(inOurUnits(euros)).to.equal(euros);
    expect(inOurUnits({ currency: 'isk', amount: 'much' })).to.deep.equal({
      currency: 'isk',
      amount: 'much',
    });
  });
});
