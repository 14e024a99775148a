import { MAX_COUNTED_GAPS, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';

type Gaps = ResponseOf<typeof operations.listSubscriptionGaps>;
type Gap = Gaps['items'][number];

export interface GapsQuery {
  page: number;
  pageSize: number;
  /** Goes on after a number instead of counting pages. */
  cursor?: string | undefined;
}

/** What has a number of the subscription's sequence and was not delivered, in the order of the numbers. */
export async function listSubscriptionGaps(
  ctx: Context,
  subscriptionId: string,
  { page, pageSize, cursor }: GapsQuery,
): Promise<Gaps> {
  const subscription = await ctx.db.webhookSubscription.findUnique({
    where: { id: subscriptionId },
    select: { sequence: { select: { last: true } } },
  });
  if (!subscription) refuse('not_found', `No webhook subscription ${subscriptionId}.`);

  const place = cursor ? { after: Number(cursor), skip: 0 } : { after: 0, skip: (page - 1) * pageSize };
  const [counted, rows] = await Promise.all([
    countUpToLimit(ctx, subscriptionId),
    readGaps(ctx, subscriptionId, { ...place, take: pageSize + 1 }),
  ]);
  const items = rows.slice(0, pageSize).map(presentGap);
  const last = items.at(-1);
  return {
    items,
    lastSequence: Number(subscription.sequence?.last ?? 0),
    total: Math.min(counted, MAX_COUNTED_GAPS),
    isTotalCapped: counted > MAX_COUNTED_GAPS,
    page: cursor ? 1 : page,
    pageSize,
    nextCursor: last && rows.length > pageSize ? String(last.sequence) : null,
  };
}

type GapRow = Omit<Gap, 'nextRetryAt'> & { nextRetryAt: Date | null };

/** In the words of the index that has them and nothing else. */
function isGapOf(ctx: Context, subscriptionId: string): Prisma.Sql {
  return Prisma.sql`d.tenant_id = ${ctx.tenantId}::uuid AND d.subscription_id = ${subscriptionId}::uuid
    AND d.sequence IS NOT NULL AND d.status <> 'delivered'`;
}

function readGaps(
  ctx: Context,
  subscriptionId: string,
  { after, skip, take }: { after: number; skip: number; take: number },
): Promise<GapRow[]> {
  return ctx.db.$queryRaw<GapRow[]>`
    SELECT d.sequence::float8 AS sequence, d.id AS "deliveryId", d.event, d.status, d.attempts,
           d.next_retry_at AS "nextRetryAt", d.last_error AS "lastError"
    FROM webhook_deliveries d
    WHERE ${isGapOf(ctx, subscriptionId)} AND d.sequence > ${after}::bigint
    ORDER BY d.sequence LIMIT ${take} OFFSET ${skip}`;
}

async function countUpToLimit(ctx: Context, subscriptionId: string): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM webhook_deliveries d WHERE ${isGapOf(ctx, subscriptionId)}
      ORDER BY d.sequence LIMIT ${MAX_COUNTED_GAPS + 1}
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
