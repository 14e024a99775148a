import type { SystemContext } from '../../context.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * A completed import and its report of what was refused are kept for 30 days. One that is still being received after a day is
 * what a process left that died while it took the file; no upload takes that long.
 */
export async function purgeOldImports(system: SystemContext): Promise<void> {
  const before = (days: number) => new Date(system.now().getTime() - days * DAY_MS);
  const { db } = system;
  await db.sql.count`DELETE FROM product_imports WHERE status = 'completed' AND finished_at < ${before(30)}`;
  await db.sql.count`DELETE FROM picture_imports WHERE status = 'completed' AND finished_at < ${before(30)}`;
  await db.sql.count`DELETE FROM product_imports WHERE status = 'receiving' AND created_at < ${before(1)}`;
}
