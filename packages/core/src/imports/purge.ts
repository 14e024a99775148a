import { deleteByStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';

/**
 * Deletes imports that were completed 30 days ago, with their reports of what was refused. One that is still being received after a
 * day is what a process left that died while it took the file; no upload takes that long. At most `limit`, because an
 * import may have many rows; returns how many.
 */
export function purgeOldImports({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  return deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM file_imports`,
    Prisma.sql`FROM file_imports
      WHERE (status = 'completed' AND finished_at < ${dbNow()} - interval '30 days'
        OR status = 'receiving' AND created_at < ${dbNow()} - interval '1 day')`,
  );
}
