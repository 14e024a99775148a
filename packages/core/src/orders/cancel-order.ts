import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction } from '../context.ts';
import { returnDiscountUse } from '../discounts/index.ts';
import { getOrder } from './get-order.ts';
import { moveOrder } from './move-order.ts';
import type { PresentedOrder } from './present.ts';
import { requestPaymentCancellation } from './request-payment-cancellation.ts';
import { releaseStock } from './stock.ts';

/** Refuses with `not_found` or `illegal_transition`. */
export function cancelOrder(
  ctx: Context,
  orderId: string,
  { reason }: { reason?: string | undefined },
): Promise<PresentedOrder> {
  return inTransaction(ctx, async (tx) => {
    const status = await moveOrder(
      tx,
      orderId,
      'cancelled',
      reason === undefined ? {} : { details: { reason } },
    );
    await releaseStock(tx, orderId);
    await returnDiscountUse(tx, orderId);
    await requestPaymentCancellation(tx, orderId);
    const subject = { type: 'order', id: orderId };
    const after = { status: 'cancelled', reason };
    await recordChange(tx, { action: 'order.cancelled', subject, before: { status }, after });
    return getOrder(tx, orderId);
  });
}
