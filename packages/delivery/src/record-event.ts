import { EVENTS, type EventData, type EventName, patternsOf } from '@service/contract';
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
  const [{ recorded }] = await tx.db.sql<[Recorded]>`
    WITH ${recordingEvent(tx, name, happened)} SELECT ${RECORDED}`;
  enqueueDue(tx, recorded);
}

/** What is to be made known after the commit. */
interface RecordedDeliveries {
  /** New deliveries that a worker sends. */
  due: string[];
  /** Pull subscriptions that have new deliveries. */
  pulled: string[];
}

/** The column that a statement which records selects. */
export interface Recorded {
  recorded: RecordedDeliveries;
}

/** The column of `Recorded`. */
export const RECORDED = Prisma.sql`
  json_build_object(
    'due', ARRAY(SELECT id FROM due WHERE kind <> 'pull'),
    'pulled', ARRAY(SELECT DISTINCT subscription_id FROM due WHERE kind = 'pull')
  ) AS recorded`;

/**
 * The same within a statement that makes the change itself: queries of its WITH, the last of which, `due`, has the new
 * deliveries. Input: `happened`, a query of the payloads, a row for each event; no row means that nothing happened. The
 * caller selects `RECORDED` and hands it to `enqueueDue`.
 */
export function recordingEvent(ctx: RecordContext, name: EventName, happened: Prisma.Sql): Prisma.Sql {
  const now = ctx.dbNow();
  // FOR KEY SHARE: a subscription that is being deleted is left out instead of failing the caller's change.
  return Prisma.sql`
    recorded AS (
      INSERT INTO webhook_events (tenant_id, name, data, occurred_at, resource_id, traceparent)
      SELECT ${ctx.tenantId}::uuid, ${name}, happened.data, ${now}, (happened.data->>${EVENTS[name].orderedBy}::text)::uuid,
             ${ctx.traceparent ?? null}
      FROM (${happened}) AS happened(data)
      RETURNING id, resource_id, position
    ), listening AS (
      SELECT id, kind FROM webhook_subscriptions
      WHERE tenant_id = ${ctx.tenantId}::uuid AND active AND events && ${patternsOf(name)}::text[]
      FOR KEY SHARE
    ), written AS (
      INSERT INTO webhook_deliveries
        (tenant_id, subscription_id, event_id, event, created_at, next_retry_at, resource_id, position)
      SELECT ${ctx.tenantId}::uuid, listening.id, recorded.id, ${name}, ${now}, ${now}, resource_id, position
      FROM recorded CROSS JOIN listening
      RETURNING id, subscription_id
    ), due AS (
      SELECT written.id, subscription_id, kind FROM written JOIN listening ON listening.id = subscription_id
    )`;
}

/** Makes new deliveries known once they are committed: to the workers, and to whoever waits to claim them. */
export function enqueueDue(
  { db, services, tenantId }: RecordContext,
  { due, pulled }: RecordedDeliveries,
): void {
  if (due.length > 0) db.afterCommit(() => services.jobs.enqueueDeliveries(due, tenantId));
  if (pulled.length > 0) db.afterCommit(() => services.jobs.notifyPull(pulled));
  if (due.length + pulled.length > 0) db.afterCommit(() => services.jobs.notifyLog(tenantId));
}
