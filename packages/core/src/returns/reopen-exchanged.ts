import { recordChange } from '../audit/index.ts';
import type { Transaction } from '../context.ts';
import { countUnits, lockOrder } from '../orders/index.ts';
import { findReturn, recordMove } from './move-return.ts';
import { presentReturn } from './present.ts';

/**
 * The order that sent an exchange is cancelled: what came back can be refunded or exchanged again. Locks the first order
 * behind that one, and so before any stock.
 */
export async function reopenExchanged(tx: Transaction, exchangeOrderId: string): Promise<void> {
  const order = await tx.db.order.findFirstOrThrow({ where: { id: exchangeOrderId } });
  const { exchangedOrderId, exchangedReturnId: id } = order;
  if (!exchangedOrderId || !id) return;
  await lockOrder(tx, exchangedOrderId);
  const before = presentReturn(await findReturn(tx, id));
  // One that was cancelled before may have been paid late: what came back is another order's by now, or nobody's.
  if (before.exchangeOrderId !== exchangeOrderId) return;
  for (const { lineId, quantity } of before.exchanged)
    await countUnits(tx, lineId, { exchangedQuantity: -quantity });
  const after = presentReturn(
    await tx.db.return.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { status: 'received', exchanged: [], exchangeOrderId: null, updatedAt: tx.now() },
    }),
  );
  await recordChange(tx, { action: 'return.reopened', subject: { type: 'return', id }, before, after });
  await recordMove(tx, after, before.status);
}
