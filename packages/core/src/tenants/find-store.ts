import type { SystemContext } from '../context.ts';

/** The id of the store that a publishable key names. */
export async function findStore(system: SystemContext, publishableKey: string): Promise<string | undefined> {
  const tenant = await system.db.tenant.findUnique({ where: { publishableKey }, select: { id: true } });
  return tenant?.id;
}

/** The id of the store that registered the host, given without a port. */
export async function findStoreByHost(system: SystemContext, host: string): Promise<string | undefined> {
  const row = await system.db.storeHost.findUnique({ where: { host: host.toLowerCase() } });
  return row?.tenantId;
}

/** The ids of the stores whose pages may come from this web origin. */
export async function findStoresByOrigin(system: SystemContext, origin: string): Promise<string[]> {
  const rows = await system.db.storeOrigin.findMany({ where: { origin }, select: { tenantId: true } });
  return rows.map(({ tenantId }) => tenantId);
}
