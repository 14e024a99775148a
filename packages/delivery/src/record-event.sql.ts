import {
  EVENTS,
  type EventData,
  type EventName,
  NEWEST_PAYLOAD_VERSION,
  patternsOf,
} from '@service/contract';
import { Prisma } from '@service/db';
import type { RecordContext, StatementContext } from './context.ts';
import { MAX_PAYLOAD_BYTES } from './full-payload.ts';
import { passesFilter } from './passes-filter.ts';

/**
 * Input: an event of the catalogue and its payload. Output: one event row, and one delivery row for each active subscription of
 * the tenant that lists the event and whose filter lets it through, due now. Why: the rows are written in the transaction of the
 * change that they report, so a rolled-back change leaves none and a committed one can't lose them. One statement, whatever the
 * number of subscriptions.
 */
export async function recordEvent<N extends EventName>(
  tx: RecordContext,
  name: N,
  data: EventData<N>,
  details?: EventDetails<EventData<N>>,
): Promise<void> {
  await recordEvents(tx, name, [data], details);
}

/** The same for several events of one name, also in one statement. */
export async function recordEvents<N extends EventName>(
  tx: RecordContext,
  name: N,
  data: readonly EventData<N>[],
  details?: EventDetails<EventData<N>>,
): Promise<void> {
  if (data.length === 0) return;
  const happened = Prisma.sql`SELECT json_array_elements(${JSON.stringify(data)}::json)`;
  const [{ recorded }] = await tx.db.sql<[Recorded]>`
    WITH ${recordingEvent(tx, name, happened)} SELECT ${RECORDED}`;
  enqueueDue(tx, recorded, details);
}

/**
 * An array of the patterns of active subscriptions of the store that match one of these events; empty: there is none. For
 * `listsEvent` in a statement that makes a change: without a subscription no other statement is needed.
 */
export function listedBy(ctx: StatementContext, names: readonly EventName[]): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT DISTINCT unnest(events) ${listening(ctx, names)})`;
}

/** A condition: some active subscription of the store lists one of these events. It costs less than `listedBy`. */
export function isListed(ctx: StatementContext, names: readonly EventName[]): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT ${listening(ctx, names)})`;
}

function listening({ tenantId }: StatementContext, names: readonly EventName[]): Prisma.Sql {
  const patterns = [...new Set(names.flatMap(patternsOf))];
  return Prisma.sql`FROM webhook_subscriptions
    WHERE tenant_id = ${tenantId}::uuid AND active AND events && ${patterns}::text[]`;
}

/** The deliveries to enqueue after the commit. */
interface RecordedDeliveries {
  /** New deliveries that workers send. */
  due: string[];
  /** Pull subscriptions that have new deliveries. */
  pulled: string[];
  /**
   * The part that is decided when the transaction ends, because it needs more than the data of the events; null: there is none.
   */
  full: Listening | null;
}

interface Listening {
  /** Subscriptions with full payloads, or with a filter that uses them. */
  subscriptions: readonly ListeningSubscription[];
  events: readonly (RecordedEvent & {
    /** The subscriptions among them whose filter has refused the event by its data. */
    refusedBy: readonly string[];
  })[];
}

interface ListeningSubscription {
  id: string;
  isFull: boolean;
  filterPath: string | null;
  filterReads: string;
}

interface RecordedEvent {
  id: string;
  name: EventName;
  data: Record<string, unknown>;
}

/** An event whose whole payload is needed before the transaction commits. */
export interface FullEvent<Principal = unknown> extends RecordedEvent, KnownDetails {
  /**
   * The principal of the change: in one transaction several may act, such as a provider whose notice is applied for a shopper.
   */
  principal: Principal;
  subscriptions: readonly ListeningSubscription[];
  /** Whether one of them gets the resource, or filters by it. */
  needsObject: boolean;
}

interface KnownDetails {
  /** The resource, where it can’t be read any more when the transaction commits, or is known already. */
  object?: object | undefined;
  changes?: readonly EventChange[] | undefined;
}

/** A member of the resource that changed. */
export interface EventChange {
  name: string;
  before: unknown;
  after: unknown;
}

/** The details that the use case adds to an event beside its data; for several events, a function of the data of each. */
export type EventDetails<Data = never> = KnownDetails | ((data: Data) => KnownDetails);

/** The column that a statement selects when it records. */
export interface Recorded {
  recorded: RecordedDeliveries;
}

/** An event of `recorded`, by its data alone. */
const THIN = { name: Prisma.sql`recorded.name`, data: Prisma.sql`recorded.data` };

/** The column of `Recorded`, of an event that `recordingEvent` has recorded, with the same prefix. */
export function recordedAs(prefix: string): Prisma.Sql {
  const { due, listening, recorded } = namesOf(prefix);
  return Prisma.sql`
    json_build_object(
      'due', ARRAY(SELECT id FROM ${due} WHERE kind <> 'pull'),
      'pulled', ARRAY(SELECT DISTINCT subscription_id FROM ${due} WHERE kind = 'pull'),
      'full', (
        SELECT json_build_object(
          'subscriptions', json_agg(json_build_object(
            'id', id, 'isFull', is_full, 'filterPath', filter_path, 'filterReads', filter_reads)),
          'events', (
            SELECT json_agg(json_build_object('id', id, 'name', name, 'data', data, 'refusedBy', ARRAY(
              SELECT l.id FROM ${listening} l
              WHERE is_later AND filter_reads = 'event' AND NOT ${passesFilter(Prisma.sql`filter_path`, THIN)}
            )) ORDER BY position) FROM ${recorded} recorded
          )
        ) FROM ${listening} WHERE is_later HAVING count(*) > 0)
    )`;
}

/** The same without a prefix. */
export const RECORDED = Prisma.sql`${recordedAs('')} AS recorded`;

/** The queries that `recordingEvent` consists of. */
function namesOf(prefix: string) {
  const name = (own: string) => Prisma.raw(`${prefix}${own}`);
  return {
    listening: name('listening'),
    recorded: name('recorded'),
    given: name('given'),
    written: name('written'),
    kept: name('kept'),
    due: name('due'),
  };
}

/**
 * The same within a statement that makes the change itself: queries of its WITH, the last of which, `due`, has the new
 * deliveries. Input: `happened`, a query of the payloads, a row for each event; no row means that nothing happened. The
 * caller selects `RECORDED` and hands it to `enqueueDue`. `payload`: the whole payload and what takes its place above the cap, both as
 * JSON that may name the event `recorded`, where the statement knows them; then nothing is left to the end of the transaction, and
 * there need not be one. `prefix`: of its queries, where a statement records two kinds of events.
 */
export function recordingEvent(
  ctx: StatementContext,
  name: EventName,
  happened: Prisma.Sql,
  { payload, prefix = '' }: { payload?: RecordedPayloadSql; prefix?: string } = {},
): Prisma.Sql {
  const now = ctx.dbNow();
  const names = namesOf(prefix);
  const { orderedBy, onlyIfListed } = EVENTS[name] as (typeof EVENTS)[EventName] & { onlyIfListed?: true };
  const isLater = payload ? Prisma.sql`false` : Prisma.sql`payload = 'full' OR filter_reads <> 'event'`;
  const given = Prisma.sql`(SELECT payload FROM ${names.given} given WHERE given.id = recorded.id)`;
  const seen = { ...THIN, payload: payload && given };
  // FOR KEY SHARE: a subscription that is being deleted is left out instead of failing the caller's change.
  return Prisma.sql`
    ${names.listening} AS (
      SELECT id, kind, payload = 'full' AS is_full, filter_path, filter_reads, ${isLater} AS is_later FROM webhook_subscriptions
      WHERE tenant_id = ${ctx.tenantId}::uuid AND active AND events && ${patternsOf(name)}::text[]
      FOR KEY SHARE
    ), ${names.recorded} AS (
      INSERT INTO webhook_events (tenant_id, name, data, occurred_at, resource_id, traceparent)
      SELECT ${ctx.tenantId}::uuid, ${name}, happened.data, ${now}, (happened.data->>${orderedBy}::text)::uuid,
             ${ctx.traceparent ?? null}
      FROM (${happened}) AS happened(data)
      ${onlyIfListed ? Prisma.sql`WHERE EXISTS (SELECT FROM ${names.listening})` : Prisma.empty}
      RETURNING id, name, data, resource_id, position
    ), ${payload ? giving(names, payload) : Prisma.empty} ${names.written} AS (
      INSERT INTO webhook_deliveries
        (tenant_id, subscription_id, event_id, event, created_at, next_retry_at, resource_id, position, is_full)
      SELECT ${ctx.tenantId}::uuid, listening.id, recorded.id, ${name}, ${now}, ${now}, resource_id, position, is_full
      FROM ${names.recorded} recorded CROSS JOIN ${names.listening} listening
      WHERE NOT is_later AND ${passesFilter(Prisma.sql`filter_path`, seen)}
      RETURNING id, subscription_id, event_id, is_full
    ), ${payload ? keeping(ctx, names, payload) : Prisma.empty} ${names.due} AS (
      SELECT written.id, subscription_id, kind FROM ${names.written} written
      JOIN ${names.listening} listening ON listening.id = subscription_id
    )`;
}

/** A whole payload, and what takes its place above the cap. */
interface RecordedPayloadSql {
  whole: Prisma.Sql;
  tooLarge: Prisma.Sql;
}

type QueryNames = ReturnType<typeof namesOf>;

const giving = ({ given, recorded }: QueryNames, { whole }: RecordedPayloadSql) => Prisma.sql`
  ${given} AS (SELECT recorded.id, ${whole} AS payload FROM ${recorded} recorded),`;

/** The payload, where a subscription gets it. */
function keeping(
  { tenantId }: StatementContext,
  { given, written, kept }: QueryNames,
  { tooLarge }: RecordedPayloadSql,
): Prisma.Sql {
  return Prisma.sql`
    ${kept} AS (
      INSERT INTO webhook_full_payloads (tenant_id, event_id, api_version, payload)
      SELECT ${tenantId}::uuid, id, ${NEWEST_PAYLOAD_VERSION},
        CASE WHEN octet_length(payload::text) <= ${MAX_PAYLOAD_BYTES} THEN payload ELSE ${tooLarge} END
      FROM ${given} WHERE id IN (SELECT event_id FROM ${written} WHERE is_full)
      RETURNING tenant_id
    ),`;
}

/**
 * Notifies of new deliveries once they are committed: the workers, and subscribers that wait to claim them. Full payloads are
 * left to the end of the transaction.
 */
export function enqueueDue<Data>(
  ctx: RecordContext,
  recorded: RecordedDeliveries,
  details?: EventDetails<Data>,
): void {
  if (recorded.full) ctx.fullEvents.push(...wantedWhole(ctx, recorded.full, details));
  announceDeliveries(ctx, recorded);
}

/** The resource isn't read for subscriptions whose filters have refused an event by its data. */
function wantedWhole<Data>(
  { principal }: RecordContext,
  { subscriptions, events }: Listening,
  details?: EventDetails<Data>,
): FullEvent[] {
  return events.flatMap(({ refusedBy, ...event }) => {
    const listening = subscriptions.filter(({ id }) => !refusedBy.includes(id));
    if (listening.length === 0) return [];
    const known = typeof details === 'function' ? details(event.data as Data) : details;
    const needsObject = listening.some(({ isFull, filterReads }) => isFull || filterReads === 'object');
    return [{ ...event, ...known, principal, subscriptions: listening, needsObject }];
  });
}

/** The same for a statement that had the payload. */
export function announceDeliveries(
  { db, services, tenantId }: StatementContext,
  { due, pulled }: Pick<RecordedDeliveries, 'due' | 'pulled'>,
): void {
  if (due.length > 0) db.afterCommit(() => services.jobs.enqueueDeliveries(due, tenantId));
  if (pulled.length > 0) db.afterCommit(() => services.jobs.notifyPull(pulled));
  if (due.length + pulled.length > 0) db.afterCommit(() => services.jobs.notifyLog(tenantId));
}
