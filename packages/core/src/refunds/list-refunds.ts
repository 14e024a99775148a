import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { presentRefund } from '../orders/index.ts';
import { readNewest } from '../page.ts';

/** A page of the refunds, newest first. */
export async function listRefunds(
  ctx: Context,
  { orderId, status, ...page }: InputOf<typeof operations.listRefunds>['query'],
): Promise<ResponseOf<typeof operations.listRefunds>> {
  const where = { ...(orderId ? { orderId } : {}), ...(status ? { status } : {}) };
  return readNewest(page, {
    count: (part) => ctx.db.refund.count({ where, ...part }),
    rows: ({ older, ...part }) =>
      ctx.db.refund.findMany({ where: { AND: [where, older] }, include: { creditNote: true }, ...part }),
    present: presentRefund,
  });
}
