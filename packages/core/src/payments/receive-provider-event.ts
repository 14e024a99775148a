import { refuse } from '@service/contract';
import type { OrderModel } from '@service/db';
import { inSystemTransaction, type SystemContext } from '../context.ts';
import { type CallbackAccount, findCallbackAccount } from '../payment-accounts/index.ts';
import { applyProviderEvents, lockKeys } from './apply-provider-event.ts';
import { EVENT_HANDLERS } from './event-handlers.ts';
import {
  findPayment,
  type MatchedPayment,
  matchKeysOf,
  type References,
  referencesOf,
  storeOfOrder,
} from './match-payment.ts';
import { recordOutsidePayment } from './outside-payment.ts';
import type { ProviderEvent } from './provider-event.ts';

/**
 * Stores the event and carries out its effect, in one transaction. The event's id is the key of its row: if the same event is
 * delivered twice at the same time, the second delivery waits for the first and then finds the row. If this rejects, nothing is
 * stored, and the provider sends the event again. An event that matches nothing waits for its payment.
 */
export async function receiveProviderEvent(system: SystemContext, body: unknown): Promise<void> {
  const event = system.services.payments.provider.translateEvent(body);
  if (event) await receive(system, { ...event, id: idOfDeployment(event.id) }, undefined);
}

/** Never a key under which an event of an account is stored. */
function idOfDeployment(id: string): string {
  return id.includes(':') ? `:${id}` : id;
}

async function receive(
  system: SystemContext,
  event: ProviderEvent,
  account: CallbackAccount | undefined,
): Promise<void> {
  await inSystemTransaction(system, async (tx) => {
    const isNew = await storeEvent(tx, event, account);
    if (!isNew || !EVENT_HANDLERS.has(event.type)) return;
    const references = referencesOf(event, account?.id ?? null);
    const payment =
      (await findPayment(tx, references, account?.tenantId)) ??
      (await waitForPayment(tx, event, references, account));
    if (!payment) return;
    const ctx = tx.forTenant(payment.tenantId, { kind: 'system' });
    await applyProviderEvents(ctx, payment, [event]);
  });
}

/**
 * The same for an account of a store, whose callbacks only its own secret signs. Its events are stored under the account's id and
 * their own, so no store can take an id that another store's event will have.
 */
export async function receiveAccountEvent(
  system: SystemContext,
  accountId: string,
  body: unknown,
): Promise<void> {
  const account = await findCallbackAccount(system, accountId);
  if (!account) refuse('not_found', `No payment account ${accountId}.`);
  const event = account.provider.translateEvent(body);
  if (event) await receive(system, { ...event, id: `${account.id}:${event.id}` }, account);
}

async function storeEvent(
  system: SystemContext,
  event: ProviderEvent,
  account: CallbackAccount | undefined,
): Promise<boolean> {
  const stored = await system.db.sql.count`
    INSERT INTO payment_events (id, account_id, type, payload, received_at)
    VALUES (${event.id}, ${account?.id ?? null}::uuid, ${event.type}, ${JSON.stringify(event)}::jsonb, ${system.now()})
    ON CONFLICT DO NOTHING`;
  return stored === 1;
}

/**
 * Stores the event under its keys, and looks for the payment once more: a payment that was created meanwhile took the same locks,
 * so either it is found here, or it finds this event. A payment that was made outside our checkout is recorded under the same
 * locks, so that only one of several concurrent events records it.
 */
async function waitForPayment(
  system: SystemContext,
  event: ProviderEvent,
  references: References,
  account: CallbackAccount | undefined,
): Promise<MatchedPayment | undefined> {
  const matchKeys = matchKeysOf(references);
  await lockKeys(system, matchKeys);
  const order = await findOrder(system, references, account);
  await system.db.sql.count`
    UPDATE payment_events SET match_keys = ${matchKeys}, order_id = ${order?.id ?? null}::uuid WHERE id = ${event.id}`;
  return (
    (await findPayment(system, references, account?.tenantId)) ??
    (order && recordOutsidePayment(system, event, references, { account, order }))
  );
}

/** Finds the order that an event names; for an event of an account, only in the account's store. */
async function findOrder(
  { db }: SystemContext,
  { order: id }: References,
  account: CallbackAccount | undefined,
): Promise<OrderModel | undefined> {
  if (id === undefined) return undefined;
  const ofStore = account ? { tenantId: account.tenantId } : await storeOfOrder(db, id);
  return (await db.order.findFirst({ where: { id, ...ofStore } })) ?? undefined;
}
