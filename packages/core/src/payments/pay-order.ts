import { type InputOf, type operations, refuse } from '@service/contract';
import type { OrderModel, PaymentModel, Prisma } from '@service/db';
import { HOUR_MS } from '@service/jobs/primitives';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { readBalance } from '../ledger/index.ts';
import { lockOrder } from '../orders/index.ts';
import { countryOfBuyer, isStillOffered, readShownAccount } from '../payment-accounts/index.ts';
import { requestPaymentCancellation } from '../request-payment-cancellation.ts';
import { type CreatedPayment, createPayment, openPayment, presentOpened } from './create-payment.ts';

/** The provider has received the shopper's money, or soon will. */
const UNDER_WAY: ReadonlySet<string> = new Set(['processing', 'authorised']);

/** The provider is called again with the same key, which it remembers for at least a day. */
const REOPENED_FOR_MS = 12 * HOUR_MS;

/** A shopper who switches between methods creates a payment each time. */
const PAYMENTS_LIMIT = 10;

/** Returns the due amount of an order, and its payments, oldest first; null: it doesn't wait for a payment. */
export async function readPayable(
  ctx: Pick<Context, 'db' | 'tenantId'>,
  { id: orderId, status }: OrderModel,
): Promise<{ due: bigint; payments: PaymentModel[] } | null> {
  if (status !== 'pending') return null;
  const payments = await ctx.db.payment.findMany({
    where: { orderId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  if (payments.some((payment) => UNDER_WAY.has(payment.status))) return null;
  const { due } = await readBalance(ctx, orderId);
  return due > 0n ? { due, payments } : null;
}

/**
 * The payment for an order that waits for one: its newest, if that is open and of the requested method, which is still offered;
 * otherwise a new one that replaces it. The provider is called after the commit, by `openOrderPayment`, and the worker cancels
 * the replaced one. Refuses with `not_found`, `order_not_payable` or `payment_method_unavailable`.
 */
export function payOrder(
  ctx: Context,
  where: Prisma.OrderWhereInput,
  { paymentAccountId }: InputOf<typeof operations.payCartOrder>['body'] = {},
): Promise<{ payment: CreatedPayment }> {
  return inTransaction(ctx, async (tx) => {
    const found = await tx.db.order.findFirst({ where, select: { id: true } });
    if (!found) refuse('not_found', 'There is no such order.');
    await lockOrder(tx, found.id);
    const order = await tx.db.order.findFirstOrThrow({ where: { id: found.id } });
    const payable = await readPayable(tx, order);
    if (!payable) refuse('order_not_payable', `The order is ${order.status}, and waits for no payment.`);
    const terms = {
      total: payable.due,
      currency: order.currency,
      country: countryOfBuyer(order),
      isDueAnyhow: order.exchangedOrderId !== null,
    };
    const open = payable.payments.at(-1);
    const isReused = open && isReusable(tx, open, { due: payable.due, paymentAccountId });
    if (isReused && (await isStillOffered(tx, open.accountId, terms)))
      return { payment: presentOpened({ id: open.id, ...(await readShownAccount(tx, open, order.locale)) }) };
    assertFew(payable.payments);
    const payment = await createPayment(tx, {
      id: order.id,
      ...terms,
      locale: order.locale,
      payBy: deadlineOf(payable.payments),
      paymentAccountId,
    });
    await requestPaymentCancellation(tx, order.id, { paidBy: payment.id });
    return { payment };
  });
}

/**
 * Returns a pending order with its due amount, and its payments, of which one more may replace the open one. Refuses with
 * `order_not_payable` while one of them is being processed.
 */
export async function readUnpaid(
  tx: Transaction,
  orderId: string,
): Promise<{ order: OrderModel; due: bigint; payments: PaymentModel[] }> {
  const order = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
  const payable = await readPayable(tx, order);
  if (!payable)
    refuse('order_not_payable', 'A payment of the order is under way: wait for it, or cancel the order.');
  assertFew(payable.payments);
  return { order, ...payable };
}

/**
 * Replaces the open payments with one for the amount that is due now, with the newest payment's account. The order is locked, and
 * pending. Refuses with `order_not_payable` or `payment_method_unavailable`.
 */
export async function replacePayment(tx: Transaction, orderId: string): Promise<CreatedPayment> {
  const { order, due, payments } = await readUnpaid(tx, orderId);
  const accountId = payments.at(-1)?.accountId;
  const payment = await createPayment(tx, {
    id: orderId,
    total: due,
    currency: order.currency,
    locale: order.locale,
    country: countryOfBuyer(order),
    payBy: deadlineOf(payments),
    isDueAnyhow: true,
    ...(accountId ? { paymentAccountId: accountId } : {}),
  });
  await requestPaymentCancellation(tx, orderId, { paidBy: payment.id });
  return payment;
}

/**
 * The part that follows the commit of a change that replaced a payment. If the provider is away, the new one is opened when the buyer
 * asks for it.
 */
export async function openReplaced<T>(
  ctx: Context,
  { order, payment }: { order: T; payment: CreatedPayment | null },
): Promise<T> {
  await openPayment(ctx, { payment }, 'order_not_payable').catch((err: unknown) => {
    ctx.log.warn({ err }, 'a payment that took the place of another was not opened');
  });
  return order;
}

/** The part that comes after the commit of `payOrder`, as after a checkout. */
export function openOrderPayment(
  ctx: Context,
  paid: { payment: CreatedPayment },
): Promise<{ payment: CreatedPayment }> {
  return openPayment(ctx, paid, 'order_not_payable');
}

/** The latest day that the buyer was given: who pays another way has no less time. */
function deadlineOf(payments: readonly PaymentModel[]): Date | undefined {
  const times = payments.flatMap(({ expiresAt }) => expiresAt?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}

function assertFew({ length }: readonly PaymentModel[]): void {
  if (length >= PAYMENTS_LIMIT)
    refuse('order_not_payable', `The order has ${PAYMENTS_LIMIT} payments, none of which was made.`);
}

function isReusable(
  { now }: Transaction,
  { status, cancelAt, amount, accountId, createdAt }: PaymentModel,
  { due, paymentAccountId }: { due: bigint; paymentAccountId: string | undefined },
): boolean {
  if (status === 'cancelled' || cancelAt !== null || amount !== due) return false;
  if (now().getTime() - createdAt.getTime() > REOPENED_FOR_MS) return false;
  return paymentAccountId === undefined || paymentAccountId.toLowerCase() === accountId;
}
