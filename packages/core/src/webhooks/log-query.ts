import { DELIVERY_STATUSES, type DeliveryStatus, EVENT_NAMES, type EventName } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';

export interface LogFilter {
  subscriptionId?: string | undefined;
  status?: DeliveryStatus | undefined;
  event?: EventName | undefined;
  responseCode?: number | undefined;
  error?: string | undefined;
  /** The order or product that the event is about. */
  resourceId?: string | undefined;
  eventId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only these subscriptions; null: all. */
  within?: readonly string[] | null | undefined;
  /** Subscriptions whose deliveries are left out. */
  hidden?: readonly string[] | undefined;
  /** Only rows after this position. */
  after?: { createdAt: Date; id: string } | undefined;
}

/**
 * Input: filters, and how many rows from the start are wanted. Output: a query of their `created_at` and `id`, which is
 * fast in the order of the log, newest first.
 *
 * Why a union: whatever is filtered, each of its branches is one range of one index in that order, and Postgres merges
 * them row by row. So a page costs by its length and not by how many rows the filters pass over. With an index for each
 * combination of filters it would be the same, and recording a delivery would write twice as many. A status or event
 * that isn't named is all there are, one branch each; neither, and one index holds them all. Each branch has an order and
 * a limit of its own, else Postgres would read them whole and sort.
 */
export function logQuery(ctx: Context, { within, ...filter }: LogFilter, limit: number): Prisma.Sql {
  if (!within) return branchesOf(ctx, filter, limit);
  const { subscriptionId } = filter;
  const ids = subscriptionId ? within.filter((id) => id === subscriptionId.toLowerCase()) : within;
  if (ids.length === 0)
    return Prisma.sql`SELECT created_at, id FROM webhook_deliveries WHERE tenant_id = ${ctx.tenantId}::uuid AND false`;
  const branches = ids.map(
    (id) => Prisma.sql`(
      SELECT created_at, id FROM (${branchesOf(ctx, { ...filter, subscriptionId: id }, limit)}) AS own
      ORDER BY created_at DESC, id DESC LIMIT ${limit}::int)`,
  );
  return Prisma.join(branches, ' UNION ALL ');
}

function branchesOf(ctx: Context, filter: LogFilter, limit: number): Prisma.Sql {
  const { status, event } = filter;
  const range = Prisma.sql`SELECT created_at, id FROM webhook_deliveries WHERE ${rangeOf(ctx, filter)}`;
  const narrow = narrowOf(ctx, filter);
  if (narrow.length > 0) {
    if (status) narrow.push(Prisma.sql`status = ${status}`);
    if (event) narrow.push(Prisma.sql`event = ${event}`);
    return Prisma.sql`${range} AND ${Prisma.join(narrow, ' AND ')}`;
  }
  if (!status && !event) return range;
  const branches = (event ? [event] : EVENT_NAMES).flatMap((eachEvent) =>
    (status ? [status] : DELIVERY_STATUSES).map(
      (eachStatus) => Prisma.sql`(
        ${range} AND event = ${eachEvent} AND status = ${eachStatus}
        ORDER BY created_at DESC, id DESC LIMIT ${limit}::int)`,
    ),
  );
  return Prisma.join(branches, ' UNION ALL ');
}

/** Filters with an index of their own, which leave few rows to pass over, whatever the other filters are. */
function narrowOf(
  { tenantId }: Context,
  { eventId, resourceId, error, responseCode }: LogFilter,
): Prisma.Sql[] {
  return [
    ...(eventId ? [Prisma.sql`event_id = ${eventId}::uuid`] : []),
    ...(resourceId
      ? [
          Prisma.sql`event_id = ANY (ARRAY(
            SELECT id FROM webhook_events WHERE tenant_id = ${tenantId}::uuid AND resource_id = ${resourceId}::uuid))`,
        ]
      : []),
    ...(error ? [Prisma.sql`last_error = ${error}`] : []),
    // Most of the log are successes, so enough are found in the log's own order.
    ...(responseCode && !isSuccess(responseCode) ? [Prisma.sql`last_error IS NOT NULL`] : []),
  ];
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function rangeOf(
  { tenantId }: Context,
  { subscriptionId, hidden = [], from, to, after, responseCode }: LogFilter,
): Prisma.Sql {
  // With two upper bounds, Postgres may start at the later one, and skip all rows between them.
  const isBelow = after !== undefined && to !== undefined && after.createdAt < to;
  const conditions = [
    Prisma.sql`tenant_id = ${tenantId}::uuid`,
    ...(subscriptionId ? [Prisma.sql`subscription_id = ${subscriptionId}::uuid`] : []),
    // Only if there are any: the condition prevents Postgres from counting in an index alone.
    ...(hidden.length > 0 ? [Prisma.sql`subscription_id <> ALL (${hidden}::uuid[])`] : []),
    ...(responseCode ? [Prisma.sql`response_code = ${responseCode}`] : []),
    ...(from ? [Prisma.sql`created_at >= ${from}`] : []),
    ...(to && !isBelow ? [Prisma.sql`created_at < ${to}`] : []),
    ...(after ? [Prisma.sql`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`] : []),
  ];
  return Prisma.join(conditions, ' AND ');
}
