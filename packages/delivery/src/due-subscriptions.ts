import { randomUUID } from 'node:crypto';
import { findStores, OF_ALL_STORES, type OfStore, ofRows, Prisma } from '@service/db';
import type { DeliveryContext } from './context.ts';
import { type DeliveryRef, type SubscriptionRef, subscriptionKeysOf } from './refs.ts';

export interface DueSubscription extends SubscriptionRef {
  /** See `is_limited` of the schema. */
  isLimited: boolean;
  /** In how many milliseconds its rate allows the next delivery; absent: unknown. */
  waitMs?: number;
}

/**
 * Finds the subscriptions of a store, or among the given ones, that have a due delivery which isn't leased and waits for no other
 * of its resource.
 */
export function findDueSubscriptions(
  system: DeliveryContext,
  of: { tenantId: string } | { subscriptions: readonly SubscriptionRef[] },
): Promise<DueSubscription[]> {
  const which =
    'tenantId' in of
      ? Prisma.sql`s.tenant_id = ${of.tenantId}::uuid`
      : Prisma.sql`(s.tenant_id, s.id) IN (${subscriptionKeysOf(of.subscriptions)})
          ${ofRows(system.db, of.subscriptions)('s.tenant_id')}`;
  const now = system.dbNow();
  return system.db.sql<DueSubscription[]>`
    SELECT s.tenant_id AS "tenantId", s.id AS "subscriptionId",
           is_limited(s.ordered, s.is_probing, s.max_concurrency, s.max_per_second) AS "isLimited",
           CASE WHEN s.paced_until > ${now} THEN milliseconds_until(s.paced_until, ${now}) ELSE 0 END AS "waitMs"
    FROM webhook_subscriptions s
    WHERE ${which} AND s.kind <> 'pull' AND EXISTS (SELECT FROM ${dueOf(now, 1)})`;
}

/** Returns in how many milliseconds the next delivery of a store becomes due; null: none is waiting. */
export async function nextDueInMs({ db, dbNow }: DeliveryContext, tenantId: string): Promise<number | null> {
  const [row] = await db.sql<{ dueInMs: number | null }[]>`
    SELECT milliseconds_until(min(next.at), ${dbNow()}) AS "dueInMs"
    FROM webhook_subscriptions s
    CROSS JOIN LATERAL (
      SELECT d.next_retry_at AS at FROM webhook_deliveries d
      WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status IN ('pending', 'failed') AND d.next_retry_at > ${dbNow()}
      ORDER BY d.next_retry_at LIMIT 1
    ) AS next
    WHERE s.tenant_id = ${tenantId}::uuid AND s.active AND s.kind <> 'pull'
      AND s.tenant_id <> ALL (ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))`;
  return row?.dueInMs ?? null;
}

export interface DueInTurn extends DeliveryRef, SubscriptionRef {
  overdueMs: number;
  /** Its number within its subscription. */
  turn: number;
  /** Whether its subscription may have more. */
  isLast: boolean;
}

/**
 * Input: how many of each subscription and of all. Output: deliveries that are due and not leased, in turns: the longest due of
 * each subscription, then the second of each, and so on. Why: one with ten thousand due must not hide the others. The query skips
 * through the index from one subscription to the next, so its cost depends on the number of subscriptions and not of deliveries.
 */
export async function findDueInTurns(
  system: DeliveryContext,
  { perSubscription, limit }: { perSubscription: number; limit: number },
): Promise<DueInTurn[]> {
  const found: DueInTurn[] = [];
  for (const of of await findStores(system.db, OPEN))
    found.push(...(await findDueOf(system, of, { perSubscription, limit })));
  return found.sort((a, b) => a.turn - b.turn || b.overdueMs - a.overdueMs).slice(0, limit);
}

function findDueOf(
  system: DeliveryContext,
  of: OfStore,
  { perSubscription, limit }: { perSubscription: number; limit: number },
): Promise<DueInTurn[]> {
  const now = system.dbNow();
  return system.db.sql<DueInTurn[]>`
    SELECT next.id, s.tenant_id AS "tenantId", s.id AS "subscriptionId",
           -milliseconds_until(next.next_retry_at, ${now}) AS "overdueMs", next.turn = ${perSubscription} AS "isLast",
           next.turn::float8 AS turn
    FROM ${subscriptionsWithOpen(of)} AS open
    JOIN webhook_subscriptions s ON s.tenant_id = open.tenant_id AND s.id = open.subscription_id AND s.kind <> 'pull' ${of('s.tenant_id')}
    CROSS JOIN LATERAL (
      SELECT due.*, row_number() OVER (ORDER BY due.next_retry_at, due.id) AS turn
      FROM ${dueOf(now, perSubscription)} AS due
      WHERE due.next_retry_at <= ${now}
    ) AS next
    ORDER BY next.turn, next.next_retry_at, next.id
    LIMIT ${limit}`;
}

/** Every store with a due delivery. */
export async function findDueStores({ db, dbNow }: DeliveryContext): Promise<string[]> {
  const found: string[] = [];
  for (const of of await findStores(db, OPEN)) {
    const rows = await db.sql<{ id: string }[]>`
      SELECT DISTINCT s.tenant_id AS id
      FROM ${subscriptionsWithOpen(of)} AS open
      JOIN webhook_subscriptions s ON s.tenant_id = open.tenant_id AND s.id = open.subscription_id AND s.kind <> 'pull' ${of('s.tenant_id')}
      WHERE EXISTS (SELECT FROM ${dueOf(dbNow(), 1)})`;
    found.push(...rows.map(({ id }) => id));
  }
  return found;
}

/**
 * Selects the deliveries of a subscription `s` that may be sent now: see `due_of` of the schema. Each search begins at another
 * resource.
 */
export function dueOf(now: Prisma.Sql, most: number): Prisma.Sql {
  return Prisma.sql`due_of(s.tenant_id, s.id, s.active, s.ordered, s.paced_until, ${now}, ${randomUUID()}::uuid, ${most}::int)`;
}

/** The condition that finds the stores that may have something due. */
export const OPEN = Prisma.sql`FROM webhook_deliveries WHERE status IN ('pending', 'failed')`;

/** Subscriptions with open deliveries: see `subscriptions_with_open` of the schema, which looks over all stores. */
export function subscriptionsWithOpen(of: OfStore): Prisma.Sql {
  return of === OF_ALL_STORES
    ? Prisma.sql`subscriptions_with_open()`
    : Prisma.sql`(SELECT DISTINCT tenant_id, subscription_id ${OPEN} ${of('tenant_id')})`;
}
