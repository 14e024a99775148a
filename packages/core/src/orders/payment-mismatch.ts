import { isDeepStrictEqual } from 'node:util';
import { type PaymentMismatch, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { alertOperators } from '../notifications/index.ts';
import { restoreWithdrawal } from './attention.ts';
import { addHistory, type LockedOrder, lockOrder } from './move-order.ts';

const PAYMENT_MISMATCH = 'payment_mismatch';

/** Holds the goods back until an operator has acknowledged the figures, and notifies the operators. */
export async function flagPaymentMismatch(
  tx: Transaction,
  id: string,
  mismatch: PaymentMismatch,
): Promise<void> {
  const { status } = await lockOrder(tx, id);
  const { attentionDetails } = await tx.db.order.findFirstOrThrow({ where: { id } });
  if (isDeepStrictEqual(attentionDetails, mismatch)) return;
  const { number } = await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: {
      attention: PAYMENT_MISMATCH,
      attentionDetails: mismatch,
      version: { increment: 1 },
      updatedAt: tx.now(),
    },
  });
  const details = { attention: PAYMENT_MISMATCH, ...mismatch };
  await addHistory(tx, id, { status, previousStatus: status, details });
  await alertOperators(tx, 'orders:write', {
    kind: 'payment.mismatch',
    title: `A payment doesn’t fit order ${number}`,
    detail: `${figure(mismatch.expected)} was to be paid for order ${number} (${id}), and the provider received ${figure(mismatch.received)} by payment ${mismatch.paymentId}. The order isn’t shipped until somebody acknowledges this with a reason.`,
  });
}

/**
 * What was missing of a paid order has come. What came in a foreign currency, or for an order that was cancelled or refunded
 * meanwhile, is still to be looked at. The order is locked.
 */
export async function clearPaymentMismatch(
  tx: Transaction,
  { id, status, attention }: LockedOrder,
  currency: string,
): Promise<void> {
  if (attention !== PAYMENT_MISMATCH || status !== 'paid') return;
  await tx.db.order.updateMany({
    where: {
      id,
      attention: PAYMENT_MISMATCH,
      attentionDetails: { path: ['received', 'currency'], equals: currency },
    },
    data: {
      attention: null,
      attentionDetails: Prisma.DbNull,
      version: { increment: 1 },
      updatedAt: tx.now(),
    },
  });
  await restoreWithdrawal(tx, id);
}

/** Refuses with `payment_mismatch`. */
export function assertPaymentFits({ attention }: LockedOrder): void {
  if (attention === PAYMENT_MISMATCH)
    refuse(
      'payment_mismatch',
      'The amount received differs from the amount due, and nobody has acknowledged it.',
    );
}

function figure({ amount, currency }: PaymentMismatch['received']): string {
  return `${amount ?? 'an unreadable amount'} ${currency ?? 'of an unreadable currency'} (minor units)`;
}
