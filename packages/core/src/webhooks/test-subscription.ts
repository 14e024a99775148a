import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { EVENTS, type EventName, EXAMPLE_OBJECTS, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, readDbNow, type Transaction } from '../context.ts';
import { enqueueRetry } from './enqueue-retry.ts';
import { type PresentedAttempt, type PresentedDelivery, presentAttempt, presentDelivery } from './present.ts';
import { inScope } from './scope.ts';

export interface TestedSubscription {
  delivery: PresentedDelivery;
  /** Null if no worker took the delivery in time. */
  attempt: PresentedAttempt | null;
}

/** The longest attempt by default, and time in the queue. */
const WAIT_MS = 12_000;

/** The worker notifies once it has recorded the result; if the notification gets lost, polling finds the result. */
const LOOK_EVERY_MS = 1000;

/**
 * Sends an event's example in the way of every event: rows, queue, worker, ledger. It is only for this subscription, and is
 * marked as a test. Returns when the attempt has ended or `waitMs` are over. Refuses with `too_many_requests` while two tests of
 * the store are running.
 */
export function testSubscription(
  ctx: Context,
  subscriptionId: string,
  { event, waitMs = WAIT_MS }: { event: EventName; waitMs?: number },
): Promise<TestedSubscription> {
  const { tenantId, services } = ctx;
  return services.inFlight.run('test deliveries', tenantId, async () => {
    const deliveryId = randomUUID();
    // Called before the result can be recorded.
    const outcome = await services.testOutcomes.expect(deliveryId);
    try {
      await inTransaction(ctx, (tx) => insertTestDelivery(tx, { subscriptionId, deliveryId, event }));
      return await waitForOutcome(ctx, deliveryId, { told: outcome.told, waitMs });
    } finally {
      outcome.end();
    }
  });
}

async function waitForOutcome(
  ctx: Context,
  deliveryId: string,
  { told, waitMs }: { told: Promise<void>; waitMs: number },
): Promise<TestedSubscription> {
  const deadline = performance.now() + waitMs;
  let isTold = false;
  const woken = told.then(() => {
    isTold = true;
  });
  for (;;) {
    const tested = await readTested(ctx, deliveryId);
    // Row and ledger are read one after the other, because a result may be recorded between the two reads.
    const hasEnded = tested.delivery.nextRetryAt === null && tested.attempt?.outcome !== 'open';
    const leftMs = deadline - performance.now();
    if (hasEnded || leftMs <= 0) return tested;
    const nextLook = after(Math.min(LOOK_EVERY_MS, leftMs));
    await (isTold ? nextLook : Promise.race([woken, nextLook]));
  }
}

async function insertTestDelivery(
  tx: Transaction,
  { subscriptionId, deliveryId, event }: { subscriptionId: string; deliveryId: string; event: EventName },
): Promise<void> {
  const { tenantId } = tx;
  const known = await tx.db.webhookSubscription.findUnique({
    where: { tenantId_id: { tenantId, id: subscriptionId }, deletedAt: null, ...inScope(tx, 'id') },
    select: { payload: true },
  });
  if (!known) refuse('not_found', `No webhook subscription ${subscriptionId}.`);

  const [eventId, now] = [randomUUID(), await readDbNow(tx)];
  const data = EVENTS[event].example;
  await tx.db.webhookEvent.create({
    data: { id: eventId, tenantId, name: event, data, occurredAt: now, isTest: true },
  });
  const { object } = EVENTS[event];
  const isFull = known.payload === 'full';
  if (isFull) {
    const payload = { object: object && EXAMPLE_OBJECTS[object], changes: null, actor: null };
    await tx.db.webhookFullPayload.create({ data: { tenantId, eventId, payload } });
  }
  await tx.db.webhookDelivery.create({
    data: {
      id: deliveryId,
      tenantId,
      subscriptionId,
      eventId,
      event,
      isTest: true,
      isFull,
      createdAt: now,
      nextRetryAt: now,
    },
  });
  await recordChange(tx, {
    action: 'webhook_subscription.tested',
    subject: { type: 'webhook_subscription', id: subscriptionId },
    after: { event, deliveryId },
  });
  await enqueueRetry(tx, deliveryId);
}

async function readTested(ctx: Context, id: string): Promise<TestedSubscription> {
  const delivery = await ctx.db.webhookDelivery.findUnique({
    where: { tenantId_id: { tenantId: ctx.tenantId, id } },
    include: { ledger: { orderBy: { number: 'desc' }, take: 1 } },
  });
  if (!delivery) refuse('not_found', 'The subscription was deleted during the test.');
  const [attempt] = delivery.ledger;
  return { delivery: presentDelivery(delivery), attempt: attempt ? presentAttempt(attempt) : null };
}
