import { type Config, servicesOptions } from '@service/config';
import { catalog, createServices, createSystemContext, type SystemContext, tenants } from '@service/core';
import { migrate, openDatabase } from '@service/db';
import { createLog } from '@service/observability';

/** Written in the README too: a demo store, made only where NODE_ENV isn't production. */
const DEMO = {
  email: 'demo@commerce.example',
  password: 'demo-password-1234',
  /** Where Vite, Astro and other tools serve a storefront that is being written. */
  allowedOrigins: [5173, 4321, 3001].map((port) => `http://localhost:${port}`),
  products: [
    { title: 'Darjeeling First Flush', sku: 'TEA-DARJEELING', priceAmount: 1450, stockQuantity: 100 },
    { title: 'Sencha', sku: 'TEA-SENCHA', priceAmount: 990, stockQuantity: 100 },
    { title: 'Cast-iron teapot', sku: 'POT-IRON', priceAmount: 5900, stockQuantity: 10 },
  ],
};

/** Migrates, makes the demo store unless it's there, and prints one line of JSON. */
export async function prepareDemoCommand(config: Config): Promise<void> {
  if (config.NODE_ENV === 'production')
    throw new Error('A demo store has a known password and is not made in production.');
  await migrate(config.DATABASE_URL);
  const database = openDatabase({ url: config.DATABASE_URL, poolSize: 2 });
  // Nobody listens yet: what the seed records is found by the worker's poll.
  const services = createServices(servicesOptions(config));
  const log = createLog({ name: 'cli', level: config.LOG_LEVEL, to: 'stderr' });
  const system = createSystemContext({ database, services, log, requestId: 'prepare-demo' });

  const { tenantId, publishableKey } = (await findDemoStore(system)) ?? (await makeDemoStore(system));
  const line = { adminEmail: DEMO.email, adminPassword: DEMO.password, tenantId, publishableKey };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  await database.close();
}

async function findDemoStore(system: SystemContext) {
  const operator = await system.db.adminUser.findFirst({
    where: { lookUp: { email: DEMO.email } },
    include: { tenant: true },
  });
  return operator
    ? { tenantId: operator.tenantId, publishableKey: operator.tenant.publishableKey }
    : undefined;
}

async function makeDemoStore(system: SystemContext) {
  const tenant = await tenants.createTenant(system, {
    name: 'Demo Tea House',
    currency: 'EUR',
    country: 'DE',
    admin: { email: DEMO.email, password: DEMO.password, name: 'Demo Operator' },
  });
  const ctx = system.forTenant(tenant.id, { kind: 'system' });
  await tenants.replaceSettings(ctx, {
    name: tenant.name,
    currency: tenant.currency,
    pricesIncludeTax: true,
    countries: [],
    storeHosts: [],
    allowedOrigins: DEMO.allowedOrigins,
  });
  for (const { title, ...variant } of DEMO.products) {
    await catalog.createProduct(ctx, { title, status: 'published', variants: [variant] });
  }
  return { tenantId: tenant.id, publishableKey: tenant.publishableKey };
}
