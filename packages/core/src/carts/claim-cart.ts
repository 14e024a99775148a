import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { startCheckout } from './change-cart.ts';
import type { PresentedCart } from './present.ts';

/**
 * Makes a guest's cart the customer's, permanently; one that is theirs already stays as it is. Refuses with
 * `not_found` another customer's, and with `cart_completed`. One conditional UPDATE: of two customers who
 * claim at once, the second waits for the row, and finds it taken.
 */
export function claimCart(ctx: Context, customerId: string, cartId: string): Promise<PresentedCart> {
  return startCheckout(ctx, cartId, {
    set: Prisma.sql`customer_id = ${customerId}::uuid`,
    where: Prisma.sql`c.customer_id IS NULL`,
    ready: Prisma.sql`c.shipping_address IS NOT NULL`,
  });
}
