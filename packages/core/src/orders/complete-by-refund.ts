import type { OrderLineModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { shippableQuantity } from '../ledger/index.ts';
import { recordEvent } from '../webhooks/index.ts';

/**
 * Records `order.completed` when a refund has taken all that was left to ship of an order of which something has left. `before`: its
 * lines before the refund. An order whose whole money went back isn't completed.
 */
export async function completeByRefund(
  tx: Transaction,
  orderId: string,
  before: readonly OrderLineModel[],
): Promise<void> {
  const wasPartlyShipped =
    before.some(({ shippedQuantity }) => shippedQuantity > 0) &&
    before.some((line) => shippableQuantity(line) > 0);
  if (!wasPartlyShipped) return;
  const { status, fulfilmentStatus } = await tx.db.order.findFirstOrThrow({ where: { id: orderId } });
  if (status === 'refunded' || fulfilmentStatus === 'partly_shipped') return;
  await recordEvent(tx, 'order.completed', { orderId });
}
