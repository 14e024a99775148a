import type { SystemContext } from '../context.ts';
import type { PresentedTenant } from './create-tenant.ts';

/** The stores of the deployment, oldest first. */
export async function listTenants(
  system: SystemContext,
): Promise<(PresentedTenant & { createdAt: string })[]> {
  const rows = await system.db.tenant.findMany({
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true, currency: true, country: true, publishableKey: true, createdAt: true },
  });
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}
