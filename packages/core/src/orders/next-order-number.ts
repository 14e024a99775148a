import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';

/** A store's first number is 1001, so that its first customer doesn't see that they are the first. */
const FIRST_NUMBER = 1001n;

/**
 * Input: a store, by its transaction. Output: a common table expression that returns the store's next order number as `last`; the
 * row stays locked until the transaction ends, so a checkout that is rolled back leaves no gap. Why not Prisma's upsert: it reads
 * first, so it refuses one of two first orders that are placed at the same time.
 */
export function takingNextNumber(tx: Transaction): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO order_numbers AS numbers (tenant_id, last) VALUES (${tx.tenantId}::uuid, ${FIRST_NUMBER})
    ON CONFLICT (tenant_id) DO UPDATE SET last = numbers.last + 1
    RETURNING last`;
}
