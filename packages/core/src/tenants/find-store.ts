import type { SystemContext } from '../context.ts';

/** The id of the store that a publishable key names. */
export async function findStore(system: SystemContext, publishableKey: string): Promise<string | undefined> {
  const tenant = await system.db.tenant.findUnique({ where: { publishableKey }, select: { id: true } });
  return tenant?.id;
}
