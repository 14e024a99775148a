import { refuse } from '@service/contract';
import type { Transaction } from '../context.ts';
import type { LockedOrder } from './move-order.ts';

/** Why an operator must look at an order. Goods and money of the first two stay where they are until an operator acknowledges it. */
export type Attention = 'payment_mismatch' | 'payment_disputed' | 'paid_after_cancellation' | 'paid_again';

/** A reason that is there already stays: one that is less urgent doesn't replace it. The order is locked. */
export async function setAttention(tx: Transaction, id: string, attention: Attention): Promise<void> {
  await tx.db.order.updateMany({
    where: { id, attention: null },
    data: { attention, version: { increment: 1 }, updatedAt: tx.now() },
  });
}

/** The reason is gone without an operator. The order is locked. */
export async function clearAttention(tx: Transaction, id: string, attention: Attention): Promise<void> {
  await tx.db.order.updateMany({
    where: { id, attention },
    data: { attention: null, version: { increment: 1 }, updatedAt: tx.now() },
  });
}

/** Refuses with `payment_disputed` until an operator has acknowledged the dispute. */
export function assertUndisputed({ attention }: Pick<LockedOrder, 'attention'>): void {
  if (attention === ('payment_disputed' satisfies Attention))
    refuse('payment_disputed', 'A payment of the order is disputed, and no operator has acknowledged it.');
}
