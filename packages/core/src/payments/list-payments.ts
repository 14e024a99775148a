import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { presentDispute, presentPayment } from '../orders/index.ts';

const NEWEST_FIRST = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/** A page of the payments, newest first. */
export async function listPayments(
  ctx: Context,
  { orderId, status, page, pageSize }: InputOf<typeof operations.listPayments>['query'],
): Promise<ResponseOf<typeof operations.listPayments>> {
  const where = { ...(orderId ? { orderId } : {}), ...(status ? { status } : {}) };
  const [rows, total] = await Promise.all([
    ctx.db.payment.findMany({
      where,
      orderBy: NEWEST_FIRST,
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
    ctx.db.payment.count({ where }),
  ]);
  return { items: rows.map(presentPayment), total, page, pageSize };
}

/** A page of the disputes, newest first. */
export async function listDisputes(
  ctx: Context,
  { orderId, state, page, pageSize }: InputOf<typeof operations.listDisputes>['query'],
): Promise<ResponseOf<typeof operations.listDisputes>> {
  const outcome = state === 'open' ? null : { not: null };
  const where = { ...(orderId ? { orderId } : {}), ...(state ? { outcome } : {}) };
  const [rows, total] = await Promise.all([
    ctx.db.dispute.findMany({
      where,
      orderBy: NEWEST_FIRST,
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
    ctx.db.dispute.count({ where }),
  ]);
  return { items: rows.map(presentDispute), total, page, pageSize };
}
