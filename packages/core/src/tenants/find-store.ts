import type { SystemContext } from '../context.ts';

/** The id of the store to which a publishable key belongs. */
export async function findStore(system: SystemContext, publishableKey: string): Promise<string | undefined> {
  const tenant = await system.db.tenant.findUnique({ where: { publishableKey }, select: { id: true } });
  return tenant?.id;
}

/** The id of the store that registered the host; the host has no port. */
export async function findStoreByHost(system: SystemContext, host: string): Promise<string | undefined> {
  const row = await system.db.storeHost.findUnique({ where: { host: host.toLowerCase() } });
  return row?.tenantId;
}

/** The ids of the stores whose pages may be served from this web origin: it is on their lists, or is one of their hosts. */
export async function findStoresByOrigin(system: SystemContext, origin: string): Promise<string[]> {
  const host = /^https:\/\/([^/:]+)$/.exec(origin)?.[1];
  const [rows, owner] = await Promise.all([
    system.db.storeOrigin.findMany({ where: { origin }, select: { tenantId: true } }),
    host ? findStoreByHost(system, host) : undefined,
  ]);
  return [...rows.map(({ tenantId }) => tenantId), ...(owner ? [owner] : [])];
}
