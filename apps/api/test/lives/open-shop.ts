import { customers, vat } from '@service/core';
import type { TestVies } from '@service/testing';
import type { TestApi } from '../harness.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { createShopper, type Shopper } from '../store/shopper.ts';
import { MARKETS, type Market, type Terms } from './steps.ts';

export interface Buyer {
  shopper: Shopper;
  customerId: string | null;
}

type CustomerKind = Exclude<Terms['buyer'], 'guest'>;

export type OpenShop = Awaited<ReturnType<typeof openShop>>;

/**
 * A shop of a market. It takes 10 % off for whoever knows the code, ships faster for 2.50,
 * from four units on for 4.90, and what is bulky for 7.00, from a kilogram on for 9.00.
 */
export async function openShop({ api, vies }: { api: TestApi; vies: TestVies }, market: Market) {
  const { currency, isNet, isManual } = MARKETS[market];
  const shop = await createShop(api);
  (await shop.admin('PUT', '/settings', { name: 'Tea House', currency })).expect(200);
  (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: !isNet, rates: [] })).expect(200);
  if (isManual) await shop.addTransfer();
  const tenth = { code: 'TENTH', kind: 'percentage', basisPoints: 1000 };
  (await shop.admin('POST', '/discounts', tenth)).expect(201);
  const options = [
    { name: 'Post', amount: 0 },
    { name: 'Courier', amount: 250, tiersBy: 'quantity', tiers: [{ from: 4, amount: 490 }] },
    {
      ...{ name: 'Freight', amount: 700, profiles: ['bulky'] },
      ...{ tiersBy: 'weight', tiers: [{ from: 1000, amount: 900 }] },
    },
  ];
  (await shop.admin('PUT', '/settings/shipping', { options })).expect(200);
  const known = new Map<CustomerKind, Buyer>();
  return {
    shop,
    guest: { shopper: shop, customerId: null },
    async customer(kind: CustomerKind): Promise<Buyer> {
      const customer = known.get(kind) ?? (await register(api, { shop, vies }, kind));
      known.set(kind, customer);
      return customer;
    },
  };
}

/** Of a business VIES says that it has its number. */
async function register(
  api: TestApi,
  { shop, vies }: { shop: Shop; vies: TestVies },
  kind: CustomerKind,
): Promise<Buyer> {
  const login = { email: `${kind}@example.com`, password: shop.store.adminPassword };
  const terms = kind === 'exempt' ? { taxExempt: true } : { isB2b: true, vatNumber: 'ATU12345675' };
  const { id } = (await shop.admin('POST', '/customers', { ...login, ...terms })).expect(201);
  const eu = vat.createVies({ url: vies.url });
  for (const check of api.env.enqueuedVatChecks.splice(0))
    await customers.runVatCheck(api.env.system, eu, check);
  const { token } = await customers.login(shop.store.storefront, login);
  return { shopper: createShopper(api, shop.store, token), customerId: id };
}
