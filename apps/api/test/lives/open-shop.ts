import { randomUUID } from 'node:crypto';
import { customers, vat } from '@service/core';
import { TEST_ADDRESS, type TestVies } from '@service/testing';
import type { Answer } from '../client.ts';
import type { TestApi } from '../harness.ts';
import { createShop, type Shop } from '../store/shop.ts';
import { createShopper, type Shopper } from '../store/shopper.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import type { Account } from './order-family.ts';
import { MARKETS, type Market, PLACE_COUNTRY, promotionsOf, type Terms } from './steps.ts';

export interface Buyer {
  shopper: Shopper;
  customerId: string | null;
  /** Pays an order again; a guest knows the cart that it was. */
  pay(order: { id: string; cartId: string }, body: object): Promise<Answer>;
}

/** A payment account of the store's own. */
export interface PaymentAccount extends Account {
  /** Which the shop says of it now. */
  isActive: boolean;
  /** Sends an event as its provider does. */
  provide(event: object): Promise<Answer>;
}

type CustomerKind = Exclude<Terms['buyer'], 'guest'>;

export type OpenShop = Awaited<ReturnType<typeof openShop>>;

/**
 * A shop of a market, with its discounts. It ships faster for 2.50, from four units on for 4.90, and what is bulky for 7.00, from a
 * kilogram on for 9.00; what is fetched costs 1.20.
 */
export async function openShop({ api, vies }: { api: TestApi; vies: TestVies }, market: Market) {
  const { currency, isNet, accounts: providers } = MARKETS[market];
  const shop = await createShop(api);
  (await shop.admin('PUT', '/settings', { name: 'Tea House', currency })).expect(200);
  (await shop.admin('PUT', '/settings/tax', { pricesIncludeTax: !isNet, rates: [] })).expect(200);
  const accounts: PaymentAccount[] = [];
  for (const provider of providers) accounts.push(await addAccount(api, shop, provider));
  for (const promotion of promotionsOf(market))
    (await shop.admin('POST', '/discounts', promotion)).expect(201);
  const address = { ...TEST_ADDRESS, name: 'Maison du thé', country: PLACE_COUNTRY };
  const options = [
    { name: 'Post', amount: 0 },
    { name: 'Pick-up', amount: 120, pickupPlace: { address, openingHours: [], note: null } },
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
    accounts,
    guest: {
      shopper: shop,
      customerId: null,
      pay: ({ cartId }, body) => shop.send('POST', `/${cartId}/order/payment`, body),
    } satisfies Buyer as Buyer,
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
  return {
    shopper: createShopper(api, shop.store, token),
    customerId: id,
    pay: ({ id: orderId }, body) =>
      api.request('POST', `/store/v1/customers/me/orders/${orderId}/payment`, { token, body }),
  };
}

async function addAccount(api: TestApi, shop: Shop, provider: 'fake' | 'manual'): Promise<PaymentAccount> {
  const secret = `whsec_${randomUUID()}`;
  const keys = { provider, name: 'Card', webhookSecret: secret, active: true };
  const { id } =
    provider === 'manual'
      ? await shop.addTransfer()
      : (await shop.admin('POST', '/payment-accounts', keys)).expect(201);
  const callbackPath = `/webhooks/payment/${id}`;
  return {
    ...{ id, isManual: provider === 'manual', isActive: true },
    provide: createProvider(api, { callbackPath, secret }),
  };
}
