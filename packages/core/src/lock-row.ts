import { Prisma } from '@service/db';
import type { Transaction } from './context.ts';

/**
 * Locks one row of the store until the end of the transaction, so that of changes that read before they write each sees the
 * result of the one before. Output: its version; an empty list where there is no such row.
 */
export function lockRow(
  tx: Transaction,
  table: string,
  id: string | undefined,
): Promise<{ version: number }[]> {
  return tx.db.sql`
    SELECT version FROM ${Prisma.raw(table)}
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid FOR NO KEY UPDATE`;
}
