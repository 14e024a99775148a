import type { Transaction } from '../context.ts';
import { recordEvent } from '../webhooks/index.ts';

/**
 * Input: a code, and the version of the discount that the cart was priced with. Output: the discount's id, if one more order
 * may have it; that use is then counted. Why one conditional UPDATE: of parallel checkouts each waits for the row and sees
 * the count of the one before, so a limit is never passed; and a discount that changed since the cart was priced is not used.
 */
export async function countDiscountUse(
  tx: Transaction,
  { code, version }: { code: string; version: number },
): Promise<string | null> {
  const now = tx.dbNow();
  const [used] = await tx.db.sql<Used[]>`
    UPDATE discounts SET times_used = times_used + 1, updated_at = ${tx.now()}
    WHERE tenant_id = ${tx.tenantId}::uuid AND code = ${code} AND version = ${version} AND active
      AND (starts_at IS NULL OR starts_at <= ${now}) AND (ends_at IS NULL OR ends_at > ${now})
      AND (usage_limit IS NULL OR times_used < usage_limit)
    RETURNING id, code, times_used = usage_limit AS "isLast"`;
  await recordLastUse(tx, used);
  return used?.id ?? null;
}

interface Used {
  id: string;
  code: string;
  /** Null: it has no limit. */
  isLast: boolean | null;
}

/** Records `discount.used_up`; without a last use there is nothing to send. */
async function recordLastUse(tx: Transaction, used: Used | undefined): Promise<void> {
  if (used?.isLast) await recordEvent(tx, 'discount.used_up', { discountId: used.id, code: used.code });
}

/**
 * Gives back the use that a cancelled order had. The order is locked and leaves its status once, so a use comes back
 * once; the row of the discount is locked after those of the stock, as checkouts do.
 */
export function returnDiscountUse(tx: Transaction, orderId: string): Promise<void> {
  return countUse(tx, orderId, -1);
}

/** For a cancelled order that was paid after all: it was used, even beyond the limit. */
export function countDiscountUseAgain(tx: Transaction, orderId: string): Promise<void> {
  return countUse(tx, orderId, 1);
}

async function countUse(tx: Transaction, orderId: string, change: 1 | -1): Promise<void> {
  const [used] = await tx.db.sql<Used[]>`
    UPDATE discounts d SET times_used = d.times_used + ${change}, updated_at = ${tx.now()}
    FROM orders o
    WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.id = ${orderId}::uuid
      AND d.tenant_id = o.tenant_id AND d.id = o.discount_id AND d.times_used + ${change} >= 0
    RETURNING d.id, d.code, d.times_used = d.usage_limit AS "isLast"`;
  if (change > 0) await recordLastUse(tx, used);
}
