import { countByStore, deleteByStore, OF_ALL_STORES, type OfStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';

/**
 * Deletes messages a month after they were sent, in which there may be questions about them, or when their store says; decoys
 * have no such use. At most `limit` of each; returns how many.
 */
export async function purgeOldMails({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const decoys = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM mails`,
    Prisma.sql`FROM mails WHERE status = 'dropped' AND created_at < ${dbNow()} - interval '1 day'`,
  );
  const old = (of: OfStore) => Prisma.sql`
    FROM mails m WHERE m.status IN ('sent', 'failed') ${of('m.tenant_id')}
      AND m.created_at < ${dbNow()} - interval '1 day' * COALESCE((
        SELECT s.mail_days FROM privacy_settings s WHERE s.tenant_id = m.tenant_id ${of('s.tenant_id')}), 30)`;
  const sent = await countByStore(
    db,
    limit,
    old(OF_ALL_STORES),
    (of, most) => db.sql.count`
      WITH taken AS (SELECT m.tenant_id, m.id ${old(of)} LIMIT ${most} FOR UPDATE SKIP LOCKED)
      DELETE FROM mails WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM taken) ${of('tenant_id')}`,
  );
  return decoys + sent;
}
