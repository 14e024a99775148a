import { Prisma } from '@service/db';
import type { Context, Transaction } from '../context.ts';

/** A variant that can be ordered no more, or again. */
export interface Crossing {
  variantId: string;
  productId: string;
  available: boolean;
}

/**
 * Input: `locked`, the rows before, and `changed`, the same rows after. Output: those that crossed; one that may be
 * backordered is orderable before and after. Why in the statement
 * of the change: it holds the locks, so the rows pass from one state to the next without a gap, and of parallel
 * changes exactly one sees the crossing.
 */
export const CROSSED = Prisma.sql`
  SELECT changed.id AS "variantId", changed.product_id AS "productId",
    changed.stock_quantity > changed.reserved AS available
  FROM changed JOIN locked USING (id)
  WHERE NOT locked.allow_backorder
    AND (changed.stock_quantity > changed.reserved) <> (locked.stock_quantity > locked.reserved)`;

/** Announces after the commit, and never what is rolled back. */
export function announceCrossings(tx: Transaction, crossings: readonly Crossing[]): void {
  for (const { productId, variantId, available } of crossings)
    tx.services.modules.announce(tx, 'product.stock_changed', { productId, variantId, available });
}

interface Measured {
  priceAmount: bigint;
  stockQuantity: bigint;
  allowBackorder: boolean;
}

interface ChangedVariant extends Measured {
  id: string;
  productId: string;
  currency: string;
  reserved: bigint;
}

/** Announces what price and stock have become; `before` was read under the lock of the change. */
export function announceChange(ctx: Context, before: Measured, after: ChangedVariant): void {
  const ids = { productId: after.productId, variantId: after.id };
  const { modules } = ctx.services;
  if (before.priceAmount !== after.priceAmount)
    modules.announce(ctx, 'product.price_changed', {
      ...ids,
      oldPriceMinor: Number(before.priceAmount),
      newPriceMinor: Number(after.priceAmount),
      currency: after.currency,
    });
  const isOrderable = ({ stockQuantity, allowBackorder }: Measured) =>
    allowBackorder || stockQuantity > after.reserved;
  const available = isOrderable(after);
  if (available !== isOrderable(before))
    modules.announce(ctx, 'product.stock_changed', { ...ids, available });
}
