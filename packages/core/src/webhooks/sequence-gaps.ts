import { MAX_COUNTED_GAPS, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { type CursorQuery, type Range, readCursorPage } from '../page.ts';
import { inScope } from './scope.ts';

type Gaps = ResponseOf<typeof operations.listSubscriptionGaps>;
type Gap = Gaps['items'][number];

/** Lists the numbers of the subscription's sequence that were not delivered, in ascending order. */
export async function listSubscriptionGaps(
  ctx: Context,
  subscriptionId: string,
  query: CursorQuery,
): Promise<Gaps> {
  const subscription = await ctx.db.webhookSubscription.findUnique({
    where: {
      tenantId_id: { tenantId: ctx.tenantId, id: subscriptionId },
      deletedAt: null,
      ...inScope(ctx, 'id'),
    },
    select: { sequence: { select: { last: true } } },
  });
  if (!subscription) refuse('not_found', `No webhook subscription ${subscriptionId}.`);

  const gaps = await readCursorPage(query, {
    limit: MAX_COUNTED_GAPS,
    count: countUpToLimit(ctx, subscriptionId),
    rows: (range) => readGaps(ctx, subscriptionId, { ...range, after: Number(query.cursor ?? 0) }),
    present: presentGap,
    cursorOf: ({ sequence }) => String(sequence),
  });
  return { ...gaps, lastSequence: Number(subscription.sequence?.last ?? 0) };
}

type GapRow = Omit<Gap, 'nextRetryAt'> & { nextRetryAt: Date | null };

/**
 * The deliveries with a number that aren't delivered: open or exhausted. Why a union: there is an index for each of the two.
 * There is none on the numbers, because every claim assigns some and would have to write it.
 */
function gapsOf(ctx: Context, subscriptionId: string): Prisma.Sql {
  const ofSubscription = Prisma.sql`
    SELECT * FROM webhook_deliveries
    WHERE tenant_id = ${ctx.tenantId}::uuid AND subscription_id = ${subscriptionId}::uuid AND sequence IS NOT NULL`;
  return Prisma.sql`${ofSubscription} AND status IN ('pending', 'failed') UNION ALL ${ofSubscription} AND status = 'exhausted'`;
}

function readGaps(
  ctx: Context,
  subscriptionId: string,
  { after, skip, take }: Range & { after: number },
): Promise<GapRow[]> {
  return ctx.db.sql<GapRow[]>`
    SELECT d.sequence::float8 AS sequence, d.id AS "deliveryId", d.event, d.status,
           d.attempts - (d.lease_until IS NOT NULL)::int AS attempts, d.next_retry_at AS "nextRetryAt", d.last_error AS "lastError"
    FROM (${gapsOf(ctx, subscriptionId)}) AS d
    WHERE d.sequence > ${after}::bigint
    ORDER BY d.sequence LIMIT ${take} OFFSET ${skip}`;
}

async function countUpToLimit(ctx: Context, subscriptionId: string): Promise<number> {
  const [row] = await ctx.db.sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM (${gapsOf(ctx, subscriptionId)}) AS d LIMIT ${MAX_COUNTED_GAPS + 1}
    ) AS gaps`;
  return row?.count ?? 0;
}

function presentGap({ nextRetryAt, ...row }: GapRow): Gap {
  const { sequence, deliveryId, event, status, attempts, lastError } = row;
  return {
    sequence,
    deliveryId,
    event,
    status,
    attempts,
    nextRetryAt: nextRetryAt?.toISOString() ?? null,
    lastError,
  };
}
