import type { PaymentModel } from '@service/db';
import { atLeast0, smaller } from '../amounts.ts';
import type { Transaction } from '../context.ts';
import { type MoneyLeft, readRefundable } from '../ledger/index.ts';

/** A payment with the amount that can still be refunded. */
interface RefundablePayment extends PaymentModel {
  refundable: bigint;
}

/** The payments of an order, oldest first. The order is locked, so none of them changes. */
export async function paymentsOf(tx: Transaction, orderId: string): Promise<RefundablePayment[]> {
  const payments = await tx.db.payment.findMany({
    where: { orderId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const refundable = await readRefundable(tx, orderId);
  return payments.map((payment) => ({ ...payment, refundable: refundable.get(payment.id) ?? 0n }));
}

/**
 * Returns the part of a refunded amount that is about goods, and therefore gets a credit note. If no goods are named, an overpaid
 * amount is refunded first.
 */
export function creditedOf(
  amount: bigint,
  { forGoods, overpaid }: MoneyLeft,
  { namesGoods = false }: { namesGoods?: boolean } = {},
): bigint {
  return smaller(namesGoods ? amount : atLeast0(amount - overpaid), forGoods);
}

/**
 * Divides an amount among the payments: takes one that holds all of it, otherwise the newest first. Undefined: together they
 * don't hold it.
 */
export function spread(
  payments: readonly RefundablePayment[],
  amount: bigint,
): { payment: PaymentModel; amount: bigint }[] | undefined {
  const whole = payments.find(({ refundable }) => refundable >= amount);
  if (whole) return [{ payment: whole, amount }];
  let left = amount;
  const parts = [...payments].reverse().flatMap((payment) => {
    const part = smaller(payment.refundable, left);
    left -= part;
    return part > 0n ? [{ payment, amount: part }] : [];
  });
  return left > 0n ? undefined : parts;
}
