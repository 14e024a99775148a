import type { SystemContext } from '../context.ts';
import { abandonedBefore } from './lifetime.ts';

/**
 * Input: how many at most. Output: how many abandoned carts, of any store, are deleted with their lines. Why `SKIP
 * LOCKED`: several workers share the work, and a cart that somebody holds stays for the next time. A cart without an order
 * isn't needed again; nobody could read it any more.
 */
export function deleteAbandonedCarts(system: SystemContext, limit = 100): Promise<number> {
  const before = abandonedBefore(system);
  return system.db.$executeRaw`
    WITH abandoned AS (
      SELECT tenant_id, id FROM carts
      WHERE completed_at IS NULL AND created_at < ${before} AND updated_at < ${before}
      ORDER BY created_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED
    )
    DELETE FROM carts c USING abandoned WHERE c.tenant_id = abandoned.tenant_id AND c.id = abandoned.id`;
}
