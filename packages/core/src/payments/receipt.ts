import type { PaymentMismatch } from '@service/contract';
import type { PaymentModel } from '@service/db';
import { amountOf, currencyOf, type ProviderObject } from './provider-event.ts';

export interface Receipt {
  /** Money in a foreign currency, or an invalid amount, doesn't count. */
  captured: bigint;
  /** Absent: the amount fits the order. */
  mismatch?: PaymentMismatch;
}

/**
 * Returns the money that a succeeded payment brought, compared with the order's due amount (`due`). An event without an amount or
 * a currency means the payment's.
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
