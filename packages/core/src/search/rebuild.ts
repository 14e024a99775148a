import type { SystemContext } from '../context.ts';
import { feedEngine } from './feed-engine.ts';

const BATCH = 1000;

/**
 * Gives the engine all products of a store, while the database finds them; then the engine does. One that was interrupted is
 * begun anew. Returns how many the engine was told of, or null where there is no such store.
 */
export async function rebuildSearch(
  system: SystemContext,
  tenantId: string,
  onProgress: (told: number) => void = () => {},
): Promise<number | null> {
  const { db, services } = system;
  if (!services.search) throw new Error('There is no search engine: set SEARCH_URL.');
  const known = await db.$executeRaw`
    INSERT INTO search_stores (tenant_id) SELECT id FROM tenants WHERE id = ${tenantId}::uuid
    ON CONFLICT (tenant_id) DO UPDATE SET built_at = NULL`;
  if (known === 0) return null;
  await services.search.clear(tenantId);
  await db.$executeRaw`
    INSERT INTO search_outbox (tenant_id, product_id)
    SELECT tenant_id, id FROM products WHERE tenant_id = ${tenantId}::uuid AND status = 'published'
    ON CONFLICT (tenant_id, product_id) DO UPDATE SET change = EXCLUDED.change`;
  let told = 0;
  for (let batch = 1; batch > 0; onProgress(told)) told += batch = await feedEngine(system, BATCH, tenantId);
  await db.$executeRaw`UPDATE search_stores SET built_at = now() WHERE tenant_id = ${tenantId}::uuid`;
  return told;
}

/** Lets the database find the products of a store again. Returns whether the engine did. */
export async function endSearch({ db, services }: SystemContext, tenantId: string): Promise<boolean> {
  const known = await db.$executeRaw`DELETE FROM search_stores WHERE tenant_id = ${tenantId}::uuid`;
  await db.$executeRaw`DELETE FROM search_outbox WHERE tenant_id = ${tenantId}::uuid`;
  await services.search?.clear(tenantId);
  return known > 0;
}
