import type { Transaction } from '../context.ts';
import { assertUndisputed } from './attention.ts';
import { type LockedOrder, lockOrder } from './move-order.ts';
import { assertExchangePaid } from './unpaid-exchange.ts';

/**
 * The money of the previous order paid for the goods of an exchange. That order is locked here, so that its money can't change,
 * and also the one before it, if it was an exchange too. Refuses with `payment_disputed`, and with `exchange_unpaid` if the money
 * was refunded.
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
