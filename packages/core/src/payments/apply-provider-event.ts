import { Prisma } from '@service/db';
import { type Context, inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { issueDocuments } from '../documents/index.ts';
import { notifyAdmins } from '../notifications/index.ts';
import { lockOrder } from '../orders/index.ts';
import { EVENT_HANDLERS } from './event-handlers.ts';
import {
  contradictionOf,
  findPayment,
  keysOfPayment,
  type MatchedPayment,
  matchKeysOf,
  referencesOf,
} from './match-payment.ts';
import type { ProviderEvent } from './provider-event.ts';

/**
 * Carries out the effects of stored events, and then of those that arrived before their payment or its money, and marks them as
 * applied: all or nothing. An event that contradicts its payment stays stored without an effect, so that operators can look at
 * it. Returns whether any had an effect.
 */
export async function applyProviderEvents(
  ctx: Context,
  payment: MatchedPayment,
  events: readonly ProviderEvent[],
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    let hasChanged = false;
    let waiting = events.length > 0 ? events : await noteApplied(tx, payment, []);
    while (waiting.length > 0) {
      const applied: string[] = [];
      for (const event of waiting) if (await applyEvent(tx, payment, event)) applied.push(event.id);
      hasChanged ||= applied.length > 0;
      waiting = applied.length > 0 ? await noteApplied(tx, payment, applied) : [];
    }
    await issueDocuments(tx, payment.orderId);
    return hasChanged;
  });
}

/** Returns whether the event had an effect. */
async function applyEvent(tx: Transaction, payment: MatchedPayment, event: ProviderEvent): Promise<boolean> {
  const asProvider: Transaction = { ...tx, principal: { kind: 'provider', eventId: event.id } };
  const contradiction = await contradictionOf(tx, payment, event);
  if (contradiction) {
    await markContradictory(asProvider, payment, event, contradiction);
    return false;
  }
  const order = await lockOrder(asProvider, payment.orderId);
  if (goesBack(event) && !(await hasBroughtMoney(tx, payment))) {
    await letWait(tx, payment, event);
    return false;
  }
  await EVENT_HANDLERS.get(event.type)?.(asProvider, { ...payment, order }, event);
  return true;
}

function goesBack({ type }: ProviderEvent): boolean {
  return type.startsWith('refund.') || type.startsWith('charge.dispute.') || type === 'charge.refunded';
}

/**
 * Only money that a payment brought can be refunded, and a refund belongs to the order, whichever of its payments brought the
 * money: otherwise, the account of a payment that was never made could report that another payment's money is gone. The order is
 * locked.
 */
async function hasBroughtMoney({ db }: Transaction, { id }: MatchedPayment): Promise<boolean> {
  const { status, capturedAmount } = await db.payment.findFirstOrThrow({ where: { id } });
  return status === 'succeeded' || capturedAmount > 0n;
}

/** The event waits until the payment has brought money. */
async function letWait({ db }: Transaction, payment: MatchedPayment, event: ProviderEvent): Promise<void> {
  const matchKeys = matchKeysOf(referencesOf(event, payment.accountId));
  await db.system.sql.count`
    UPDATE payment_events SET match_keys = ${matchKeys}, order_id = ${payment.orderId}::uuid
    WHERE id = ${event.id} AND match_keys = '{}'`;
}

const WAITING_LIMIT = 100;

/** Marks these as applied. Returns the events that waited for the payment, or for an id that it got by one of the effects. */
async function noteApplied(
  { db, now }: Transaction,
  payment: MatchedPayment,
  ids: readonly string[],
): Promise<ProviderEvent[]> {
  // An event belongs to no store: on a distributed database it is on another node than its payment.
  const keys = db.isSpread
    ? Prisma.sql`${await readKeys(db, payment)}::text[]`
    : Prisma.sql`(SELECT ${keysOfPayment(payment)})`;
  const rows = await db.system.sql<{ payload: ProviderEvent }[]>`
    WITH applied AS (
      UPDATE payment_events SET order_id = ${payment.orderId}::uuid, processed_at = ${now()} WHERE id = ANY (${ids}::text[])
    )
    SELECT payload FROM payment_events
    WHERE processed_at IS NULL AND id <> ALL (${ids}::text[]) AND match_keys && ${keys}
    ORDER BY received_at, id LIMIT ${WAITING_LIMIT}
    FOR UPDATE SKIP LOCKED`;
  return rows.map(({ payload }) => payload);
}

async function markContradictory(
  tx: Transaction,
  payment: MatchedPayment,
  event: ProviderEvent,
  contradiction: string,
): Promise<void> {
  const isNew = await tx.db.system.sql.count`
    UPDATE payment_events SET match_keys = '{}', order_id = ${payment.orderId}::uuid
    WHERE id = ${event.id} AND (order_id IS NULL OR match_keys <> '{}')`;
  if (!isNew) return;
  await notifyAdmins(tx, {
    kind: 'payment.contradiction',
    title: 'A payment event contradicts itself',
    detail: `The event ${event.id} (${event.type}) is about payment ${payment.id} of order ${payment.orderId}, and ${contradiction}. It is stored, and nothing was changed.`,
  });
}

/**
 * Carries out the events that arrived before their payment, which has just been opened; takes the locks without which a
 * concurrent event could be missed.
 */
export async function replayForNewPayment(tx: Transaction, payment: MatchedPayment): Promise<void> {
  await lockKeys(tx, await readKeys(tx.db, payment));
  await applyProviderEvents(tx, payment, []);
}

async function readKeys(db: Transaction['db'], payment: MatchedPayment): Promise<string[]> {
  const [{ keys }] = await db.sql<[{ keys: string[] }]>`SELECT ${keysOfPayment(payment)} AS keys`;
  return keys;
}

/** All callers lock the keys in the same order. */
export async function lockKeys({ db }: Context | SystemContext, keys: readonly string[]): Promise<void> {
  for (const key of keys.toSorted())
    await db.sql`SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtextextended(${key}, 7))) AS taken`;
}

const PAGE = 200;

/** How long an event is kept that matches no payment: the payment may be made much later, directly at the provider. */
const KEPT_DAYS = 90;

interface WaitingEvent {
  id: string;
  accountId: string | null;
  receivedAt: Date;
  payload: ProviderEvent;
}

/**
 * Carries out events whose payment exists by now; returns the number of payments. A job of the worker, needed after a crash
 * between the two steps. It reads all waiting events, the newest first, until the signal stops it. A dry run only counts.
 */
export async function replayWaitingEvents(
  system: SystemContext,
  { signal, dryRun = false }: { signal?: AbortSignal; dryRun?: boolean } = {},
): Promise<number> {
  let replayed = 0;
  let last: WaitingEvent | undefined;
  do {
    const page = await findPage(system, last);
    for (const event of page) if (await replay(system, event, dryRun)) replayed += 1;
    last = page.length === PAGE ? page.at(-1) : undefined;
  } while (last && !signal?.aborted);
  return replayed;
}

function findPage(system: SystemContext, after: WaitingEvent | undefined): Promise<WaitingEvent[]> {
  return system.db.sql<WaitingEvent[]>`
    SELECT id, account_id AS "accountId", received_at AS "receivedAt", payload FROM payment_events
    WHERE processed_at IS NULL AND match_keys <> '{}'
      AND (${after?.id ?? null}::text IS NULL OR (received_at, id) < (${after?.receivedAt ?? null}::timestamptz, ${after?.id ?? null}))
    ORDER BY received_at DESC, id DESC LIMIT ${PAGE}`;
}

/** Returns whether the waiting events were carried out. If one fails, the others are still carried out. */
async function replay(
  system: SystemContext,
  { id, accountId, payload }: WaitingEvent,
  dryRun: boolean,
): Promise<boolean> {
  try {
    const payment = await findPayment(system, referencesOf(payload, accountId));
    if (!payment || dryRun) return Boolean(payment);
    return await applyProviderEvents(system.forTenant(payment.tenantId, { kind: 'system' }), payment, []);
  } catch (err) {
    system.log.error({ err, eventId: id }, 'a waiting event of the provider could not be carried out');
    return false;
  }
}

/** Deletes a batch of old events that never had an effect; returns how many. */
export function deleteUnmatchedEvents(system: SystemContext, limit: number): Promise<number> {
  return system.db.sql.count`
    WITH old AS (
      SELECT id FROM payment_events WHERE processed_at IS NULL AND received_at < ${system.dbNow()} - ${KEPT_DAYS}::int * interval '1 day'
      LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    DELETE FROM payment_events WHERE id IN (SELECT id FROM old)`;
}
