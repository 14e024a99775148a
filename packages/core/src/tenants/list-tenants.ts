import type { TenantModel } from '@service/db';
import type { SystemContext } from '../context.ts';
import type { PresentedTenant } from './create-tenant.ts';

export interface ListedTenant extends PresentedTenant {
  state: 'open' | 'suspended' | 'being-deleted';
  createdAt: string;
}

/** The stores of the deployment, oldest first. */
export async function listTenants({ db }: SystemContext): Promise<ListedTenant[]> {
  const rows = await db.tenant.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  return rows.map(presentListed);
}

export async function findTenant({ db }: SystemContext, id: string): Promise<ListedTenant | undefined> {
  const row = await db.tenant.findUnique({ where: { id } });
  return row ? presentListed(row) : undefined;
}

function presentListed(row: TenantModel): ListedTenant {
  const { id, name, currency, country, publishableKey, createdAt, suspendedAt, deletingSince } = row;
  const state = deletingSince ? 'being-deleted' : suspendedAt ? 'suspended' : 'open';
  return { id, name, currency, country, publishableKey, state, createdAt: createdAt.toISOString() };
}
