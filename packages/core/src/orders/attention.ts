import { refuse } from '@service/contract';
import type { Transaction } from '../context.ts';
import type { LockedOrder } from './move-order.ts';

/**
 * Why an operator must look at an order. Goods and money of the first two stay where they are until an operator acknowledges it,
 * goods of a withdrawn one too.
 */
export type Attention =
  | 'payment_mismatch'
  | 'payment_disputed'
  | 'paid_after_cancellation'
  | 'paid_again'
  | 'withdrawn';

/** A reason that is there already stays, but for a withdrawal, which comes back when it is gone. The order is locked. */
export async function setAttention(tx: Transaction, id: string, attention: Attention): Promise<void> {
  await tx.db.order.updateMany({
    where: { id, OR: [{ attention: null }, { attention: 'withdrawn' satisfies Attention }] },
    data: { attention, version: { increment: 1 }, updatedAt: tx.now() },
  });
}

/** Once nothing else is left to look at, a withdrawal is. The order is locked. */
export async function restoreWithdrawal(tx: Transaction, id: string): Promise<void> {
  await tx.db.order.updateMany({
    where: { id, attention: null, withdrawnAt: { not: null }, status: { notIn: ['cancelled', 'refunded'] } },
    data: { attention: 'withdrawn' satisfies Attention },
  });
}

/** The reason is gone without an operator. The order is locked. */
export async function clearAttention(tx: Transaction, id: string, attention: Attention): Promise<void> {
  await tx.db.order.updateMany({
    where: { id, attention },
    data: { attention: null, version: { increment: 1 }, updatedAt: tx.now() },
  });
  await restoreWithdrawal(tx, id);
}

/** Refuses with `order_withdrawn` until an operator has acknowledged the withdrawal. */
export function assertNotWithdrawn({ withdrawnAt }: Pick<LockedOrder, 'withdrawnAt'>): void {
  if (withdrawnAt !== null)
    refuse('order_withdrawn', 'The buyer has withdrawn from the order, and no operator has acknowledged it.');
}

/** Refuses with `payment_disputed` until an operator has acknowledged the dispute. */
export function assertUndisputed({ attention }: Pick<LockedOrder, 'attention'>): void {
  if (attention === ('payment_disputed' satisfies Attention))
    refuse('payment_disputed', 'A payment of the order is disputed, and no operator has acknowledged it.');
}
