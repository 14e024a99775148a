import { DEGRADED, MAX_COUNTED_ATTEMPTS, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { DAY_MS, HOUR_MS } from '@service/jobs/primitives';
import type { Context } from '../context.ts';
import { inScope } from './scope.ts';

type Stats = ResponseOf<typeof operations.getSubscriptionStats>;

/** The ledger's figures about an endpoint. Tests count, because they are attempts too. */
export async function getSubscriptionStats(ctx: Context, id: string): Promise<Stats> {
  const row = await ctx.db.webhookSubscription.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id }, deletedAt: null, ...inScope(ctx, 'id') },
  });
  if (!row) refuse('not_found', `No webhook subscription ${id}.`);

  const [lastHour, lastDay, lastAttempt] = await Promise.all([
    readWindow(ctx, id, HOUR_MS),
    readWindow(ctx, id, DAY_MS),
    ctx.db.webhookAttempt.findFirst({
      where: { tenantId: ctx.tenantId, subscriptionId: id, outcome: { in: ['succeeded', 'failed'] } },
      orderBy: { startedAt: 'desc' },
      select: { startedAt: true },
    }),
  ]);
  const { active, failingSince, consecutiveFailures, isProbing } = row;
  const state = healthOf({ active, isProbing, isFailing: failingSince !== null });
  return {
    health: state === 'well' && isDegraded(lastHour) ? 'degraded' : state,
    consecutiveFailures,
    failingSince: failingSince?.toISOString() ?? null,
    lastAttemptAt: lastAttempt?.startedAt.toISOString() ?? null,
    lastHour,
    lastDay,
  };
}

export function healthOf({
  active,
  isProbing,
  isFailing,
}: Record<'active' | 'isProbing' | 'isFailing', boolean>) {
  if (!active) return 'paused';
  if (isProbing) return 'probing';
  return isFailing ? 'failing' : 'well';
}

/** A single success ends `failing`, so that status doesn't show an endpoint that refuses most deliveries. */
function isDegraded({ attempts, successRate }: Stats['lastHour']): boolean {
  return attempts >= DEGRADED.attempts && (successRate ?? 1) < DEGRADED.successRate;
}

/**
 * Input: an endpoint and how far back. Output: one row. Why the percentiles include both successes and failures: a receiver that
 * times out is slow. An attempt without an outcome has no duration and isn't counted; the outcome of a dead worker's attempt is
 * unknown.
 */
async function readWindow(ctx: Context, subscriptionId: string, windowMs: number) {
  const since = Prisma.sql`${ctx.dbNow()} - ${windowMs} * interval '1 millisecond'`;
  const [found] = await ctx.db.sql<WindowRow[]>`
    SELECT count(*)::int AS attempts, count(*) FILTER (WHERE outcome = 'succeeded')::int AS succeeded,
           percentile_disc(0.5) WITHIN GROUP (ORDER BY duration_ms) AS "p50Ms",
           percentile_disc(0.95) WITHIN GROUP (ORDER BY duration_ms) AS "p95Ms"
    FROM (
      SELECT outcome, duration_ms FROM webhook_attempts
      WHERE tenant_id = ${ctx.tenantId}::uuid AND subscription_id = ${subscriptionId}::uuid
        AND started_at > ${since} AND outcome IN ('succeeded', 'failed')
      ORDER BY started_at DESC LIMIT ${MAX_COUNTED_ATTEMPTS}
    ) AS newest`;
  const counted = found as WindowRow;
  const { attempts, succeeded } = counted;
  return {
    ...counted,
    isCapped: attempts === MAX_COUNTED_ATTEMPTS,
    failed: attempts - succeeded,
    successRate: attempts === 0 ? null : succeeded / attempts,
  };
}

interface WindowRow {
  attempts: number;
  succeeded: number;
  p50Ms: number | null;
  p95Ms: number | null;
}
