import type { SystemContext } from '@service/core';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { CommandError } from '../exit-codes.ts';

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

/** For `npm start`: migrates, makes the demo store unless it's there, and prints one line of JSON. */
export function addPrepareDemo(program: Command, { config, print, withSystem }: Cli): void {
  program
    .command('prepare-demo', { hidden: true })
    .description('migrate, make the demo store once, and print what one needs to try it')
    .action(async () => {
      const settings = config();
      if (settings.NODE_ENV === 'production')
        throw new CommandError('A demo store has a known password and is not made in production.');
      const { migrate } = await import('@service/db');
      await migrate(settings.DATABASE_URL, { runtimeUrl: settings.DATABASE_RUNTIME_URL });
      // Nobody listens yet: what the seed records is found by the worker's poll.
      const made = await withSystem('prepare-demo', async (system) => ({
        ...((await findDemoStore(system)) ?? (await makeDemoStore(system))),
        signInToken: await createSignInToken(system),
      }));
      const demo = { adminEmail: DEMO.email, adminPassword: DEMO.password, ...made };
      print(demo, JSON.stringify(demo));
    });
}

/** Signs the demo operator in to the console, once; null when somebody has changed the password. */
async function createSignInToken(system: SystemContext): Promise<string | null> {
  const { access } = await import('@service/core');
  return access.login(system, DEMO).then(
    ({ refreshToken }) => refreshToken,
    () => null,
  );
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
  const { catalog, tenants } = await import('@service/core');
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
