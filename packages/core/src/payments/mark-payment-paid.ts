import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { lockOrder, presentPayment } from '../orders/index.ts';
import { paymentSucceeded } from './payment-status.ts';

type Receipt = InputOf<typeof operations.markPaymentPaid>['body'];

/**
 * The money of a manual payment has come: the same happens as when a provider reports it. One that was cancelled may have
 * come late. Refuses with `not_found` or `payment_not_open`.
 */
export function markPaymentPaid(
  ctx: Context,
  id: string,
  { reference, paidOn, amount }: Receipt,
): Promise<ResponseOf<typeof operations.markPaymentPaid>> {
  return inTransaction(ctx, async (tx) => {
    const { orderId } = await findPayment(tx, id);
    const order = await lockOrder(tx, orderId);
    const payment = await findPayment(tx, id);
    if (payment.provider !== 'manual' || payment.status === 'succeeded')
      refuse('payment_not_open', `The ${payment.provider} payment ${id} is ${payment.status}.`);
    await tx.db.payment.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { reference, paidOn: new Date(paidOn) },
    });
    const created = Math.floor(tx.now().getTime() / 1000);
    const object = amount === undefined ? {} : { amount_received: amount };
    const event = { id: `manual_${id}`, type: 'payment_intent.succeeded', created, data: { object } };
    await paymentSucceeded(tx, { ...payment, order }, event);
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

async function findPayment({ db }: Transaction, id: string) {
  return (await db.payment.findFirst({ where: { id } })) ?? refuse('not_found', `No payment ${id}.`);
}
