import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@service/jobs/primitives';
import { type Context, readDbNow } from '../context.ts';
import { type Bucket, percentile } from './percentile.ts';
import { scopeOf } from './scope.ts';

type Query = InputOf<typeof operations.getWebhookMetrics>['query'];
type Metrics = ResponseOf<typeof operations.getWebhookMetrics>;
type Interval = Query['interval'];

/** The default range, and the longest range: only coarser counts are kept of older attempts. */
const INTERVALS = {
  minute: { ms: MINUTE_MS, usualMs: HOUR_MS, mostMs: 6 * HOUR_MS },
  hour: { ms: HOUR_MS, usualMs: DAY_MS, mostMs: 14 * DAY_MS },
  day: { ms: DAY_MS, usualMs: 30 * DAY_MS, mostMs: 90 * DAY_MS },
};

const CLASSES = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/** Deliveries and attempts of a range, from the workers' counts (packages/delivery/src/outcome-counts.ts). */
export async function getMetrics(ctx: Context, query: Query): Promise<Metrics> {
  const { interval } = query;
  const { from, to } = rangeOf(query, await readDbNow(ctx));
  const rows = await readCounts(ctx, query, { from, to });
  const of = (dimension: Dimension) => groupBy(rows.filter((row) => row.dimension === dimension));

  const total = rows.filter((row) => row.dimension === 'all');
  const byTime = of('at');
  const byName = (dimension: 'event' | 'subscription') =>
    [...of(dimension)]
      .map(([name, found]) => ({ name, ...figuresOf(found) }))
      .sort((a, b) => b.attempts - a.attempts);
  return {
    interval,
    from: from.toISOString(),
    to: to.toISOString(),
    total: { ...figuresOf(total), deliveries: deliveriesOf(total) },
    series: timesBetween(from, to, interval).map((at) => {
      const found = byTime.get(at) ?? [];
      return { at, ...figuresOf(found), deliveries: deliveriesOf(found) };
    }),
    byEvent: byName('event').map(({ name, ...figures }) => ({ event: name, ...figures })),
    bySubscription: byName('subscription').map(({ name, ...figures }) => ({
      subscriptionId: name,
      ...figures,
    })),
    byResponseClass: [...of('class')]
      .map(([name, found]) => ({
        responseClass: CLASSES[Number(name)] ?? 'none',
        attempts: sum(found, 'attempts'),
      }))
      .sort((a, b) => CLASSES.indexOf(a.responseClass) - CLASSES.indexOf(b.responseClass)),
    byError: [...of('error')]
      .filter(([error]) => error !== '')
      .map(([error, found]) => ({ error, attempts: sum(found, 'attempts') }))
      .sort((a, b) => b.attempts - a.attempts),
    histogram: bucketsOf(total),
  };
}

function rangeOf({ interval, from, to }: Query, now: Date): { from: Date; to: Date } {
  const { ms, usualMs, mostMs } = INTERVALS[interval];
  const endOfNow = (Math.floor(now.getTime() / ms) + 1) * ms;
  const end = new Date(to ? Math.min(Math.ceil(Date.parse(to) / ms) * ms, endOfNow) : endOfNow);
  const begin = new Date(Math.floor((from ? Date.parse(from) : end.getTime() - usualMs) / ms) * ms);
  const wrong = (path: string, message: string) =>
    refuse('validation_failed', `${path.slice('/query/'.length)} ${message}.`, [
      { path, code: 'range', message },
    ]);
  if (begin >= end) wrong('/query/from', 'must be earlier than `to`, and not in the future');
  if (begin.getTime() < now.getTime() - mostMs - ms)
    wrong('/query/from', `must be within the last ${mostMs / HOUR_MS} hours by ${interval}`);
  return { from: begin, to: end };
}

type Dimension = 'all' | 'at' | 'event' | 'subscription' | 'class' | 'error';

interface Row extends Bucket {
  dimension: Dimension;
  name: string;
  succeeded: number;
  delivered: number;
  failed: number;
  exhausted: number;
}

/**
 * Output: one row for each group and each bucket of the histogram. Every request reads one range of one index: counts that are
 * kept by the day are read by the day.
 */
function readCounts(
  ctx: Context,
  { interval, subscriptionId, event }: Query,
  { from, to }: { from: Date; to: Date },
): Promise<Row[]> {
  const scope = scopeOf(ctx);
  const conditions = [
    Prisma.sql`at >= ${from} AND at < ${to}`,
    ...(scope ? [Prisma.sql`subscription_id = ANY (${scope}::uuid[])`] : []),
    ...(subscriptionId ? [Prisma.sql`subscription_id = ${subscriptionId}::uuid`] : []),
    ...(event ? [Prisma.sql`event = ${event}`] : []),
  ];
  return ctx.db.sql<Row[]>`
    SELECT CASE WHEN GROUPING(time) = 0 THEN 'at' WHEN GROUPING(event) = 0 THEN 'event'
                WHEN GROUPING(subscription_id) = 0 THEN 'subscription' WHEN GROUPING(response_class) = 0 THEN 'class'
                WHEN GROUPING(error) = 0 THEN 'error' ELSE 'all' END AS dimension,
           COALESCE(to_char(time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), event, subscription_id::text,
                    response_class::text, error, '') AS name,
           up_to_ms AS "upToMs", sum(attempts)::float8 AS attempts,
           COALESCE(sum(attempts) FILTER (WHERE is_success), 0)::float8 AS succeeded,
           sum(delivered)::float8 AS delivered, sum(failed)::float8 AS failed, sum(exhausted)::float8 AS exhausted
    FROM (
      SELECT date_trunc(${interval}, at, 'UTC') AS time, error = '' AS is_success, event, subscription_id, response_class, error,
             up_to_ms, attempts, delivered, failed, exhausted
      FROM webhook_outcome_counts WHERE tenant_id = ${ctx.tenantId}::uuid AND ${Prisma.join(conditions, ' AND ')}
    ) AS counts
    GROUP BY GROUPING SETS (
      (time, up_to_ms), (event, up_to_ms), (subscription_id, up_to_ms), (response_class, up_to_ms), (error, up_to_ms), (up_to_ms))
    ORDER BY up_to_ms`;
}

function groupBy(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.name, [...(groups.get(row.name) ?? []), row]);
  return groups;
}

function sum(
  rows: readonly Row[],
  column: 'attempts' | 'succeeded' | 'delivered' | 'failed' | 'exhausted',
): number {
  return rows.reduce((total, row) => total + row[column], 0);
}

function bucketsOf(rows: readonly Row[]): Bucket[] {
  return rows.map(({ upToMs, attempts }) => ({ upToMs, attempts }));
}

function figuresOf(rows: readonly Row[]) {
  const [attempts, succeeded] = [sum(rows, 'attempts'), sum(rows, 'succeeded')];
  return {
    attempts,
    succeeded,
    failed: attempts - succeeded,
    p50Ms: percentile(rows, 0.5),
    p95Ms: percentile(rows, 0.95),
    p99Ms: percentile(rows, 0.99),
  };
}

function deliveriesOf(rows: readonly Row[]) {
  return {
    delivered: sum(rows, 'delivered'),
    failed: sum(rows, 'failed'),
    exhausted: sum(rows, 'exhausted'),
  };
}

function timesBetween(from: Date, to: Date, interval: Interval): string[] {
  const { ms } = INTERVALS[interval];
  const count = (to.getTime() - from.getTime()) / ms;
  return Array.from({ length: count }, (_, index) => new Date(from.getTime() + index * ms).toISOString());
}
