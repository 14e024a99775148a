import type { SystemContext } from '../../context.ts';

/**
 * A completed import and its report of what was refused are kept for 30 days. One that is still being received after a day is
 * what a process left that died while it took the file; no upload takes that long.
 */
export async function purgeOldImports(system: SystemContext): Promise<void> {
  const { db } = system;
  const now = system.dbNow();
  await db.sql
    .count`DELETE FROM product_imports WHERE status = 'completed' AND finished_at < ${now} - interval '30 days'`;
  await db.sql
    .count`DELETE FROM picture_imports WHERE status = 'completed' AND finished_at < ${now} - interval '30 days'`;
  await db.sql
    .count`DELETE FROM product_imports WHERE status = 'receiving' AND created_at < ${now} - interval '1 day'`;
}
