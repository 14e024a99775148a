import type { SystemContext } from '../context.ts';

/** The same as `deleteAbandonedCarts` for stores that keep carts for a shorter time than the deployment does. */
export function deleteOldCarts(system: SystemContext, limit = 100): Promise<number> {
  return system.db.$executeRaw`
    WITH old AS (
      SELECT c.tenant_id, c.id FROM privacy_settings s JOIN carts c ON c.tenant_id = s.tenant_id
      WHERE c.completed_at IS NULL AND c.updated_at < ${system.now()}::timestamptz - s.cart_days * interval '1 day'
      LIMIT ${limit}
      FOR UPDATE OF c SKIP LOCKED
    )
    DELETE FROM carts c USING old WHERE c.tenant_id = old.tenant_id AND c.id = old.id`;
}
