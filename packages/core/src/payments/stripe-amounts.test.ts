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
    const sums = {
      amount: 50_000,
      amount_received: 50_000,
      amount_captured: 20_000,
      amount_refunded: 30_000,
    };
    const object = { id: 'pi_1', currency: 'isk', ...sums, created: 1 };
    const euros = { ...object, currency: 'eur' };
    const ours = { amount: 500, amount_received: 500, amount_captured: 200, amount_refunded: 300 };

    expect(inOurUnits(object)).to.deep.equal({ ...object, ...ours });
    expect(inOurUnits(euros)).to.equal(euros);
    expect(inOurUnits({ currency: 'isk', amount: 'much' })).to.deep.equal({
      currency: 'isk',
      amount: 'much',
    });
  });
});
