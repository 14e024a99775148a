import { countByStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import { erasingPayloads } from '../webhooks/index.ts';
import { cartReferenceSql } from './cart-reference.ts';
import { abandonedBefore } from './lifetime.ts';

/**
 * Input: how many at most. Output: how many abandoned carts, of any store, are deleted with their lines. A cart without an
 * order isn't needed again; nobody could read it any more, and what events said of it goes with it.
 */
export function deleteAbandonedCarts(system: SystemContext, limit = 100): Promise<number> {
  const before = abandonedBefore(system);
  return deleteCarts(
    system,
    limit,
    Prisma.sql`FROM carts WHERE completed_at IS NULL AND NOT is_draft AND created_at < ${before} AND updated_at < ${before}`,
    Prisma.sql`ORDER BY created_at`,
  );
}

/** The same for stores that keep carts for a shorter time than the deployment does. */
export function deleteOldCarts(system: SystemContext, limit = 100): Promise<number> {
  return deleteCarts(
    system,
    limit,
    Prisma.sql`FROM privacy_settings s JOIN carts USING (tenant_id)
      WHERE completed_at IS NULL AND NOT is_draft AND carts.updated_at < ${system.dbNow()} - s.cart_days * interval '1 day'`,
  );
}

/** Why `SKIP LOCKED`: several workers share the work, and a cart that somebody holds stays for the next time. */
function deleteCarts({ db }: SystemContext, limit: number, due: Prisma.Sql, order = Prisma.empty) {
  return countByStore(
    db,
    limit,
    due,
    (of, most) => db.sql.count`
      WITH old AS (
        SELECT tenant_id, carts.id ${due} ${of('carts.tenant_id')} ${order} LIMIT ${most} FOR UPDATE OF carts SKIP LOCKED
      ), gone AS (
        DELETE FROM carts c USING old WHERE c.tenant_id = old.tenant_id AND c.id = old.id ${of('c.tenant_id')}
        RETURNING c.tenant_id, c.id
      ), erased AS (
        ${erasingPayloads(Prisma.sql`SELECT tenant_id, ${cartReferenceSql('id')} AS resource_id FROM gone`, of)}
      )
      SELECT FROM gone`,
  );
}
