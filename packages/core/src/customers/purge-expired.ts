import { Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';

/**
 * Deletes sessions and single-use tokens a day after they expired, so that requests for strangers' addresses leave
 * nothing behind for long.
 */
export async function purgeExpired(system: SystemContext): Promise<void> {
  const before = Prisma.sql`${system.dbNow()} - interval '1 day'`;
  await system.db.sql.count`DELETE FROM customer_sessions WHERE expires_at < ${before}`;
  await system.db.sql.count`DELETE FROM customer_tokens WHERE expires_at < ${before}`;
}
