import type { Context } from '../context.ts';
import type { PresentedOrder } from './present.ts';

/** Reads the order with whose goods this one's leave, and the orders whose goods leave with this one's, oldest first. */
export async function readAdditions(
  ctx: Context,
  orderId: string,
  additionToId: string | null,
): Promise<Pick<PresentedOrder, 'additionTo' | 'additions'>> {
  const orders = await ctx.db.sql<{ orderId: string; number: bigint }[]>`
    SELECT o.id AS "orderId", o.number FROM orders o
    WHERE o.tenant_id = ${ctx.tenantId}::uuid AND o.id = ${additionToId}::uuid
    UNION ALL
    SELECT o.id, o.number FROM carts c JOIN orders o ON o.tenant_id = c.tenant_id AND o.cart_id = c.id
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.addition_to_id = ${orderId}::uuid
    ORDER BY number`;
  const all = orders.map((order) => ({ ...order, number: Number(order.number) }));
  return {
    additionTo: all.find((order) => order.orderId === additionToId) ?? null,
    additions: all.filter((order) => order.orderId !== additionToId),
  };
}
