import { createReadStream } from 'node:fs';
import { DEMO_OPERATOR } from '@service/config';
import { ServiceError } from '@service/contract';
import type { Context, SystemContext } from '@service/core';
import { CATEGORIES, CUSTOMERS, PRODUCTS } from './assortment.ts';
import { createSubscribers, type DemoUrls } from './subscribers.ts';
import { trade, type Variants } from './trade.ts';

/** The ports at which Vite, Astro and other tools serve a storefront during development. */
const ALLOWED_ORIGINS = [5173, 4321, 3001].map((port) => `http://localhost:${port}`);

export interface DemoOptions {
  /** Without them there are no subscriptions. */
  urls: DemoUrls | undefined;
  /** Sets the clock of `system`, so that orders are in the past. */
  setClock(time: Date): void;
}

/** A tea shop with thirty days of orders, a subscriber to all of them, and three to the last ones. */
export async function makeDemoStore(system: SystemContext, { urls, setClock }: DemoOptions) {
  const { tenants } = await import('@service/core');
  const tenant = await tenants.createTenant(system, {
    name: 'Demo Tea House',
    currency: 'EUR',
    country: 'DE',
    admin: { ...DEMO_OPERATOR, name: 'Demo Operator' },
  });
  const ctx = system.forTenant(tenant.id, { kind: 'system' });
  await tenants.replaceSettings(ctx, {
    name: tenant.name,
    currency: tenant.currency,
    pricesIncludeTax: true,
    countries: ['DE', 'AT', 'NL'],
    storeHosts: [],
    allowedOrigins: ALLOWED_ORIGINS,
    vatNumber: 'DE123456788',
    seller: {
      name: 'Demo Tea House GmbH',
      line1: 'Speicherstraße 7',
      postalCode: '20457',
      city: 'Hamburg',
      country: 'DE',
      registration: 'Amtsgericht Hamburg, HRB 123456',
      email: 'hello@teahouse.example',
      phone: '+49 40 123456-0',
    },
  });
  const variants = await makeCatalogue(ctx);
  await makeCustomers(ctx);
  const subscribers = urls && createSubscribers(ctx, urls);
  await trade(system, tenant.id, { variants, setClock, subscribers });
  return { tenantId: tenant.id, publishableKey: tenant.publishableKey };
}

/** Drawn by `packages/dev/bin/draw-demo-pictures.mjs`. If a busy machine can't decode it in time, the product has no picture. */
async function takePicture(ctx: Context, title: string, alt: string) {
  const { pictures } = await import('@service/core');
  const file = `${title.toLowerCase().replaceAll(' ', '-')}.webp`;
  const chunks = createReadStream(new URL(`../../demo-pictures/${file}`, import.meta.url));
  try {
    return [{ url: (await pictures.uploadPicture(ctx, chunks)).url, alt }];
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'dependency_unavailable') return [];
    throw error;
  }
}

async function makeCatalogue(ctx: Context): Promise<Variants> {
  const { catalog } = await import('@service/core');
  const categories = new Map<string, string>();
  for (const [name, children] of Object.entries(CATEGORIES)) {
    const { id: parentId } = await catalog.createCategory(ctx, { name });
    for (const child of children) {
      categories.set(child, (await catalog.createCategory(ctx, { name: child, parentId })).id);
    }
  }
  const ids = new Map<string, string>();
  for (const { title, category, description, shows, variants } of PRODUCTS) {
    const made = await catalog.createProduct(ctx, {
      title,
      description,
      status: 'published',
      categoryIds: [categories.get(category) ?? ''],
      images: await takePicture(ctx, title, shows),
      variants: Object.entries(variants).map(([name, [sku, priceAmount, stockQuantity]]) => ({
        title: name,
        options: { [CATEGORIES.Teaware?.includes(category) ? 'Colour' : 'Weight']: name },
        sku,
        priceAmount,
        stockQuantity,
      })),
    });
    for (const { sku, id } of made.variants) ids.set(sku, id);
  }
  return ids;
}

async function makeCustomers(ctx: Context): Promise<void> {
  const { customers } = await import('@service/core');
  for (const { name, email } of CUSTOMERS) await customers.createCustomer(ctx, { name, email });
}
