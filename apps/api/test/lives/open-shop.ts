import { customers, vat } from '@service/core';
import type { Database } from '@service/db';
import type { TestVies } from '@service/testing';
import type { TestApi } from '../harness.ts';
import { createShop, type Shop, type VariantTerms } from '../store/shop.ts';
import { createShopper, type Shopper } from '../store/shopper.ts';
import type { Goods } from './order-family.ts';
import { MARKETS, type Market, type Terms } from './steps.ts';

/** A variant, and what is there of it. */
interface Stocked extends Goods {
  id: string;
}

export interface Buyer {
  shopper: Shopper;
  customerId: string | null;
}

type CustomerKind = Exclude<Terms['buyer'], 'guest'>;

export type OpenShop = Awaited<ReturnType<typeof openShop>>;

/**
 * A shop of a market, in which one life is lived after another. It takes 10 % off for whoever knows the code, ships faster for 2.50,
 * from four units on for 4.90, and what is bulky for 7.00, from a kilogram on for 9.00.
 */
export async function openShop(
  { api, vies, reader }: { api: TestApi; vies: TestVies; reader: Database },
  market: Market,
) {
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
  const shelf: Stocked[] = [];
  const termsOf = new Map<string, string>();
  const known = new Map<CustomerKind, Buyer>();
  return {
    shop,
    reader,
    guest: { shopper: shop, customerId: null },
    async customer(kind: CustomerKind): Promise<Buyer> {
      const customer = known.get(kind) ?? (await register(api, { shop, vies }, kind));
      known.set(kind, customer);
      return customer;
    },
    /** A variant on these terms that no life is about now, of which at least half is there. */
    take: (terms: Required<Pick<VariantTerms, 'stockQuantity' | 'requiresShipping'>> & VariantTerms) =>
      takeFrom(shop, { shelf, termsOf }, terms),
    putBack(variants: readonly Stocked[]): void {
      shelf.push(...variants);
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

/** To make a variant takes as long as a step of a life. */
async function takeFrom(
  shop: Shop,
  { shelf, termsOf }: { shelf: Stocked[]; termsOf: Map<string, string> },
  terms: Required<Pick<VariantTerms, 'stockQuantity' | 'requiresShipping'>> & VariantTerms,
): Promise<Stocked> {
  const key = JSON.stringify(terms);
  const at = shelf.findIndex(
    ({ id, stock, reserved }) => termsOf.get(id) === key && 2 * (stock - reserved) >= terms.stockQuantity,
  );
  const [known] = at < 0 ? [] : shelf.splice(at, 1);
  if (known) return known;
  const { id } = await shop.variant(terms);
  termsOf.set(id, key);
  return { id, stock: terms.stockQuantity, reserved: 0, isShipped: terms.requiresShipping };
}
