import { deleteByStore, Prisma } from '@service/db';
import type { SystemContext } from '../../context.ts';

/** Deletes imports of pictures that were completed 30 days ago, with their reports; at most `limit`, returns how many. */
export function purgeOldPictureImports({ db, dbNow }: SystemContext, limit: number): Promise<number> {
  return deleteByStore(
    db,
    limit,
    Prisma.sql`DELETE FROM picture_imports`,
    Prisma.sql`FROM picture_imports WHERE status = 'completed' AND finished_at < ${dbNow()} - interval '30 days'`,
  );
}
