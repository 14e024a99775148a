import type { Context } from '../context.ts';
import { NEWEST_FIRST } from '../page.ts';
import { type OrderSummary, presentSummary } from './present.ts';

const SHOWN = 10;

/** The newest that somebody must look at, whatever their status. */
export async function listOrdersToAttend(ctx: Context): Promise<OrderSummary[]> {
  const rows = await ctx.db.order.findMany({
    where: { attention: { not: null } },
    orderBy: NEWEST_FIRST,
    take: SHOWN,
  });
  return rows.map(presentSummary);
}
