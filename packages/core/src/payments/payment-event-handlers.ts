import type { PaymentModel } from '@service/db';
import { atLeast0, larger } from '../amounts.ts';
import type { Transaction } from '../context.ts';
import { readBalance } from '../ledger/index.ts';
import {
  clearPaymentMismatch,
  flagPaymentMismatch,
  lockOrder,
  mailBuyer,
  markPaid,
} from '../orders/index.ts';
import { creditTakenOff, creditUnpaid, settleRefunds } from '../refunds/index.ts';
import { requestPaymentCancellation } from '../request-payment-cancellation.ts';
import { recordEvent } from '../webhooks/index.ts';
import type { LockedPayment, MatchedPayment } from './match-payment.ts';
import {
  amountOf,
  currencyOf,
  type ProviderEvent,
  type ProviderObject,
  secondsOf,
  textOf,
  timeOf,
} from './provider-event.ts';
import { readReceipt } from './receipt.ts';

type Unfinished = 'processing' | 'failed';

const RANK: Readonly<Record<string, number>> = {
  requires_payment: 0,
  processing: 1,
  failed: 2,
  authorised: 3,
  succeeded: 4,
};

/** No status follows `succeeded`, and only `succeeded` follows `cancelled`. */
const ENDED: ReadonlySet<string> = new Set(['succeeded', 'cancelled']);

/** The handlers below are called with the order locked, so a payment that they read stays unchanged until the commit. */
export async function paymentSucceeded(
  tx: Transaction,
  { id, order }: LockedPayment,
  event: ProviderEvent,
): Promise<void> {
  const payments = await tx.db.payment.findMany({ where: { orderId: order.id } });
  const payment = payments.find((each) => each.id === id);
  if (!payment) throw new Error(`Payment ${id} isn’t one of order ${order.id}`);
  const { object } = event.data;
  const { due, hasReturned } = await readBalance(tx, order.id, { beside: id });
  const { captured, mismatch } = readReceipt(payment, due, object);
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: {
      status: 'succeeded',
      cancelAt: null,
      statusTime: larger(payment.statusTime, timeOf(event)),
      capturedAmount: larger(payment.capturedAmount, captured),
      chargeIds: withCharge(payment, textOf(object.latest_charge)),
      updatedAt: tx.now(),
    },
  });
  const bringsMoney = captured > payment.capturedAmount;
  if (bringsMoney) await recordPayment(tx, 'payment.captured', payment, captured);
  // One that was captured in part has paid the order before, though it isn't `succeeded` yet.
  const hasPaid = payment.status === 'succeeded' || payment.capturedAmount > 0n;
  await markPaid(tx, order, { isRepeated: hasPaid && !bringsMoney });
  await creditTakenOff(tx, order);
  if (isRequested(payment, captured)) await creditRest(tx, payment, captured);
  else if (mismatch) await flagPaymentMismatch(tx, order.id, mismatch);
  if (captured === due) await clearPaymentMismatch(tx, order, payment.currency);
  if (captured >= due && payments.length > 1)
    await requestPaymentCancellation(tx, order.id, { paidBy: payment.id });
  if (hasReturned) await settleRefunds(tx, order.id, { paidFrom: order.status });
}

/** Money that was authorised for the order and is now released is no longer part of its invoice. */
async function creditRest(
  tx: Transaction,
  { orderId, amount }: PaymentModel,
  captured: bigint,
): Promise<void> {
  await creditUnpaid(tx, orderId, atLeast0(amount - captured));
}

/** An operator may have captured only a part of the authorised money on purpose. */
function isRequested({ captureRequested }: PaymentModel, captured: bigint): boolean {
  return captured > 0n && captured <= captureRequested;
}

/** How long most cards hold an authorised amount; `chargeHeld` has the exact time. */
const HELD_SECONDS = 7 * 24 * 3600;

/** The money is authorised, and perhaps partly captured. A payment that has ended stays ended. */
export async function paymentAuthorised(
  tx: Transaction,
  { id }: MatchedPayment,
  event: ProviderEvent,
): Promise<void> {
  const payment = await readPayment(tx, id);
  const { object } = event.data;
  const heldFrom = Number(timeOf(event)) * 1000 || tx.now().getTime();
  await addCharge(tx, payment, textOf(object.latest_charge));
  if (!isOurCurrency(payment, object)) return;
  if (!ENDED.has(payment.status)) {
    await tx.db.payment.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: {
        status: 'authorised',
        statusTime: larger(payment.statusTime, timeOf(event)),
        expiresAt: payment.expiresAt ?? new Date(heldFrom + HELD_SECONDS * 1000),
        updatedAt: tx.now(),
      },
    });
    if (payment.status !== 'authorised') await recordPayment(tx, 'payment.authorized', payment);
  }
  await recordCaptured(tx, id, { amount: amountOf(object.amount_received) ?? 0n, isFinal: false });
}

/** How long the card holds the money; only the charge says this. It may be reported before the payment's own event. */
export async function chargeHeld(
  tx: Transaction,
  { id }: MatchedPayment,
  event: ProviderEvent,
): Promise<void> {
  const payment = await readPayment(tx, id);
  const { id: charge, captured, payment_method_details: method } = event.data.object;
  await addCharge(tx, payment, textOf(charge));
  const before = secondsOf((method as { card?: { capture_before?: unknown } } | null)?.card?.capture_before);
  if (captured !== false || before === undefined || ENDED.has(payment.status)) return;
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: { expiresAt: new Date(Number(before) * 1000), updatedAt: tx.now() },
  });
}

/** Money in another currency can't be captured here: the event of its success says what is wrong. */
function isOurCurrency({ currency }: PaymentModel, object: ProviderObject): boolean {
  return object.currency === undefined || currencyOf(object.currency) === currency;
}

/**
 * Records the captured amount that an operator requested: the order is paid with the first part. Why the final capture is no
 * mismatch: the rest was released on purpose. After a cancellation, only the rest is cancelled, whichever event arrives first.
 * The order is locked.
 */
export async function recordCaptured(
  tx: Transaction,
  id: string,
  { amount, isFinal }: { amount: bigint; isFinal: boolean },
): Promise<void> {
  const payment = await readPayment(tx, id);
  const ends = (isFinal && !ENDED.has(payment.status)) || (payment.status === 'cancelled' && amount > 0n);
  if (!ends && amount <= payment.capturedAmount) return;
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: {
      ...(ends ? { status: 'succeeded', cancelAt: null } : {}),
      capturedAmount: larger(payment.capturedAmount, amount),
      updatedAt: tx.now(),
    },
  });
  if (amount > payment.capturedAmount) {
    await recordPayment(tx, 'payment.captured', payment, amount);
    await addCaptured(tx, payment, amount);
  }
  if (isFinal && isRequested(payment, amount)) await creditRest(tx, payment, amount);
}

async function addCaptured(tx: Transaction, payment: PaymentModel, amount: bigint): Promise<void> {
  const isFirst = payment.capturedAmount === 0n;
  const order = await lockOrder(tx, payment.orderId);
  const { due } = await readBalance(tx, order.id, { beside: payment.id });
  if (isFirst) await markPaid(tx, order);
  if (isFirst) await creditTakenOff(tx, order);
  if (!isRequested(payment, amount) && amount !== due)
    await flagPaymentMismatch(tx, order.id, {
      paymentId: payment.id,
      expected: { amount: Number(payment.captureRequested), currency: payment.currency },
      received: { amount: Number(amount), currency: payment.currency },
    });
  await settleRefunds(tx, order.id, isFirst ? { paidFrom: order.status } : {});
}

/**
 * The payment can't be paid any more: it was cancelled, or its authorisation has expired. The captured money stays. Its order waits
 * no longer, unless we requested the cancellation because another payment replaces it: that one may have no time of its own.
 */
export async function paymentCancelled(
  tx: Transaction,
  { id }: MatchedPayment,
  event: ProviderEvent,
): Promise<void> {
  const payment = await readPayment(tx, id);
  const { object } = event.data;
  const reported = (isOurCurrency(payment, object) && amountOf(object.amount_received)) || 0n;
  const captured = larger(payment.capturedAmount, reported);
  if (captured > 0n) return recordCaptured(tx, id, { amount: captured, isFinal: true });
  if (ENDED.has(payment.status)) return;
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id } },
    data: {
      status: 'cancelled',
      statusTime: larger(payment.statusTime, timeOf(event)),
      cancelAt: null,
      ...(payment.cancelAt === null ? { expiresAt: null } : {}),
      updatedAt: tx.now(),
    },
  });
  await recordPayment(tx, 'payment.voided', payment);
}

/** The newest by the provider's clock is recorded; a payment that succeeded or was cancelled stays so. */
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
  if (isNewer && status === 'failed') {
    await recordPayment(tx, 'payment.failed', payment);
    if (payment.failureTime === null) await mailFailure(tx, payment);
  }
  await addCharge(tx, payment, textOf(event.data.object.latest_charge));
}

/** Announced once for each payment, because a shopper may try many cards in a row. */
function mailFailure(tx: Transaction, { orderId, amount, currency }: PaymentModel): Promise<void> {
  return mailBuyer(tx, orderId, 'payment_failed', { total: Number(amount), currency });
}

/**
 * Records the refunded amount as the provider counts it. The newest amount counts, which is smaller after a refund has failed;
 * within the same second it is the largest.
 */
export async function chargeRefunded(
  tx: Transaction,
  { id, orderId }: MatchedPayment,
  event: ProviderEvent,
): Promise<void> {
  const payment = await readPayment(tx, id);
  const { object } = event.data;
  const reported = isOurCurrency(payment, object) ? refundedOf(object) : 0n;
  const time = timeOf(event);
  const isSameTime = time === payment.refundedTime;
  if (time > payment.refundedTime || (isSameTime && reported > payment.refundedAmount))
    await tx.db.payment.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { refundedAmount: reported, refundedTime: time, updatedAt: tx.now() },
    });
  await addCharge(tx, payment, textOf(object.id));
  await settleRefunds(tx, orderId);
}

/** Returns the refunded part of the captured money: Stripe counts the released part of authorised money as refunded, too. */
function refundedOf({ amount, amount_captured, amount_refunded }: ProviderObject): bigint {
  const refunded = amountOf(amount_refunded) ?? 0n;
  const [held, captured] = [amountOf(amount), amountOf(amount_captured)];
  if (held === undefined || captured === undefined) return refunded;
  return atLeast0(refunded - atLeast0(held - captured));
}

/** The provider's later events refer to a payment by its charge. */
export async function addChargeId(
  tx: Transaction,
  paymentId: string,
  charge: string | undefined,
): Promise<void> {
  await addCharge(tx, await readPayment(tx, paymentId), charge);
}

async function addCharge(tx: Transaction, payment: PaymentModel, charge: string | undefined): Promise<void> {
  if (!charge || payment.chargeIds.includes(charge)) return;
  await tx.db.payment.update({
    where: { tenantId_id: { tenantId: tx.tenantId, id: payment.id } },
    data: { chargeIds: withCharge(payment, charge) },
  });
}

function withCharge({ chargeIds }: PaymentModel, charge: string | undefined): string[] {
  return charge && !chargeIds.includes(charge) ? [...chargeIds, charge].sort() : chargeIds;
}

/** The last failure stays visible, even if a later attempt succeeds. */
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

/** Records the event of a payment for subscribers; `amount`: the captured amount, if that isn't all of it. */
function recordPayment(
  tx: Transaction,
  name: `payment.${'authorized' | 'captured' | 'failed' | 'voided'}`,
  { id: paymentId, orderId, currency, ...payment }: PaymentModel,
  amount = payment.amount,
): Promise<void> {
  return recordEvent(tx, name, { orderId, paymentId, amount: Number(amount), currency });
}

function readPayment(tx: Transaction, id: string): Promise<PaymentModel> {
  return tx.db.payment.findFirstOrThrow({ where: { id } });
}
