import type { Transaction } from '../context.ts';

/** The first number that a store gives out is 1001: a first customer needn't know that they are. */
const FIRST_NUMBER = 1001n;

/**
 * Input: a store, by its transaction. Output: its next order number; the row stays locked to the end of the transaction,
 * so a checkout that is rolled back leaves no gap. Why one statement and no upsert of Prisma's: that one looks first,
 * and of two first orders at once it refuses one.
 */
export async function nextOrderNumber(tx: Transaction): Promise<bigint> {
  const [row] = await tx.db.$queryRaw<{ last: bigint }[]>`
    INSERT INTO order_numbers AS numbers (tenant_id, last) VALUES (${tx.tenantId}::uuid, ${FIRST_NUMBER})
    ON CONFLICT (tenant_id) DO UPDATE SET last = numbers.last + 1
    RETURNING last`;
  if (!row) throw new Error('No order number was given out');
  return row.last;
}
