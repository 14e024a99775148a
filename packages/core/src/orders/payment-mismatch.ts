import { isDeepStrictEqual } from 'node:util';
import { type PaymentMismatch, refuse } from '@service/contract';
import type { Transaction } from '../context.ts';
import { alertOperators } from '../notifications/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import { clearAttention, setAttention } from './attention.ts';
import { addHistory, type LockedOrder, lockOrder } from './move-order.ts';

const PAYMENT_MISMATCH = 'payment_mismatch';

/** Holds the goods until an operator has acknowledged the amounts, and notifies the operators. */
export async function flagPaymentMismatch(
  tx: Transaction,
  id: string,
  mismatch: PaymentMismatch,
): Promise<void> {
  const { status, attentionReasons } = await lockOrder(tx, id);
  const { attentionDetails } = await tx.db.order.findFirstOrThrow({ where: { id } });
  if (isDeepStrictEqual(attentionDetails, mismatch)) return;
  const { number } = await tx.db.order.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: {
      attentionDetails: mismatch,
      version: { increment: 1 },
      updatedAt: tx.now(),
    },
  });
  const figures = { name: 'attentionDetails', before: attentionDetails, after: mismatch };
  if (attentionReasons.includes(PAYMENT_MISMATCH))
    await recordEvent(tx, 'order.updated', { orderId: id }, { changes: [figures] });
  else await setAttention(tx, id, PAYMENT_MISMATCH, [figures]);
  const details = { attention: PAYMENT_MISMATCH, ...mismatch };
  await addHistory(tx, id, { status, previousStatus: status, details });
  await alertOperators(tx, 'orders:write', {
    kind: 'payment.mismatch',
    title: `A payment doesn’t fit order ${number}`,
    detail: `${figure(mismatch.expected)} was to be paid for order ${number} (${id}), and the provider received ${figure(mismatch.received)} by payment ${mismatch.paymentId}. The order isn’t shipped until an operator acknowledges this with a reason.`,
  });
}

/**
 * The missing part of a paid order's money has arrived. An operator still has to look at money in a foreign currency, and at
 * money for an order that was cancelled or refunded meanwhile. The order is locked.
 */
export async function clearPaymentMismatch(
  tx: Transaction,
  { id, status }: LockedOrder,
  currency: string,
): Promise<void> {
  if (status !== 'paid') return;
  const { attentionDetails } = await tx.db.order.findFirstOrThrow({ where: { id } });
  const mismatch = attentionDetails as PaymentMismatch | null;
  if (mismatch?.received.currency === currency) await clearAttention(tx, id, PAYMENT_MISMATCH);
}

/** Refuses with `payment_mismatch`. */
export function assertPaymentFits({ attentionReasons }: LockedOrder): void {
  if (attentionReasons.includes(PAYMENT_MISMATCH))
    refuse(
      'payment_mismatch',
      'The amount received differs from the amount due, and nobody has acknowledged it.',
    );
}

function figure({ amount, currency }: PaymentMismatch['received']): string {
  return `${amount ?? 'an unreadable amount'} ${currency ?? 'of an unreadable currency'} (minor units)`;
}
