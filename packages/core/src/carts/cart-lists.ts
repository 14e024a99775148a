import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { listsFor } from '../prices/index.ts';

/** The price lists of a cart, in a statement that joins `listsOfCart`. */
export const LISTS = Prisma.sql`lists.ids`;

/** A table of one row beside the cart `c` and its `customer`. Why OFFSET 0: it is found once, and not for each line. */
export function listsOfCart(ctx: Context): Prisma.Sql {
  const buyer = { currency: Prisma.sql`c.currency`, customerGroupId: Prisma.sql`customer.customer_group_id` };
  return Prisma.sql`LATERAL (SELECT ${listsFor(ctx, buyer)} AS ids OFFSET 0) lists`;
}
