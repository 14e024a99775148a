import type { RefundModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { readOrderMoney } from '../ledger/index.ts';
import { completeByRefund, lockOrderVariants } from '../orders/index.ts';
import { addPaymentReference } from '../payment-references.ts';
import { issueCreditNote } from './credit-notes.ts';
import { mailRefund } from './mail-refund.ts';
import { creditedOf } from './money.ts';
import { tellRefundFailed } from './send-refund.ts';
import { settleRefunds } from './settle-refunds.ts';
import { redoRefund, undoRefund } from './undo-refund.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed' | 'cancelled';

/** A refund as the provider reports it. */
export interface ProviderRefund {
  providerRefundId: string;
  /** Our id, if the refund was requested here. */
  refundId: string | undefined;
  amount: bigint;
  currency: string | undefined;
  reason: string | undefined;
  status: RefundStatus;
  /** In Unix seconds, by the provider's clock. */
  time: bigint;
}

const RANK: Readonly<Record<RefundStatus, number>> = { pending: 0, succeeded: 1, cancelled: 2, failed: 3 };

/**
 * Records the refund, or its new status. The order is locked. The newest status by the provider's clock counts, so the order in
 * which events arrive has no influence. A refund that was made at the provider gets its credit note when it succeeds; if its
 * failure arrived before its success, both are applied in the order in which they happened. A refund that fails and then succeeds
 * gets another credit note, and its units are refunded again. If a failure is reported again, for example after the refund's
 * metadata was changed at the provider, it counts once: an amount that was reported in between already leaves the refund out.
 */
export async function recordProviderRefund(
  tx: Transaction,
  payment: { id: string; orderId: string; accountId: string | null; currency: string },
  told: ProviderRefund,
): Promise<void> {
  const known = await findRefund(tx, payment.id, told);
  const refund = known ?? (await createRefund(tx, payment, told));
  await addPaymentReference(tx, { ...payment, id: refund.paymentId }, 'refund', told.providerRefundId);
  if (known && !isNewer(known, told)) {
    if (!known.providerRefundId) await bind(tx, known.id, told.providerRefundId);
    if (told.status === 'succeeded' && isUncredited(known, payment))
      await applyLateSuccess(tx, payment, known, told);
    if (isEarlierFailure(known, told)) await applyEarlierFailure(tx, known, told);
    return;
  }
  const isRevived = known && !isAlive(known.status) && isAlive(told.status);
  const before = isRevived ? await redoRefund(tx, known) : [];
  if (known) await updateRefund(tx, known, told);
  if (told.status === 'failed' && known?.status !== 'failed')
    await tellRefundFailed(tx, refund, 'the provider reports a failure');
  if (known && isAlive(known.status) && !isAlive(told.status)) await undoRefund(tx, known);
  if (told.status === 'succeeded' && isUncredited(refund, payment)) await credit(tx, refund);
  await settleRefunds(tx, payment.orderId);
  await completeByRefund(tx, payment.orderId, before);
  if (told.status === 'succeeded' && known?.status !== 'succeeded') await mailRefund(tx, refund);
}

/** It was made at the provider, and has no credit note yet. */
function isUncredited(refund: RefundModel, payment: { currency: string }): boolean {
  return refund.credited === null && refund.amount > 0n && refund.currency === payment.currency;
}

async function credit(tx: Transaction, refund: RefundModel): Promise<void> {
  await lockOrderVariants(tx, refund.orderId);
  const { undocumented } = await readOrderMoney(tx, refund.orderId);
  await issueCreditNote(tx, refund, creditedOf(refund.amount, undocumented));
}

/** A success that arrived after the refund's later events. */
async function applyLateSuccess(
  tx: Transaction,
  payment: { orderId: string },
  known: RefundModel,
  told: ProviderRefund,
): Promise<void> {
  await updateRefund(tx, known, told);
  await credit(tx, known);
  await settleRefunds(tx, payment.orderId);
  const status = known.status as RefundStatus;
  await updateRefund(tx, known, { ...told, status, time: known.statusTime });
  if (!isAlive(status)) await undoRefund(tx, known);
}

function isEarlierFailure({ failedTime }: RefundModel, { status, time }: ProviderRefund): boolean {
  return !isAlive(status) && failedTime !== null && time < failedTime;
}

async function applyEarlierFailure(
  tx: Transaction,
  { id, orderId }: RefundModel,
  { time }: ProviderRefund,
): Promise<void> {
  await tx.db.refund.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { failedTime: time, updatedAt: tx.now() },
  });
  await settleRefunds(tx, orderId);
}

function isAlive(status: string): boolean {
  return status === 'pending' || status === 'succeeded';
}

async function findRefund(tx: Transaction, paymentId: string, told: ProviderRefund) {
  const byProvider = await tx.db.refund.findFirst({
    where: { paymentId, providerRefundId: told.providerRefundId },
  });
  if (byProvider || !told.refundId) return byProvider;
  return tx.db.refund.findFirst({ where: { id: told.refundId, paymentId, providerRefundId: null } });
}

function isNewer(known: RefundModel, told: ProviderRefund): boolean {
  if (told.time !== known.statusTime) return told.time > known.statusTime;
  return RANK[told.status] > RANK[known.status as RefundStatus];
}

function createRefund(
  tx: Transaction,
  { id, orderId, currency }: { id: string; orderId: string; currency: string },
  told: ProviderRefund,
): Promise<RefundModel> {
  return tx.db.refund.create({
    data: {
      tenantId: tx.tenantId,
      orderId,
      paymentId: id,
      providerRefundId: told.providerRefundId,
      amount: told.amount,
      currency: told.currency ?? currency,
      reason: told.reason ?? null,
      status: told.status,
      statusTime: told.time,
      failedTime: isAlive(told.status) ? null : told.time,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    },
  });
}

async function bind(tx: Transaction, id: string, providerRefundId: string): Promise<void> {
  await tx.db.refund.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { providerRefundId, sendAt: null },
  });
}

async function updateRefund(
  tx: Transaction,
  { id, failedTime }: RefundModel,
  told: ProviderRefund,
): Promise<void> {
  await tx.db.refund.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: {
      providerRefundId: told.providerRefundId,
      status: told.status,
      statusTime: told.time,
      failedTime: isAlive(told.status) ? null : (failedTime ?? told.time),
      sendAt: null,
      updatedAt: tx.now(),
    },
  });
}
