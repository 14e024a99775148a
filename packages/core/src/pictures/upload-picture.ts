import { createHash } from 'node:crypto';
import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { PictureModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { awaitSlow, type Context, inTransaction } from '../context.ts';
import type { Made } from './decode-picture.ts';
import { masterPath } from './files.ts';
import { presentPicture } from './present.ts';

type PresentedPicture = ResponseOf<typeof operations.uploadPicture>;

export type KeptPicture = PictureModel & { hash: string };

/**
 * Receives a file and stores its picture. The same file gives the same picture, even if it is uploaded twice at the same time.
 * Refuses with `invalid_picture`, `payload_too_large`, `too_many_pictures`, `too_many_requests` or `pictures_not_configured`.
 */
export async function uploadPicture(
  ctx: Context,
  chunks: AsyncIterable<Uint8Array>,
): Promise<PresentedPicture> {
  const { pictures } = ctx.services;
  if (pictures.baseUrl === undefined)
    refuse('pictures_not_configured', 'PICTURES_URL of the deployment isn’t set.');
  const { tenantId } = ctx;
  const kept = await ctx.services.inFlight.run('pictures', tenantId, () =>
    pictures.uploads.hold(tenantId, chunks, (file) => keepPicture(ctx, file)),
  );
  return presentPicture(ctx, kept);
}

/**
 * Stores the picture in a file; refuses as an upload does.
 *
 * The row is written before the file and marked as stored after it: if the process dies in between, the clean-up finds by the row
 * which files to delete.
 */
export async function keepPicture(ctx: Context, original: Buffer): Promise<KeptPicture> {
  const hash = createHash('sha256').update(original).digest('base64url');
  const known = await findStored(ctx, hash);
  if (known) return { ...known, hash };
  await assertRoom(ctx);
  const { resizer, store } = ctx.services.pictures;
  const made = await awaitSlow(ctx, () => resizer.shrink(ctx.tenantId, original));
  const { id } = await reserveRow(ctx, hash, made);
  await awaitSlow(ctx, () => store.write(masterPath(ctx.tenantId, id), made.bytes));
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.picture.updateMany({
      where: { id, hash },
      data: { storedAt: tx.now(), checkedAt: tx.now(), isUnused: false },
    });
    // The upload took days, so the clean-up has given it up.
    if (count === 0) refuse('dependency_unavailable', 'The picture could not be stored in time.');
    const kept = { ...(await tx.db.picture.findFirstOrThrow({ where: { id } })), hash };
    const after = presentPicture(tx, kept);
    await recordChange(tx, { action: 'picture.uploaded', subject: { type: 'picture', id }, after });
    return kept;
  });
}

/** Returns the existing picture. It counts as new, so that the clean-up doesn't delete it before a row refers to it. */
async function findStored(ctx: Context, hash: string): Promise<PictureModel | undefined> {
  const [found] = await ctx.db.picture.updateManyAndReturn({
    where: { hash, storedAt: { not: null } },
    data: { checkedAt: ctx.now(), isUnused: false },
  });
  return found;
}

/** If the same file is uploaded twice at the same time, returns the first upload's row: both write the same file. */
async function reserveRow(
  ctx: Context,
  hash: string,
  { width, height, bytes }: Made,
): Promise<{ id: string }> {
  const [row] = await ctx.db.sql<{ id: string }[]>`
    INSERT INTO pictures (tenant_id, hash, width, height, bytes, created_at, checked_at)
    VALUES (${ctx.tenantId}::uuid, ${hash}, ${width}, ${height}, ${bytes.length}, ${ctx.now()}, ${ctx.now()})
    ON CONFLICT (tenant_id, hash) DO UPDATE SET checked_at = excluded.checked_at, is_unused = false
    RETURNING id`;
  return row as { id: string };
}

async function assertRoom(ctx: Context): Promise<void> {
  const { maxPerStore } = ctx.services.pictures;
  const count = await ctx.db.picture.count();
  if (count >= maxPerStore)
    refuse('too_many_pictures', `The store has ${count} pictures, and may have ${maxPerStore}.`);
}
