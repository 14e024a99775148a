import { deleteByStore, Prisma } from '@service/db';
import type { SystemContext } from '../../context.ts';

/**
 * Deletes imports that were completed 30 days ago, with their reports of what was refused. One that is still being received after a
 * day is what a process left that died while it took the file; no upload takes that long. Of each `limit` at most, because an
 * import may have many rows; returns how many.
 */
export async function purgeOldImports({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  const isOld = Prisma.sql`status = 'completed' AND finished_at < ${dbNow()} - interval '30 days'`;
  const products = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM product_imports`,
    Prisma.sql`FROM product_imports
      WHERE (${isOld} OR status = 'receiving' AND created_at < ${dbNow()} - interval '1 day')`,
  );
  const pictures = await deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM picture_imports`,
    Prisma.sql`FROM picture_imports WHERE ${isOld}`,
  );
  return products + pictures;
}
