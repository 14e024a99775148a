import type { WebhookRecoveryModel } from '@service/db';
import { eachItem } from '@service/jobs/primitives';
import { type DeliveryContext, readDbNow } from './context.ts';
import { LISTS_EVENT } from './listed-events.ts';
import { passedFilter } from './passes-filter.ts';
import { FIRST_ID, type Step, sendAgain } from './send-again.sql.ts';

/** The most that a recovery may send at once after a time in which no worker ran, in seconds of its rate. */
const MAX_BURST_SECONDS = 2;

/**
 * One round of all running recoveries: each advances as far as its rate allows since its last round. Returns how many deliveries
 * became due. They become due in the transaction that moves the place in the range, so a worker that dies in the middle neither
 * leaves out a delivery nor sends one twice; and one worker at a time works on a recovery.
 */
export async function runRecoveries(system: DeliveryContext, signal?: AbortSignal): Promise<number> {
  const running = await system.db.sql<{ tenantId: string; id: string }[]>`
    SELECT tenant_id AS "tenantId", id FROM webhook_recoveries WHERE state = 'running' ORDER BY created_at`;
  const sent = await eachItem(running, (key) => system.db.transaction((db) => goOn({ ...system, db }, key)), {
    onError: (err, { id }) => system.log.error({ err, recoveryId: id }, 'a recovery failed'),
    signal,
  });
  return sent.reduce((sum, count) => sum + count, 0);
}

async function goOn(system: DeliveryContext, key: { tenantId: string; id: string }): Promise<number> {
  const { db, services } = system;
  const locked = await db.sql<{ id: string }[]>`
    SELECT id FROM webhook_recoveries
    WHERE tenant_id = ${key.tenantId}::uuid AND id = ${key.id}::uuid AND state = 'running' FOR UPDATE SKIP LOCKED`;
  if (locked.length === 0) return 0;
  const recovery = await db.webhookRecovery.findUniqueOrThrow({ where: { tenantId_id: key } });

  const now = await readDbNow(system);
  const { allowed, lastRunAt } = allowance(recovery, now);
  if (allowed === 0) return 0;
  const steps = recovery.missing
    ? await sendMissing(system, recovery, allowed, now)
    : await sendAgain(system, recovery, allowed);

  const last = steps.at(-1);
  const due = steps.flatMap(({ isDue, deliveryId }) => (isDue && deliveryId ? [deliveryId] : []));
  const isEnd = steps.length < allowed;
  // A statement of its own: Citus doesn't push down a statement that inserts beside other writes.
  if (!recovery.missing)
    await db.webhookResend.createMany({
      data: due.map((deliveryId) => ({
        tenantId: recovery.tenantId,
        deliveryId,
        requestedAt: now,
        requestedBy: recovery.createdBy,
        recoveryId: recovery.id,
      })),
    });
  await db.webhookRecovery.update({
    where: { tenantId_id: key },
    data: {
      sent: { increment: due.length },
      lastRunAt,
      ...(last ? { cursorAt: last.at, cursorId: last.id } : {}),
      ...(isEnd ? { state: 'completed', endedAt: now } : {}),
    },
  });
  if (due.length > 0)
    db.afterCommit(() => {
      services.jobs.enqueueTenant(recovery.tenantId);
      services.jobs.notifyPull([recovery.subscriptionId ?? recovery.tenantId]);
    });
  return due.length;
}

/**
 * Returns how many may be sent now, and the time up to which the rate is used up then. The time is before `now` by the fraction
 * of a delivery that is left over, which counts in the next round.
 */
function allowance(
  { ratePerSecond, lastRunAt }: WebhookRecoveryModel,
  now: Date,
): { allowed: number; lastRunAt: Date } {
  if (!lastRunAt) return { allowed: ratePerSecond, lastRunAt: now };
  const sinceMs = Math.max(lastRunAt.getTime(), now.getTime() - MAX_BURST_SECONDS * 1000);
  const allowed = Math.max(0, Math.floor((ratePerSecond * (now.getTime() - sinceMs)) / 1000));
  return { allowed, lastRunAt: new Date(sinceMs + Math.ceil((allowed * 1000) / ratePerSecond)) };
}

interface MissedEvent {
  id: string;
  name: string;
  at: Date;
  resourceId: string;
  position: bigint;
  isFull: boolean;
}

/**
 * Events that the subscription lists now, that its filter lets through, and that it has no delivery for, oldest first: it was
 * paused, or didn't list them. They are read first, because Citus doesn't push down a statement that inserts beside a query of
 * its WITH.
 */
async function sendMissing(
  system: DeliveryContext,
  recovery: WebhookRecoveryModel,
  limit: number,
  now: Date,
): Promise<Step[]> {
  const { db } = system;
  const { tenantId, subscriptionId, event, fromAt, toAt, cursorAt, cursorId } = recovery;
  if (!subscriptionId) throw new Error('What is missing is missing to a subscription');
  const missed = await db.sql<MissedEvent[]>`
    SELECT e.id, e.name, e.occurred_at AS at, e.resource_id AS "resourceId", e.position, s.payload = 'full' AS "isFull"
    FROM webhook_subscriptions s
    JOIN webhook_events e ON e.tenant_id = s.tenant_id AND ${LISTS_EVENT}
    WHERE s.tenant_id = ${tenantId}::uuid AND s.id = ${subscriptionId}::uuid AND NOT e.is_test
      AND e.occurred_at >= ${cursorAt ?? fromAt} AND e.occurred_at < ${toAt}
      AND (e.occurred_at, e.id) > (${cursorAt ?? fromAt}, ${cursorId ?? FIRST_ID}::uuid)
      AND (${event}::text IS NULL OR e.name = ${event}) AND ${passedFilter(tenantId)}
      AND NOT EXISTS (
        SELECT FROM webhook_deliveries d
        WHERE d.tenant_id = ${tenantId}::uuid AND d.event_id = e.id AND d.subscription_id = s.id
      )
    ORDER BY e.occurred_at, e.id
    LIMIT ${limit}`;
  const made = await db.webhookDelivery.createManyAndReturn({
    data: missed.map(({ id, name, resourceId, position, isFull }) => ({
      tenantId,
      subscriptionId,
      eventId: id,
      event: name,
      createdAt: now,
      nextRetryAt: now,
      resourceId,
      position,
      isFull,
    })),
    // Another recovery may have been faster.
    skipDuplicates: true,
    select: { id: true, eventId: true },
  });
  const deliveryIds = new Map(made.map(({ id, eventId }) => [eventId, id]));
  return missed.map(({ id, at }) => ({
    id,
    at,
    isDue: deliveryIds.has(id),
    deliveryId: deliveryIds.get(id) ?? null,
  }));
}
