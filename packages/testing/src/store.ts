import { createSecretKey, randomUUID } from 'node:crypto';
import { PERMISSIONS, type Permission } from '@service/contract';
import {
  type Context,
  carts,
  catalog,
  checkout,
  customers,
  type SystemContext,
  tenants,
} from '@service/core';
import jwt from 'jsonwebtoken';
import { TEST_PASSWORD, TEST_SETTINGS } from './test-env.ts';

export interface TestStore {
  tenantId: string;
  publishableKey: string;
  adminEmail: string;
  adminPassword: string;
  /** The context of an operator of this store. */
  admin: Context;
  /** The context of this store's storefront. */
  storefront: Context;
  /** A bearer token with these permissions; all of them when none are named. */
  token(permissions?: readonly Permission[]): string;
  /** A published product with one variant; answers the variant's id. */
  variant(stockQuantity?: number): Promise<string>;
  /** Makes a guest's cart with these quantities of each variant, ready for its checkout; returns its id. */
  fullCart(lines: Readonly<Record<string, number>>): Promise<string>;
  /** A pending order of one line, placed through a cart; answers its id. */
  order(): Promise<string>;
  /** A registered customer with an address, who is logged in. */
  customer(): Promise<TestCustomer>;
}

export interface TestCustomer {
  id: string;
  email: string;
  password: string;
  /** A session token. */
  token: string;
  addressId: string;
}

/** A fresh store, so that tests share one database and prove isolation on every run. */
export async function createStore(
  system: SystemContext,
  place = { currency: 'EUR', country: 'DE' },
): Promise<TestStore> {
  const adminEmail = `owner-${randomUUID()}@example.com`;
  const adminPassword = TEST_PASSWORD;
  const tenant = await tenants.createTenant(system, {
    name: 'Test Store',
    ...place,
    admin: { email: adminEmail, password: adminPassword },
  });
  const admin = system.forTenant(tenant.id, { kind: 'admin', id: randomUUID(), permissions: PERMISSIONS });
  const storefront = system.forTenant(tenant.id, { kind: 'storefront' });

  async function variant(stockQuantity = 100): Promise<string> {
    const title = `Product ${randomUUID()}`;
    const variants = [{ sku: randomUUID(), priceAmount: 1250, stockQuantity }];
    const product = await catalog.createProduct(admin, { title, status: 'published', variants });
    return product.variants[0]?.id ?? '';
  }

  async function fullCart(lines: Readonly<Record<string, number>>): Promise<string> {
    const { id } = await carts.createCart(storefront);
    for (const [variantId, quantity] of Object.entries(lines))
      await carts.addCartLine(storefront, id, { variantId, quantity });
    await carts.setShippingAddress(storefront, id, TEST_ADDRESS);
    // None where nothing is shipped.
    const [option] = (await carts.listShippingOptions(storefront, id)).items;
    if (option) await carts.chooseShippingOption(storefront, id, option.id);
    return id;
  }

  async function order(): Promise<string> {
    const cartId = await fullCart({ [await variant()]: 1 });
    const checkedOut = await checkout.checkOut(storefront, cartId);
    return checkedOut.order.id;
  }

  async function customer(): Promise<TestCustomer> {
    const email = `customer-${randomUUID()}@example.com`;
    const password = TEST_PASSWORD;
    const { id } = await customers.registerCustomer(storefront, { email, password });
    const { token } = await customers.login(storefront, { email, password });
    const { id: addressId } = await customers.createAddress(storefront, id, TEST_ADDRESS);
    return { id, email, password, token, addressId };
  }

  return {
    tenantId: tenant.id,
    publishableKey: tenant.publishableKey,
    adminEmail,
    adminPassword,
    admin,
    storefront,
    token: (permissions = PERMISSIONS) =>
      signAdminToken({ sub: randomUUID(), tenantId: tenant.id, permissions }),
    variant,
    fullCart,
    order,
    customer,
  };
}

export const TEST_ADDRESS = {
  name: 'Ada Lovelace',
  line1: 'Unter den Linden 1',
  city: 'Berlin',
  postalCode: '10117',
  country: 'DE',
};

/** A token as another issuer would make it; the options are those of `jsonwebtoken`. */
export function signAdminToken(claims: object, options: jwt.SignOptions & { secret?: string } = {}): string {
  const { secret = TEST_SETTINGS.adminJwtSecrets[0] ?? '', ...rest } = options;
  // For a text the library first tries whether it is a private key, which takes a millisecond.
  return jwt.sign(claims, createSecretKey(secret, 'utf8'), { algorithm: 'HS256', expiresIn: 900, ...rest });
}
