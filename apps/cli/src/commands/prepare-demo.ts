import { DEMO_OPERATOR } from '@service/config';
import type { Context, SystemContext } from '@service/core';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { makeDemoStore } from '../demo/make-demo-store.ts';
import { moveSubscriptions } from '../demo/subscribers.ts';
import { CommandError } from '../exit-codes.ts';
import { migrateAll } from '../migrate-all.ts';

/** For `npm start`: migrates, creates the demo store unless it exists, and prints one line of JSON. */
export function addPrepareDemo(program: Command, { config, env, print, withSystem }: Cli): void {
  program
    .command('prepare-demo', { hidden: true })
    .description('migrate, create the demo store once, and print its addresses and credentials')
    .action(async () => {
      const settings = config();
      if (settings.NODE_ENV === 'production')
        throw new CommandError('A demo store has a known password and is not made in production.');
      await migrateAll(settings);
      const { DEMO_RECEIVER_URL: receiver, DEMO_STOREFRONT_URL: storefront } = env;
      const urls = receiver && storefront ? { receiver, storefront } : undefined;
      let clock: Date | undefined;
      // No subscriber is running yet: the worker's poll finds the deliveries that the seed records.
      const made = await withSystem(
        'prepare-demo',
        async (system) => {
          const found = await findDemoStore(system);
          if (found && urls)
            await moveSubscriptions(system.forTenant(found.tenantId, { kind: 'system' }), urls);
          const setClock = (time: Date) => {
            clock = time;
          };
          const store = found ?? (await makeDemoStore(system, { urls, setClock }));
          clock = undefined;
          return {
            ...store,
            signInToken: await createSignInToken(system),
            serverKey: await replaceServerKey(system.forTenant(store.tenantId, { kind: 'cli' })),
          };
        },
        () => clock ?? new Date(),
      );
      const demo = { adminEmail: DEMO_OPERATOR.email, adminPassword: DEMO_OPERATOR.password, ...made };
      print(demo, JSON.stringify(demo));
    });
}

/** Signs the demo operator in to the console, once; null if the operator has another address by now. */
async function createSignInToken(system: SystemContext): Promise<string | null> {
  const { access } = await import('@service/core');
  return (await access.createSignInLink(system, DEMO_OPERATOR.email)) ?? null;
}

const SERVER_KEY = 'Demo shop';

/** An API key for the shop's server, new at each start: only its hash is stored. */
async function replaceServerKey(ctx: Context): Promise<string> {
  const { access } = await import('@service/core');
  const former = await ctx.db.apiKey.findMany({
    where: { name: SERVER_KEY, createdBy: 'cli', revokedAt: null },
  });
  for (const { id } of former) await access.revokeApiKey(ctx, id);
  return (await access.createApiKey(ctx, { name: SERVER_KEY, permissions: ['catalog:read'] })).key;
}

async function findDemoStore(system: SystemContext) {
  const operator = await system.db.adminUser.findFirst({
    where: { lookUp: { email: DEMO_OPERATOR.email } },
    include: { tenant: true },
  });
  return operator
    ? { tenantId: operator.tenantId, publishableKey: operator.tenant.publishableKey }
    : undefined;
}
