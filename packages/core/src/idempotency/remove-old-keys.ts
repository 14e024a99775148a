import type { SystemContext } from '../context.ts';
import { KEPT_MS } from './run-once.ts';

/** Removes up to `limit` answers, of any store, that a repetition would no longer get; answers how many. */
export function removeOldKeys(system: SystemContext, limit = 1000): Promise<number> {
  const before = new Date(system.now().getTime() - KEPT_MS);
  return system.db.$executeRaw`
    DELETE FROM idempotency_keys WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM idempotency_keys WHERE created_at <= ${before}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))`;
}
