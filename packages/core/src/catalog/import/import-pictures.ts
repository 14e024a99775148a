import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { type PictureImportModel, Prisma } from '@service/db';
import { recordChange } from '../../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../../context.ts';
import { lockTenant } from '../../lock-tenant.ts';
import { type PageQuery, readPage } from '../../page.ts';
import { getProduct } from '../read-product.ts';

type PresentedImport = ResponseOf<typeof operations.getPictureImport>;
type Failure = ResponseOf<typeof operations.listFailedPictures>['items'][number];

/**
 * Leaves the images that lie elsewhere to the worker, of one product or of all. What one that is under way doesn't have yet is
 * added to it. Refuses with `pictures_not_configured` or `not_found`.
 */
export async function importPictures(
  ctx: Context,
  { productId }: InputOf<typeof operations.importPictures>['body'],
): Promise<PresentedImport> {
  if (ctx.services.pictures.baseUrl === undefined)
    refuse('pictures_not_configured', 'PICTURES_URL of the deployment isn’t set.');
  if (productId) await getProduct(ctx, productId);
  return inTransaction(ctx, async (tx) => {
    await lockTenant(tx);
    const { id, total } = await lockUnderWay(tx);
    const added = await addItems(tx, { id, total }, productId);
    const ended = total + added === 0 ? { status: 'completed', finishedAt: tx.now() } : {};
    await tx.db.pictureImport.updateMany({ where: { id }, data: { total: total + added, ...ended } });
    const subject = { type: 'picture_import', id };
    await recordChange(tx, { action: 'picture_import.started', subject, after: { productId, added } });
    return getPictureImport(tx, id);
  });
}

/** The lock keeps the worker from ending it before what is added is in. */
async function lockUnderWay(tx: Transaction): Promise<{ id: string; total: number }> {
  const [underWay] = await tx.db.sql<{ id: string; total: number }[]>`
    SELECT id, total FROM picture_imports WHERE tenant_id = ${tx.tenantId}::uuid AND status <> 'completed' FOR UPDATE`;
  return underWay ?? tx.db.pictureImport.create({ data: { tenantId: tx.tenantId, createdAt: tx.now() } });
}

/** Output: how many. The numbers of items have no gap. */
function addItems(
  tx: Transaction,
  { id, total }: { id: string; total: number },
  productId: string | undefined,
): Promise<number> {
  const ofProduct = productId ? Prisma.sql`AND i.product_id = ${productId}::uuid` : Prisma.empty;
  return tx.db.sql.count`
    INSERT INTO picture_import_items (tenant_id, import_id, number, product_id, url)
    SELECT ${tx.tenantId}::uuid, ${id}::uuid, ${total} + row_number() OVER (ORDER BY product_id, min(position)), product_id, url
    FROM product_images i
    WHERE i.tenant_id = ${tx.tenantId}::uuid AND i.picture_id IS NULL ${ofProduct} AND NOT EXISTS (
      SELECT FROM picture_import_items known
      WHERE known.tenant_id = i.tenant_id AND known.import_id = ${id}::uuid AND known.code IS NULL
        AND known.product_id = i.product_id AND known.url = i.url
    )
    GROUP BY product_id, url
    RETURNING tenant_id`;
}

/** Refuses with `not_found`. */
export async function getPictureImport(ctx: Context, id: string): Promise<PresentedImport> {
  const found = await ctx.db.pictureImport.findFirst({ where: { id } });
  return found ? presentImport(found) : refuse('not_found', `No import ${id}.`);
}

/** A page of the images that stay as they are. Refuses with `not_found`. */
export async function listFailedPictures(
  ctx: Context,
  id: string,
  page: PageQuery,
): Promise<ResponseOf<typeof operations.listFailedPictures>> {
  await getPictureImport(ctx, id);
  const where = { importId: id, code: { not: null } };
  return readPage(page, {
    count: ctx.db.pictureImportItem.count({ where }),
    rows: (range) => ctx.db.pictureImportItem.findMany({ where, orderBy: { number: 'asc' }, ...range }),
    present: ({ productId, url, code, reason }) => ({
      productId,
      url,
      code: code as Failure['code'],
      reason: reason ?? '',
    }),
  });
}

function presentImport({
  id,
  status,
  total,
  processed,
  failed,
  ...times
}: PictureImportModel): PresentedImport {
  return {
    id,
    status: status as PresentedImport['status'],
    total,
    processed,
    failed,
    createdAt: times.createdAt.toISOString(),
    finishedAt: times.finishedAt?.toISOString() ?? null,
  };
}
