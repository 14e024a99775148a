import { sumOf } from '../amounts.ts';
import type { Transaction } from '../context.ts';
import { readRefundable } from '../ledger/index.ts';
import { clearAttention, flagUnpaidExchange, readMissingForExchanges } from '../orders/index.ts';

/**
 * Applies what the provider reports of refunds. A refund that was made here is counted already, so only one that isn't
 * known, or that had failed, takes money from the order: where that paid for exchanges, an operator has to look at it. It is over
 * when such a refund fails and the money is back. The order is locked.
 */
export async function applyReportedRefund(
  tx: Transaction,
  orderId: string,
  apply: () => Promise<void>,
): Promise<void> {
  const before = await readMoney(tx, orderId);
  await apply();
  const after = await readMoney(tx, orderId);
  if (after === before) return;
  const missing = await readMissingForExchanges(tx, orderId);
  if (after < before && missing > 0n) await flagUnpaidExchange(tx, orderId, missing);
  if (after > before && missing === 0n) await clearAttention(tx, orderId, 'exchange_unpaid');
}

async function readMoney(tx: Transaction, orderId: string): Promise<bigint> {
  return sumOf((await readRefundable(tx, orderId)).values());
}
