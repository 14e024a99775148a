import {
  EVENT_NAMES,
  type EventName,
  type FilterValue,
  type InputOf,
  listsEvent,
  type operations,
  type ResponseOf,
} from '@service/contract';
import { Prisma } from '@service/db';
import { passesFilter } from '@service/delivery/record';
import type { Context } from '../../context.ts';
import { assertMayFilter } from '../object-permissions.ts';
import { scopeOf } from '../scope.ts';
import { compileFilter, compilePath } from './compile-filter.ts';
import { namesAt } from './filter-paths.ts';
import { conditionsOf, type FilterReads, filterColumns } from './read-filter.ts';

type Tried = ResponseOf<typeof operations.testFilter>;
type Input = InputOf<typeof operations.testFilter>['body'];

/** The most events among which listed ones are looked for. */
const SCAN_LIMIT = 5000;

const MAX_VALUES = 5;
const MAX_TEXT = 255;

/**
 * Decides for the newest listed events of the store whether they pass, with the statement that would record them, and for each
 * condition separately. Refuses a filter as a subscription would.
 */
export async function testFilter(ctx: Context, { events, filter, limit = 10 }: Input): Promise<Tried> {
  const columns = filterColumns(filter, events);
  assertMayFilter(ctx, { ...columns, events }, columns);
  const names = EVENT_NAMES.filter((name) => listsEvent(events, name));
  const past = await readEvents(ctx, names, { limit, reads: columns.filterReads });
  const conditions = [...conditionsOf(filter, '', 1)];
  const judged = await judge(ctx, past, {
    whole: columns.filterPath ?? '',
    conditions: conditions.map(({ condition, path }) => ({
      path: compileFilter(condition, (at) => namesAt(at, names)),
      values: compilePath(namesAt(path, names)),
    })),
  });
  return {
    items: past.map(({ id, name, resourceId, occurredAt, judgedBy }, index) => ({
      eventId: id,
      event: name,
      resourceId,
      occurredAt: occurredAt.toISOString(),
      matches: judged[index]?.matches ?? false,
      judgedBy,
      conditions: conditions.map(({ pointer, path }, at) => ({
        at: pointer,
        path,
        holds: judged[index]?.holds[at] ?? false,
        values: shownValues(judged[index]?.values[at] ?? []),
      })),
    })),
  };
}

interface PastEvent {
  id: string;
  name: EventName;
  resourceId: string;
  occurredAt: Date;
  /** The payload, including those parts of a full one that the filter uses. */
  data: Record<string, unknown>;
  judgedBy: Tried['items'][number]['judgedBy'];
}

type EventRow = Omit<PastEvent, 'judgedBy'> & { payload: Record<string, unknown> | null };

async function readEvents(
  ctx: Context,
  names: readonly EventName[],
  { limit, reads }: { limit: number; reads: FilterReads },
): Promise<PastEvent[]> {
  const scope = scopeOf(ctx);
  const rows = await ctx.db.sql<EventRow[]>`
    SELECT e.id, e.name, e.resource_id AS "resourceId", e.occurred_at AS "occurredAt", e.data, p.payload
    FROM (
      SELECT * FROM webhook_events WHERE tenant_id = ${ctx.tenantId}::uuid ORDER BY occurred_at DESC LIMIT ${SCAN_LIMIT}
    ) AS e
    LEFT JOIN webhook_full_payloads p ON p.tenant_id = ${ctx.tenantId}::uuid AND p.event_id = e.id
    WHERE NOT e.is_test AND e.name = ANY (${[...names]}::text[]) AND (${scope}::uuid[] IS NULL OR EXISTS (
      SELECT FROM webhook_deliveries d
      WHERE d.tenant_id = ${ctx.tenantId}::uuid AND d.event_id = e.id AND d.subscription_id = ANY (${scope}::uuid[])))
    ORDER BY e.occurred_at DESC, e.id LIMIT ${limit}`;
  const read = new Map<string, object | null>();
  const events: PastEvent[] = [];
  for (const { payload, ...event } of rows) {
    if (reads === 'event') events.push({ ...event, judgedBy: 'event' });
    else if (payload && !('objectOmitted' in payload))
      events.push({ ...event, data: { ...event.data, ...payload }, judgedBy: 'recorded' });
    else {
      const object = reads === 'object' ? await ctx.services.readEventObject(ctx, event, read) : null;
      events.push({
        ...event,
        data: { ...event.data, changes: null, actor: null, ...payload, object },
        judgedBy: 'now',
      });
    }
  }
  return events;
}

interface Judged {
  matches: boolean;
  holds: boolean[];
  values: unknown[][];
}

function judge(
  ctx: Context,
  events: readonly PastEvent[],
  { whole, conditions }: { whole: string; conditions: readonly { path: string; values: string }[] },
): Promise<Judged[]> {
  const seen = { name: Prisma.sql`e.name`, data: Prisma.sql`e.data` };
  const given = events.map(({ name, data }) => ({ name, data }));
  return ctx.db.sql<Judged[]>`
    WITH conditions AS (
      SELECT * FROM ROWS FROM (json_to_recordset(${JSON.stringify(conditions)}::json) AS (path text, values text))
        WITH ORDINALITY AS c(path, values, at)
    )
    SELECT ${passesFilter(Prisma.sql`${whole}::text`, seen)} AS matches,
      ARRAY(SELECT ${passesFilter(Prisma.sql`c.path`, seen)} FROM conditions c ORDER BY c.at) AS holds,
      (SELECT json_agg(jsonb_path_query_array(jsonb_build_object('event', e.name, 'data', e.data::jsonb), c.values::jsonpath, '{}', true)
         ORDER BY c.at) FROM conditions c) AS values
    FROM ROWS FROM (json_to_recordset(${JSON.stringify(given)}::json) AS (name text, data json)) WITH ORDINALITY AS e(name, data, at)
    ORDER BY e.at`;
}

/** The values that can be compared. Later items of a list, and long texts, are cut. */
function shownValues(values: readonly unknown[]): FilterValue[] {
  const isValue = (value: unknown): value is FilterValue => value === null || typeof value !== 'object';
  const shown = values.flat(2).filter(isValue).slice(0, MAX_VALUES);
  return shown.map((value) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : value));
}
