import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { EVENTS, type EventName, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, readDbNow, type Transaction } from '../context.ts';
import { makeKnown } from './make-known.ts';
import { type PresentedAttempt, type PresentedDelivery, presentAttempt, presentDelivery } from './present.ts';

export interface TestedSubscription {
  delivery: PresentedDelivery;
  /** Null when no worker took the delivery up in time. */
  attempt: PresentedAttempt | null;
}

/** The longest attempt there can be by default, and time for the queue. */
const WAIT_MS = 12_000;
const LOOK_EVERY_MS = 25;

/**
 * Sends the example of an event the way every event goes: rows, queue, worker, ledger. It is for this subscription only,
 * and marked. Returns when the attempt has ended or `waitMs` are over.
 */
export async function testSubscription(
  ctx: Context,
  subscriptionId: string,
  { event, waitMs = WAIT_MS }: { event: EventName; waitMs?: number },
): Promise<TestedSubscription> {
  const deliveryId = await inTransaction(ctx, (tx) => insertTestDelivery(tx, subscriptionId, event));

  const deadline = performance.now() + waitMs;
  for (;;) {
    const tested = await readTested(ctx, deliveryId);
    // Row and ledger are read one after the other: an outcome may be recorded between the two.
    const hasEnded = tested.delivery.nextRetryAt === null && tested.attempt?.outcome !== 'open';
    if (hasEnded || performance.now() > deadline) return tested;
    await after(LOOK_EVERY_MS);
  }
}

async function insertTestDelivery(
  tx: Transaction,
  subscriptionId: string,
  event: EventName,
): Promise<string> {
  const { tenantId } = tx;
  const known = await tx.db.webhookSubscription.findUnique({
    where: { tenantId_id: { tenantId, id: subscriptionId }, deletedAt: null },
    select: { id: true },
  });
  if (!known) refuse('not_found', `No webhook subscription ${subscriptionId}.`);

  const [eventId, deliveryId, now] = [randomUUID(), randomUUID(), await readDbNow(tx)];
  const data = EVENTS[event].example;
  await tx.db.webhookEvent.create({
    data: { id: eventId, tenantId, name: event, data, occurredAt: now, isTest: true },
  });
  await tx.db.webhookDelivery.create({
    data: {
      id: deliveryId,
      tenantId,
      subscriptionId,
      eventId,
      event,
      isTest: true,
      createdAt: now,
      nextRetryAt: now,
    },
  });
  await recordChange(tx, {
    action: 'webhook_subscription.tested',
    subject: { type: 'webhook_subscription', id: subscriptionId },
    after: { event, deliveryId },
  });
  await makeKnown(tx, deliveryId);
  return deliveryId;
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
