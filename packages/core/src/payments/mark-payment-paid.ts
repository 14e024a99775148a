import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { DAY_MS } from '@service/jobs/primitives';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import { readBalance } from '../ledger/index.ts';
import { lockOrder, presentPayment } from '../orders/index.ts';
import { paymentSucceeded } from './payment-event-handlers.ts';

type Receipt = InputOf<typeof operations.markPaymentPaid>['body'];

/**
 * The money of a manual payment has arrived: the effect is the same as of a provider's event. The money of a cancelled payment
 * may arrive late, and after a part the rest may arrive. Refuses with `not_found`, `payment_not_open` or `validation_failed`.
 */
export function markPaymentPaid(
  ctx: Context,
  id: string,
  { reference, paidOn, amount }: Receipt,
): Promise<ResponseOf<typeof operations.markPaymentPaid>> {
  assertPast(ctx, paidOn);
  return inTransaction(ctx, async (tx) => {
    const { orderId } = await findPayment(tx, id);
    const order = await lockOrder(tx, orderId);
    const payment = await findPayment(tx, id);
    const { due } = await readBalance(tx, orderId);
    if (payment.provider !== 'manual' || (payment.status === 'succeeded' && due === 0n))
      refuse('payment_not_open', `The ${payment.provider} payment ${id} is ${payment.status}.`);
    await tx.db.payment.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { reference, paidOn: new Date(paidOn) },
    });
    const created = Math.floor(tx.now().getTime() / 1000);
    const came = amount ?? (due > 0n ? Number(due) : undefined);
    const object = came === undefined ? {} : { amount_received: Number(payment.capturedAmount) + came };
    const event = { id: `manual_${id}`, type: 'payment_intent.succeeded', created, data: { object } };
    await paymentSucceeded(tx, { ...payment, order }, event);
    await issueDocuments(tx, orderId);
    const after = presentPayment(await findPayment(tx, id));
    await recordChange(tx, {
      action: 'payment.marked_paid',
      subject: { type: 'payment', id },
      before: presentPayment(payment),
      after,
    });
    return after;
  });
}

/** In other time zones, the next day may have begun. */
function assertPast(ctx: Context, paidOn: string): void {
  if (new Date(paidOn).getTime() <= ctx.now().getTime() + DAY_MS) return;
  refuse('validation_failed', 'The money can’t have come yet.', [
    { path: '/body/paidOn', code: 'range', message: 'is in the future' },
  ]);
}

async function findPayment({ db }: Transaction, id: string) {
  return (await db.payment.findFirst({ where: { id } })) ?? refuse('not_found', `No payment ${id}.`);
}
