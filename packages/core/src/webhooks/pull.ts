import { type InputOf, type operations, type ResponseOf, refuse, ServiceError } from '@service/contract';
import { countByStore, Prisma } from '@service/db';
import { claimPulled, recordPulled } from '@service/delivery/pull';
import { awaitSlow, type Context, inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { assertMayRead } from './object-permissions.ts';
import { presentDelivery } from './present.ts';

type ClaimInput = InputOf<typeof operations.claimDeliveries>['body'];
type Claims = ResponseOf<typeof operations.claimDeliveries>;
type ReportInput = InputOf<typeof operations.reportOutcomes>['body'];
type Reported = ResponseOf<typeof operations.reportOutcomes>;

/**
 * The length of a claim's lease. A success that is reported later still counts; a failure only if the delivery wasn't claimed
 * again.
 */
const LEASE_MS = 60_000;

/** How often a waiting claim polls: a notification may get lost, and a lease ends without one. */
const LOOK_EVERY_MS = 5_000;

/**
 * Returns due deliveries of a pull subscription, as soon as there are any. If the client has disconnected by then, the claim is
 * rolled back. If the credential has ended, nothing is leased either, and the next claim gets the deliveries. `signal` aborts
 * when the client disconnects.
 */
export async function claimDeliveries(
  ctx: Context,
  subscriptionId: string,
  { limit, waitSeconds }: ClaimInput,
  { signal }: { signal: AbortSignal },
): Promise<Claims> {
  const { waits } = ctx.services.pull;
  const deadline = performance.now() + waitSeconds * 1000;
  const slot = waitSeconds > 0 ? acquireSlot(ctx, subscriptionId) : undefined;
  try {
    for (;;) {
      slot?.watch();
      const { items, dueInMs } = await claimOnce(ctx, subscriptionId, limit, signal);
      // There may be more, for another waiting claim.
      if (items.length === limit) waits.wake(subscriptionId);
      const leftMs = deadline - performance.now();
      if (items.length > 0 || !slot || leftMs <= 0) return { items };
      const waitMs = Math.min(leftMs, dueInMs, LOOK_EVERY_MS);
      if (!(await awaitSlow(ctx, () => slot.wait(waitMs, signal)))) return { items: [] };
    }
  } catch (error) {
    if (signal.aborted) return { items: [] };
    throw error;
  } finally {
    slot?.release();
  }
}

function acquireSlot({ services, tenantId }: Context, subscriptionId: string) {
  const slot = services.pull.waits.acquire({ tenantId, subscriptionId });
  if (slot) return slot;
  throw new ServiceError(
    'too_many_requests',
    'Too many claims wait already.',
    undefined,
    LOOK_EVERY_MS / 1000,
  );
}

interface Look {
  items: Claims['items'];
  /** When the next delivery is due, if none is claimed. */
  dueInMs: number;
}

/** First a look without a lock: most looks of a waiting claim find nothing. */
async function claimOnce(
  ctx: Context,
  subscriptionId: string,
  limit: number,
  signal: AbortSignal,
): Promise<Look> {
  const dueInMs = await nextDueInMs(ctx, subscriptionId);
  if (dueInMs > 0) return { items: [], dueInMs };
  const items = await inTransaction(ctx, async (tx) => {
    const { payload, events } = await lockPullSubscription(tx, subscriptionId);
    if (payload === 'full') assertMayRead(tx, events);
    const options = { limit, leaseMs: LEASE_MS, schedule: tx.services.pull.retryDelays };
    const claimed = await claimPulled(tx, refOf(tx, subscriptionId), options);
    signal.throwIfAborted();
    return claimed;
  });
  return {
    items: items.map(({ id, attemptNumber, leaseUntil, event, isTest, sequence, body, headers }) => ({
      deliveryId: id,
      attempt: attemptNumber,
      leaseUntil: leaseUntil.toISOString(),
      event: event as Claims['items'][number]['event'],
      isTest,
      sequence,
      body: body.toString(),
      headers,
    })),
    // Deliveries that are due and couldn't be claimed wait for the result of another one.
    dueInMs: LOOK_EVERY_MS,
  };
}

/** The time until the next delivery without a lease is due; for a paused subscription only tests count. */
async function nextDueInMs(ctx: Context, subscriptionId: string): Promise<number> {
  const now = ctx.dbNow();
  const [found] = await ctx.db.sql<{ kind: string; hasExpired: boolean; dueInMs: number | null }[]>`
    SELECT s.kind, coalesce(s.expires_at <= ${now}, false) AS "hasExpired", (
      SELECT ceil(extract(epoch FROM d.next_retry_at - ${now}) * 1000)::float8
      FROM webhook_deliveries d
      WHERE d.tenant_id = ${ctx.tenantId}::uuid AND d.subscription_id = s.id AND d.status IN ('pending', 'failed')
        AND (s.active OR d.is_test) AND (d.lease_until IS NULL OR d.lease_until <= ${now})
      ORDER BY d.next_retry_at LIMIT 1
    ) AS "dueInMs"
    FROM webhook_subscriptions s
    WHERE s.tenant_id = ${ctx.tenantId}::uuid AND s.id = ${subscriptionId}::uuid AND s.deleted_at IS NULL`;
  assertPull(found, subscriptionId);
  if (found.hasExpired) refuse('subscription_expired', 'The pull subscription has expired.');
  return found.dueInMs ?? Number.POSITIVE_INFINITY;
}

/** Records the results of claimed deliveries: all of the reports or none. */
export async function reportOutcomes(
  ctx: Context,
  subscriptionId: string,
  { outcomes }: ReportInput,
): Promise<Reported> {
  return inTransaction(ctx, async (tx) => {
    const { isLimited } = await lockPullSubscription(tx, subscriptionId);
    const { retryDelays } = tx.services.pull;
    const result = await recordPulled(tx, refOf(tx, subscriptionId), outcomes, retryDelays);
    if ('unknown' in result)
      refuse('not_found', `No webhook delivery ${result.unknown} of this subscription.`);
    if ('unclaimed' in result)
      refuse('not_claimed', `The delivery ${result.unclaimed} was never claimed under this attempt.`);
    // The next deliveries of the same resource, or those that waited for the limit, can be claimed now.
    if (isLimited) tx.db.afterCommit(() => tx.services.jobs.notifyPull([subscriptionId]));
    return { items: await presentReported(tx, outcomes, result.changed) };
  });
}

async function presentReported(
  tx: Transaction,
  outcomes: ReportInput['outcomes'],
  changed: ReadonlySet<string>,
): Promise<Reported['items']> {
  const rows = await tx.db.webhookDelivery.findMany({
    where: { id: { in: outcomes.map(({ deliveryId }) => deliveryId) } },
  });
  const byId = new Map(rows.map((row) => [row.id, presentDelivery(row)]));
  return outcomes.flatMap(({ deliveryId }) => {
    const delivery = byId.get(deliveryId);
    if (!delivery) return [];
    const { status, nextRetryAt } = delivery;
    return [{ deliveryId, isRecorded: changed.has(deliveryId), status, nextRetryAt }];
  });
}

interface PullSubscription {
  kind: string;
  payload: string;
  events: string[];
  /** Whether claimed deliveries hold others back. */
  isLimited: boolean;
}

/** One claim or report at a time, so that an order and a limit are kept. */
async function lockPullSubscription(tx: Transaction, id: string): Promise<PullSubscription> {
  const [found] = await tx.db.sql<PullSubscription[]>`
    SELECT kind, payload, events, ordered OR is_probing OR max_concurrency IS NOT NULL AS "isLimited" FROM webhook_subscriptions
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid AND deleted_at IS NULL
    FOR NO KEY UPDATE`;
  assertPull(found, id);
  return found;
}

function assertPull<T extends { kind: string }>(found: T | undefined, id: string): asserts found is T {
  if (!found) refuse('not_found', `No webhook subscription ${id}.`);
  if (found.kind !== 'pull')
    refuse('not_a_pull_subscription', 'The deliveries of this subscription are sent to its URL.');
}

function refOf({ tenantId }: Transaction, subscriptionId: string) {
  return { tenantId, subscriptionId };
}

/** Pauses pull subscriptions that weren't claimed from for too long: no more events are recorded for them. Returns how many. */
export function expirePullSubscriptions({ db, dbNow }: SystemContext): Promise<number> {
  const due = Prisma.sql`FROM webhook_subscriptions WHERE active AND expires_at <= ${dbNow()}`;
  return countByStore(
    db,
    100,
    due,
    (of, limit) => db.sql.count`
      WITH expired AS (SELECT tenant_id, id ${due} ${of('tenant_id')} LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE webhook_subscriptions SET active = false, version = version + 1
      WHERE (tenant_id, id) IN (SELECT tenant_id, id FROM expired) ${of('tenant_id')}`,
  );
}
