import { setTimeout as wait } from 'node:timers/promises';
import type { SystemContext } from '../context.ts';
import { feedEngine } from './feed-engine.ts';

const BATCH = 1000;

/** The interval at which a worker's unfinished products are checked. */
const WAIT_MS = 250;

/**
 * Sends all products of a store to the engine, while the database serves searches; then the engine does. An interrupted run
 * starts from the beginning. Returns how many products these are, or null where there is no such store.
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
  // Workers send some of them: the engine has all only when theirs are done, too.
  for (let left = products; left > 0; onProgress(products - left)) {
    if ((await feedEngine(system, BATCH, tenantId)) === 0) await wait(WAIT_MS);
    left = await db.searchOutboxEntry.count({ where: { tenantId, change: { lte: last } } });
  }
  await db.sql.count`UPDATE search_stores SET built_at = now() WHERE tenant_id = ${tenantId}::uuid`;
  return products;
}

/** Lets the database find the products of a store again. Returns whether the engine did. One that failed is repeated. */
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

/** An engine that lost its data has the products of no store: the database finds them until each is rebuilt. */
async function clear({ db, services }: SystemContext, tenantId: string): Promise<void> {
  if (await services.search?.clear(tenantId)) await db.sql.count`UPDATE search_stores SET built_at = NULL`;
}
