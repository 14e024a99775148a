import type { PaymentMismatch } from '@service/contract';
import type { PaymentModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { amountOf, currencyOf, type ProviderObject } from './provider-event.ts';

export interface Receipt {
  /** Nothing of what came in a foreign currency, or of a value that is no amount. */
  captured: bigint;
  /** Absent: it fits the order. */
  mismatch?: PaymentMismatch;
}

/**
 * What a succeeded payment brought in, beside what the order still had to get. An event that names no amount or no
 * currency means that of the payment. The order is locked.
 */
export async function readReceipt(
  tx: Transaction,
  payment: PaymentModel,
  object: ProviderObject,
): Promise<Receipt> {
  const stated = object.amount_received ?? object.amount;
  const isStated = stated !== undefined && stated !== null;
  const currency = object.currency === undefined ? payment.currency : currencyOf(object.currency);
  const amount = isStated ? amountOf(stated) : payment.amount;
  const isOurCurrency = currency === payment.currency;
  const captured = isOurCurrency ? (amount ?? 0n) : 0n;

  const due = await amountDue(tx, payment);
  if (isOurCurrency && (!isStated || amount === due)) return { captured };
  const mismatch = {
    paymentId: payment.id,
    expected: { amount: Number(due), currency: payment.currency },
    received: {
      amount: Number.isSafeInteger(stated) ? (stated as number) : null,
      currency: currency ?? null,
    },
  };
  return { captured, mismatch };
}

/** The order's total without what its other payments brought. */
async function amountDue(tx: Transaction, { id, orderId }: PaymentModel): Promise<bigint> {
  const { total } = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
  const others = await tx.db.payment.aggregate({
    where: { orderId, id: { not: id } },
    _sum: { capturedAmount: true },
  });
  const due = total - (others._sum.capturedAmount ?? 0n);
  return due > 0n ? due : 0n;
}
