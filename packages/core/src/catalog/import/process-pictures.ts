import { Readable } from 'node:stream';
import { ServiceError } from '@service/contract';
import { Prisma, takeByStore } from '@service/db';
import { LEASE_MS } from '@service/jobs/lease';
import { type Context, inTransaction, type SystemContext } from '../../context.ts';
import { uploadPicture } from '../../pictures/index.ts';
import { replaceImageUrl } from '../update-product.ts';

interface Problem {
  code: string;
  detail: string;
}

/** What is at an address that a store gave, or why there is nothing. */
export type FetchFile = (tenantId: string, url: string) => Promise<Buffer | Problem>;

/** Stores whose pictures a worker fetches at once. Each store has one under way. */
const STORES_AT_ONCE = 4;

/** A picture that ends a worker, or that can't be stored, doesn't keep back those behind it for ever. */
const MAX_ATTEMPTS = 3;

/** What is wrong with the picture, or with the store's limit: trying again would change nothing. */
const LASTING = ['invalid_picture', 'payload_too_large', 'too_many_pictures'];

/**
 * Fetches what is left of all imports until nothing is free, or `signal` aborts. No transaction is open while it waits for others:
 * a lease keeps other workers away, and ends by itself should this one die. A file that is fetched twice gives the same picture.
 */
export async function processPictureImports(
  system: SystemContext,
  fetchFile: FetchFile,
  signal?: AbortSignal,
): Promise<void> {
  const fetchAll = async () => {
    while (!signal?.aborted) {
      const claim = await claimNext(system);
      if (!claim) return;
      const ctx = system.forTenant(claim.tenantId, { kind: 'system' });
      await importItem(ctx, claim, fetchFile).catch((err: unknown) =>
        // Failure policy: it stays leased, and is tried again after that.
        ctx.log.error({ err, importId: claim.id }, 'a picture was not imported'),
      );
    }
  };
  await Promise.all(Array.from({ length: STORES_AT_ONCE }, fetchAll));
}

interface Claim {
  tenantId: string;
  id: string;
  /** Of the item. */
  number: number;
  attempts: number;
}

/** The next item of the import that has waited longest since its last one. Output: none where all are done or leased. */
async function claimNext({ db, dbNow }: SystemContext): Promise<Claim | undefined> {
  const due = Prisma.sql`FROM picture_imports
    WHERE status <> 'completed' AND (lease_until IS NULL OR lease_until <= ${dbNow()})`;
  const [claimed] = await takeByStore(
    db,
    1,
    due,
    (of) => db.sql<Claim[]>`
      WITH longest AS (
        SELECT tenant_id, id ${due} ${of('tenant_id')}
        ORDER BY lease_until NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      UPDATE picture_imports SET status = 'running', attempts = attempts + 1,
        lease_until = ${dbNow()} + ${LEASE_MS.picture} * interval '1 millisecond'
      WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM longest) ${of('tenant_id')}
      RETURNING tenant_id AS "tenantId", id, processed + 1 AS number, attempts`,
  );
  return claimed;
}

async function importItem(ctx: Context, claim: Claim, fetchFile: FetchFile): Promise<void> {
  const { id: importId, number, attempts } = claim;
  const { productId, url } = await ctx.db.pictureImportItem.findFirstOrThrow({ where: { importId, number } });
  const outcome =
    attempts > MAX_ATTEMPTS
      ? { code: 'not_stored', detail: `It could not be stored in ${MAX_ATTEMPTS} attempts.` }
      : await keep(ctx, await fetchFile(ctx.tenantId, url));
  await inTransaction(ctx, async (tx) => {
    if (!(await recordProgress(tx, claim, 'code' in outcome))) return;
    const item = { importId, number };
    if ('code' in outcome) {
      const data = { code: outcome.code, reason: outcome.detail };
      await tx.db.pictureImportItem.updateMany({ where: item, data });
    } else {
      await tx.db.pictureImportItem.deleteMany({ where: item });
      await replaceImageUrl(tx, productId, { from: url, to: outcome.url });
    }
  });
}

async function keep(ctx: Context, fetched: Buffer | Problem): Promise<{ url: string } | Problem> {
  if ('code' in fetched) return fetched;
  try {
    return await uploadPicture(ctx, Readable.from([fetched]));
  } catch (error) {
    if (error instanceof ServiceError && LASTING.includes(error.code)) return error;
    throw error;
  }
}

/** Output: false where another worker was faster, because the lease had ended. */
async function recordProgress(ctx: Context, { id, number }: Claim, hasFailed: boolean): Promise<boolean> {
  const count = await ctx.db.sql.count`
    UPDATE picture_imports SET processed = ${number}, attempts = 0, lease_until = ${ctx.dbNow()},
      failed = failed + ${hasFailed ? 1 : 0},
      status = CASE WHEN total = ${number} THEN 'completed' ELSE status END,
      finished_at = CASE WHEN total = ${number} THEN ${ctx.now()}::timestamptz END
    WHERE tenant_id = ${ctx.tenantId}::uuid AND id = ${id}::uuid AND processed = ${number - 1}`;
  return count > 0;
}
