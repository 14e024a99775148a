import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { presentRefund } from '../orders/index.ts';
import { NEWEST_FIRST, readPage } from '../page.ts';

/** A page of the refunds, newest first. */
export async function listRefunds(
  ctx: Context,
  { orderId, status, ...page }: InputOf<typeof operations.listRefunds>['query'],
): Promise<ResponseOf<typeof operations.listRefunds>> {
  const where = { ...(orderId ? { orderId } : {}), ...(status ? { status } : {}) };
  return readPage(page, {
    count: ctx.db.refund.count({ where }),
    rows: (range) =>
      ctx.db.refund.findMany({ where, include: { creditNote: true }, orderBy: NEWEST_FIRST, ...range }),
    present: presentRefund,
  });
}
