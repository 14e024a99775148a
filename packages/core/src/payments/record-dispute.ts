import type { DisputeModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { DISPUTE_LOST } from '../dispute-outcome.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { clearAttention, setAttention } from '../orders/index.ts';
import { addPaymentReference } from '../payment-references.ts';
import { settleRefunds } from '../refunds/index.ts';
import { recordEvent } from '../webhooks/index.ts';
import type { MatchedPayment } from './match-payment.ts';
import { addChargeId } from './payment-event-handlers.ts';
import { amountOf, currencyOf, type ProviderEvent, textOf, timeOf } from './provider-event.ts';

/**
 * Opens, updates or closes the record of a dispute. The order is locked. The newest state by the provider's clock counts, and a
 * closed dispute stays closed: the order in which the events arrive has no influence.
 */
export async function recordDispute(
  tx: Transaction,
  payment: MatchedPayment,
  event: ProviderEvent,
): Promise<void> {
  const providerDisputeId = textOf(event.data.object.id);
  if (!providerDisputeId) return;
  await addChargeId(tx, payment.id, textOf(event.data.object.charge));
  const known = await tx.db.dispute.findFirst({ where: { paymentId: payment.id, providerDisputeId } });
  if (known && !isNewer(known, event)) return;
  const dispute = known
    ? await tx.db.dispute.update({
        where: { tenantId_id: { tenantId: tx.tenantId, id: known.id } },
        data: { ...stateOf(tx, event), ...termsOf(event) },
      })
    : await openDispute(tx, payment, providerDisputeId, event);
  if (!known) await recordDisputeEvent(tx, 'dispute.opened', dispute);
  if (dispute.outcome !== null && !known?.outcome) await recordDisputeEvent(tx, 'dispute.closed', dispute);
  await flagDispute(tx, payment.orderId, { wasOpen: known !== null && known.outcome === null });
  // What was refunded beyond the total is a part of it once a lost dispute has taken the rest.
  await settleRefunds(tx, payment.orderId);
}

function recordDisputeEvent(
  tx: Transaction,
  name: 'dispute.opened' | 'dispute.closed',
  { id: disputeId, orderId, paymentId, status, amount, currency }: DisputeModel,
): Promise<void> {
  return recordEvent(tx, name, { orderId, disputeId, paymentId, status, amount: Number(amount), currency });
}

/** An operator looks at each dispute when it opens and when it is lost. Once all were won, nothing is left to do. */
async function flagDispute(
  tx: Transaction,
  orderId: string,
  { wasOpen }: { wasOpen: boolean },
): Promise<void> {
  const disputes = await tx.db.dispute.findMany({ where: { orderId } });
  const isOpen = disputes.some(({ outcome }) => outcome === null);
  const isLost = disputes.some(({ outcome }) => outcome === DISPUTE_LOST);
  if (isLost || (isOpen && !wasOpen)) await setAttention(tx, orderId, 'payment_disputed');
  else if (!isOpen) await clearAttention(tx, orderId, 'payment_disputed');
}

function isNewer(known: DisputeModel, event: ProviderEvent): boolean {
  const closes = isClosing(event);
  if (closes !== (known.outcome !== null)) return closes;
  // The provider counts in seconds, and opens a dispute before it updates it.
  if (timeOf(event) === known.statusTime) return event.type !== 'charge.dispute.created';
  return timeOf(event) > known.statusTime;
}

function isClosing({ type }: ProviderEvent): boolean {
  return type === 'charge.dispute.closed';
}

function stateOf(tx: Transaction, event: ProviderEvent) {
  const status = textOf(event.data.object.status) ?? (isClosing(event) ? 'closed' : 'needs_response');
  return {
    status,
    statusTime: timeOf(event),
    updatedAt: tx.now(),
    ...(isClosing(event) ? { outcome: status, closedAt: tx.now() } : {}),
  };
}

/** Only the fields that the event has. */
function termsOf({ data: { object } }: ProviderEvent) {
  const amount = amountOf(object.amount);
  const reason = textOf(object.reason);
  return { ...(amount === undefined ? {} : { amount }), ...(reason === undefined ? {} : { reason }) };
}

async function openDispute(
  tx: Transaction,
  { id: paymentId, orderId }: MatchedPayment,
  providerDisputeId: string,
  event: ProviderEvent,
): Promise<DisputeModel> {
  const payment = await tx.db.payment.findFirstOrThrow({ where: { id: paymentId } });
  const dispute = await tx.db.dispute.create({
    data: {
      tenantId: tx.tenantId,
      paymentId,
      orderId,
      providerDisputeId,
      amount: payment.amount,
      currency: currencyOf(event.data.object.currency) ?? payment.currency,
      ...termsOf(event),
      ...stateOf(tx, event),
      createdAt: tx.now(),
    },
  });
  await addPaymentReference(tx, payment, 'dispute', providerDisputeId);
  await notifyAdmins(tx, {
    kind: 'payment.disputed',
    title: 'A payment is disputed',
    detail: `The shopper’s bank disputes a payment of order ${orderId} (${providerDisputeId}).`,
  });
  return dispute;
}
