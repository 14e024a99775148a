import type { OrderLineModel, OrderModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import type { Transaction } from '../context.ts';
import { bookGoods } from '../ledger/index.ts';
import { LINES_IN_ORDER, lockOrder, recordExchangeCredit } from '../orders/index.ts';
import { findReturn, recordMove } from './move-return.ts';
import { presentReturn } from './present.ts';

/**
 * The order that sent an exchange is cancelled: the returned units can be refunded or exchanged again, except for those whose
 * exchanged goods had been shipped. Locks the first order behind that one, so before any stock.
 */
export async function reopenExchanged(tx: Transaction, exchangeOrderId: string): Promise<void> {
  const order = await tx.db.order.findFirstOrThrow({ where: { id: exchangeOrderId } });
  const { exchangedOrderId, exchangedReturnId: id } = order;
  if (!exchangedOrderId || !id) return;
  await lockOrder(tx, exchangedOrderId);
  const before = presentReturn(await findReturn(tx, id));
  // An exchange that was cancelled before may have been paid late: by now, the returned units belong to another order, or to
  // none.
  if (before.exchangeOrderId !== exchangeOrderId) return;
  const lines = await tx.db.orderLine.findMany({
    where: { orderId: exchangeOrderId },
    orderBy: LINES_IN_ORDER,
  });
  const earlier = before.exchanged.slice(0, before.exchanged.length - lines.length);
  const swaps = before.exchanged.slice(earlier.length).map((swap, index) => {
    return { ...swap, shipped: lines[index]?.shippedQuantity ?? 0 };
  });
  await bookGoods(
    tx,
    exchangedOrderId,
    { kind: 'order', id: exchangeOrderId },
    swaps.map(({ lineId, quantity, shipped }) => ({ lineId, kind: 'exchanged', units: shipped - quantity })),
  );
  await keepCreditOfShipped(tx, order, lines);
  const kept = swaps.filter(({ shipped }) => shipped > 0);
  const exchanged = [...earlier, ...kept.map(({ shipped, ...swap }) => ({ ...swap, quantity: shipped }))];
  const after = presentReturn(
    await tx.db.return.update({
      where: { tenantId_id: { tenantId: tx.tenantId, id } },
      data: { status: 'received', exchanged, exchangeOrderId: null, updatedAt: tx.now() },
    }),
  );
  await recordChange(tx, { action: 'return.reopened', subject: { type: 'return', id }, before, after });
  await recordMove(tx, after, before.status);
}

/** The shipped units keep their share of the first order's money, which paid for the exchange. */
async function keepCreditOfShipped(
  tx: Transaction,
  { id, exchangeCredit, subtotal }: OrderModel,
  lines: readonly OrderLineModel[],
): Promise<void> {
  const shipped = lines.reduce((sum, line) => sum + line.unitAmount * BigInt(line.shippedQuantity), 0n);
  await recordExchangeCredit(tx, id, subtotal === 0n ? 0n : (exchangeCredit * shipped) / subtotal);
}
