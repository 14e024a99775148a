import { EVENTS, type EventData, type EventName } from '@service/contract';
import { Prisma } from '@service/db';
import type { RecordContext } from './context.ts';

/**
 * Input: an event of the catalogue and its payload. Output: one event row, and one delivery row for each active
 * subscription of the tenant that lists the event, due now. Why: the rows are written in the transaction of the change
 * that they tell of, so a rolled-back change leaves none and a committed one can't lose them. One statement,
 * whatever the number of subscriptions.
 */
export async function recordEvent<N extends EventName>(
  tx: RecordContext,
  name: N,
  data: EventData<N>,
): Promise<void> {
  await recordEvents(tx, name, [data]);
}

/** The same for several events of one name, in one statement too. */
export async function recordEvents<N extends EventName>(
  tx: RecordContext,
  name: N,
  data: readonly EventData<N>[],
): Promise<void> {
  if (data.length === 0) return;
  const happened = Prisma.sql`SELECT json_array_elements(${JSON.stringify(data)}::json)`;
  const due = await tx.db.$queryRaw<{ id: string }[]>`
    WITH ${recordingEvent(tx, name, happened)} SELECT id FROM due`;
  enqueueDue(
    tx,
    due.map(({ id }) => id),
  );
}

/**
 * The same within a statement that makes the change itself: queries of its WITH, the last of which, `due`, has the ids of
 * the new deliveries. Input: `happened`, a query of the payloads, a row for each event; no row means that nothing happened. The
 * caller hands the ids to `enqueueDue`.
 */
export function recordingEvent(ctx: RecordContext, name: EventName, happened: Prisma.Sql): Prisma.Sql {
  const now = ctx.dbNow();
  // FOR KEY SHARE: a subscription that is being deleted is passed over instead of failing the caller's change.
  return Prisma.sql`
    recorded AS (
      INSERT INTO webhook_events (tenant_id, name, data, occurred_at, resource_id)
      SELECT ${ctx.tenantId}::uuid, ${name}, happened.data, ${now}, (happened.data->>${EVENTS[name].orderedBy}::text)::uuid
      FROM (${happened}) AS happened(data)
      RETURNING id, resource_id, position
    ), listening AS (
      SELECT id FROM webhook_subscriptions
      WHERE tenant_id = ${ctx.tenantId}::uuid AND active AND ${name} = ANY (events)
      FOR KEY SHARE
    ), due AS (
      INSERT INTO webhook_deliveries
        (tenant_id, subscription_id, event_id, event, created_at, next_retry_at, resource_id, position)
      SELECT ${ctx.tenantId}::uuid, listening.id, recorded.id, ${name}, ${now}, ${now}, resource_id, position
      FROM recorded CROSS JOIN listening
      RETURNING id
    )`;
}

/** Tells the worker of new deliveries once they are committed. */
export function enqueueDue(ctx: RecordContext, deliveryIds: readonly string[]): void {
  if (deliveryIds.length > 0)
    ctx.db.afterCommit(() => ctx.services.jobs.enqueueDeliveries(deliveryIds, ctx.tenantId));
}
