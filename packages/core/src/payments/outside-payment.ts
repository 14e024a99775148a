import { randomUUID } from 'node:crypto';
import type { OrderModel } from '@service/db';
import { inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { lockOrder } from '../orders/index.ts';
import type { CallbackAccount } from '../payment-accounts/index.ts';
import { addPaymentReference } from '../payment-references.ts';
import type { MatchedPayment, References } from './match-payment.ts';
import type { ProviderEvent } from './provider-event.ts';

/**
 * Records a payment that was made at the provider without our checkout, for example by a payment link, with the order in its
 * metadata. The order belongs to the store whose account reports the payment. It becomes another payment with its own id;
 * undefined: the event isn't about such a payment. Only an account that takes money for the store may report one: neither a former
 * account, whose secret others may know by now, nor the deployment's if the store has its own. A payment that another account
 * opened isn't an outside payment of this one.
 */
export async function recordOutsidePayment(
  system: SystemContext,
  { type }: ProviderEvent,
  references: References,
  { account, order }: { account: CallbackAccount | undefined; order: OrderModel },
): Promise<MatchedPayment | undefined> {
  const { payment: providerPaymentId } = references;
  if (!type.startsWith('payment_intent.') || !providerPaymentId) return undefined;
  if (!(await isPaidTo(system, order, account?.id ?? null))) return undefined;
  if (await isOfAnotherAccount(system, order, references)) return undefined;
  const { id: orderId, tenantId, total: amount, currency } = order;
  const { name: provider } = account?.provider ?? system.services.payments.provider;
  const payment = { id: randomUUID(), tenantId, orderId, accountId: account?.id ?? null };
  await inTransaction(system.forTenant(tenantId, { kind: 'system' }), async (tx) => {
    await lockOrder(tx, orderId);
    const createdAt = await nextMoment(tx, orderId);
    await tx.db.payment.create({
      data: { ...payment, provider, providerPaymentId, amount, currency, createdAt, updatedAt: tx.now() },
    });
    await addPaymentReference(tx, payment, 'payment', providerPaymentId);
  });
  return payment;
}

/** Refunds take the newest payment first, so no two payments of an order may have the same millisecond. The order is locked. */
async function nextMoment({ db, now }: Transaction, orderId: string): Promise<Date> {
  const { _max } = await db.payment.aggregate({ where: { orderId }, _max: { createdAt: true } });
  return new Date(Math.max(now().getTime(), (_max.createdAt?.getTime() ?? 0) + 1));
}

/**
 * Whether the account takes the store's payments, or took one of this order; null: the deployment's, which takes them if no other
 * is active.
 */
async function isPaidTo(
  { db }: SystemContext,
  { id: orderId, tenantId }: OrderModel,
  accountId: string | null,
): Promise<boolean> {
  const active = await db.paymentAccount.findMany({
    where: { tenantId, active: true },
    select: { id: true },
  });
  if (accountId === null ? active.length === 0 : active.some(({ id }) => id === accountId)) return true;
  return (await db.payment.findFirst({ where: { tenantId, orderId, accountId } })) !== null;
}

/** Two accounts with the same keys receive the events of each other's payments. */
async function isOfAnotherAccount(
  { db }: SystemContext,
  { tenantId }: OrderModel,
  { account, payment: providerPaymentId = '', ownPayment }: References,
): Promise<boolean> {
  const known = await db.payment.findMany({
    where: { tenantId, OR: [{ providerPaymentId }, ...(ownPayment ? [{ id: ownPayment }] : [])] },
    select: { accountId: true },
  });
  return known.some(({ accountId }) => accountId !== account);
}
