import { Prisma } from '@service/db';
import { actorName, type Context } from '../context.ts';

/**
 * Input: `moved`, a query of variant id, kind, change of the quantity, change of what is reserved, and both afterwards.
 * Output: a statement for the WITH of the one that changes the stock. Why there: a movement that isn't written by
 * the statement of its change could be lost, or show a quantity that never was.
 */
export function stockMovementSql(
  ctx: Context,
  moved: Prisma.Sql,
  { note = null }: { note?: string | null } = {},
): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO stock_movements (
      variant_id, kind, quantity_delta, reserved_delta, quantity_after, reserved_after,
      tenant_id, note, actor, created_at
    )
    SELECT moved.*, ${ctx.tenantId}::uuid, ${note}::text, ${actorName(ctx.principal)},
      ${ctx.now()}::timestamptz
    FROM (${moved}) AS moved
    RETURNING tenant_id`;
}
