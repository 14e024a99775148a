import type { Context } from './context.ts';

/**
 * Serialises changes of one store that would conflict. It blocks nothing else: rows of the store can be written meanwhile,
 * because a foreign key takes a weaker lock.
 */
export async function lockTenant(tx: Pick<Context, 'db' | 'tenantId'>): Promise<void> {
  await tx.db.sql`SELECT id FROM tenants WHERE id = ${tx.tenantId}::uuid FOR NO KEY UPDATE`;
}
