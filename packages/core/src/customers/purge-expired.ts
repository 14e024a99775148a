import { deleteByStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';

/**
 * Deletes sessions and single-use tokens a day after they expired, so that requests for strangers' addresses leave nothing behind
 * for long. At most `limit` of each; returns how many.
 */
export async function purgeExpired({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const isOld = Prisma.sql`expires_at < ${dbNow()} - interval '1 day'`;
  const sessions = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM customer_sessions`,
    Prisma.sql`FROM customer_sessions WHERE ${isOld}`,
  );
  const tokens = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM customer_tokens`,
    Prisma.sql`FROM customer_tokens WHERE ${isOld}`,
  );
  return sessions + tokens;
}
