import type { SystemContext } from '../context.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Deletes sessions and single-use tokens a day after they expired, so that requests for strangers' addresses leave
 * nothing behind for long.
 */
export async function purgeExpired(system: SystemContext): Promise<void> {
  const before = new Date(system.now().getTime() - DAY_MS);
  await system.db.sql.count`DELETE FROM customer_sessions WHERE expires_at < ${before}`;
  await system.db.sql.count`DELETE FROM customer_tokens WHERE expires_at < ${before}`;
}
