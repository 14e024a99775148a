import { randomUUID } from 'node:crypto';
import { type operations, type ResponseOf, refuse } from '@service/contract';
import type { PaymentModel } from '@service/db';
import type { OpenedPayment } from '@service/module-sdk';
import { awaitSlow, type Context, inTransaction, type Transaction } from '../context.ts';
import { recordOrderPlaced } from '../orders/index.ts';
import { providerOf, showAccount } from '../payment-accounts/index.ts';
import { addPaymentReference } from '../payment-references.ts';
import { replayForNewPayment } from './apply-provider-event.ts';
import { type InsertedPayment, insertPayment, type NewPaymentRow } from './insert-payment.sql.ts';

export type CreatedPayment = NonNullable<ResponseOf<typeof operations.checkout>['payment']>;

type PayableOrder = Omit<NewPaymentRow, 'id' | 'orderId' | 'providerPaymentId'> & { id: string };

/**
 * Creates the payment of an order, waiting for the shopper, with the chosen account or the first that is offered; without an
 * active account, with the deployment's. The client secret comes from the provider and isn't stored: if the provider has to be
 * called, both it and the provider's id are empty until `openPayment`. Refuses with `payment_method_unavailable`.
 */
export async function createPayment(
  tx: Transaction,
  { id: orderId, ...order }: PayableOrder,
): Promise<CreatedPayment> {
  const { provider } = tx.services.payments;
  const id = randomUUID();
  const { total: amount, currency } = order;
  const opened = provider.openAtOnce?.({ paymentId: id, orderId, amount, currency });
  const providerPaymentId = opened?.providerPaymentId ?? null;
  const account = await insertPayment(tx, { ...order, id, orderId, providerPaymentId });
  const isOpen = opened !== undefined && account.paymentAccountId === null;
  return presentOpened({ id, ...account }, isOpen ? opened : UNOPENED);
}

const UNOPENED: OpenedPayment = { providerPaymentId: '', clientSecret: '' };

/** The data that the shopper needs to pay. */
export function presentOpened(
  { id, paymentAccountId, provider, publishableKey, instructions }: InsertedPayment & { id: string },
  opened: OpenedPayment = UNOPENED,
): CreatedPayment {
  return {
    id,
    providerPaymentId: opened.providerPaymentId,
    clientSecret: opened.clientSecret,
    redirectUrl: opened.redirectUrl ?? null,
    paymentAccountId,
    provider,
    publishableKey,
    instructions,
    needs: needsOf(provider, opened),
  };
}

function needsOf(provider: string, { clientSecret, redirectUrl }: OpenedPayment): CreatedPayment['needs'] {
  if (redirectUrl !== undefined) return 'redirect';
  if (provider === 'manual') return 'instructions';
  return clientSecret === '' ? 'nothing' : 'client_secret';
}

/**
 * The part of creating a payment that comes after the checkout's commit, if the provider has to be called: opens the payment
 * there, stores its id, and applies the events that the provider has reported by then. No lock is held during the call. Failure
 * policy: if the provider is unavailable, the order stays and expires; a repetition with the same Idempotency-Key retries.
 * Refuses with `dependency_unavailable`, or with `refusal` if the order was cancelled, or paid by another method, by then: its
 * payment isn't returned.
 */
export async function openPayment<T extends { payment: CreatedPayment | null }>(
  ctx: Context,
  checkedOut: T,
  refusal: 'cart_completed' | 'order_not_payable' = 'cart_completed',
): Promise<T> {
  const created = checkedOut.payment;
  if (created?.clientSecret !== '') return checkedOut;
  const { id } = created;
  const payment = await ctx.db.payment.findFirstOrThrow({ where: { id } });
  assertWanted(payment, refusal);
  const { orderId, accountId, amount, currency, captureLater } = payment;
  const opened = await awaitSlow(ctx, async () => {
    const provider = await providerOf(ctx, accountId);
    return provider.openPayment({ paymentId: id, orderId, amount, currency, captureLater });
  }).catch((err: unknown) => {
    ctx.log.error({ err, orderId }, 'the payment provider did not open a payment');
    refuse(
      'dependency_unavailable',
      'The payment provider does not respond; the order is kept for half an hour.',
    );
  });
  await inTransaction(ctx, async (tx) => {
    const isNew = await keepProviderId(tx, id, opened.providerPaymentId);
    await addPaymentReference(tx, payment, 'payment', opened.providerPaymentId);
    if (isNew && payment.provider === 'manual') await mailHowToPay(tx, payment);
    await replayForNewPayment(tx, payment);
  });
  assertWanted(await ctx.db.payment.findFirstOrThrow({ where: { id } }), refusal);
  return { ...checkedOut, payment: presentOpened(created, opened) };
}

/** The buyer gets these instructions only in this mail. */
async function mailHowToPay(tx: Transaction, { orderId, accountId, expiresAt: payBy }: PaymentModel) {
  const account = await tx.db.paymentAccount.findFirstOrThrow({ where: { id: accountId ?? '' } });
  await recordOrderPlaced(tx, orderId, {
    instructionsIn: (locale) => showAccount(account, locale).instructions,
    payBy,
  });
}

/**
 * Returns whether it had none. One statement, so that it and a concurrent cancellation see each other: a payment that was
 * cancelled before it was opened is due for cancellation again.
 */
async function keepProviderId(tx: Transaction, id: string, providerPaymentId: string): Promise<boolean> {
  const count = await tx.db.sql.count`
    UPDATE payments
    SET provider_payment_id = ${providerPaymentId}, updated_at = ${tx.now()},
        cancel_at = CASE WHEN status = 'cancelled' THEN ${tx.now()}::timestamptz ELSE cancel_at END
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid AND provider_payment_id IS NULL`;
  return count === 1;
}

function assertWanted({ status, cancelAt }: PaymentModel, refusal: 'cart_completed' | 'order_not_payable') {
  if (status === 'cancelled' || cancelAt)
    refuse(refusal, 'The order was cancelled or paid by another method before this payment was opened.');
}
