import type { SystemContext } from '../context.ts';

/**
 * Deletes a batch of operator sessions that can't be refreshed any more; returns how many. A used or revoked one stays
 * until it would have expired, because its second use is what shows that it was stolen.
 */
export function deleteEndedSessions(system: SystemContext, limit: number): Promise<number> {
  return system.db.sql.count`
    DELETE FROM admin_sessions WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM admin_sessions WHERE expires_at < ${system.dbNow()} - interval '1 day'
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
}
