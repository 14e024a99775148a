import type { SystemContext } from '../context.ts';

/**
 * Deletes sessions and single-use tokens a day after they expired, so that requests for strangers' addresses leave
 * nothing behind for long. Of each `limit` at most; returns how many.
 */
export async function purgeExpired({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const sessions = await db.sql.count`
    DELETE FROM customer_sessions WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM customer_sessions WHERE expires_at < ${dbNow()} - interval '1 day'
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  const tokens = await db.sql.count`
    DELETE FROM customer_tokens WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM customer_tokens WHERE expires_at < ${dbNow()} - interval '1 day'
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  return sessions + tokens;
}
