import type { InputOf, operations, ResponseOf } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { readFoundPage } from '../found-page.ts';
import { metadataSearches } from '../metadata.ts';
import { ITS_CREDIT_NOTE, presentRefund } from '../orders/index.ts';

/** A page of the refunds, newest first. */
export async function listRefunds(
  ctx: Context,
  { orderId, status, metadata, ...page }: InputOf<typeof operations.listRefunds>['query'],
): Promise<ResponseOf<typeof operations.listRefunds>> {
  return readFoundPage(ctx, page, {
    table: 'refunds',
    conditions: [
      ...(orderId === undefined ? [] : [Prisma.sql`t.order_id = ${orderId}::uuid`]),
      ...(status === undefined ? [] : [Prisma.sql`t.status = ${status}`]),
    ],
    searches: metadataSearches('refunds', metadata),
    rows: (ids) =>
      ctx.db.refund.findMany({
        where: { id: { in: ids } },
        include: { creditNotes: ITS_CREDIT_NOTE },
      }),
    present: presentRefund,
  });
}
