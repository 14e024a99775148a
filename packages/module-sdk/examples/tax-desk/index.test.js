import { test } from 'node:test';
import { taxConformance } from '@service/module-sdk/testing';
import { DESK_KEY, startDesk } from './desk.js';
import taxDesk from './index.js';

/** A desk that nobody else has. */
async function open() {
  const [desk, failingDesk] = [await startDesk(), await startDesk()];
  failingDesk.become('failing');
  const providerOf = ({ url }) =>
    taxDesk.taxProviders['tax-desk']({ tenantId: 'store-1' }, { config: { apiUrl: url, key: DESK_KEY } });
  const question = {
    ...{ currency: 'USD', pricesIncludeTax: false, fromCountry: 'US', shippingAmount: 500n },
    to: { country: 'US', region: 'NY', postalCode: '10013', city: 'New York' },
    goods: ['standard', 'clothing'].map((taxClass) => ({
      ...{ variantId: `of-${taxClass}`, sku: taxClass, taxClass, quantity: 2, amount: 5000n },
    })),
  };
  return {
    provider: providerOf(desk),
    failing: providerOf(failingDesk),
    question,
    untaxed: { ...question, to: { country: 'US', region: 'OR', postalCode: '97201', city: 'Portland' } },
    async close() {
      await Promise.all([desk.close(), failingDesk.close()]);
    },
  };
}

for (const { name, run } of taxConformance(open)) test(name, run);
