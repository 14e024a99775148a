import { setTimeout as wait } from 'node:timers/promises';
import type { SystemContext } from '../context.ts';
import { feedEngine } from './feed-engine.ts';

const BATCH = 1000;

/** How often this checks whether the workers have finished. */
const WAIT_MS = 250;

/**
 * Sends all products of a store to the engine, while the database still serves its searches; afterwards the engine does. An
 * interrupted run starts again from the beginning. Returns how many products it sent, or null if there is no such store.
 */
export async function rebuildSearch(
  system: SystemContext,
  tenantId: string,
  onProgress: (told: number) => void = () => {},
): Promise<number | null> {
  const { db, services } = system;
  if (!services.search) throw new Error('There is no search engine: set SEARCH_URL.');
  const known = await db.sql.count`
    INSERT INTO search_stores (tenant_id) SELECT id FROM tenants WHERE id = ${tenantId}::uuid
    ON CONFLICT (tenant_id) DO UPDATE SET built_at = NULL`;
  if (known === 0) return null;
  await clear(system, tenantId);
  const [{ products, last }] = await db.sql<[{ products: number; last: bigint }]>`
    WITH noted AS (
      INSERT INTO search_outbox (tenant_id, product_id)
      SELECT tenant_id, id FROM products WHERE tenant_id = ${tenantId}::uuid AND status = 'published'
      ON CONFLICT (tenant_id, product_id) DO UPDATE SET change = EXCLUDED.change
      RETURNING change
    )
    SELECT count(*)::int AS products, coalesce(max(change), 0) AS last FROM noted`;
  // Workers send some of the products: the engine only has all of them when the workers have finished, too.
  for (let left = products; left > 0; onProgress(products - left)) {
    if ((await feedEngine(system, BATCH, tenantId)) === 0) await wait(WAIT_MS);
    left = await db.searchOutboxEntry.count({ where: { tenantId, change: { lte: last } } });
  }
  await db.sql.count`UPDATE search_stores SET built_at = now() WHERE tenant_id = ${tenantId}::uuid`;
  return products;
}

/** Lets the database find a store's products again. Returns whether the engine did before. If it failed, it is repeated. */
export async function endSearch(system: SystemContext, tenantId: string): Promise<boolean> {
  const { db } = system;
  const known = await db.sql
    .count`UPDATE search_stores SET built_at = NULL WHERE tenant_id = ${tenantId}::uuid`;
  if (known === 0) return false;
  await clear(system, tenantId);
  await db.sql.count`DELETE FROM search_stores WHERE tenant_id = ${tenantId}::uuid`;
  await db.sql.count`DELETE FROM search_outbox WHERE tenant_id = ${tenantId}::uuid`;
  return true;
}

/** An engine that lost its data has no store's products: the database finds them until each store is rebuilt. */
async function clear({ db, services }: SystemContext, tenantId: string): Promise<void> {
  if (await services.search?.clear(tenantId)) await db.sql.count`UPDATE search_stores SET built_at = NULL`;
}
