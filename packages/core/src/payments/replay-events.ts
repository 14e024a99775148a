import { type Context, inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { lockOrder } from '../orders/index.ts';
import { EFFECTS } from './effects.ts';
import {
  contradicts,
  findPayment,
  keysOfPayment,
  type MatchedPayment,
  referencesOf,
} from './match-payment.ts';
import type { ProviderEvent } from './provider-event.ts';

/**
 * The effect of an event that is stored, and the note that it happened: both or neither. One that contradicts its
 * payment stays stored without an effect, for the operators to look at.
 */
export async function applyProviderEvent(
  ctx: Context,
  payment: MatchedPayment,
  event: ProviderEvent,
): Promise<void> {
  const asProvider: Context = { ...ctx, principal: { kind: 'provider', eventId: event.id } };
  await inTransaction(asProvider, async (tx) => {
    if (contradicts(payment, referencesOf(event))) return setAside(tx, payment, event);
    await lockOrder(tx, payment.orderId);
    await EFFECTS.get(event.type)?.(tx, payment, event);
    await tx.unscoped.$executeRaw`
      UPDATE payment_events SET order_id = ${payment.orderId}::uuid, processed_at = ${tx.now()}
      WHERE id = ${event.id}`;
  });
}

async function setAside(tx: Transaction, payment: MatchedPayment, event: ProviderEvent): Promise<void> {
  await tx.unscoped.$executeRaw`UPDATE payment_events SET match_keys = '{}' WHERE id = ${event.id}`;
  await notifyAdmins(tx, {
    kind: 'payment.contradiction',
    title: 'A payment event contradicts itself',
    detail: `The event ${event.id} (${event.type}) is about payment ${payment.id} of order ${payment.orderId}, and names order ${referencesOf(event).order} in its metadata. It is stored, and nothing was changed.`,
  });
}

/**
 * Carries out the events that came before their payment: called in the transaction in which a payment appears, or
 * learns of a charge, dispute or refund by which the provider names it.
 */
export async function replayFor(ctx: Context, payment: MatchedPayment): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const waiting = await findWaiting(ctx, await keysOfPayment(ctx, payment));
    for (const event of waiting) await applyProviderEvent(ctx, payment, event);
    isDone = waiting.length === 0;
  }
}

/** The same for a payment that has just been opened, with the locks that keep a simultaneous event from being missed. */
export async function replayForNewPayment(ctx: Context, payment: MatchedPayment): Promise<void> {
  await lockKeys(ctx, await keysOfPayment(ctx, payment));
  await replayFor(ctx, payment);
}

const WAITING_LIMIT = 100;

async function findWaiting({ unscoped }: Context, keys: readonly string[]): Promise<ProviderEvent[]> {
  const rows = await unscoped.$queryRaw<{ payload: ProviderEvent }[]>`
    SELECT payload FROM payment_events
    WHERE processed_at IS NULL AND match_keys && ${keys}::text[]
    ORDER BY received_at, id LIMIT ${WAITING_LIMIT}
    FOR UPDATE SKIP LOCKED`;
  return rows.map(({ payload }) => payload);
}

/** In one order, whoever takes them. */
export async function lockKeys({ db }: Context | SystemContext, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted())
    await db.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtextextended(${key}, 7))) AS taken`;
}

const PAGE = 200;

/**
 * Carries out events that waited for a payment which is there by now; answers for how many payments. A job of the worker,
 * for what a crash between the two left.
 */
export async function replayWaitingEvents(system: SystemContext): Promise<number> {
  const rows = await system.db.$queryRaw<{ payload: ProviderEvent }[]>`
    SELECT payload FROM payment_events
    WHERE processed_at IS NULL AND match_keys <> '{}'
    ORDER BY received_at DESC LIMIT ${PAGE}`;
  let replayed = 0;
  for (const { payload } of rows) {
    const payment = await findPayment(system, referencesOf(payload));
    if (!payment) continue;
    const ctx = system.forTenant(payment.tenantId, { kind: 'system' });
    await inTransaction(ctx, () => replayFor(ctx, payment));
    replayed += 1;
  }
  return replayed;
}
