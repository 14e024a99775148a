import { atomically, type Context } from '../context.ts';
import { assertOpenCart, getCart } from './change-cart.ts';
import { abandonedBefore } from './lifetime.ts';
import type { PresentedCart } from './present.ts';

/**
 * Makes a guest's cart the customer's, permanently; one that is theirs already stays as it is. Refuses with
 * `not_found` another customer's, and with `cart_completed`. One conditional UPDATE: of two customers who
 * claim at once, the second waits for the row, and finds it taken.
 */
export function claimCart(ctx: Context, customerId: string, cartId: string): Promise<PresentedCart> {
  return atomically(ctx, (inner) => claim(inner, customerId, cartId));
}

async function claim(ctx: Context, customerId: string, cartId: string): Promise<PresentedCart> {
  const now = ctx.now();
  const claimed = await ctx.db.sql.count`
    UPDATE carts c SET customer_id = ${customerId}::uuid, version = c.version + 1, updated_at = ${now}
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid AND c.customer_id IS NULL
      AND c.completed_at IS NULL AND c.updated_at >= ${abandonedBefore(ctx)}`;
  if (claimed === 0) await assertOpenCart(ctx, cartId);
  return getCart(ctx, cartId);
}
