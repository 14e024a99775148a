import type { Transaction } from '../context.ts';
import { assertUndisputed } from './attention.ts';
import { type LockedOrder, lockOrder } from './move-order.ts';

/**
 * The goods of an exchange were paid with the money of the order before it. That order is locked here, so that its money stays, and so
 * is the one before, if it was an exchange too. Refuses with `payment_disputed`.
 */
export async function assertFirstUndisputed(
  tx: Transaction,
  { exchangedOrderId }: Pick<LockedOrder, 'exchangedOrderId'>,
): Promise<void> {
  if (exchangedOrderId === null) return;
  const first = await lockOrder(tx, exchangedOrderId);
  assertUndisputed(first);
  await assertFirstUndisputed(tx, first);
}
