import type { PaymentModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { flagPaymentMismatch, markPaid } from '../orders/index.ts';
import { settleRefunds } from '../refunds/index.ts';
import type { MatchedPayment } from './match-payment.ts';
import { amountOf, type ProviderEvent, textOf, timeOf } from './provider-event.ts';
import { readReceipt } from './receipt.ts';

type Unfinished = 'processing' | 'failed';

const RANK: Readonly<Record<string, number>> = {
  requires_payment: 0,
  processing: 1,
  failed: 2,
  succeeded: 3,
};

/** Beyond `succeeded` nothing comes, and beyond `cancelled` only that. */
const ENDED: ReadonlySet<string> = new Set(['succeeded', 'cancelled']);

/** The effects below are called with the order locked, so a payment is read as it stays until the commit. */
export async function paymentSucceeded(
  tx: Transaction,
  { id, orderId }: MatchedPayment,
  event: ProviderEvent,
): Promise<void> {
  const payment = await readPayment(tx, id);
  const { object } = event.data;
  const { captured, mismatch } = await readReceipt(tx, payment, object);
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: {
      status: 'succeeded',
      cancelAt: null,
      statusTime: larger(payment.statusTime, timeOf(event)),
      capturedAmount: larger(payment.capturedAmount, captured),
      updatedAt: tx.now(),
    },
  });
  await addCharge(tx, payment, textOf(object.latest_charge));
  const paidFrom = await markPaid(tx, orderId);
  if (mismatch) await flagPaymentMismatch(tx, orderId, mismatch);
  await settleRefunds(tx, orderId, { paidFrom });
}

/** Recorded as newest by the provider's clock; a payment that succeeded or was cancelled stays so. */
export async function paymentUnfinished(
  tx: Transaction,
  { id }: MatchedPayment,
  event: ProviderEvent,
  status: Unfinished,
): Promise<void> {
  const payment = await readPayment(tx, id);
  const time = timeOf(event);
  const isNewer =
    !ENDED.has(payment.status) &&
    (time > payment.statusTime ||
      (time === payment.statusTime && (RANK[status] ?? 0) > (RANK[payment.status] ?? 0)));
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: {
      ...(isNewer ? { status, statusTime: time } : {}),
      ...(status === 'failed' ? failureOf(payment, event) : {}),
      updatedAt: tx.now(),
    },
  });
  await addCharge(tx, payment, textOf(event.data.object.latest_charge));
}

/** What was refunded in all, as the provider counts it; a smaller sum is an older one. */
export async function chargeRefunded(
  tx: Transaction,
  { id, orderId }: MatchedPayment,
  event: ProviderEvent,
): Promise<void> {
  const payment = await readPayment(tx, id);
  const { object } = event.data;
  const reported = amountOf(object.amount_refunded) ?? 0n;
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { refundedAmount: larger(payment.refundedAmount, reported), updatedAt: tx.now() },
  });
  await addCharge(tx, payment, textOf(object.id));
  await settleRefunds(tx, orderId);
}

/** The provider's later events name a payment by its charge. */
export async function noteCharge(
  tx: Transaction,
  paymentId: string,
  charge: string | undefined,
): Promise<void> {
  await addCharge(tx, await readPayment(tx, paymentId), charge);
}

async function addCharge(tx: Transaction, payment: PaymentModel, charge: string | undefined): Promise<void> {
  if (!charge || payment.chargeIds.includes(charge)) return;
  const chargeIds = [...payment.chargeIds, charge].sort();
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: payment.id } },
    data: { chargeIds },
  });
}

/** The last failure stays to be seen, also when a later attempt succeeds. */
function failureOf(payment: PaymentModel, event: ProviderEvent) {
  const time = timeOf(event);
  if (payment.failureTime !== null && time < payment.failureTime) return {};
  const error = (event.data.object.last_payment_error ?? {}) as { code?: unknown; message?: unknown };
  return {
    failureCode: textOf(error.code) ?? 'unknown',
    failureMessage: textOf(error.message) ?? null,
    failureTime: time,
  };
}

function readPayment(tx: Transaction, id: string): Promise<PaymentModel> {
  return tx.db.payment.findFirstOrThrow({ where: { id } });
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
