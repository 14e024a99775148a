import { isDatabaseUnavailable, storeKeyOf } from '@service/db';
import { createBatchers, withSpan } from '@service/jobs/primitives';
import { type AttemptsOptions, createAttempts } from './attempts.ts';
import { type Claim, claimDeliveries, type DeferredDelivery } from './claim.sql.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { DeliveryContext } from './context.ts';
import { createDeferred } from './deferred.ts';
import { findDueSubscriptions, nextDueInMs } from './due-subscriptions.ts';
import { nextCheckInMs } from './next-check.ts';
import { Progress } from './progress.ts';
import type { DeliveryRef } from './refs.ts';

export interface EngineOptions
  extends Pick<AttemptsOptions, 'sender' | 'schedule' | 'capacity' | 'enqueueTenant' | 'observe'> {
  /** How long a claim holds; longer than one attempt can take, so that a lease that ran out means a dead worker. */
  leaseMs: number;
  /** Called for a store that has more due than there is capacity here: another worker may have some free. */
  onSaturated?(tenantId: string): void;
  /** How long one statement may take that claims or records. */
  deadlineMs?: number;
}

/** Makes one attempt of a due delivery. Returns in how many milliseconds to try again; null: never. */
export type Deliver = (delivery: DeliveryRef) => Promise<number | null>;

export interface Engine {
  deliver: Deliver;
  /** Sends everything that is due in a store, as fast as the capacity allows. Resolves when that has begun. */
  drain(tenantId: string): Promise<void>;
  /** Whether claims or records have stopped ending by themselves: this process should be replaced. */
  isStuck(): boolean;
  /** Claims nothing more from the database, waits for its attempts that are under way, and enqueues the rest. */
  stop(): Promise<void>;
  /**
   * Stops, and also writes the waiting counts and health. To be called once no attempt is under way any more: it would not be
   * counted.
   */
  close(): Promise<void>;
}

const GROUP_SIZE = 100;

/**
 * While more deliveries than this are under way, claims and records wait for others to join: each costs as much as some
 * deliveries.
 */
const MANY_UNDER_WAY = 20;
const GATHER_MS = 4;

/** The server ends a claim or a record that takes longer, and rolls it back. */
const DEADLINE_MS = 5000;

/** How long a job waits for its claim, and for those before it. */
const CLAIM_WAIT_MS = 60_000;

/** The number of deadlines without a completed claim, or record, after which the engine counts as stuck. */
const STUCK_AFTER_DEADLINES = 6;

/** Waits before a locked delivery is claimed again: together longer than a claim takes, which may be what has locked it. */
const LOCKED_RETRY_DELAYS_MS = [10, 20, 40];

/**
 * The whole way of a delivery in one process: claim → sign and send → record. Each part knows only those before it:
 *
 *     capacity ◄── attempts ◄── deferred ◄── engine
 *
 * Claims run one at a time, because each counts what the others have taken. `deadlineMs` ends each at the server.
 */
export function createEngine(system: DeliveryContext, options: EngineOptions): Engine {
  const { schedule, leaseMs, capacity, enqueueTenant, onSaturated = () => {} } = options;
  const { deadlineMs = DEADLINE_MS } = options;
  const claim = { leaseMs, maxAttempts: schedule.length + 1, withinMs: deadlineMs };
  const claiming = new Progress();
  // Ordered subscriptions, and those with a limit of their own, take longer to search: the others don't wait for them.
  const claimingLimited = new Progress();
  const lingerMs = () => (capacity.taken > MANY_UNDER_WAY ? GATHER_MS : 0);

  const checks = createBatchers(storeKeyOf(system.db), {
    name: 'a look at deliveries',
    maxSize: GROUP_SIZE,
    deadlineMs,
    run: (refs: readonly DeliveryRef[]) => nextCheckInMs(system, refs),
  });

  const attempts = createAttempts(system, {
    ...options,
    deadlineMs,
    lingerMs,
    nextCheckInMs: checks.add,
  });

  const claims = createBatchers(storeKeyOf(system.db), {
    name: 'a claim of deliveries',
    maxSize: GROUP_SIZE,
    deadlineMs: CLAIM_WAIT_MS,
    failsAll: isDatabaseUnavailable,
    run: (refs: readonly DeliveryRef[], signal) =>
      claiming.inTurn(async () => {
        const found = await withSpan('claim', { attributes: { 'commerce.asked': refs.length } }, () =>
          claimDeliveries(system, refs, { ...claim, capacity: capacity.snapshot() }),
        );
        // Every claimed delivery has an open attempt, so it is sent whether or not its job still waits.
        for (const each of found.claimed) {
          if (signal.aborted) attempts.start(each);
          else capacity.take(each);
        }
        return inOrderOf(refs, found);
      }),
  });

  const deferred = createDeferred(system, {
    attempts,
    capacity,
    claim,
    claiming,
    claimingLimited,
    lingerMs,
    enqueueTenant,
    onSaturated,
  });

  return {
    async deliver(delivery) {
      const found = await claimUnlocked(() => claims.add(delivery));
      if (!found || found === 'locked') return checks.add(delivery);
      if ('claimed' in found) return attempts.make(found.claimed);
      deferred.add(found.deferred);
      return null;
    },
    async drain(tenantId) {
      const due = await findDueSubscriptions(system, { tenantId });
      for (const each of due) deferred.add(each);
      if (due.length > 0) return;
      // The clock that this job was enqueued by may be ahead of the database's.
      const dueInMs = await nextDueInMs(system, tenantId);
      if (dueInMs !== null) enqueueTenant(tenantId, dueInMs);
    },
    isStuck: () =>
      [claiming, claimingLimited, attempts].some((each) => each.isStuck(STUCK_AFTER_DEADLINES * deadlineMs)),
    stop: deferred.close,
    async close() {
      await deferred.close();
      await attempts.close();
    },
  };
}

type Found = { claimed: ClaimedDelivery } | { deferred: DeferredDelivery } | 'locked';

function inOrderOf(
  refs: readonly DeliveryRef[],
  { claimed, deferred, locked }: Claim,
): (Found | undefined)[] {
  const byId = new Map<string, Found>([
    ...deferred.map((each): [string, Found] => [each.id, { deferred: each }]),
    ...claimed.map((each): [string, Found] => [each.id, { claimed: each }]),
    ...locked.map(({ id }): [string, Found] => [id, 'locked']),
  ]);
  return refs.map(({ id }) => {
    const found = byId.get(id);
    // If an id is in a group twice, it is claimed once.
    byId.delete(id);
    return found;
  });
}

/** Claims once more, a few times, while the delivery is locked. */
async function claimUnlocked(claim: () => Promise<Found | undefined>): Promise<Found | undefined> {
  let found = await claim();
  for (const waitMs of LOCKED_RETRY_DELAYS_MS) {
    if (found !== 'locked') break;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    found = await claim();
  }
  return found;
}
