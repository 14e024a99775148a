import type { PaymentModel, RefundModel } from '@service/db';
import { isLastAttempt, retryAt } from '@service/jobs/lease';
import {
  awaitSlow,
  type Context,
  inTransaction,
  readDbNow,
  type SystemContext,
  type Transaction,
} from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { lockOrder } from '../orders/index.ts';
import { type ForProvider, providerOf, type Reached } from '../payment-accounts/index.ts';
import { addPaymentReference } from '../payment-references.ts';
import { recordEvent } from '../webhooks/index.ts';
import { mailRefund } from './mail-refund.ts';
import { undoRefund } from './undo-refund.ts';

/**
 * Requests one refund from the provider, unless another process has leased it. Never rejects. Failure policy: a refund whose
 * response got lost is requested again with the same key, for which the provider carries it out once; operators are notified of a
 * permanent refusal.
 */
export async function sendRefund(ctx: Context, refundId: string): Promise<Reached> {
  try {
    const refund = await claim(ctx, refundId);
    if (!refund) return undefined;
    const payment = await ctx.db.payment.findFirstOrThrow({ where: { id: refund.paymentId } });
    const outcome = await askProvider(ctx, refund, payment);
    if (outcome === 'unreachable') return 'unreachable';
    if (outcome.ok) await accept(ctx, { refundId, payment }, outcome);
    else await giveUp(ctx, refundId, outcome.error);
    return 'reached';
  } catch (err) {
    ctx.log.error({ err, refundId }, 'the response to a refund was not recorded; it is requested again');
    return undefined;
  }
}

async function askProvider(ctx: Context, refund: RefundModel, payment: PaymentModel) {
  try {
    const provider = await providerOf(ctx, payment.accountId);
    return await awaitSlow(ctx, () =>
      provider.refund({
        refundId: refund.id,
        orderId: refund.orderId,
        providerPaymentId: payment.providerPaymentId ?? '',
        amount: refund.amount,
        currency: refund.currency,
      }),
    );
  } catch (err) {
    ctx.log.warn(
      { err, refundId: refund.id },
      'the provider was not reached for a refund; it is asked again',
    );
    return 'unreachable';
  }
}

/**
 * Requests the refunds that are due, of all stores, until the signal aborts; returns how many it found. A job of the worker.
 * Accounts take turns, and one whose provider couldn't be reached is left out for a while.
 */
export async function sendDueRefunds(
  system: SystemContext,
  { limit = 50, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { turns } = system.services.payments;
  const due = await system.db.sql<ForProvider[]>`
    SELECT id, "tenantId", "accountId" FROM (
      SELECT r.id, r.tenant_id AS "tenantId", p.account_id AS "accountId", r.send_at,
        row_number() OVER (PARTITION BY r.tenant_id, p.account_id ORDER BY r.send_at) AS turn
      FROM refunds r JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
      WHERE r.send_at <= ${await readDbNow(system)}
        AND COALESCE(p.account_id::text, '') <> ALL (${turns.paused(system.now())}::text[])
    ) due
    ORDER BY turn, send_at LIMIT ${limit}`;
  const send = ({ id, tenantId }: ForProvider) =>
    sendRefund(system.forTenant(tenantId, { kind: 'system' }), id);
  await turns.run(system, due, send, signal);
  return due.length;
}

/**
 * One conditional UPDATE: only one of several workers gets the refund, and if that worker crashes, the refund is due again after
 * the wait.
 */
async function claim(ctx: Context, refundId: string) {
  const [now, found] = [await readDbNow(ctx), await ctx.db.refund.findFirst({ where: { id: refundId } })];
  if (!found?.sendAt || found.sendAt > now) return undefined;
  if (isLastAttempt('paymentProvider', found.sendAttempts)) {
    await giveUp(ctx, refundId, 'the provider could not be reached');
    return undefined;
  }
  const { count } = await ctx.db.refund.updateMany({
    where: { id: refundId, sendAt: found.sendAt, sendAttempts: found.sendAttempts },
    data: {
      sendAt: retryAt('paymentProvider', found.sendAttempts + 1, now),
      sendAttempts: { increment: 1 },
    },
  });
  return count === 1 ? found : undefined;
}

/** The provider's event may have arrived first, with a newer status. */
async function accept(
  ctx: Context,
  { refundId, payment }: { refundId: string; payment: PaymentModel },
  { providerRefundId, status }: { providerRefundId: string; status: 'pending' | 'succeeded' },
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    // The order is locked before its refund, as everywhere: the refund's trigger writes the order's payment status.
    await lockOrder(tx, payment.orderId);
    const refund = await tx.db.refund.findFirstOrThrow({ where: { id: refundId } });
    const isNews = refund.status === 'pending' && refund.statusTime === 0n;
    await tx.db.refund.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id: refundId } },
      data: { sendAt: null, providerRefundId, updatedAt: tx.now(), ...(isNews ? { status } : {}) },
    });
    await addPaymentReference(tx, payment, 'refund', providerRefundId);
    if (isNews && status === 'succeeded') await mailRefund(tx, refund);
  });
}

async function giveUp(ctx: Context, refundId: string, error: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const refund = await tx.db.refund.findFirstOrThrow({ where: { id: refundId } });
    await lockOrder(tx, refund.orderId);
    const { count } = await tx.db.refund.updateMany({
      where: { id: refundId, sendAt: { not: null } },
      data: { sendAt: null, status: 'failed', updatedAt: tx.now() },
    });
    if (count === 0) return;
    await tellRefundFailed(tx, refund, error);
    await undoRefund(tx, refund);
    await issueDocuments(tx, refund.orderId);
  });
}

/** Notifies the operators and the subscribers. */
export async function tellRefundFailed(tx: Transaction, refund: RefundModel, error: string): Promise<void> {
  const { id: refundId, orderId, amount, currency } = refund;
  await recordEvent(tx, 'refund.failed', { orderId, refundId, amount: Number(amount), currency });
  await notifyAdmins(tx, {
    kind: 'refund.failed',
    title: 'A refund did not go through',
    detail: `Refund ${refundId} failed: ${error}. Its credit note is cancelled; refund again.`,
  });
}

/** How many refunds of all stores wait to be sent to the provider. */
export async function countWaitingRefunds({ db }: SystemContext): Promise<number> {
  const [row] = await db.sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM refunds WHERE send_at IS NOT NULL`;
  return row.count;
}
