import { Prisma } from '@service/db';
import type { SystemContext } from '../../context.ts';

/**
 * Deletes imports that were completed 30 days ago, with their reports of what was refused. One that is still being received after a
 * day is what a process left that died while it took the file; no upload takes that long. Of each `limit` at most, because an
 * import may have many rows; returns how many.
 */
export async function purgeOldImports({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const isOld = Prisma.sql`status = 'completed' AND finished_at < ${dbNow()} - interval '30 days'`;
  const products = await db.sql.count`
    DELETE FROM product_imports WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM product_imports
      WHERE ${isOld} OR status = 'receiving' AND created_at < ${dbNow()} - interval '1 day'
      LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  const pictures = await db.sql.count`
    DELETE FROM picture_imports WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM picture_imports WHERE ${isOld} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
  return products + pictures;
}
