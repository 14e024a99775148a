import type { Transaction } from '../context.ts';

/**
 * Locks the endpoint: until the end of the transaction no other one records an event about it. It briefly waits for a claim that
 * holds the lock. Returns the names of such events in the last minute, newest first, because there is at most one of a kind in a
 * minute; undefined: the endpoint was deleted.
 */
export async function lockEndpoint(tx: Transaction, subscriptionId: string): Promise<string[] | undefined> {
  const { db, tenantId } = tx;
  const held = await db.sql<unknown[]>`
    SELECT id FROM webhook_subscriptions
    WHERE tenant_id = ${tenantId}::uuid AND id = ${subscriptionId}::uuid AND deleted_at IS NULL
    FOR NO KEY UPDATE`;
  if (held.length === 0) return undefined;
  const recent = await db.sql<{ name: string }[]>`
    SELECT name FROM webhook_events
    WHERE tenant_id = ${tenantId}::uuid AND resource_id = ${subscriptionId}::uuid AND NOT is_test
      AND occurred_at > ${tx.dbNow()} - interval '1 minute'
    ORDER BY position DESC`;
  return recent.map(({ name }) => name);
}
