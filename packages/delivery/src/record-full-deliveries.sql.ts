import { NEWEST_PAYLOAD_VERSION } from '@service/contract';
import { Prisma } from '@service/db';
import type { RecordContext } from './context.ts';
import { passesFilter } from './passes-filter.ts';
import { announceDeliveries, type FullEvent } from './record-event.sql.ts';

/** An event of this transaction with its full payload. */
export interface WholeEvent {
  id: string;
  subscriptions: FullEvent['subscriptions'];
  payload: object;
  /** The payload that filters see when it is above the size limit. */
  uncut?: object;
}

/**
 * Input: events of this transaction with their full payloads. Output: the deliveries of the subscriptions whose filter lets them
 * through, due since the event, and the payloads of these, one row for each event. Why one statement: it is the whole cost of
 * full payloads and filters beside reading the resource.
 */
export async function recordFullDeliveries(ctx: RecordContext, events: readonly WholeEvent[]): Promise<void> {
  const seen = {
    name: Prisma.sql`e.name`,
    data: Prisma.sql`e.data`,
    payload: Prisma.sql`COALESCE(given.uncut, given.payload)`,
  };
  const { given, listening } = writtenOnce(events);
  const [written] = await ctx.db.sql<[{ due: string[]; pulled: string[] }]>`
    WITH given AS (
      SELECT * FROM json_to_recordset(${given}::json) AS given(id uuid, "group" int, payload json, uncut json)
    ), due AS (
      INSERT INTO webhook_deliveries
        (tenant_id, subscription_id, event_id, event, created_at, next_retry_at, resource_id, position, is_full)
      SELECT e.tenant_id, listening.id, e.id, e.name, e.occurred_at, e.occurred_at, e.resource_id, e.position, listening."isFull"
      FROM given
      JOIN webhook_events e ON e.tenant_id = ${ctx.tenantId}::uuid AND e.id = given.id
      JOIN json_to_recordset(${listening}::json) AS listening("group" int, id uuid, "isFull" boolean, "filterPath" text)
        ON listening."group" = given."group"
      WHERE ${passesFilter(Prisma.sql`listening."filterPath"`, seen)}
      RETURNING id, subscription_id, event_id, is_full
    ), kept AS (
      INSERT INTO webhook_full_payloads (tenant_id, event_id, api_version, payload)
      SELECT ${ctx.tenantId}::uuid, id, ${NEWEST_PAYLOAD_VERSION}, payload FROM given
      WHERE id IN (SELECT event_id FROM due WHERE is_full)
      RETURNING tenant_id
    ), sent AS (
      SELECT due.id, subscription_id, kind FROM due
      JOIN webhook_subscriptions s ON s.tenant_id = ${ctx.tenantId}::uuid AND s.id = subscription_id
    )
    SELECT ARRAY(SELECT id FROM sent WHERE kind <> 'pull') AS due,
      ARRAY(SELECT DISTINCT subscription_id FROM sent WHERE kind = 'pull') AS pulled`;
  announceDeliveries(ctx, written);
}

/**
 * As JSON: events with the number of their group of subscriptions, and each group once. Nearly all events of a transaction have
 * the same.
 */
function writtenOnce(events: readonly WholeEvent[]): { given: string; listening: string } {
  const groups = new Map<string, number>();
  const listening: object[] = [];
  const given = events.map(({ subscriptions, ...event }) => {
    const text = JSON.stringify(subscriptions);
    const group = groups.get(text) ?? groups.size;
    if (!groups.has(text)) listening.push(...subscriptions.map((each) => ({ ...each, group })));
    groups.set(text, group);
    return { ...event, group };
  });
  return { given: JSON.stringify(given), listening: JSON.stringify(listening) };
}
