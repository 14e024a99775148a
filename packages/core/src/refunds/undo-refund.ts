import type { RefundModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { bookGoods } from '../ledger/index.ts';
import { reopenRefundedReturn } from '../reopen-refunded-return.ts';
import { cancelCreditNote } from './credit-notes.ts';
import { settleRefunds } from './settle-refunds.ts';

/**
 * A refund failed: its amount and its units can be refunded again, the return that it was for is received again, and its credit
 * note is cancelled. Goods that were restocked stay in the stock. The order is locked.
 */
export async function undoRefund(
  tx: Transaction,
  { id, orderId, lines }: Pick<RefundModel, 'id' | 'orderId' | 'lines'>,
): Promise<void> {
  const isOfReturn = await reopenRefundedReturn(tx, id);
  await bookGoods(
    tx,
    orderId,
    { kind: 'refund', id },
    (lines as { lineId: string; quantity: number }[]).map(({ lineId, quantity }) => ({
      lineId,
      kind: isOfReturn ? 'return_refunded' : 'refunded',
      units: -quantity,
    })),
  );
  await settleRefunds(tx, orderId);
  await cancelCreditNote(tx, id);
}
