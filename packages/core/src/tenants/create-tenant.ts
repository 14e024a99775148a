import { randomBytes } from 'node:crypto';
import { normaliseEmail, type Role } from '@service/contract';
import { inSystemTransaction, type SystemContext } from '../context.ts';

interface NewTenant {
  name: string;
  currency: string;
  country: string;
  admin: { email: string; password: string; name?: string | undefined };
}

export interface PresentedTenant {
  id: string;
  name: string;
  currency: string;
  country: string;
  publishableKey: string;
}

/** Creates a store with its owner and one free shipping option, or nothing. Refuses with `duplicate_email`. */
export async function createTenant(system: SystemContext, input: NewTenant): Promise<PresentedTenant> {
  const passwordHash = await system.services.passwords.hash(input.admin.password, 'setup');
  const role: Role = 'owner';
  const email = normaliseEmail(input.admin.email);
  const tenant = await inSystemTransaction(system, (tx) =>
    tx.db.tenant.create({
      data: {
        name: input.name,
        currency: input.currency.toUpperCase(),
        country: input.country.toUpperCase(),
        publishableKey: `pk_${randomBytes(24).toString('base64url')}`,
        createdAt: system.now(),
        adminUsers: {
          create: {
            email,
            lookUp: { create: { email } },
            name: input.admin.name ?? null,
            passwordHash,
            role,
          },
        },
        shippingOptions: { create: { name: 'Free shipping', amount: 0n } },
      },
    }),
  );
  const { id, name, currency, country, publishableKey } = tenant;
  return { id, name, currency, country, publishableKey };
}
