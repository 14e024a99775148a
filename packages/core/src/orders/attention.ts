import { refuse } from '@service/contract';
import type { Transaction } from '../context.ts';
import type { LockedOrder } from './move-order.ts';

/**
 * Why an operator must look at an order, the gravest reason first. Money and goods of a disputed order stay where they are until an
 * operator has acknowledged it, the goods of one whose payment doesn't fit too, and those of a withdrawn one.
 */
const REASONS = [
  'payment_disputed',
  'payment_mismatch',
  'paid_after_cancellation',
  'paid_again',
  'withdrawn',
] as const;

export type Attention = (typeof REASONS)[number];

/** The reason that is shown: the others follow when it is gone. */
export function gravestOf(reasons: readonly string[]): Attention | null {
  return REASONS.find((reason) => reasons.includes(reason)) ?? null;
}

/** Adds a reason beside those that there are. The order is locked. */
export async function setAttention(tx: Transaction, id: string, attention: Attention): Promise<void> {
  await tx.db.order.updateMany({
    where: { id, NOT: { attentionReasons: { has: attention } } },
    data: { attentionReasons: { push: attention }, version: { increment: 1 }, updatedAt: tx.now() },
  });
}

/** The reason is gone, with or without an operator. The order is locked. */
export async function clearAttention(tx: Transaction, id: string, attention: Attention): Promise<void> {
  await tx.db.sql.count`
    UPDATE orders SET attention_reasons = array_remove(attention_reasons, ${attention}),
      attention_details = CASE WHEN ${attention}::text = 'payment_mismatch' THEN NULL ELSE attention_details END,
      version = version + 1, updated_at = ${tx.now()}
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid AND ${attention} = ANY (attention_reasons)`;
}

/** Refuses with `order_withdrawn` until an operator has acknowledged the withdrawal. */
export function assertNotWithdrawn({ withdrawnAt }: Pick<LockedOrder, 'withdrawnAt'>): void {
  if (withdrawnAt !== null)
    refuse('order_withdrawn', 'The buyer has withdrawn from the order, and no operator has acknowledged it.');
}

/** Refuses with `payment_disputed` until an operator has acknowledged the dispute. */
export function assertUndisputed({ attentionReasons }: Pick<LockedOrder, 'attentionReasons'>): void {
  if (attentionReasons.includes('payment_disputed' satisfies Attention))
    refuse('payment_disputed', 'A payment of the order is disputed, and no operator has acknowledged it.');
}
