import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';

/** The first number that a store gives out is 1001: a first customer needn't know that they are. */
const FIRST_NUMBER = 1001n;

/**
 * Input: a store, by its transaction. Output: a statement for the WITH of the one that uses its next order number, `last`; the
 * row stays locked to the end of the transaction, so a checkout that is rolled back leaves no gap. Why no upsert of
 * Prisma's: that one looks first, and of two first orders at once it refuses one.
 */
export function takingNextNumber(tx: Transaction): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO order_numbers AS numbers (tenant_id, last) VALUES (${tx.tenantId}::uuid, ${FIRST_NUMBER})
    ON CONFLICT (tenant_id) DO UPDATE SET last = numbers.last + 1
    RETURNING last`;
}
