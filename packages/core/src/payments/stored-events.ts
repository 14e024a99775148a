import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { readPage } from '../page.ts';
import { applyProviderEvent, replayFor } from './apply-provider-event.ts';
import { findPayment, referencesOf } from './match-payment.ts';
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

const STATE = Prisma.sql`
  CASE WHEN e.processed_at IS NOT NULL THEN 'applied'
       WHEN e.match_keys = '{}' THEN 'contradictory'
       ELSE 'waiting' END`;

/**
 * A page of the provider's events about the store's orders: first those that have had no effect, then the newest. An event
 * is no store's row, so it is read as the deployment, through the orders of the store.
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
    const [counted] = await tx.db.system.$queryRaw<[{ total: bigint }]>`SELECT count(*) AS total ${from}`;
    return readPage(page, {
      count: Promise.resolve(Number(counted.total)),
      rows: ({ skip, take }) => tx.db.system.$queryRaw<EventRow[]>`
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

/** Looks again for the payment of an event that had no effect. Refuses with `not_found` or `already_applied`. */
export function replayPaymentEvent(ctx: Context, id: string): Promise<PaymentEvent> {
  return inTransaction(ctx, async (tx) => {
    const { payload, ...before } = await lockEvent(tx, id);
    if (before.state === 'applied') refuse('already_applied', `The event ${id} has had its effect.`);
    const payment = await findPayment(tx, referencesOf(payload));
    if (payment) {
      await applyProviderEvent(tx, payment, payload);
      await replayFor(tx, payment);
    }
    const { payload: _, ...after } = await lockEvent(tx, id);
    const subject = { type: 'payment_event', id };
    const action = 'payment_event.replayed';
    const [was, is] = [{ state: before.state }, { state: after.state }];
    await recordChange(tx, { action, subject, before: was, after: is });
    return presentEvent(after);
  });
}

async function lockEvent(tx: Transaction, id: string): Promise<EventRow & { payload: ProviderEvent }> {
  const [row] = await tx.db.system.$queryRaw<(EventRow & { payload: ProviderEvent })[]>`
    SELECT ${COLUMNS}, e.payload
    FROM payment_events e JOIN orders o ON o.id = e.order_id
    WHERE e.id = ${id} AND o.tenant_id = ${tx.tenantId}::uuid
    FOR UPDATE OF e`;
  return row ?? refuse('not_found', `No payment event ${id}.`);
}
