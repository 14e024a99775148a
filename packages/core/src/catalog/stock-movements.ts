import type { operations, ResponseOf, StockMovementKind } from '@service/contract';
import type { Context } from '../context.ts';
import { findVariant, type VariantIds } from './find-variant.ts';

/** A page of the variant's movements, newest first. */
export async function listStockMovements(
  ctx: Context,
  ids: VariantIds,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<ResponseOf<typeof operations.listStockMovements>> {
  const { id: variantId } = await findVariant(ctx, ids);
  const where = { variantId };
  const [total, rows] = await Promise.all([
    ctx.db.stockMovement.count({ where }),
    ctx.db.stockMovement.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
  ]);
  const items = rows.map((row) => ({
    id: row.id,
    kind: row.kind as StockMovementKind,
    quantityDelta: Number(row.quantityDelta),
    reservedDelta: Number(row.reservedDelta),
    quantityAfter: Number(row.quantityAfter),
    reservedAfter: Number(row.reservedAfter),
    note: row.note,
    actor: row.actor,
    createdAt: row.createdAt.toISOString(),
  }));
  return { items, total, page, pageSize };
}
