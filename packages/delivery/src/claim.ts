import { Prisma } from '@service/db';
import type { DeliveryContext } from './context.ts';
import { IS_SENDABLE, isDue, isDueByKey, leasedOf, millisecondsUntil } from './due.ts';
import { type DueSubscription, IS_LIMITED } from './due-subscriptions.ts';
import { firstPerResource } from './ordering.ts';
import { IS_NOTED, mayStart } from './pace.ts';
import { type DeliveryRef, deliveriesByKey, type SubscriptionRef, subscriptionKeysOf } from './refs.ts';
import { type ClaimedDelivery, type ClaimOptions, takingDue } from './take-due.ts';

/** Due, and left where it is: there is no capacity for its subscription, or the subscription is limited. */
export interface DeferredDelivery extends DueSubscription, DeliveryRef {}

/** How many deliveries may start now: of those that have some under way here, and of all others. */
export interface CapacitySnapshot {
  stores: readonly ({ id: string } & StoreCapacity)[];
  subscriptions: readonly { id: string; free: number }[];
  others: StoreCapacity;
}

interface StoreCapacity {
  free: number;
  /** Of a subscription of the store that has none under way. */
  newSubscription: number;
}

/**
 * What became of the deliveries that a claim was asked for. What it leaves out isn't due: it has ended, waits for its retry, or is
 * leased. These are the engine's words for a delivery that isn't sent now:
 *
 * - *leased*: an attempt is under way. It ends with the outcome, or when its worker died with the lease.
 * - *locked*: another transaction has its row, or the counter of its subscription, for a moment. Nothing waits for that.
 * - *limited*: its subscription has a limit that holds over all workers, see `IS_LIMITED`. It's always deferred.
 * - *deferred*: there is no capacity for its subscription here, see deferred.ts.
 */
export interface Claim {
  claimed: ClaimedDelivery[];
  deferred: DeferredDelivery[];
  locked: DeliveryRef[];
}

/**
 * Input: deliveries that may be due, and the free capacity. Output: those that this caller now has the lease of, each with an open
 * attempt in the ledger, and those that it may not hold yet. A test doesn't wait behind what its endpoint has due. Subscriptions
 * with a limit of their own are always deferred, because it holds over all workers: see `claimNextOfLimited`.
 */
export async function claimDeliveries(
  system: DeliveryContext,
  deliveries: readonly DeliveryRef[],
  { capacity, ...options }: ClaimOptions & { capacity: CapacitySnapshot },
): Promise<Claim> {
  const { stores, subscriptions, others } = capacity;
  const now = system.dbNow();
  type Row = DeferredDelivery & { isAdmitted: boolean; attemptNumber: number | null };
  const rows = await sqlOf(system, options)<Row[]>`
    WITH asked AS (
      SELECT d.tenant_id, d.id, d.subscription_id, d.is_test, ${IS_LIMITED} AS is_limited,
             row_number() OVER (PARTITION BY d.tenant_id, d.subscription_id ORDER BY d.next_retry_at, d.id) AS of_subscription,
             row_number() OVER (PARTITION BY d.tenant_id ORDER BY d.next_retry_at, d.id) AS of_store
      FROM ${deliveriesByKey(deliveries)}
      JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
      WHERE s.kind <> 'pull' AND ${IS_SENDABLE} AND ${isDueByKey(now)}
    ), admitted AS (
      SELECT asked.tenant_id, asked.id
      FROM asked
      LEFT JOIN json_to_recordset(${JSON.stringify(stores)}::json) AS store(id uuid, free int, "newSubscription" int)
        ON store.id = asked.tenant_id
      LEFT JOIN json_to_recordset(${JSON.stringify(subscriptions)}::json) AS subscription(id uuid, free int)
        ON subscription.id = asked.subscription_id
      WHERE asked.is_test OR (NOT asked.is_limited
        AND asked.of_subscription <= COALESCE(subscription.free, store."newSubscription", ${others.newSubscription}::int)
        AND asked.of_store <= COALESCE(store.free, ${others.free}::int))
    ), due AS (
      SELECT locked.*
      FROM admitted CROSS JOIN LATERAL (
        SELECT d.* FROM webhook_deliveries d
        WHERE d.tenant_id = admitted.tenant_id AND d.id = admitted.id AND ${isDueByKey(now)}
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS locked
    ), ${takingDue(system, options)}
    SELECT taken.*, asked.tenant_id AS "tenantId", asked.id, asked.subscription_id AS "subscriptionId",
           asked.is_limited AS "isLimited", admitted.id IS NOT NULL AS "isAdmitted"
    FROM asked
    LEFT JOIN admitted USING (tenant_id, id)
    LEFT JOIN taken ON taken."tenantId" = asked.tenant_id AND taken.id = asked.id`;
  const isClaimed = (row: Row): row is Row & ClaimedDelivery => row.attemptNumber !== null;
  return {
    claimed: rows.filter(isClaimed),
    deferred: rows.filter((row) => !row.isAdmitted),
    locked: rows.filter((row) => row.isAdmitted && !isClaimed(row)),
  };
}

/** A claim that the server ends is undone: nothing is taken that nobody sends. */
function sqlOf({ db }: DeliveryContext, { withinMs }: ClaimOptions): DeliveryContext['db']['sql'] {
  return withinMs === undefined ? db.sql : db.sqlWithin(withinMs);
}

/** A subscription, and how many of its deliveries may start. */
export interface SubscriptionCapacity extends SubscriptionRef {
  free: number;
}

/**
 * Input: subscriptions, and how many deliveries of each may start. Output: the longest due of each, claimed as above. Why: what is
 * due in the database needs no jobs to go out. Nothing is claimed of one that has got a limit of its own meanwhile.
 */
export function claimNext(
  system: DeliveryContext,
  subscriptions: readonly SubscriptionCapacity[],
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  return sqlOf(system, options)<ClaimedDelivery[]>`
    WITH due AS (
      SELECT next.*
      FROM (${capacitiesOf(subscriptions)}) AS capacity
      JOIN webhook_subscriptions s USING (tenant_id, id)
      CROSS JOIN LATERAL (
        SELECT d.*
        FROM webhook_deliveries d
        WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND ${IS_SENDABLE} AND ${isDue(system.dbNow())}
        ORDER BY d.next_retry_at, d.id
        LIMIT capacity.free
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS next
      WHERE NOT ${IS_LIMITED}
    ), ${takingDue(system, options)}
    SELECT * FROM taken`;
}

/**
 * The same of subscriptions with limits of their own. Of an ordered one: what comes first of its resource, when none of
 * that is under way. A limit counts what any worker has under way, so two claims must not count at once: the caller
 * locks these subscriptions first (`lockSubscriptions`), in the same transaction, and notes the claim of one that has a
 * rate, or is probed, there too (`recordStarts`).
 */
export function claimNextOfLimited(
  tx: DeliveryContext,
  subscriptions: readonly SubscriptionCapacity[],
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const now = tx.dbNow();
  return tx.db.sql<ClaimedDelivery[]>`
    WITH subscription AS (
      SELECT s.tenant_id, s.id, s.active, s.ordered, leased.resources AS leased_resources,
             GREATEST(0, LEAST(capacity.free, s.may_be_open - cardinality(leased.resources), ${mayStart(now)},
                               CASE WHEN s.probed_until > ${now} THEN 0 END)) AS free
      FROM (${capacitiesOf(subscriptions)}) AS capacity
      JOIN (SELECT *, CASE WHEN is_probing THEN 1 ELSE max_concurrency END AS may_be_open FROM webhook_subscriptions) AS s
        USING (tenant_id, id)
      CROSS JOIN LATERAL (SELECT ARRAY(SELECT resource_id FROM (${leasedOf(now)}) AS leased) AS resources OFFSET 0) AS leased
    ), due AS (
      SELECT next.*
      FROM subscription s CROSS JOIN LATERAL (
        SELECT d.*
        FROM webhook_deliveries d
        WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND ${IS_SENDABLE} AND ${isDue(now)}
        ORDER BY d.next_retry_at, d.id
        LIMIT s.free
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS next
      WHERE NOT s.ordered
      UNION ALL
      SELECT next.*
      FROM subscription s CROSS JOIN LATERAL (
        SELECT first.*
        FROM (${firstPerResource(now)}) AS head CROSS JOIN LATERAL (
          SELECT d.*
          FROM webhook_deliveries d
          WHERE d.tenant_id = s.tenant_id AND d.id = head.id AND ${IS_SENDABLE} AND ${isDueByKey(now)}
            AND d.resource_id <> ALL (s.leased_resources)
          FOR NO KEY UPDATE SKIP LOCKED
        ) AS first
        LIMIT s.free
      ) AS next
      WHERE s.ordered AND s.free > 0
    ), ${takingDue(tx, options)}
    SELECT * FROM taken`;
}

function capacitiesOf(subscriptions: readonly SubscriptionCapacity[]): Prisma.Sql {
  const tenantIds = subscriptions.map(({ tenantId }) => tenantId);
  const ids = subscriptions.map(({ subscriptionId }) => subscriptionId);
  const free = subscriptions.map((each) => each.free);
  return Prisma.sql`
    SELECT * FROM unnest(${tenantIds}::uuid[], ${ids}::uuid[], ${free}::int[]) AS capacity(tenant_id, id, free)
    LIMIT ${subscriptions.length}::int`;
}

interface LockedSubscription extends DueSubscription {
  /** Whether its claims are noted, see `recordStarts`. */
  isNoted: boolean;
}

/**
 * Keeps other claims of these subscriptions out until the end of the transaction. Returns what those are like now that it
 * got: one that another worker has locked is left out, because nothing may wait here for a worker that hangs.
 */
export function lockSubscriptions(
  tx: DeliveryContext,
  subscriptions: readonly SubscriptionRef[],
): Promise<LockedSubscription[]> {
  return tx.db.sql<LockedSubscription[]>`
    SELECT s.tenant_id AS "tenantId", s.id AS "subscriptionId", ${IS_LIMITED} AS "isLimited",
           ${IS_NOTED} AS "isNoted"
    FROM (${subscriptionKeysOf(subscriptions)}) AS key JOIN webhook_subscriptions s USING (tenant_id, id)
    FOR NO KEY UPDATE OF s SKIP LOCKED`;
}

/** One that is due and yet wasn't claimed is locked. */
const SOONEST_MS = 250;

/**
 * Input: deliveries that a claim didn't get. Output: for each, in how many milliseconds to ask for it again; null: never, or
 * something else will. A leased one is asked for when its lease ends, in case its worker is dead. Why
 * here: the worker's own clock may differ from the one that the times were written by.
 */
export async function nextCheckInMs(
  { db, dbNow }: DeliveryContext,
  deliveries: readonly DeliveryRef[],
): Promise<(number | null)[]> {
  // Deleted, delivered or exhausted: nothing is left to do. Paused: resuming makes it due again.
  const waiting = await db.sql<{ id: string; nextCheckInMs: number }[]>`
    SELECT d.id, CASE WHEN GREATEST(d.next_retry_at, d.lease_until) <= ${dbNow()} THEN ${SOONEST_MS}
             ELSE ${millisecondsUntil(Prisma.sql`GREATEST(d.next_retry_at, d.lease_until)`, dbNow())} END AS "nextCheckInMs"
    FROM ${deliveriesByKey(deliveries)}
    JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
    WHERE d.next_retry_at IS NOT NULL AND s.kind <> 'pull' AND ${IS_SENDABLE}`;
  const byId = new Map(waiting.map(({ id, nextCheckInMs }) => [id, nextCheckInMs]));
  return deliveries.map(({ id }) => byId.get(id) ?? null);
}
