import type { TaxProvider, TaxQuestion, TaxRates } from '@service/module-sdk';
import { expect } from 'chai';
import type { Context } from '../context.ts';
import { createInFlightLimits } from '../in-flight-limits.ts';
import { askTaxProvider } from './ask-tax-provider.ts';

const QUESTION: TaxQuestion = {
  ...{ currency: 'USD', pricesIncludeTax: false, fromCountry: 'US', shippingAmount: 500n },
  to: { country: 'US', region: 'NY', postalCode: '10013', city: 'New York' },
  goods: ['mug', 'tea'].map((sku) => ({
    ...{ variantId: `of-${sku}`, sku, taxClass: 'standard', quantity: 1, amount: 1000n },
  })),
};
const GOOD: TaxRates = { goods: [887.5, 0], shipping: null };
const AT_ONCE = 8;

/** A process whose tax providers respond like this. */
function processOf(providers: Record<string, TaxProvider['rates']>) {
  const inFlight = createInFlightLimits();
  const modules = {
    openTaxProvider: (name: string) => providers[name] && { name, rates: providers[name] },
  };
  return (tenantId: string) =>
    ({ tenantId, log: { warn() {} }, services: { inFlight, modules } }) as unknown as Context;
}

describe('askTaxProvider', () => {
  it('returns the rates, and nothing else that a provider adds', async () => {
    const said = { ...GOOD, goods: [887.500000001, 0], jurisdictions: ['NY'] };
    const contextOf = processOf({ good: async () => said });

    expect(await askTaxProvider(contextOf('store-1'), 'good', QUESTION)).to.deep.equal(GOOD);
  });

  for (const [what, said] of [
    ['too few rates', { goods: [887.5], shipping: null }],
    ['too many', { goods: [887.5, 0, 0], shipping: null }],
    ['a rate below nothing', { goods: [887.5, -1], shipping: null }],
    ['a rate above the whole', { goods: [887.5, 10_001], shipping: null }],
    ['a rate of three decimals', { goods: [887.505, 0], shipping: null }],
    ['no number', { goods: [Number.NaN, 0], shipping: null }],
    ['a text', { goods: ['887.5', 0], shipping: null }],
    ['a negative rate of shipping', { goods: [887.5, 0], shipping: -1 }],
    ['nothing about shipping', { goods: [887.5, 0] }],
    ['nothing', undefined],
  ] as const)
    it(`takes ${what} for no answer`, async () => {
      const contextOf = processOf({ broken: async () => said as unknown as TaxRates });

      expect(await askTaxProvider(contextOf('store-1'), 'broken', QUESTION)).to.equal(null);
    });

  it('has no answer of a provider that fails, or that no module offers', async () => {
    const contextOf = processOf({ failing: () => Promise.reject(new Error('503')) });

    for (const name of ['failing', 'gone'])
      expect(await askTaxProvider(contextOf('store-1'), name, QUESTION)).to.equal(null);
  });

  it('has a provider that hangs take the places of one store alone', async () => {
    let end = (): void => {};
    const ended = new Promise<TaxRates>((resolve) => {
      end = () => resolve(GOOD);
    });
    const contextOf = processOf({ hanging: () => ended, good: async () => GOOD });
    const ask = (store: string, name: string) => askTaxProvider(contextOf(store), name, QUESTION);
    const hanging = Array.from({ length: AT_ONCE }, () => ask('store-1', 'hanging'));

    expect(await ask('store-1', 'good')).to.equal(null);
    expect(await ask('store-2', 'good')).to.deep.equal(GOOD);
    end();
    expect(await Promise.all(hanging)).to.deep.equal(Array.from({ length: AT_ONCE }, () => GOOD));
    expect(await ask('store-1', 'good')).to.deep.equal(GOOD);
  });
});
