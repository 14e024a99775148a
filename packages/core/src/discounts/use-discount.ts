import type { Transaction } from '../context.ts';

/**
 * Input: a code, and the version of the discount that the cart was priced with. Output: whether one more order may have
 * it; that use is then counted. Why one conditional UPDATE: of parallel checkouts each waits for the row and sees
 * the count of the one before, so a limit is never passed; and a discount that changed since the cart was priced is not used.
 */
export async function countDiscountUse(
  tx: Transaction,
  { code, version }: { code: string; version: number },
): Promise<boolean> {
  const now = tx.now();
  const used = await tx.db.$executeRaw`
    UPDATE discounts SET times_used = times_used + 1, updated_at = ${now}
    WHERE tenant_id = ${tx.tenantId}::uuid AND code = ${code} AND version = ${version} AND active
      AND (starts_at IS NULL OR starts_at <= ${now}) AND (ends_at IS NULL OR ends_at > ${now})
      AND (usage_limit IS NULL OR times_used < usage_limit)`;
  return used === 1;
}
