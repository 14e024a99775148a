import { randomUUID } from 'node:crypto';
import type { EventData, EventName } from '@service/contract';
import type { Transaction } from '../context.ts';

/**
 * Input: an event of the catalogue and its payload. Output: one event row, and one delivery row for each active
 * subscription of the tenant that lists the event, due now. Why: the rows are written in the transaction of the change
 * that they tell of, so a rolled-back change leaves none and a committed one can't lose them. One statement,
 * whatever the number of subscriptions.
 */
export async function recordEvent<N extends EventName>(
  tx: Transaction,
  name: N,
  data: EventData<N>,
): Promise<void> {
  const now = tx.now();
  // FOR KEY SHARE: a subscription that is being deleted is passed over instead of failing the caller's change.
  const due = await tx.db.$queryRaw<{ id: string }[]>`
    WITH recorded AS (
      INSERT INTO webhook_events (id, tenant_id, name, data, occurred_at)
      VALUES (${randomUUID()}::uuid, ${tx.tenantId}::uuid, ${name}, ${JSON.stringify(data)}::json, ${now})
      RETURNING id
    ), listening AS (
      SELECT id FROM webhook_subscriptions
      WHERE tenant_id = ${tx.tenantId}::uuid AND active AND ${name} = ANY (events)
      FOR KEY SHARE
    )
    INSERT INTO webhook_deliveries (tenant_id, subscription_id, event_id, event, created_at, next_retry_at)
    SELECT ${tx.tenantId}::uuid, listening.id, recorded.id, ${name}, ${now}, ${now}
    FROM recorded CROSS JOIN listening
    RETURNING id`;
  if (due.length > 0) tx.db.afterCommit(() => tx.platform.wakeDeliveries(due.map(({ id }) => id)));
}
