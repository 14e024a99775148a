import type { Context } from '../context.ts';
import { isOrderable, type StockChange } from './stock-change.ts';

/** Announces variants that can no longer be ordered, or again: after the commit, and never for a change that is rolled back. */
export function announceCrossings(ctx: Context, changes: readonly StockChange[]): void {
  for (const { productId, variantId, before, after } of changes) {
    const available = isOrderable(after);
    if (available !== isOrderable(before))
      ctx.services.modules.announce(ctx, 'product.stock_changed', { productId, variantId, available });
  }
}

interface Priced {
  id: string;
  productId: string;
  priceAmount: bigint;
  currency: string;
}

/** Announces a new price; `before` was read under the lock of the change. */
export function announcePrice(ctx: Context, before: Priced, after: Priced): void {
  if (before.priceAmount === after.priceAmount) return;
  ctx.services.modules.announce(ctx, 'product.price_changed', {
    productId: after.productId,
    variantId: after.id,
    oldPriceMinor: Number(before.priceAmount),
    newPriceMinor: Number(after.priceAmount),
    currency: after.currency,
  });
}
