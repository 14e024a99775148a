import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import {
  type Context,
  inSystemTransaction,
  inTransaction,
  type SystemContext,
  type Transaction,
} from '../context.ts';
import { readPage } from '../page.ts';
import { applyProviderEvents } from './apply-provider-event.ts';
import { findPayment, type MatchedPayment, referencesOf } from './match-payment.ts';
import type { ProviderEvent } from './provider-event.ts';

type PaymentEvent = ResponseOf<typeof operations.listPaymentEvents>['items'][number];

type State = PaymentEvent['state'];

interface EventRow {
  id: string;
  type: string;
  orderId: string;
  state: State;
  receivedAt: Date;
  processedAt: Date | null;
}

type StoredEvent = EventRow & { accountId: string | null; payload: ProviderEvent };

const STATE = Prisma.sql`
  CASE WHEN e.processed_at IS NOT NULL THEN 'applied'
       WHEN e.match_keys = '{}' THEN 'contradictory'
       ELSE 'waiting' END`;

/**
 * A page of the provider's events about the store's orders: first those that have had no effect, then the newest. An event
 * belongs to no store, so it is read as the deployment, through the orders of the store.
 */
export function listPaymentEvents(
  ctx: Context,
  { type, state, orderId, ...page }: InputOf<typeof operations.listPaymentEvents>['query'],
): Promise<ResponseOf<typeof operations.listPaymentEvents>> {
  return inTransaction(ctx, async (tx) => {
    const from = Prisma.sql`
      FROM payment_events e JOIN orders o ON o.id = e.order_id
      WHERE o.tenant_id = ${tx.tenantId}::uuid
        AND (${type ?? null}::text IS NULL OR e.type = ${type ?? null})
        AND (${state ?? null}::text IS NULL OR ${STATE} = ${state ?? null})
        AND (${orderId ?? null}::uuid IS NULL OR o.id = ${orderId ?? null}::uuid)`;
    const [counted] = await tx.db.system.sql<[{ total: bigint }]>`SELECT count(*) AS total ${from}`;
    return readPage(page, {
      count: Promise.resolve(Number(counted.total)),
      rows: ({ skip, take }) => tx.db.system.sql<EventRow[]>`
        SELECT ${COLUMNS} ${from}
        ORDER BY (e.processed_at IS NULL) DESC, e.received_at DESC, e.id DESC LIMIT ${take} OFFSET ${skip}`,
      present: presentEvent,
    });
  });
}

const COLUMNS = Prisma.sql`
  e.id, e.type, e.order_id AS "orderId", ${STATE} AS state, e.received_at AS "receivedAt",
  e.processed_at AS "processedAt"`;

function presentEvent({ receivedAt, processedAt, ...event }: EventRow): PaymentEvent {
  return {
    ...event,
    receivedAt: receivedAt.toISOString(),
    appliedAt: processedAt?.toISOString() ?? null,
  };
}

/** Looks for the payment of an event without an effect again. Refuses with `not_found` or `already_applied`. */
export function replayPaymentEvent(ctx: Context, id: string): Promise<PaymentEvent> {
  return inTransaction(ctx, async (tx) => {
    const event = await lockEvent(tx, id);
    if (event.state === 'applied') refuse('already_applied', `The event ${id} has had its effect.`);
    const payment = await findPayment(tx, referencesOf(event.payload, event.accountId));
    const { payload: _, accountId: _account, ...after } = await tryAgain(tx, event, payment);
    return presentEvent(after);
  });
}

/**
 * The same by who runs the deployment, for an event of whatever store.
 * @returns its state before and after; undefined when there is no such event
 */
export function replayEvent(
  system: SystemContext,
  id: string,
): Promise<{ before: State; after: State } | undefined> {
  return inSystemTransaction(system, async (tx) => {
    const [event] = await tx.db.sql<StoredEvent[]>`
      SELECT ${COLUMNS}, e.account_id AS "accountId", e.payload FROM payment_events e WHERE e.id = ${id} FOR UPDATE`;
    if (!event) return undefined;
    const { state } = event;
    const payment =
      state === 'applied' ? undefined : await findPayment(tx, referencesOf(event.payload, event.accountId));
    if (!payment) return { before: state, after: state };
    const after = await tryAgain(tx.forTenant(payment.tenantId, { kind: 'cli' }), event, payment);
    return { before: state, after: after.state };
  });
}

async function tryAgain(
  tx: Transaction,
  { id, payload, state }: StoredEvent,
  payment: MatchedPayment | undefined,
): Promise<StoredEvent> {
  if (payment) await applyProviderEvents(tx, payment, [payload]);
  const after = await lockEvent(tx, id);
  await recordChange(tx, {
    action: 'payment_event.replayed',
    subject: { type: 'payment_event', id },
    before: { state },
    after: { state: after.state },
  });
  return after;
}

async function lockEvent(tx: Transaction, id: string): Promise<StoredEvent> {
  const [row] = await tx.db.system.sql<StoredEvent[]>`
    SELECT ${COLUMNS}, e.account_id AS "accountId", e.payload
    FROM payment_events e JOIN orders o ON o.id = e.order_id
    WHERE e.id = ${id} AND o.tenant_id = ${tx.tenantId}::uuid
    FOR UPDATE OF e`;
  return row ?? refuse('not_found', `No payment event ${id}.`);
}
