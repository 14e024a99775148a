import type { CreditNoteModel, PaymentModel, RefundModel } from '@service/db';
import type { Transaction } from '../context.ts';

type RefundWithNote = RefundModel & { creditNote: CreditNoteModel | null };
type PaymentWithRefunds = PaymentModel & { refunds: RefundWithNote[] };

/** The payments of an order with their refunds. The order is locked, so none of them changes. */
export function paymentsOf(tx: Transaction, orderId: string): Promise<PaymentWithRefunds[]> {
  return tx.db.payment.findMany({
    where: { orderId },
    include: { refunds: { include: { creditNote: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** What of the payment may still be refunded: a refund that isn't through counts, one that failed doesn't. */
export function refundable(payment: PaymentWithRefunds): bigint {
  const claimed = sum(payment.refunds.filter((refund) => isAlive(refund, payment)));
  const left = payment.capturedAmount - larger(claimed, payment.refundedAmount);
  return left > 0n ? left : 0n;
}

/** What of the payment has been refunded: by documents of this service, or as the provider reports it. */
export function refunded(payment: PaymentWithRefunds): bigint {
  const issued = sum(payment.refunds.filter((refund) => isAlive(refund, payment) && refund.creditNote));
  return larger(issued, payment.refundedAmount);
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
