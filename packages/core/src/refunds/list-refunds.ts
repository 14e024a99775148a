import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { presentRefund } from '../orders/index.ts';

/** A page of the refunds, newest first. */
export async function listRefunds(
  ctx: Context,
  { orderId, status, page, pageSize }: InputOf<typeof operations.listRefunds>['query'],
): Promise<ResponseOf<typeof operations.listRefunds>> {
  const where = { ...(orderId ? { orderId } : {}), ...(status ? { status } : {}) };
  const [rows, total] = await Promise.all([
    ctx.db.refund.findMany({
      where,
      include: { creditNote: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
    ctx.db.refund.count({ where }),
  ]);
  return { items: rows.map(presentRefund), total, page, pageSize };
}
