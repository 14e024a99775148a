import type { SystemContext } from '../context.ts';

/**
 * Deletes a batch of logins, tokens and links that can't be used any more; returns how many. A used token, or that of an ended
 * login, stays until it would have expired, because its second use is what shows that it was stolen.
 */
export async function deleteEndedSessions(system: SystemContext, limit: number): Promise<number> {
  const tokens = await system.db.sql.count`
    DELETE FROM admin_sessions WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM admin_sessions WHERE expires_at < ${system.dbNow()} - interval '1 day'
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  const logins = await system.db.sql.count`
    DELETE FROM admin_logins WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM admin_logins WHERE expires_at < ${system.dbNow()} - interval '1 day'
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  const links = await system.db.sql.count`
    DELETE FROM admin_sign_in_links WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM admin_sign_in_links WHERE expires_at < ${system.dbNow()}
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  return Math.max(tokens, logins, links);
}
