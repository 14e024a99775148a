import { deleteByStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';

/**
 * Deletes messages that are out after a month, in which there may be questions about them, or when their store says; decoys have no
 * such use. Of each `limit` at most; returns how many.
 */
export async function purgeOldMails({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const decoys = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM mails`,
    Prisma.sql`FROM mails WHERE status = 'dropped' AND created_at < ${dbNow()} - interval '1 day'`,
  );
  const sent = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM mails`,
    Prisma.sql`FROM mails WHERE status IN ('sent', 'failed') AND created_at < ${dbNow()} - interval '1 day' * COALESCE((
      SELECT s.mail_days FROM privacy_settings s WHERE s.tenant_id = mails.tenant_id), 30)`,
  );
  return decoys + sent;
}
