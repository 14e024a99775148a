import {
  type AskedDelivery,
  type CapacitySnapshot,
  claimAdmitted,
  type DeferredDelivery,
} from './claim.sql.ts';
import type { ClaimedDelivery, ClaimOptions } from './claimed-delivery.ts';
import type { DeliveryContext } from './context.ts';
import type { DueSubscription } from './due-subscriptions.ts';
import { type DeliveryRef, deliveriesByKey, type SubscriptionRef, subscriptionKeysOf } from './refs.ts';

/**
 * What became of the deliveries that a claim was asked for. What it leaves out isn't due: it has ended, waits for its retry, or is
 * leased. These are the engine's words for a delivery that isn't sent now:
 *
 * - *leased*: an attempt is under way. It ends with the outcome, or when its worker died with the lease.
 * - *locked*: another transaction has its row, or the counter of its subscription, for a moment. Nothing waits for that.
 * - *limited*: its subscription has a limit that holds over all workers, see `is_limited` of the schema. It's always deferred.
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
  const rows = await claimAdmitted(system, deliveries, { capacity, ...options });
  const isClaimed = (row: AskedDelivery): row is AskedDelivery & ClaimedDelivery =>
    row.attemptNumber !== null;
  return {
    claimed: rows.filter(isClaimed),
    deferred: rows.filter((row) => !row.isAdmitted),
    locked: rows.filter((row) => row.isAdmitted && !isClaimed(row)),
  };
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
    SELECT s.tenant_id AS "tenantId", s.id AS "subscriptionId",
           is_limited(s.ordered, s.is_probing, s.max_concurrency, s.max_per_second) AS "isLimited",
           (s.is_probing OR s.max_per_second IS NOT NULL) AS "isNoted"
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
             ELSE milliseconds_until(GREATEST(d.next_retry_at, d.lease_until), ${dbNow()}) END AS "nextCheckInMs"
    FROM ${deliveriesByKey(deliveries)} AS d
    JOIN webhook_subscriptions s ON s.tenant_id = d.tenant_id AND s.id = d.subscription_id
    WHERE d.next_retry_at IS NOT NULL AND s.kind <> 'pull'
      AND is_sendable(d.tenant_id, s.active, d.is_test, ARRAY(SELECT id FROM tenants WHERE suspended_at IS NOT NULL))`;
  const byId = new Map(waiting.map(({ id, nextCheckInMs }) => [id, nextCheckInMs]));
  return deliveries.map(({ id }) => byId.get(id) ?? null);
}
