import { isUuid } from '@service/contract';
import type { Transaction } from '../context.ts';
import { applyReportedRefund, type RefundStatus, recordProviderRefund } from '../refunds/index.ts';
import type { LockedPayment, MatchedPayment } from './match-payment.ts';
import {
  addChargeId,
  chargeHeld,
  chargeRefunded,
  paymentAuthorised,
  paymentCancelled,
  paymentSucceeded,
  paymentUnfinished,
} from './payment-event-handlers.ts';
import { amountOf, currencyOf, type ProviderEvent, textOf, timeOf } from './provider-event.ts';
import { recordDispute } from './record-dispute.ts';

type Effect = (tx: Transaction, payment: LockedPayment, event: ProviderEvent) => Promise<void>;

/**
 * The handler of each type of event; docs/orders-and-payments.md describes them. The order is locked. The result is the same in
 * whichever order the events arrive. Events of other types are stored and have no effect.
 */
export const EVENT_HANDLERS: ReadonlyMap<string, Effect> = new Map<string, Effect>([
  ['payment_intent.succeeded', paymentSucceeded],
  ['payment_intent.processing', (tx, payment, event) => paymentUnfinished(tx, payment, event, 'processing')],
  ['payment_intent.payment_failed', (tx, payment, event) => paymentUnfinished(tx, payment, event, 'failed')],
  ['payment_intent.amount_capturable_updated', paymentAuthorised],
  ['payment_intent.canceled', paymentCancelled],
  ['charge.succeeded', chargeHeld],
  ['charge.dispute.created', recordDispute],
  ['charge.dispute.updated', recordDispute],
  ['charge.dispute.closed', recordDispute],
  ['refund.created', reportedRefund(recordRefund)],
  ['refund.updated', reportedRefund(recordRefund)],
  ['charge.refunded', reportedRefund(chargeRefunded)],
]);

function reportedRefund(effect: Effect): Effect {
  return (tx, payment, event) => applyReportedRefund(tx, payment.orderId, () => effect(tx, payment, event));
}

const REFUND_STATUS: Readonly<Record<string, RefundStatus>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
  cancelled: 'cancelled',
};

async function recordRefund(tx: Transaction, payment: MatchedPayment, event: ProviderEvent) {
  const { object } = event.data;
  const providerRefundId = textOf(object.id);
  if (!providerRefundId) return;
  await addChargeId(tx, payment.id, textOf(object.charge));
  const { currency } = await tx.db.payment.findFirstOrThrow({ where: { id: payment.id } });
  const ours = textOf(object.metadata?.refundId);
  await recordProviderRefund(
    tx,
    { ...payment, currency },
    {
      providerRefundId,
      refundId: ours && isUuid(ours) ? ours : undefined,
      amount: amountOf(object.amount) ?? 0n,
      currency: currencyOf(object.currency),
      reason: textOf(object.reason),
      status: REFUND_STATUS[textOf(object.status) ?? ''] ?? 'pending',
      time: timeOf(event),
    },
  );
}
