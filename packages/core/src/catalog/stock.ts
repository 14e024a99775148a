import { refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { changeVariant } from './change-variant.sql.ts';
import { findVariant, findVariantById, type VariantIds } from './find-variant.ts';
import { type PresentedStock, presentStock } from './stock-change.ts';

export async function getStock(ctx: Context, ids: VariantIds): Promise<PresentedStock> {
  return presentStock(await findVariant(ctx, ids));
}

/** For events, which name the variant alone. */
export async function getStockOf(ctx: Context, variantId: string): Promise<PresentedStock> {
  return presentStock(await findVariantById(ctx, variantId));
}

/**
 * Adds to the current quantity, so that parallel adjustments all count. Refuses to fall below 0, or below the reserved quantity.
 */
export async function adjustStock(
  ctx: Context,
  ids: VariantIds,
  { delta, note = null }: { delta: number; note?: string | null | undefined },
): Promise<PresentedStock> {
  return inTransaction(ctx, async (tx) => {
    const { before, after: variant } = await changeVariant(tx, ids, {
      patch: Prisma.sql`jsonb_build_object('stock_quantity', (was).stock_quantity + ${delta}::bigint)`,
      movement: { kind: 'adjusted', note },
    });
    const changed = variant !== before;
    if (!changed && delta !== 0) {
      refuse(
        'insufficient_stock',
        `The quantity is ${variant.stockQuantity}; ${delta} can’t be added to it.`,
        [
          {
            path: '/body/delta',
            code: 'insufficient_stock',
            message: 'The quantity would leave its bounds.',
          },
        ],
      );
    }
    const after = presentStock(variant);
    if (changed)
      await recordChange(tx, {
        action: 'stock.adjusted',
        subject: { type: 'variant', id: variant.id },
        before: presentStock(before),
        after: { ...after, delta, note },
      });
    return after;
  });
}
