import { deleteByStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';

/**
 * Deletes a batch of logins, tokens and links that can't be used any more; returns how many. A used token, or that of an ended
 * login, stays until it would have expired, because its second use is what shows that it was stolen.
 */
export async function deleteEndedSessions({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const now = dbNow();
  const tokens = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM admin_sessions`,
    Prisma.sql`FROM admin_sessions WHERE expires_at < ${now} - interval '1 day'`,
  );
  const logins = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM admin_logins`,
    Prisma.sql`FROM admin_logins WHERE expires_at < ${now} - interval '1 day'`,
  );
  const links = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM admin_sign_in_links`,
    Prisma.sql`FROM admin_sign_in_links WHERE expires_at < ${now}`,
  );
  return Math.max(tokens, logins, links);
}
