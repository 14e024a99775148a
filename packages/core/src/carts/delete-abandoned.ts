import { Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import { abandonedBefore } from './lifetime.ts';

/**
 * Input: how many at most. Output: how many abandoned carts, of any store, are deleted with their lines. A cart without an
 * order isn't needed again; nobody could read it any more.
 */
export function deleteAbandonedCarts(system: SystemContext, limit = 100): Promise<number> {
  const before = abandonedBefore(system);
  return deleteCarts(
    system,
    limit,
    Prisma.sql`FROM carts c
      WHERE c.completed_at IS NULL AND c.created_at < ${before} AND c.updated_at < ${before}
      ORDER BY c.created_at`,
  );
}

/** The same for stores that keep carts for a shorter time than the deployment does. */
export function deleteOldCarts(system: SystemContext, limit = 100): Promise<number> {
  return deleteCarts(
    system,
    limit,
    Prisma.sql`FROM privacy_settings s JOIN carts c ON c.tenant_id = s.tenant_id
      WHERE c.completed_at IS NULL
        AND c.updated_at < ${system.dbNow()} - s.cart_days * interval '1 day'`,
  );
}

/** Why `SKIP LOCKED`: several workers share the work, and a cart that somebody holds stays for the next time. */
function deleteCarts({ db }: SystemContext, limit: number, old: Prisma.Sql): Promise<number> {
  return db.sql.count`
    WITH old AS (SELECT c.tenant_id, c.id ${old} LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED)
    DELETE FROM carts c USING old WHERE c.tenant_id = old.tenant_id AND c.id = old.id`;
}
