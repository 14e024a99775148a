import type { SystemContext } from '../context.ts';
import { abandonedBefore } from './lifetime.ts';

/** Removes up to `limit` carts, of any store, that nobody changed for 30 days and that became no order; answers how many. */
export function removeAbandonedCarts(system: SystemContext, limit = 1000): Promise<number> {
  return system.db.$executeRaw`
    DELETE FROM carts WHERE completed_at IS NULL AND id IN (
      SELECT id FROM carts WHERE completed_at IS NULL AND updated_at < ${abandonedBefore(system.now())}
      ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )`;
}
