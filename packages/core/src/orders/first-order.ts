import type { Transaction } from '../context.ts';
import { assertUndisputed } from './attention.ts';
import { type LockedOrder, lockOrder } from './move-order.ts';
import { assertExchangePaid } from './unpaid-exchange.ts';

/**
 * The goods of an exchange were paid with the money of the order before it. That order is locked here, so that its money stays,
 * and so is the one before, if it was an exchange too. Refuses with `payment_disputed`, and with `exchange_unpaid` where the
 * money was refunded.
 */
export async function assertFirstPays(
  tx: Transaction,
  { exchangedOrderId }: Pick<LockedOrder, 'exchangedOrderId'>,
): Promise<void> {
  if (exchangedOrderId === null) return;
  const first = await lockOrder(tx, exchangedOrderId);
  assertUndisputed(first);
  assertExchangePaid(first);
  await assertFirstPays(tx, first);
}
