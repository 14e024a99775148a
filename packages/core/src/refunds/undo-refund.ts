import type { RefundModel } from '@service/db';
import type { Transaction } from '../context.ts';
import { undoGoods } from '../ledger/index.ts';
import { reopenRefundedReturn } from '../reopen-refunded-return.ts';
import { cancelCreditNote } from './credit-notes.ts';
import { settleRefunds } from './settle-refunds.ts';

/**
 * A refund failed: its amount and its units can be refunded again, the return that it was for is received again, and its credit
 * note is cancelled. Goods that were restocked stay in the stock. The order is locked.
 */
export async function undoRefund(
  tx: Transaction,
  { id, orderId, returnId }: Pick<RefundModel, 'id' | 'orderId' | 'returnId'>,
): Promise<void> {
  if (returnId) await reopenRefundedReturn(tx, returnId);
  else await undoGoods(tx, orderId, { kind: 'refund', id }, 'refunded');
  await settleRefunds(tx, orderId);
  await cancelCreditNote(tx, id);
}
