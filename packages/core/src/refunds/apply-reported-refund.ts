import { sumOf } from '../amounts.ts';
import type { Transaction } from '../context.ts';
import { readRefundable } from '../ledger/index.ts';
import { clearAttention, flagUnpaidExchange, readMissingForExchanges } from '../orders/index.ts';

/**
 * Applies a refund that the provider reports. A refund that was requested here is counted already, so only one that was unknown,
 * or that had failed, takes money from the order: if that money paid for exchanges, an operator must look at the order. The
 * reason is gone when such a refund fails and the money is back. The order is locked.
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
