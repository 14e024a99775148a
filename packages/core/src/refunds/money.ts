import type { PaymentModel, RefundModel } from '@service/db';
import type { Transaction } from '../context.ts';

type PaymentWithRefunds = PaymentModel & { refunds: RefundModel[] };

/** The payments of an order with their refunds. The order is locked, so none of them changes. */
export function paymentsOf(tx: Transaction, orderId: string): Promise<PaymentWithRefunds[]> {
  return tx.db.payment.findMany({
    where: { orderId },
    include: { refunds: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** What of the payment may still be refunded: a refund that isn't through counts, one that failed doesn't. */
export function refundable(payment: PaymentWithRefunds): bigint {
  const claimed = sum(payment.refunds.filter((refund) => isAlive(refund, payment)));
  const left = payment.capturedAmount - larger(claimed, payment.refundedAmount);
  return left > 0n ? left : 0n;
}

/**
 * What the payments of an order brought, and what of each was refunded: by documents of this service, or as the provider reports
 * it. `isAlive` says which refunds count.
 */
export async function sumPayments(
  { db, tenantId }: Transaction,
  orderId: string,
): Promise<{ captured: bigint; refunded: bigint }> {
  const [sums] = await db.$queryRaw<[{ captured: bigint; refunded: bigint }]>`
    SELECT coalesce(sum(p.captured_amount), 0)::bigint AS captured,
      coalesce(sum(greatest(p.refunded_amount, issued.amount)), 0)::bigint AS refunded
    FROM payments p
    CROSS JOIN LATERAL (
      SELECT sum(r.amount) AS amount
      FROM refunds r JOIN credit_notes n ON n.tenant_id = r.tenant_id AND n.refund_id = r.id
      WHERE r.tenant_id = p.tenant_id AND r.order_id = p.order_id AND r.payment_id = p.id
        AND r.currency = p.currency AND r.status IN ('pending', 'succeeded')
    ) issued
    WHERE p.tenant_id = ${tenantId}::uuid AND p.order_id = ${orderId}::uuid`;
  return sums;
}

/** What was captured in a foreign currency counts as nothing, and so does what of it goes back. */
function isAlive({ status, currency }: RefundModel, payment: PaymentModel): boolean {
  if (currency !== payment.currency) return false;
  return status === 'pending' || status === 'succeeded';
}

function sum(refunds: readonly RefundModel[]): bigint {
  return refunds.reduce((total, { amount }) => total + amount, 0n);
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
