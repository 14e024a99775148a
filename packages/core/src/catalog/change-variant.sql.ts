import { refuse, type StockMovementKind } from '@service/contract';
import { Prisma, type VariantModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { enqueueDue, listedBy, RECORDED, type Recorded, recordingEvent } from '../webhooks/index.ts';
import { announceCrossings, announcePrice } from './announce-changes.ts';
import { type VariantIds, variantNotFound } from './find-variant.ts';
import { recordStockEvents, STOCK_EVENTS } from './record-stock-events.ts';
import { stockChangeOf } from './stock-change.ts';
import { stockMovementSql } from './stock-movement.sql.ts';
import { AS_MODEL, setFrom } from './variant-columns.ts';
import { type ChangedVariant, recordVariantUpdates, variantsChanged } from './variant-events.ts';

export interface VariantChange {
  /** An expression of the columns to change, as jsonb; `was` is the row before. */
  patch: Prisma.Sql;
  movement: { kind: StockMovementKind; note?: string | null };
}

type Row = VariantModel & Recorded & { isBelowReserved: boolean; listed: string[] };

/**
 * Input: a variant and its changes. Output: the variant before and afterwards; if nothing differs, `after` is `before` itself,
 * and nothing is written. Refuses with `not_found`, `duplicate_sku` or `below_reserved`. A quantity below 0 or beyond the largest
 * integer changes nothing.
 *
 * Why one statement: the change, its stock movement, `product.updated` and its deliveries are one commit and one trip to the
 * database. The row is locked before it is compared, so that of parallel changes each sees the result of the one before, and an
 * event is recorded only for a change that changed something.
 */
export async function changeVariant(
  ctx: Transaction,
  { productId, variantId }: VariantIds,
  { patch, movement }: VariantChange,
): Promise<ChangedVariant> {
  const moved = Prisma.sql`
    SELECT changed.id, ${movement.kind}::text, changed.stock_quantity - (was).stock_quantity, 0::bigint,
      changed.stock_quantity, changed.reserved
    FROM changed CROSS JOIN wanted WHERE changed.stock_quantity <> (was).stock_quantity`;
  const happened = Prisma.sql`SELECT json_build_object('productId', product_id) FROM changed`;
  const rows = await ctx.db.sql<Row[]>`
    WITH before AS (
      SELECT v AS was FROM variants v
      WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.product_id = ${productId}::uuid AND v.id = ${variantId}::uuid
      FOR NO KEY UPDATE
    ), asked AS (
      SELECT was, will, NOT (will).allow_backorder AND (will).stock_quantity < (was).stock_quantity
        AND (will).stock_quantity BETWEEN 0 AND (was).reserved - 1 AS below
      FROM before CROSS JOIN LATERAL jsonb_populate_record(was, ${patch}) AS will
    ), wanted AS (
      SELECT was, will FROM asked
      WHERE will IS DISTINCT FROM was AND NOT below
        AND (will).stock_quantity BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}::bigint
    ), changed AS (
      UPDATE variants v
      SET ${setFrom('(will)')},
        version = v.version + 1, updated_at = ${ctx.now()}::timestamptz
      FROM wanted
      WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.id = (will).id
      RETURNING v.*
    ), movements AS (${stockMovementSql(ctx, moved, movement)}),
    ${recordingEvent(ctx, 'product.updated', happened)}
    SELECT ${AS_MODEL}, (SELECT below FROM asked) AS "isBelowReserved", ${RECORDED},
      ${listedBy(ctx, ['variant.updated', ...STOCK_EVENTS])} AS listed
    FROM (SELECT (was).* FROM before UNION ALL SELECT * FROM changed) v
    ORDER BY v.version`;

  const [row, changedRow] = rows;
  if (!row) variantNotFound(variantId);
  const { isBelowReserved, recorded, listed, ...before } = row;
  if (isBelowReserved) refuse('below_reserved', `${before.reserved} are reserved for orders.`);
  if (!changedRow) return { before, after: before };
  const { isBelowReserved: _refused, recorded: _recorded, listed: _listed, ...after } = changedRow;
  const changed = { before, after };
  enqueueDue(ctx, recorded, () => ({ changes: variantsChanged([changed]) }));
  await recordVariantUpdates(ctx, [changed], listed);
  const stock = [stockChangeOf(before, after)];
  announcePrice(ctx, before, after);
  announceCrossings(ctx, stock);
  await recordStockEvents(ctx, stock, { kind: movement.kind, listed });
  return changed;
}
