import { randomUUID } from 'node:crypto';
import { OF_ALL_STORES, type OfStore, ofRows, Prisma } from '@service/db';
import type { AttemptError } from './attempt-error.ts';
import type { CapacitySnapshot } from './capacity.ts';
import type { ClaimedDelivery, ClaimOptions } from './claimed-delivery.ts';
import type { StatementsContext } from './context.ts';
import type { DueSubscription } from './due-subscriptions.ts';
import { fullDataOf } from './full-payload.ts';
import { type DeliveryRef, deliveriesByKey, type SubscriptionRef } from './refs.ts';

/** A due delivery that is left where it is: there is no capacity for its subscription, or the subscription is limited. */
export interface DeferredDelivery extends DueSubscription, DeliveryRef {}

/**
 * The result of a claim, for each delivery that it was called with. A delivery that is in none of the lists isn't due: it has
 * ended, waits for its retry, or is leased. These are the engine's words for a delivery that isn't sent now:
 *
 * - *leased*: an attempt is under way. It ends with the outcome, or when its worker died with the lease.
 * - *locked*: another transaction has locked its row, or the counter of its subscription, for a moment. Claims don't wait for
 * that.
 * - *limited*: its subscription has a limit that holds over all workers, see `is_limited` of the schema. It's always deferred.
 * - *deferred*: there is no capacity for its subscription here, see deferred.ts.
 */
export interface Claim {
  claimed: ClaimedDelivery[];
  deferred: DeferredDelivery[];
  locked: DeliveryRef[];
}

/** A delivery that the claim was called with and that is due. */
interface AskedDelivery extends DeferredDelivery {
  /** Whether there is capacity for it. */
  isAdmitted: boolean;
  /** Null: it wasn't claimed. */
  attemptNumber: number | null;
}

/**
 * Input: deliveries that may be due, and the free capacity. Output: those that this caller now has the lease of, each with an
 * open attempt in the ledger, and those that it may not claim yet. A test doesn't wait behind its endpoint's other deliveries.
 * Subscriptions with a limit of their own are always deferred, because it holds over all workers: see `claimNextOfLimited`. Where
 * stores are spread, each of these claims is of one store.
 */
export async function claimDeliveries(
  system: StatementsContext,
  deliveries: readonly DeliveryRef[],
  { capacity, ...options }: ClaimOptions & { capacity: CapacitySnapshot },
): Promise<Claim> {
  const { stores, subscriptions, others } = capacity;
  const of = ofRows(system.db, deliveries);
  const now = system.dbNow();
  const rows = await claim<AskedDelivery>(
    system,
    of,
    options,
    Prisma.sql`
    WITH asked AS (
      SELECT d.tenant_id, d.id, d.subscription_id, d.is_test,
             is_limited(s.ordered, s.is_probing, s.max_concurrency, s.max_per_second) AS is_limited,
             row_number() OVER (PARTITION BY d.tenant_id, d.subscription_id ORDER BY d.next_retry_at, d.id) AS of_subscription,
             row_number() OVER (PARTITION BY d.tenant_id ORDER BY d.next_retry_at, d.id) AS of_store
      FROM ${deliveriesByKey(deliveries, of)} AS d
      JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id ${of('s.tenant_id')}
      WHERE s.kind <> 'pull'
        AND is_sendable(d.tenant_id, s.active, d.is_test, ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))
        AND is_due(d.next_retry_at, d.lease_until, ${now})
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
        WHERE d.tenant_id = admitted.tenant_id AND d.id = admitted.id AND is_due(d.next_retry_at, d.lease_until, ${now})
          ${of('d.tenant_id')}
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS locked
    ), ${takingDue(system, of, options)}
    SELECT taken.*, asked.tenant_id AS "tenantId", asked.id, asked.subscription_id AS "subscriptionId",
           asked.is_limited AS "isLimited", admitted.id IS NOT NULL AS "isAdmitted"
    FROM asked
    LEFT JOIN admitted USING (tenant_id, id)
    LEFT JOIN taken ON taken."tenantId" = asked.tenant_id AND taken.id = asked.id`,
  );
  return {
    claimed: rows.filter(isClaimed),
    deferred: rows.filter((row) => !row.isAdmitted),
    locked: rows.filter((row) => row.isAdmitted && !isClaimed(row)),
  };
}

/** A subscription, and how many of its deliveries may start. */
export interface SubscriptionCapacity extends SubscriptionRef {
  free: number;
}

/**
 * Input: subscriptions, and how many deliveries of each may start. Output: the deliveries of each that have been due longest,
 * claimed as above. Why: deliveries that are due in the database are sent even without jobs. A subscription that has got a limit
 * of its own meanwhile is left out.
 */
export function claimNext(
  system: StatementsContext,
  subscriptions: readonly SubscriptionCapacity[],
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const of = ofRows(system.db, subscriptions);
  return claim(
    system,
    of,
    options,
    Prisma.sql`
    WITH due AS (
      SELECT next.*
      FROM (${capacitiesOf(subscriptions)}) AS capacity
      JOIN webhook_subscriptions s ON s.tenant_id = capacity.tenant_id AND s.id = capacity.id ${of('s.tenant_id')}
      CROSS JOIN LATERAL (
        SELECT d.*
        FROM webhook_deliveries d
        WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status IN ('pending', 'failed')
          AND is_sendable(d.tenant_id, s.active, d.is_test, ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))
          AND is_due(d.next_retry_at, d.lease_until, ${system.dbNow()}) ${of('d.tenant_id')}
        ORDER BY d.next_retry_at, d.id
        LIMIT capacity.free
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS next
      WHERE NOT is_limited(s.ordered, s.is_probing, s.max_concurrency, s.max_per_second)
    ), ${takingDue(system, of, options)}
    SELECT * FROM taken`,
  );
}

/**
 * Claims from subscriptions with limits of their own. From an ordered one it claims the first delivery of each resource that has
 * none under way. A limit counts what any worker has under way, so two claims must not count at once: the caller locks these
 * subscriptions first (`lockSubscriptions`), in the same transaction, and there records the claim of one that has a rate, or is
 * probed (`recordStarts`). A leased delivery is found by its open attempt, because every claim would write an index of leases in
 * the delivery log, and with it all others of the log.
 */
export function claimNextOfLimited(
  tx: StatementsContext,
  subscriptions: readonly SubscriptionCapacity[],
  options: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const of = ofRows(tx.db, subscriptions);
  const now = tx.dbNow();
  return claim(
    tx,
    of,
    options,
    Prisma.sql`
    WITH subscription AS (
      SELECT s.tenant_id, s.id, s.active, s.ordered, leased.resources AS leased_resources,
             GREATEST(0, LEAST(capacity.free, s.may_be_open - cardinality(leased.resources),
                               may_start(s.max_per_second, s.paced_until, ${now}),
                               CASE WHEN s.probed_until > ${now} THEN 0 END)) AS free
      FROM (${capacitiesOf(subscriptions)}) AS capacity
      JOIN (SELECT *, CASE WHEN is_probing THEN 1 ELSE max_concurrency END AS may_be_open FROM webhook_subscriptions) AS s
        ON s.tenant_id = capacity.tenant_id AND s.id = capacity.id ${of('s.tenant_id')}
      CROSS JOIN LATERAL (
        SELECT ARRAY(
          SELECT d.resource_id FROM webhook_attempts a CROSS JOIN LATERAL (
            SELECT * FROM webhook_deliveries WHERE tenant_id = a.tenant_id AND id = a.delivery_id ${of('tenant_id')} OFFSET 0
          ) AS d
          WHERE a.tenant_id = s.tenant_id AND a.subscription_id = s.id AND a.finished_at IS NULL AND a.outcome = 'open'
            AND d.lease_until > ${now} ${of('a.tenant_id')}
        ) AS resources OFFSET 0
      ) AS leased
    ), due AS (
      SELECT next.*
      FROM subscription s CROSS JOIN LATERAL (
        SELECT d.*
        FROM webhook_deliveries d
        WHERE d.tenant_id = s.tenant_id AND d.subscription_id = s.id AND d.status IN ('pending', 'failed')
          AND is_sendable(d.tenant_id, s.active, d.is_test, ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))
          AND is_due(d.next_retry_at, d.lease_until, ${now}) ${of('d.tenant_id')}
        ORDER BY d.next_retry_at, d.id
        LIMIT s.free
        FOR NO KEY UPDATE SKIP LOCKED
      ) AS next
      WHERE NOT s.ordered
      UNION ALL
      SELECT next.*
      FROM subscription s CROSS JOIN LATERAL (
        SELECT first.*
        FROM first_of_resources(${of.store('s.tenant_id')}, s.id, ${now}, ${randomUUID()}::uuid) AS head CROSS JOIN LATERAL (
          SELECT d.*
          FROM webhook_deliveries d
          WHERE d.tenant_id = s.tenant_id AND d.id = head
            AND is_sendable(d.tenant_id, s.active, d.is_test, ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))
            AND is_due(d.next_retry_at, d.lease_until, ${now})
            AND d.resource_id <> ALL (s.leased_resources) ${of('d.tenant_id')}
          FOR NO KEY UPDATE SKIP LOCKED
        ) AS first
        LIMIT s.free
      ) AS next
      WHERE s.ordered AND s.free > 0
    ), ${takingDue(tx, of, options)}
    SELECT * FROM taken`,
  );
}

function capacitiesOf(subscriptions: readonly SubscriptionCapacity[]): Prisma.Sql {
  const tenantIds = subscriptions.map(({ tenantId }) => tenantId);
  const ids = subscriptions.map(({ subscriptionId }) => subscriptionId);
  const free = subscriptions.map((each) => each.free);
  return Prisma.sql`
    SELECT * FROM unnest(${tenantIds}::uuid[], ${ids}::uuid[], ${free}::int[]) AS capacity(tenant_id, id, free)
    LIMIT ${subscriptions.length}::int`;
}

/** A row that a claim finds; without `attemptNumber` it wasn't claimed. */
type Found = Pick<ClaimedDelivery, 'id'> & { attemptNumber: number | null };

function isClaimed<Row extends Found>(row: Row): row is Row & ClaimedDelivery {
  return row.attemptNumber !== null;
}

/**
 * Executes a claim. If the server cancels its statement, the claim is rolled back, so that no delivery is claimed without being
 * sent. Citus doesn't push a whole statement down to its node when it inserts beside other writes; there a second statement opens
 * the attempts, in the same transaction.
 */
function claim<Row extends Found>(
  { db }: StatementsContext,
  of: OfStore,
  { withinMs }: ClaimOptions,
  claiming: Prisma.Sql,
): Promise<Row[]> {
  if (of === OF_ALL_STORES)
    return (withinMs === undefined ? db.sql : db.sqlWithin(withinMs))<Row[]>`${claiming}`;
  return db.transaction(async (tx) => {
    const rows = await tx.sql<Row[]>`${claiming}`;
    const ids = rows.filter(isClaimed).map(({ id }) => id);
    if (ids.length > 0)
      await tx.sql`
        ${OPENING}
        SELECT d.tenant_id, d.id, d.attempts, d.subscription_id, d.last_attempt_at, s.kind
        FROM webhook_deliveries d JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
        WHERE d.id = ANY (${ids}::uuid[]) ${of('d.tenant_id')}`;
    return rows;
  }, withinMs);
}

/** The first state of an attempt in the ledger. */
const OPENING = Prisma.sql`
  INSERT INTO webhook_attempts (tenant_id, delivery_id, number, subscription_id, started_at, via)`;

/**
 * The second half of every claim. Input: the CTE `due`, rows of webhook_deliveries that are due and locked. Output: the CTE
 * `taken`, a ClaimedDelivery for each that the caller now has the lease of.
 *
 * Why one statement: the lease, the attempt number and the open row of the ledger are written together or not at all, for any
 * number of deliveries, in one round trip. A lease is longer than an attempt can take; one that has run out was left by a worker
 * that died, whose attempt is then `unknown`. It doesn't count towards the retry table, because it may never have sent a request;
 * after as many interruptions as that table has attempts, the delivery is exhausted here, so that one that kills its worker can't
 * do so for ever.
 *
 * The first claim numbers a delivery within its subscription. There are no gaps, because a claim that fails rolls its numbers
 * back. Where another transaction has locked the counter, the new deliveries of that subscription are left out, like locked rows,
 * so that the claim doesn't wait.
 */
function takingDue(
  system: StatementsContext,
  of: OfStore,
  { leaseMs, maxAttempts }: Omit<ClaimOptions, 'withinMs'>,
): Prisma.Sql {
  const now = system.dbNow();
  const interrupted: AttemptError = 'attempt interrupted';
  const opened = Prisma.sql`, opened AS (
      ${OPENING} SELECT "tenantId", id, "attemptNumber", "subscriptionId", ${now}, kind FROM taken
    )`;
  return Prisma.sql`
    counter AS (
      SELECT c.tenant_id, c.subscription_id, c.last
      FROM (SELECT DISTINCT tenant_id, subscription_id FROM due WHERE sequence IS NULL AND NOT is_test) AS unnumbered
      JOIN webhook_sequences c ON c.tenant_id = unnumbered.tenant_id AND c.subscription_id = unnumbered.subscription_id ${of('c.tenant_id')}
      FOR NO KEY UPDATE OF c SKIP LOCKED
    ), numbered AS (
      SELECT due.tenant_id, due.id, due.subscription_id, due.sequence IS NULL AND NOT due.is_test AS is_new,
             due.lease_until IS NOT NULL AS was_interrupted,
             due.lease_until IS NOT NULL AND due.next_retry_at <= due.last_attempt_at
               AND due.interruptions + 1 >= CASE WHEN due.is_test THEN 1 ELSE ${maxAttempts}::int END AS is_spent,
             COALESCE(due.sequence, CASE WHEN NOT due.is_test THEN counter.last + row_number() OVER (
               PARTITION BY due.tenant_id, due.subscription_id, due.sequence IS NULL AND NOT due.is_test
               ORDER BY due.position, due.id) END) AS sequence
      FROM due LEFT JOIN counter USING (tenant_id, subscription_id)
      WHERE due.sequence IS NOT NULL OR due.is_test OR counter.last IS NOT NULL
    ), counted AS (
      UPDATE webhook_sequences c SET last = highest.last
      FROM (
        SELECT tenant_id, subscription_id, max(sequence) AS last FROM numbered WHERE is_new GROUP BY tenant_id, subscription_id
      ) AS highest
      WHERE c.tenant_id = highest.tenant_id AND c.subscription_id = highest.subscription_id ${of('c.tenant_id')}
    ), claimed AS (
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, last_attempt_at = ${now}, sequence = numbered.sequence,
          interruptions = d.interruptions + numbered.was_interrupted::int,
          lease_until = ${now} + ${leaseMs} * interval '1 millisecond'
      FROM numbered
      WHERE d.tenant_id = numbered.tenant_id AND d.id = numbered.id AND NOT numbered.is_spent ${of('d.tenant_id')}
      RETURNING d.tenant_id, d.id, d.subscription_id, d.event_id, d.attempts, d.interruptions, d.is_test, d.is_full, d.sequence, d.next_retry_at
    ), exhausted AS (
      UPDATE webhook_deliveries d
      SET status = 'exhausted', next_retry_at = NULL, lease_until = NULL, response_code = NULL, last_error = ${interrupted},
          interruptions = 0, exhausted_at = d.last_attempt_at
      FROM numbered
      WHERE d.tenant_id = numbered.tenant_id AND d.id = numbered.id AND numbered.is_spent ${of('d.tenant_id')}
    ), interrupted AS (
      UPDATE webhook_attempts a SET outcome = 'unknown'
      FROM numbered
      WHERE a.tenant_id = numbered.tenant_id AND a.delivery_id = numbered.id AND numbered.was_interrupted
        AND a.outcome = 'open' ${of('a.tenant_id')}
    ), taken AS MATERIALIZED (
      SELECT c.tenant_id AS "tenantId", c.id, c.subscription_id AS "subscriptionId", c.attempts AS "attemptNumber", c.interruptions,
             -milliseconds_until(GREATEST(c.next_retry_at, s.paced_until), ${now}) AS "overdueMs", c.sequence::float8 AS sequence,
             e.name AS event, e.occurred_at AS "occurredAt", e.data, ${fullDataOf(of)} AS "fullData", s.api_version AS "apiVersion", e.traceparent, c.is_test AS "isTest",
             s.honour_retry_after AS "honourRetryAfter", s.ordered AS "isOrdered", s.is_probing AND NOT c.is_test AS "isProbing", s.url,
             s.kind, s.format, s.locale, CASE WHEN s.queue IS NOT NULL THEN s.queue || jsonb_build_object(
               'kind', s.kind, 'secretSealed', s.queue_secret_sealed, 'resourceId', e.resource_id) END AS queue,
             CASE WHEN s.signature = 'ed25519' THEN (
               SELECT jsonb_agg(jsonb_build_object('id', k.id, 'publicKey', k.public_key, 'privateKeySealed', k.private_key_sealed)
                                ORDER BY k.created_at DESC, k.id DESC)
               FROM webhook_signing_keys k
               WHERE k.tenant_id = s.tenant_id AND (k.expires_at IS NULL OR k.expires_at > ${now}) ${of('k.tenant_id')}
             ) END AS "signingKeys",
             CASE WHEN s.auth_sealed IS NOT NULL THEN jsonb_build_object('sealed', s.auth_sealed, 'token', (
               SELECT jsonb_build_object('sealed', t.token_sealed, 'isYoung', t.obtained_at > ${now} - interval '1 minute')
               FROM webhook_access_tokens t
               WHERE t.tenant_id = s.tenant_id AND t.subscription_id = s.id AND t.renew_at > ${now} ${of('t.tenant_id')}
             )) END AS credentials,
             s.secret_sealed AS "secretSealed", s.headers_sealed AS "headersSealed",
             CASE WHEN s.previous_secret_expires_at > ${now} THEN s.previous_secret_sealed END AS "previousSecretSealed"
      FROM claimed c
      JOIN webhook_events e ON e.tenant_id = c.tenant_id AND e.id = c.event_id ${of('e.tenant_id')}
      JOIN webhook_subscriptions s ON s.tenant_id = c.tenant_id AND s.id = c.subscription_id ${of('s.tenant_id')}
    )${of === OF_ALL_STORES ? opened : Prisma.empty}`;
}
