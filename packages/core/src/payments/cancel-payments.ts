import type { PaymentModel } from '@service/db';
import { isLastAttempt, retryAt } from '@service/jobs/lease';
import {
  awaitSlow,
  type Context,
  inTransaction,
  readDbNow,
  type SystemContext,
  type Transaction,
} from '../context.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { lockOrder } from '../orders/index.ts';
import { type ForProvider, providerOf } from '../payment-accounts/index.ts';

/**
 * Requests that the provider cancel the order's unpaid payments, and returns the order. Failure policy: the worker retries what a
 * crash or a failure left; money that arrives meanwhile is handled as a late payment.
 */
export async function cancelPaymentsOf<T extends { id: string }>(ctx: Context, order: T): Promise<T> {
  const due = await ctx.db.payment.findMany({
    where: { orderId: order.id, cancelAt: { lte: await readDbNow(ctx) } },
    select: { id: true },
  });
  await Promise.all(due.map(({ id }) => cancelPayment(ctx, id)));
  return order;
}

/**
 * Cancels the payments that are due for cancellation, of all stores; returns how many. A job of the worker. A payment that the
 * provider doesn't cancel, or whose cancellation can't be recorded, waits for its next attempt. Accounts take turns, and one
 * whose provider couldn't be reached is left out for a while, because each call would take its whole timeout.
 */
export async function cancelDuePayments(
  system: SystemContext,
  { limit = 50, signal }: { limit?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { turns } = system.services.payments;
  const due = await system.db.sql<ForProvider[]>`
    SELECT id, "tenantId", "accountId" FROM (
      SELECT id, tenant_id AS "tenantId", account_id AS "accountId", cancel_at,
        row_number() OVER (PARTITION BY tenant_id, account_id ORDER BY cancel_at) AS turn
      FROM payments
      WHERE cancel_at <= ${await readDbNow(system)}
        AND COALESCE(account_id::text, '') <> ALL (${turns.paused(system.now())}::text[])
    ) due
    ORDER BY turn, cancel_at LIMIT ${limit}`;
  let ended = 0;
  const cancel = async ({ id, tenantId }: ForProvider) => {
    const result = await cancelPayment(system.forTenant(tenantId, { kind: 'system' }), id);
    if (result === 'ended') ended += 1;
    if (result === 'failed') return undefined;
    return result === 'unreachable' ? 'unreachable' : 'reached';
  };
  await turns.run(system, due, cancel, signal);
  return ended;
}

/**
 * Cancels one payment at the provider, unless another worker is doing so; returns the result. No lock is held during the call.
 */
async function cancelPayment(
  ctx: Context,
  paymentId: string,
): Promise<'ended' | 'refused' | 'failed' | 'unreachable'> {
  try {
    const payment = await claim(ctx, paymentId);
    if (!payment) return 'ended';
    const outcome = await askProvider(ctx, payment);
    if (outcome === 'refused' || outcome === 'unreachable') return outcome;
    await settle(ctx, payment, outcome);
    return 'ended';
  } catch (err) {
    ctx.log.error({ err, paymentId }, 'the cancellation of a payment was not recorded; it is retried');
    return 'failed';
  }
}

async function askProvider(
  ctx: Context,
  { id: paymentId, accountId, providerPaymentId }: PaymentModel,
): Promise<'cancelled' | 'succeeded' | 'refused' | 'unreachable'> {
  const { log } = ctx;
  if (!providerPaymentId) return 'cancelled';
  try {
    const provider = await providerOf(ctx, accountId);
    const outcome = await awaitSlow(ctx, () => provider.cancelPayment({ paymentId, providerPaymentId }));
    if (outcome === 'refused')
      log.warn({ paymentId }, 'the provider does not cancel a payment yet; it is retried');
    return outcome;
  } catch (err) {
    log.warn({ err, paymentId }, 'the provider did not cancel a payment; it is retried');
    return 'unreachable';
  }
}

/**
 * One conditional UPDATE: only one of several workers gets the payment, and if that worker crashes, the payment is due again
 * after the wait.
 */
async function claim(ctx: Context, paymentId: string) {
  const [now, found] = [await readDbNow(ctx), await ctx.db.payment.findFirst({ where: { id: paymentId } })];
  if (!found?.cancelAt || found.cancelAt > now) return undefined;
  const isLast = isLastAttempt('paymentProvider', found.cancelAttempts);
  return inTransaction(ctx, async (tx) => {
    const { count } = await tx.db.payment.updateMany({
      where: { id: paymentId, cancelAt: found.cancelAt, cancelAttempts: found.cancelAttempts },
      data: isLast
        ? { cancelAt: null }
        : {
            cancelAt: retryAt('paymentProvider', found.cancelAttempts + 1, now),
            cancelAttempts: { increment: 1 },
          },
    });
    if (count === 1 && isLast) await notifyNotCancelled(tx, found);
    return count === 1 && !isLast ? found : undefined;
  });
}

/**
 * Input: a payment as it was before the call, and the provider's response. If it has succeeded there, its event reports that. Why
 * `providerPaymentId` is part of the condition: a payment that was opened during the call still has to be cancelled. Why the
 * captured amount is read again: a capture may have been recorded during the call.
 */
function settle(
  ctx: Context,
  { id, orderId, providerPaymentId }: PaymentModel,
  outcome: 'cancelled' | 'succeeded',
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx, orderId);
    const { capturedAmount } = await tx.db.payment.findFirstOrThrow({ where: { id } });
    const ended = capturedAmount > 0n ? 'succeeded' : 'cancelled';
    const status = outcome === 'cancelled' ? { status: ended } : {};
    await tx.db.payment.updateMany({
      where: { id, providerPaymentId, cancelAt: { not: null } },
      data: { cancelAt: null, updatedAt: tx.now(), ...status },
    });
  });
}

async function notifyNotCancelled(tx: Transaction, { id, orderId }: { id: string; orderId: string }) {
  await notifyAdmins(tx, {
    kind: 'payment.not_cancelled',
    title: 'A payment could not be cancelled',
    detail: `The provider did not cancel payment ${id} of order ${orderId}, for which nothing is to be paid. Cancel it there: it may still be paid.`,
  });
}
