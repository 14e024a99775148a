import { Prisma } from '@service/db';
import type { DeliveryContext } from './context.ts';
import { isDue, millisecondsUntil } from './due.ts';
import {
  CONCURRENCY_LIMIT,
  type DueSubscription,
  IS_LIMITED,
  type SubscriptionRef,
} from './due-subscriptions.ts';
import type { AttemptError } from './http-sender.ts';
import { firstPerResource } from './ordering.ts';

export interface ClaimedDelivery extends SubscriptionRef {
  id: string;
  /** The number of the attempt that this claim opened. It is the fence: see record-outcomes.ts. */
  attemptNumber: number;
  /** For how long it had been due when it was claimed. */
  overdueMs: number;
  /** Of its subscription, the same at every attempt; null for a test. */
  sequence: number | null;
  event: string;
  occurredAt: Date;
  data: Record<string, unknown>;
  isTest: boolean;
  honourRetryAfter: boolean;
  /** What follows it of the same resource waits for its end. */
  isOrdered: boolean;
  /** The one request to an endpoint that failed; its outcome decides whether others follow. */
  isProbing: boolean;
  url: string;
  secretSealed: string;
  /** The secret before the last rotation, while it is still valid. */
  previousSecretSealed: string | null;
  /** Custom headers, as sealed JSON. */
  headersSealed: string | null;
}

/** Due, and left where it is because its lane has no room. */
export interface DeferredDelivery extends DueSubscription {
  id: string;
}

type Row = DeferredDelivery & Partial<ClaimedDelivery>;

export interface ClaimOptions {
  /** How long the claim holds. */
  leaseMs: number;
  /** How many attempts the retry table allows. */
  maxAttempts: number;
}

/** How many deliveries may start now: of those that have some under way here, and of all others. */
export interface CapacitySnapshot {
  stores: readonly ({ id: string } & StoreRoom)[];
  lanes: readonly { id: string; room: number }[];
  others: StoreRoom;
}

interface StoreRoom {
  room: number;
  /** Of a subscription of the store that has none under way. */
  newLane: number;
}

/**
 * Input: ids of deliveries that may be due, and the free capacity. Output: those that this caller now holds, each with an open
 * attempt in the ledger, and those that it may not hold yet. A test doesn't wait behind what its endpoint has due. Lanes
 * with a limit of their own are always deferred, because it holds over all workers: see `claimNext`.
 */
export async function claimDeliveries(
  system: DeliveryContext,
  ids: readonly string[],
  { capacity, ...options }: ClaimOptions & { capacity: CapacitySnapshot },
): Promise<{ claimed: ClaimedDelivery[]; deferred: DeferredDelivery[] }> {
  const { stores, lanes, others } = capacity;
  const due = isDue(system.dbNow());
  const rows = await system.db.rows<Row>`
    WITH asked AS (
      SELECT d.id, d.tenant_id, d.subscription_id, d.is_test, ${IS_LIMITED} AS is_limited,
             row_number() OVER (PARTITION BY d.subscription_id ORDER BY d.next_retry_at, d.id) AS lane_place,
             row_number() OVER (PARTITION BY d.tenant_id ORDER BY d.next_retry_at, d.id) AS store_place
      FROM webhook_deliveries d
      JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
      WHERE d.id = ANY (${ids}::uuid[]) AND (s.active OR d.is_test) AND ${due}
    ), admitted AS (
      SELECT asked.id
      FROM asked
      LEFT JOIN json_to_recordset(${JSON.stringify(stores)}::json) AS store(id uuid, room int, "newLane" int)
        ON store.id = asked.tenant_id
      LEFT JOIN json_to_recordset(${JSON.stringify(lanes)}::json) AS lane(id uuid, room int)
        ON lane.id = asked.subscription_id
      WHERE asked.is_test OR (NOT asked.is_limited
        AND asked.lane_place <= COALESCE(lane.room, store."newLane", ${others.newLane}::int)
        AND asked.store_place <= COALESCE(store.room, ${others.room}::int))
    ), due AS (
      SELECT ${claimable(options)}
      FROM webhook_deliveries d
      WHERE d.id = ANY (ARRAY(SELECT id FROM admitted)) AND ${due}
      ORDER BY d.id
      FOR NO KEY UPDATE OF d SKIP LOCKED
    ), ${claiming(system, options)}, got AS MATERIALIZED (${readingClaimed(system)})
    SELECT asked.id, asked.tenant_id AS "tenantId", asked.subscription_id AS "subscriptionId",
           asked.is_limited AS "isLimited", got.*
    FROM asked
    LEFT JOIN got ON got."claimedId" = asked.id
    WHERE got."claimedId" IS NOT NULL OR NOT EXISTS (SELECT FROM admitted WHERE admitted.id = asked.id)`;
  const isClaimed = (row: Row): row is Row & ClaimedDelivery => typeof row.attemptNumber === 'number';
  return { claimed: rows.filter(isClaimed), deferred: rows.filter((row) => !isClaimed(row)) };
}

/**
 * Input: lanes, and how many each may start. Output: the longest due of each, claimed as above; of an ordered one those
 * that come first of their resource, when none of it is under way. Why: what is due in the database needs no jobs to go out.
 * A limit counts what any worker has under way, so two claims of such a lane must not count at once: the caller locks it
 * first (`lockSubscriptions`), in the same transaction. Nothing is claimed of a limited lane that the caller took for a free one.
 */
export function claimNext(
  system: DeliveryContext,
  lanes: readonly { subscriptionId: string; room: number }[],
  { areLocked, ...options }: ClaimOptions & { areLocked: boolean },
): Promise<ClaimedDelivery[]> {
  const now = system.dbNow();
  const ids = lanes.map(({ subscriptionId }) => subscriptionId);
  const rooms = lanes.map(({ room }) => room);
  const firstOfResource = Prisma.sql`
    first_of_resource AS (
      SELECT next.*
      FROM lane s
      CROSS JOIN LATERAL (
        SELECT due.*
        FROM (${firstPerResource(now)}) AS head
        CROSS JOIN LATERAL (
          SELECT ${claimable(options)}
          FROM webhook_deliveries d
          WHERE d.id = head.id AND (s.active OR d.is_test) AND ${isDue(now)} AND NOT EXISTS (
            SELECT FROM webhook_deliveries held
            WHERE held.subscription_id = s.id AND held.resource_id = d.resource_id AND held.lease_until > ${now})
          FOR NO KEY UPDATE OF d SKIP LOCKED
        ) AS due
        LIMIT s.count
      ) AS next
      WHERE s.ordered AND s.count > 0
    )`;
  return system.db.rows<ClaimedDelivery>`
    WITH lane AS (
      SELECT s.id, s.active, s.ordered, room.count
      FROM unnest(${ids}::uuid[], ${rooms}::int[]) AS lane(id, room)
      JOIN webhook_subscriptions s ON s.id = lane.id
      CROSS JOIN LATERAL (
        SELECT CASE WHEN ${areLocked} THEN LEAST(lane.room, CASE WHEN ${CONCURRENCY_LIMIT} IS NOT NULL THEN GREATEST(0, ${CONCURRENCY_LIMIT} - (
                      SELECT count(*) FROM webhook_deliveries held
                      WHERE held.subscription_id = s.id AND held.lease_until > ${now})) END)
                    WHEN ${IS_LIMITED} THEN 0
                    ELSE lane.room END AS count
      ) AS room
    ), unordered AS (
      SELECT next.*
      FROM lane s
      CROSS JOIN LATERAL (
        SELECT ${claimable(options)}
        FROM webhook_deliveries d
        WHERE d.subscription_id = s.id AND (s.active OR d.is_test) AND ${isDue(now)}
        ORDER BY d.next_retry_at, d.id
        LIMIT s.count
        FOR NO KEY UPDATE OF d SKIP LOCKED
      ) AS next
      WHERE NOT s.ordered
    ), ${areLocked ? firstOfResource : NOTHING_IN_ORDER}, due AS (
      SELECT * FROM unordered UNION ALL SELECT * FROM first_of_resource
    ), ${claiming(system, options)}, got AS MATERIALIZED (${readingClaimed(system)})
    SELECT claimed.id, claimed.tenant_id AS "tenantId", claimed.subscription_id AS "subscriptionId", got.*
    FROM claimed JOIN got ON got."claimedId" = claimed.id`;
}

/** A free lane is none that is ordered: its statement is planned without it. */
const NOTHING_IN_ORDER = Prisma.sql`first_of_resource AS (SELECT * FROM unordered LIMIT 0)`;

/**
 * Keeps other claims of these subscriptions out until the end of the transaction. Returns what those are like now that it
 * got: one that another worker holds is passed over, because nobody may wait here for a worker that hangs.
 */
export function lockSubscriptions(
  system: DeliveryContext,
  subscriptionIds: readonly string[],
): Promise<DueSubscription[]> {
  return system.db.$queryRaw<DueSubscription[]>`
    SELECT s.tenant_id AS "tenantId", s.id AS "subscriptionId", ${IS_LIMITED} AS "isLimited"
    FROM webhook_subscriptions s WHERE s.id = ANY (${subscriptionIds}::uuid[]) ORDER BY s.id FOR NO KEY UPDATE SKIP LOCKED`;
}

/** What `claiming` must know of a delivery `d`. */
function claimable({ maxAttempts }: ClaimOptions): Prisma.Sql {
  const isSpent = Prisma.sql`(d.lease_until IS NOT NULL
    AND d.attempts >= CASE WHEN d.is_test THEN 1 ELSE ${maxAttempts}::int END AND d.next_retry_at <= d.last_attempt_at)`;
  return Prisma.sql`d.id, d.tenant_id, d.subscription_id, d.position, ${isSpent} AS is_spent,
    d.sequence IS NULL AND NOT d.is_test AND NOT ${isSpent} AS is_new`;
}

/**
 * Queries that claim what `due` holds locked. Why one statement: the lease, the attempt number and the open ledger row
 * stand or fall together, for any number of deliveries, in one round trip. A lease is longer than an attempt can
 * take; one that has run out was left by a worker that died, whose attempt is then `unknown`. If that was the last attempt,
 * the delivery is exhausted here, so that one that kills its worker can't do so for ever. Whoever finds rows locked
 * passes over them, so two claims of the same rows can't wait for each other. The ids stand there as an array too, so that
 * they are looked up: in a small table Postgres would read all rows to join them, and keep to that plan as it grows.
 *
 * The first claim numbers a delivery: of its subscription, without a gap, for a claim that fails takes its numbers back. The
 * counters are locked after the deliveries, in the order of their subscriptions, and a counter is removed when no delivery
 * of its subscription is left; so nobody waits in a circle, and no caller of `recordEvent` waits at all.
 */
function claiming(system: DeliveryContext, { leaseMs }: ClaimOptions): Prisma.Sql {
  const now = system.dbNow();
  const interrupted: AttemptError = 'attempt interrupted';
  return Prisma.sql`
    counted AS (
      INSERT INTO webhook_sequences AS counter (tenant_id, subscription_id, last)
      SELECT tenant_id, subscription_id, count(*) FROM due WHERE is_new
      GROUP BY tenant_id, subscription_id ORDER BY subscription_id
      ON CONFLICT (tenant_id, subscription_id) DO UPDATE SET last = counter.last + EXCLUDED.last
      RETURNING subscription_id, last
    ), numbered AS (
      SELECT due.id, due.is_spent, CASE WHEN due.is_new THEN counted.last + 1 - row_number() OVER (
               PARTITION BY due.subscription_id, due.is_new ORDER BY due.position DESC, due.id) END AS sequence
      FROM due LEFT JOIN counted USING (subscription_id)
    ), claimed AS (
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, last_attempt_at = ${now}, sequence = COALESCE(d.sequence, numbered.sequence),
          lease_until = ${now} + ${leaseMs} * interval '1 millisecond'
      FROM numbered WHERE d.id = numbered.id AND NOT numbered.is_spent AND d.id = ANY (ARRAY(SELECT id FROM due))
      RETURNING d.id, d.tenant_id, d.subscription_id, d.event_id, d.attempts, d.is_test, d.sequence, d.next_retry_at
    ), exhausted AS (
      UPDATE webhook_deliveries d
      SET status = 'exhausted', next_retry_at = NULL, lease_until = NULL, response_code = NULL, last_error = ${interrupted}
      FROM due WHERE d.id = due.id AND due.is_spent AND d.id = ANY (ARRAY(SELECT id FROM due))
    ), interrupted AS (
      UPDATE webhook_attempts a SET outcome = 'unknown'
      FROM due WHERE a.delivery_id = due.id AND a.outcome = 'open' AND a.delivery_id = ANY (ARRAY(SELECT id FROM due))
    ), opened AS (
      INSERT INTO webhook_attempts (delivery_id, number, tenant_id, subscription_id, started_at)
      SELECT c.id, c.attempts, c.tenant_id, c.subscription_id, ${now} FROM claimed c
    )`;
}

/** What is sent of each. To be joined as a whole: joined row by row, Postgres reads all of it for each of them. */
function readingClaimed(system: DeliveryContext): Prisma.Sql {
  return Prisma.sql`
    SELECT c.id AS "claimedId", -${millisecondsUntil(Prisma.sql`c.next_retry_at`, system.dbNow())} AS "overdueMs", c.attempts AS "attemptNumber", c.sequence::float8 AS sequence, e.name AS event, e.occurred_at AS "occurredAt", e.data,
           c.is_test AS "isTest", s.honour_retry_after AS "honourRetryAfter", s.ordered AS "isOrdered", s.is_probing AS "isProbing", s.url, s.secret_sealed AS "secretSealed",
           CASE WHEN s.previous_secret_expires_at > ${system.now()} THEN s.previous_secret_sealed END AS "previousSecretSealed",
           s.headers_sealed AS "headersSealed"
    FROM claimed c
    JOIN webhook_events e ON e.tenant_id = c.tenant_id AND e.id = c.event_id
    JOIN webhook_subscriptions s ON s.tenant_id = c.tenant_id AND s.id = c.subscription_id`;
}

/** One that is due and yet wasn't claimed is held for a moment by somebody's transaction. */
const SOONEST_MS = 250;

/**
 * Input: deliveries that a claim didn't get. Output: for each, in how many milliseconds to ask for it again; null: never, or
 * something else will. A lease that another worker holds is asked after when it ends, in case that worker is dead. Why
 * here: the worker's own clock may differ from the one that the times were written by.
 */
export async function nextCheckInMs(
  { db, dbNow }: DeliveryContext,
  ids: readonly string[],
): Promise<(number | null)[]> {
  // Deleted, delivered or exhausted: nothing is left to do. Paused: resuming makes it due again.
  const waiting = await db.$queryRaw<{ id: string; nextCheckInMs: number }[]>`
    SELECT d.id, CASE WHEN GREATEST(d.next_retry_at, d.lease_until) <= ${dbNow()} THEN ${SOONEST_MS}
             ELSE ${millisecondsUntil(Prisma.sql`GREATEST(d.next_retry_at, d.lease_until)`, dbNow())} END AS "nextCheckInMs"
    FROM webhook_deliveries d
    JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
    WHERE d.id = ANY (${ids}::uuid[]) AND d.next_retry_at IS NOT NULL AND (s.active OR d.is_test)`;
  const byId = new Map(waiting.map(({ id, nextCheckInMs }) => [id, nextCheckInMs]));
  return ids.map((id) => byId.get(id) ?? null);
}
