import type { Transaction } from '../context.ts';
import { assertNotWithdrawn, assertUndisputed } from './attention.ts';
import { assertFirstPays } from './first-order.ts';
import { assertAllowed, type LockedOrder } from './move-order.ts';
import { assertPaymentFits } from './payment-mismatch.ts';
import { SHIPS_FROM } from './transitions.ts';

/**
 * Refuses with the reason why the goods of the locked order may not leave: `illegal_transition`, `payment_mismatch`,
 * `payment_disputed`, `exchange_unpaid` or `order_withdrawn`.
 */
export async function assertMayLeave(tx: Transaction, order: LockedOrder): Promise<void> {
  if (!SHIPS_FROM.includes(order.status)) assertAllowed(order.status, 'shipped');
  assertPaymentFits(order);
  assertUndisputed(order);
  await assertFirstPays(tx, order);
  assertNotWithdrawn(order);
}
