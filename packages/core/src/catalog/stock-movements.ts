import type { operations, ResponseOf, StockMovementKind } from '@service/contract';
import type { Context } from '../context.ts';
import { type CursorQuery, readNewest } from '../page.ts';
import { findVariant, type VariantIds } from './find-variant.ts';

/** A page of the variant's movements, newest first. */
export async function listStockMovements(
  ctx: Context,
  ids: VariantIds,
  page: CursorQuery,
): Promise<ResponseOf<typeof operations.listStockMovements>> {
  const { id: variantId } = await findVariant(ctx, ids);
  const where = { variantId };
  return readNewest(page, {
    count: (part) => ctx.db.stockMovement.count({ where, ...part }),
    rows: ({ older, ...part }) => ctx.db.stockMovement.findMany({ where: { AND: [where, older] }, ...part }),
    present: (row) => ({
      id: row.id,
      kind: row.kind as StockMovementKind,
      quantityDelta: Number(row.quantityDelta),
      reservedDelta: Number(row.reservedDelta),
      quantityAfter: Number(row.quantityAfter),
      reservedAfter: Number(row.reservedAfter),
      note: row.note,
      actor: row.actor,
      createdAt: row.createdAt.toISOString(),
    }),
  });
}
