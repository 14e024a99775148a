import { groupsByStore, type OfStore, Prisma, takeByStore } from '@service/db';
import { eachItem } from '@service/jobs/primitives';
import { type Context, inSystemTransaction, type SystemContext, type SystemTransaction } from '../context.ts';
import type { RowRef } from '../services.ts';
import { filesOf } from './files.ts';

/**
 * Deletes pictures that neither a product nor a mail refers to, and that were unused at the check a day before; also files that
 * remained when a process died while storing a picture. Each is checked once a day. Output: how many were checked. First the
 * picture's row is marked so that no query finds it, then its files are deleted, and its row last: if the same file is uploaded
 * meanwhile, that makes another picture.
 */
export async function deleteUnusedPictures(system: SystemContext, limit = 100): Promise<number> {
  const { found, gone } = await checkDue(system, limit);
  await eachItem(
    gone,
    async ({ tenantId, id }) => {
      await system.services.pictures.store.delete(filesOf(tenantId, id));
      await system.forTenant(tenantId, { kind: 'system' }).db.picture.deleteMany({ where: { id } });
    },
    // Failure policy: the row stays, and is due again in a day.
    { onError: (err, { id }) => system.log.error({ err, pictureId: id }, 'a picture could not be deleted') },
  );
  return found;
}

/** Input: the most pictures. Output: how many were due, and which are to be deleted. */
function checkDue(system: SystemContext, limit: number): Promise<{ found: number; gone: RowRef[] }> {
  return inSystemTransaction(system, async (tx) => {
    const now = tx.dbNow();
    const old = Prisma.sql`FROM pictures WHERE checked_at < ${now} - interval '1 day'`;
    const due = await takeByStore(
      tx.db,
      limit,
      old,
      (of, most) => tx.db.sql<RowRef[]>`
        SELECT tenant_id AS "tenantId", id ${old} ${of('tenant_id')}
        ORDER BY checked_at LIMIT ${most} FOR UPDATE SKIP LOCKED`,
    );
    // A separate statement, so that it sees every reference that was made before the lock.
    const gone: RowRef[] = [];
    for (const { of, rows } of groupsByStore(tx.db, due)) gone.push(...(await noteUnused(tx, of, rows)));
    return { found: due.length, gone };
  });
}

/** Returns the ones to delete. */
async function noteUnused(tx: SystemTransaction, of: OfStore, due: readonly RowRef[]): Promise<RowRef[]> {
  const now = tx.dbNow();
  const checked = await tx.db.sql<(RowRef & { isGone: boolean })[]>`
    UPDATE pictures p
    SET checked_at = ${now}, is_unused = NOT due.is_used,
      hash = CASE WHEN p.is_unused AND NOT due.is_used THEN NULL ELSE p.hash END
    FROM (
      SELECT tenant_id, id, EXISTS (
        SELECT FROM product_images i WHERE i.tenant_id = d.tenant_id AND i.picture_id = d.id ${of('i.tenant_id')}
      ) OR EXISTS (
        SELECT FROM mail_settings s WHERE s.tenant_id = d.tenant_id AND s.logo_id = d.id ${of('s.tenant_id')}
      ) AS is_used
      FROM unnest(${due.map(({ tenantId }) => tenantId)}::uuid[], ${due.map(({ id }) => id)}::uuid[]) AS d(tenant_id, id)
    ) due
    WHERE p.tenant_id = due.tenant_id AND p.id = due.id ${of('p.tenant_id')}
    RETURNING p.tenant_id AS "tenantId", p.id, p.hash IS NULL AS "isGone"`;
  return checked.filter(({ isGone }) => isGone);
}

const BATCH = 500;

/** Deletes the files of all pictures of a store that is being deleted; the rows are deleted with the store's others. */
export async function deletePictureFiles({ db, tenantId, services }: Context): Promise<void> {
  let after: string | undefined;
  do {
    const rows = await db.picture.findMany({
      ...(after ? { where: { id: { gt: after } } } : {}),
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true },
    });
    for (const { id } of rows) await services.pictures.store.delete(filesOf(tenantId, id));
    after = rows.length === BATCH ? rows.at(-1)?.id : undefined;
  } while (after);
}
