import type { OrderStatus } from '@service/contract';
import { actorName, type Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';
import { confirmOrder } from './confirm-order.ts';

/**
 * Any status → paid; specification, States and transitions. Input: an order. Output: whether it moved; an order that is
 * paid already stays as it is. Why the row is locked before it is read: of parallel callbacks one sees the
 * previous status and records the event, the others find the order paid.
 */
export async function markPaid(tx: Transaction, orderId: string): Promise<boolean> {
  const [moved] = await tx.db.$queryRaw<{ previousStatus: OrderStatus }[]>`
    WITH previous AS (
      SELECT id, status FROM orders WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${orderId}::uuid
      FOR NO KEY UPDATE
    )
    UPDATE orders o SET status = 'paid', version = o.version + 1, updated_at = ${tx.now()}
    FROM previous
    WHERE o.id = previous.id AND previous.status <> 'paid'
    RETURNING previous.status AS "previousStatus"`;
  if (!moved) return false;

  const { previousStatus } = moved;
  await tx.db.orderHistoryEntry.create({
    data: {
      tenantId: tx.tenantId,
      orderId,
      status: 'paid',
      previousStatus,
      actor: actorName(tx.principal),
      createdAt: tx.now(),
    },
  });
  await recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus });
  await confirmOrder(tx, orderId);
  return true;
}
