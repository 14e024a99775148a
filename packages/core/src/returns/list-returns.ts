import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { readNewest } from '../page.ts';
import { presentReturn } from './present.ts';

/** The statuses in which an operator has to act, or the parcel hasn't arrived. */
const OPEN = ['requested', 'approved', 'received'];

/** How many are open; counts up to `most`. */
export function countOpenReturns({ db }: Context, most: number): Promise<number> {
  return db.return.count({ where: { status: { in: OPEN } }, take: most });
}

/** A page of the returns, newest first. */
export function listReturns(
  ctx: Context,
  { orderId, status, open, ...page }: InputOf<typeof operations.listReturns>['query'],
): Promise<ResponseOf<typeof operations.listReturns>> {
  const where = {
    ...(orderId ? { orderId } : {}),
    ...(status ? { status } : {}),
    ...(open === undefined ? {} : { AND: [{ status: open ? { in: OPEN } : { notIn: OPEN } }] }),
  };
  return readNewest(page, {
    count: (part) => ctx.db.return.count({ where, ...part }),
    rows: async ({ older, ...part }) => {
      const found = await ctx.db.return.findMany({
        where: { AND: [where, older] },
        include: { order: { select: { number: true } } },
        ...part,
      });
      // A field `order` of a row would be taken for its list’s sort order, see `Place`.
      return found.map(({ order, ...row }) => ({ ...row, orderNumber: Number(order.number) }));
    },
    present: (row) => ({ ...presentReturn(row), orderNumber: row.orderNumber }),
  });
}
