import type { EventName } from '@service/contract';
import type { Transaction } from '../context.ts';

/**
 * Returns whether an event about an endpoint may be recorded: one of a kind in a minute. Until the end of the transaction nobody
 * else records one of it; a subscription that somebody holds waits for the next time.
 */
export async function holdForEvent(
  tx: Transaction,
  subscriptionId: string,
  name: EventName,
): Promise<boolean> {
  const { db, tenantId } = tx;
  const held = await db.$queryRaw<unknown[]>`
    SELECT id FROM webhook_subscriptions
    WHERE tenant_id = ${tenantId}::uuid AND id = ${subscriptionId}::uuid AND deleted_at IS NULL
    FOR NO KEY UPDATE SKIP LOCKED`;
  if (held.length === 0) return false;
  const recent = await db.$queryRaw<unknown[]>`
    SELECT id FROM webhook_events
    WHERE tenant_id = ${tenantId}::uuid AND resource_id = ${subscriptionId}::uuid AND name = ${name} AND NOT is_test
      AND occurred_at > ${tx.dbNow()} - interval '1 minute'
    LIMIT 1`;
  return recent.length === 0;
}
