import type { PaymentMismatch } from '@service/contract';
import type { PaymentModel } from '@service/db';
import { amountOf, currencyOf, type ProviderObject } from './provider-event.ts';

export interface Receipt {
  /** Nothing of what came in a foreign currency, or of a value that is no amount. */
  captured: bigint;
  /** Absent: it fits the order. */
  mismatch?: PaymentMismatch;
}

/**
 * Returns what a succeeded payment brought in, beside the amount that the order was still due (`due`). An event without an amount
 * or a currency means that of the payment.
 */
export function readReceipt(payment: PaymentModel, due: bigint, object: ProviderObject): Receipt {
  const stated = object.amount_received ?? object.amount;
  const isStated = stated !== undefined && stated !== null;
  const currency = object.currency === undefined ? payment.currency : currencyOf(object.currency);
  const amount = isStated ? amountOf(stated) : payment.amount;
  const isOurCurrency = currency === payment.currency;
  const captured = isOurCurrency ? (amount ?? 0n) : 0n;

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
