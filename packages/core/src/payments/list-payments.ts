import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { presentDispute, presentPayment } from '../orders/index.ts';
import { readNewest } from '../page.ts';

/** A page of the payments, newest first. */
export async function listPayments(
  ctx: Context,
  { orderId, status, ...page }: InputOf<typeof operations.listPayments>['query'],
): Promise<ResponseOf<typeof operations.listPayments>> {
  const where = { ...(orderId ? { orderId } : {}), ...(status ? { status } : {}) };
  return readNewest(page, {
    count: (part) => ctx.db.payment.count({ where, ...part }),
    rows: ({ older, ...part }) => ctx.db.payment.findMany({ where: { AND: [where, older] }, ...part }),
    present: presentPayment,
  });
}

/** A page of the disputes, newest first. */
export async function listDisputes(
  ctx: Context,
  { orderId, state, ...page }: InputOf<typeof operations.listDisputes>['query'],
): Promise<ResponseOf<typeof operations.listDisputes>> {
  const outcome = state === 'open' ? null : { not: null };
  const where = { ...(orderId ? { orderId } : {}), ...(state ? { outcome } : {}) };
  return readNewest(page, {
    count: (part) => ctx.db.dispute.count({ where, ...part }),
    rows: ({ older, ...part }) => ctx.db.dispute.findMany({ where: { AND: [where, older] }, ...part }),
    present: presentDispute,
  });
}
