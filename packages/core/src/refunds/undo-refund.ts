import type { RefundModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { countUnits } from '../orders/index.ts';
import { reopenRefundedReturn } from '../reopen-refunded-return.ts';
import { settleRefunds } from './settle-refunds.ts';

/**
 * A refund failed: its amount and its units can be refunded again, and the return that it was for is received again. Goods that
 * were restocked stay in the stock. The order is locked.
 */
export async function undoRefund(
  tx: Transaction,
  { id, orderId, lines }: Pick<RefundModel, 'id' | 'orderId' | 'lines'>,
): Promise<void> {
  const isOfReturn = await reopenRefundedReturn(tx, id);
  for (const { lineId, quantity } of lines as { lineId: string; quantity: number }[])
    await countUnits(tx, lineId, {
      refundedQuantity: -quantity,
      ...(isOfReturn ? { refundedReturnQuantity: -quantity } : {}),
    });
  await settleRefunds(tx, orderId);
}
