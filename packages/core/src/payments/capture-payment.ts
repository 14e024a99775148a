import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import type { PaymentModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { awaitSlow, type Context, inTransaction } from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import { readHeld } from '../ledger/index.ts';
import { lockOrder, presentPayment } from '../orders/index.ts';
import { providerOf } from '../payment-accounts/index.ts';
import { recordCaptured } from './payment-event-handlers.ts';

type CaptureInput = InputOf<typeof operations.capturePayment>['body'];

/** Kept for a repetition, which calls the provider with the same key. */
interface Capture {
  paymentId: string;
  amount: number;
  capturedBefore: number;
  isFinal: boolean;
}

/** The statuses of orders whose goods were released; an authorised payment for them is being cancelled. */
const GIVEN_UP: ReadonlySet<string> = new Set(['cancelled', 'refunded']);

/** Decides the amount to capture. Refuses with `not_found` or `payment_not_authorised`. */
export function requestCapture(
  ctx: Context,
  paymentId: string,
  { amount, isFinal }: CaptureInput,
): Promise<Capture> {
  return inTransaction(ctx, async (tx) => {
    const { orderId } = await findPayment(tx, paymentId);
    const { status } = await lockOrder(tx, orderId);
    const payment = await findPayment(tx, paymentId);
    const held = Number(await readHeld(tx, paymentId));
    const wanted = amount ?? held;
    if (held === 0 || wanted > held)
      refuse('payment_not_authorised', `The payment is ${payment.status}, and ${held} is held by it.`);
    if (GIVEN_UP.has(status))
      refuse('payment_not_authorised', `The order is ${status}: what is held for it is given back.`);
    const capture = { amount: wanted, capturedBefore: Number(payment.capturedAmount), isFinal };
    await tx.db.payment.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id: paymentId } },
      data: { captureRequested: payment.capturedAmount + BigInt(wanted) },
    });
    const subject = { type: 'payment', id: paymentId };
    await recordChange(tx, { action: 'payment.capture_requested', subject, after: capture });
    return { paymentId, ...capture };
  });
}

/**
 * Captures at the provider, after the commit and without a lock. The key contains the amount and the captured state before it, so
 * that the same capture is made once, however often it is requested. Failure policy: the provider's event also reports a capture
 * that wasn't recorded. Refuses with `capture_refused` or `dependency_unavailable`.
 */
export async function capturePayment(
  ctx: Context,
  { paymentId, amount, capturedBefore, isFinal }: Capture,
): Promise<ResponseOf<typeof operations.capturePayment>> {
  const payment = await findPayment(ctx, paymentId);
  const outcome = await awaitSlow(ctx, async () => {
    const provider = await providerOf(ctx, payment.accountId);
    return provider.capturePayment({
      captureId: `${paymentId}:${capturedBefore}:${amount}:${isFinal}`,
      paymentId,
      providerPaymentId: payment.providerPaymentId ?? '',
      amount: BigInt(amount),
      currency: payment.currency,
      capturedBefore: BigInt(capturedBefore),
      isFinal,
    });
  }).catch((err: unknown) => {
    ctx.log.error({ err, paymentId }, 'the payment provider did not capture a payment');
    refuse('dependency_unavailable', 'The payment provider does not respond. Ask again.');
  });
  if (!outcome.ok) refuse('capture_refused', outcome.error);
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx, payment.orderId);
    const isWhole = outcome.capturedAmount >= payment.amount;
    await recordCaptured(tx, paymentId, { amount: outcome.capturedAmount, isFinal: isFinal || isWhole });
    await issueDocuments(tx, payment.orderId);
    return presentPayment(await findPayment(tx, paymentId));
  });
}

async function findPayment({ db }: Context, id: string): Promise<PaymentModel> {
  return (await db.payment.findFirst({ where: { id } })) ?? refuse('not_found', `No payment ${id}.`);
}
