import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { type CursorQuery, readNewest } from '../page.ts';
import { ownedByPerson } from '../person.ts';
import { LONG_COLUMNS, presentOwnOrder, presentOwnSummary } from './present.ts';

/** A page of a customer's orders of the former shop, newest first. */
export async function listFormerOrdersOf(
  ctx: Context,
  customerId: string,
  page: CursorQuery,
): Promise<ResponseOf<typeof operations.listOwnFormerOrders>> {
  const where = await ownedBy(ctx, customerId);
  return readNewest(page, {
    count: (part) => ctx.db.formerOrder.count({ where, ...part }),
    rows: ({ older, ...part }) =>
      ctx.db.formerOrder.findMany({ where: { AND: [where, older] }, omit: LONG_COLUMNS, ...part }),
    present: presentOwnSummary,
  });
}

/** Refuses with `not_found` if the order is another customer's. */
export async function getFormerOrderOf(
  ctx: Context,
  customerId: string,
  id: string,
): Promise<ResponseOf<typeof operations.getOwnFormerOrder>> {
  const order = await ctx.db.formerOrder.findFirst({ where: { id, ...(await ownedBy(ctx, customerId)) } });
  return order ? presentOwnOrder(order) : refuse('not_found', `No order of the former shop ${id}.`);
}

async function ownedBy({ db }: Context, id: string): Promise<Prisma.FormerOrderWhereInput> {
  return ownedByPerson(await db.customer.findFirstOrThrow({ where: { id } }));
}
