import type { InputOf, operations, ResponseOf } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { readFoundPage } from '../found-page.ts';
import { metadataSearches } from '../metadata.ts';
import { presentRefund } from '../orders/index.ts';
import { NEWEST_FIRST, readNewest } from '../page.ts';

/** A page of the refunds, newest first. */
export async function listRefunds(
  ctx: Context,
  { orderId, status, metadata, ...page }: InputOf<typeof operations.listRefunds>['query'],
): Promise<ResponseOf<typeof operations.listRefunds>> {
  const [first, ...others] = metadataSearches('refunds', metadata);
  if (first)
    return readFoundPage(ctx, page, {
      table: 'refunds',
      searches: [first, ...others],
      conditions: [
        ...(orderId === undefined ? [] : [Prisma.sql`t.order_id = ${orderId}::uuid`]),
        ...(status === undefined ? [] : [Prisma.sql`t.status = ${status}`]),
      ],
      rows: (ids) =>
        ctx.db.refund.findMany({
          where: { id: { in: ids } },
          include: { creditNote: true },
          orderBy: NEWEST_FIRST,
        }),
      present: presentRefund,
    });
  const where = { ...(orderId ? { orderId } : {}), ...(status ? { status } : {}) };
  return readNewest(page, {
    count: (part) => ctx.db.refund.count({ where, ...part }),
    rows: ({ older, ...part }) =>
      ctx.db.refund.findMany({ where: { AND: [where, older] }, include: { creditNote: true }, ...part }),
    present: presentRefund,
  });
}
