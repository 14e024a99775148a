import type { SystemContext } from '../context.ts';

/** Messages that are out are kept for a month, for questions about them, or as long as their store says; decoys have no such use. */
export async function purgeOldMails(system: SystemContext): Promise<void> {
  const now = system.dbNow();
  await system.db.sql
    .count`DELETE FROM mails WHERE status = 'dropped' AND created_at < ${now} - interval '1 day'`;
  await system.db.sql.count`
    DELETE FROM mails m USING tenants t LEFT JOIN privacy_settings s ON s.tenant_id = t.id
    WHERE m.tenant_id = t.id AND m.status IN ('sent', 'failed')
      AND m.created_at < ${now} - COALESCE(s.mail_days, 30) * interval '1 day'`;
}
