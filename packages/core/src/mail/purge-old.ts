import type { SystemContext } from '../context.ts';

/**
 * Deletes messages that are out after a month, in which there may be questions about them, or when their store says; decoys have no
 * such use. Of each `limit` at most; returns how many.
 */
export async function purgeOldMails({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const decoys = await db.sql.count`
    DELETE FROM mails WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM mails WHERE status = 'dropped' AND created_at < ${dbNow()} - interval '1 day'
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  const sent = await db.sql.count`
    DELETE FROM mails WHERE (tenant_id, id) IN (
      SELECT m.tenant_id, m.id FROM mails m LEFT JOIN privacy_settings s ON s.tenant_id = m.tenant_id
      WHERE m.status IN ('sent', 'failed')
        AND m.created_at < ${dbNow()} - COALESCE(s.mail_days, 30) * interval '1 day'
      LIMIT ${limit} FOR UPDATE OF m SKIP LOCKED)`;
  return decoys + sent;
}
