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
  const { country, region, postalCode, city } = question.to;
  const invoice = {
    ...{ id: 'document-1', kind: 'invoice', number: '2026-1', issuedOn: '2026-03-01', orderNumber: 1001 },
    ...{ invoiceNumber: '2026-1', cancelsNumber: null, currency: 'USD', fromCountry: 'US', exemption: null },
    to: { country, region, postalCode, city },
    goods: [{ sku: 'standard', quantity: 2, amount: 5444n }],
    taxes: [{ country: 'US', region: 'NY', rateBasisPoints: 887.5, baseAmount: 5500n, amount: 488n }],
    total: 5988n,
  };
  const creditNote = { ...invoice, id: 'document-2', kind: 'credit_note', number: '1' };
  return {
    documents: { invoice, creditNote },
    countRecorded: () => desk.recorded.size,
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
