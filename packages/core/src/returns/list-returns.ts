import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { readNewest } from '../page.ts';
import { presentReturn } from './present.ts';

/** A page of the returns, newest first. */
export function listReturns(
  ctx: Context,
  { orderId, status, ...page }: InputOf<typeof operations.listReturns>['query'],
): Promise<ResponseOf<typeof operations.listReturns>> {
  const where = { ...(orderId ? { orderId } : {}), ...(status ? { status } : {}) };
  return readNewest(page, {
    count: (part) => ctx.db.return.count({ where, ...part }),
    rows: ({ older, ...part }) => ctx.db.return.findMany({ where: { AND: [where, older] }, ...part }),
    present: presentReturn,
  });
}
