import { refuse } from '@service/contract';
import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import { changesOf } from '../patch.ts';
import { recordEvent } from '../webhooks/index.ts';
import type { LockedOrder } from './move-order.ts';

/**
 * The reasons why an operator must look at an order, the gravest first. The money and goods of a disputed order stay until an
 * operator has acknowledged the dispute. The goods also stay if the payment doesn't fit, if the buyer withdrew, or, for an
 * exchange, if the money that paid for the goods went back.
 */
const REASONS = [
  'payment_disputed',
  'payment_mismatch',
  'exchange_unpaid',
  'paid_after_cancellation',
  'paid_again',
  'withdrawn',
] as const;

export type Attention = (typeof REASONS)[number];

/** The reason that is shown; the next one is shown once it is gone. */
export function gravestOf(reasons: readonly string[]): Attention | null {
  return REASONS.find((reason) => reasons.includes(reason)) ?? null;
}

/** The other fields that changed together with the reason, as in `order.updated`. */
type OtherChanges = readonly { name: string; before: unknown; after: unknown }[];

/** Adds a reason to the others. The order is locked. */
export function setAttention(
  tx: Transaction,
  id: string,
  attention: Attention,
  others?: OtherChanges,
): Promise<void> {
  const set = Prisma.sql`attention_reasons = o.attention_reasons || ${attention}::text`;
  return writeReasons(tx, id, { set, where: Prisma.sql`${attention} <> ALL (o.attention_reasons)`, others });
}

/** Removes a reason, whether or not an operator acknowledged it. The order is locked. */
export function clearAttention(
  tx: Transaction,
  id: string,
  attention: Attention,
  others?: OtherChanges,
): Promise<void> {
  const details = attention === 'payment_mismatch' ? Prisma.sql`, attention_details = NULL` : Prisma.empty;
  const set = Prisma.sql`attention_reasons = array_remove(o.attention_reasons, ${attention})${details}`;
  return writeReasons(tx, id, { set, where: Prisma.sql`${attention} = ANY (o.attention_reasons)`, others });
}

interface Written {
  oldReasons: string[];
  oldDetails: unknown;
  reasons: string[];
  details: unknown;
}

/** Records `order.updated` if another reason is shown than before. */
async function writeReasons(
  tx: Transaction,
  id: string,
  { set, where, others = [] }: { set: Prisma.Sql; where: Prisma.Sql; others: OtherChanges | undefined },
): Promise<void> {
  const [written] = await tx.db.sql<Written[]>`
    WITH was AS (
      SELECT id, attention_reasons, attention_details FROM orders
      WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid
    )
    UPDATE orders o SET ${set}, version = o.version + 1, updated_at = ${tx.now()} FROM was
    WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.id = was.id AND ${where}
    RETURNING was.attention_reasons AS "oldReasons", was.attention_details AS "oldDetails",
      o.attention_reasons AS reasons, o.attention_details AS details`;
  if (!written) return;
  const before = shownReason(written.oldReasons, written.oldDetails);
  const changes = [...others, ...changesOf(before, shownReason(written.reasons, written.details))];
  if (changes.length > 0) await recordEvent(tx, 'order.updated', { orderId: id }, { changes });
}

function shownReason(reasons: string[], attentionDetails: unknown) {
  return { attention: gravestOf(reasons), attentionDetails };
}

/** Refuses with `order_withdrawn` while the withdrawal isn't acknowledged. */
export function assertNotWithdrawn({ withdrawnAt }: Pick<LockedOrder, 'withdrawnAt'>): void {
  if (withdrawnAt !== null)
    refuse('order_withdrawn', 'The buyer has withdrawn from the order, and no operator has acknowledged it.');
}

/** Refuses with `payment_disputed` while the dispute isn't acknowledged. */
export function assertUndisputed({ attentionReasons }: Pick<LockedOrder, 'attentionReasons'>): void {
  if (attentionReasons.includes('payment_disputed' satisfies Attention))
    refuse('payment_disputed', 'A payment of the order is disputed, and no operator has acknowledged it.');
}
