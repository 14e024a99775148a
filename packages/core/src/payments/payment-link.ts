import { type InputOf, type operations, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { findLinkedOrder, lockOrder, mailPaymentLink } from '../orders/index.ts';
import type { CreatedPayment } from './create-payment.ts';
import { payOrder, readPayable } from './pay-order.ts';

/** Refuses with `not_found`, `order_not_payable` or `email_missing`. */
export function sendPaymentLink(ctx: Context, orderId: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { status } = await lockOrder(tx, orderId);
    const order = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
    if (!(await readPayable(tx, order)))
      refuse('order_not_payable', `The order is ${status}, and waits for no payment.`);
    await mailPaymentLink(tx, orderId);
    await recordChange(tx, {
      action: 'order.payment_link_sent',
      subject: { type: 'order', id: orderId },
      after: {},
    });
  });
}

/**
 * Creates the payment for an order's payment link: anyone with the link may pay. Refuses with `token_invalid`, or like
 * `payOrder`.
 */
export async function payByLink(
  ctx: Context,
  { token, ...choice }: InputOf<typeof operations.payByLink>['body'],
): Promise<{ payment: CreatedPayment }> {
  return inTransaction(ctx, async (tx) => {
    const { id } = await findLinkedOrder(tx, token);
    return payOrder(tx, { id }, choice);
  });
}
