import { groupsByStore } from '@service/db';
import { eachItem, HOUR_MS } from '@service/jobs/primitives';
import type { Attempts } from './attempts.ts';
import type { Capacity } from './capacity.ts';
import { claimNext, claimNextOfLimited } from './claim.sql.ts';
import type { ClaimedDelivery, ClaimOptions } from './claimed-delivery.ts';
import type { DeliveryContext } from './context.ts';
import { type DueSubscription, findDueSubscriptions } from './due-subscriptions.ts';
import { lockSubscriptions, recordStarts } from './limited-subscriptions.ts';
import type { Progress } from './progress.ts';

export interface DeferredOptions {
  attempts: Attempts;
  capacity: Capacity;
  claim: ClaimOptions;
  /** Runs one claim at a time. */
  claiming: Progress;
  /** The same for limited subscriptions. */
  claimingLimited: Progress;
  /** How many milliseconds a claim waits for more capacity to become free. */
  lingerMs(): number;
  /** Enqueues a store, whose deliveries are due by then. */
  enqueueTenant(tenantId: string, inMs: number): void;
  /** Called for a store that has more due than there is capacity here. */
  onSaturated(tenantId: string): void;
}

export interface Deferred {
  /** From now on the due deliveries of this subscription are claimed from the database. */
  add(due: DueSubscription): void;
  /** Claims nothing more, waits for claims that are under way, and enqueues the rest. */
  close(): Promise<void>;
}

/** A subscription with deferred deliveries. */
interface Waiting extends DueSubscription {
  /** When its rate allows the next delivery, by this process's clock. */
  limitedUntil?: number | undefined;
}

/** A subscription with its reserved capacity. */
interface Chosen extends DueSubscription {
  free: number;
}

/** How many subscriptions one statement serves. */
const SUBSCRIPTIONS_AT_ONCE = 100;

/** How soon a subscription is checked again whose deliveries are locked or leased elsewhere: nothing here reports their end. */
const LOOK_AGAIN_MS = 250;

/** The longest delay of the timer; a wait that is longer is checked at each such step. */
const LONGEST_MS = HOUR_MS;

/** The shortest time between claims of a high rate: each claims for the capacity that has become free since the one before. */
const SOONEST_MS = 20;

/**
 * How often other workers are notified about a subscription that has more due. The notification reaches any one worker, maybe
 * this one.
 */
const CALL_EVERY_MS = 250;

/**
 * Deferred deliveries: they are due, and this process has no capacity for their subscriptions. They wait in Postgres, where they
 * don't block others in the queue, and are claimed from there whenever capacity is free. Failure policy: which subscriptions
 * these are is known to this process alone; when it closes it enqueues them, when it dies the poll of another finds them again.
 */
export function createDeferred(system: DeliveryContext, options: DeferredOptions): Deferred {
  const { attempts, capacity, claim, enqueueTenant, onSaturated, lingerMs } = options;
  const waiting = new Map<string, Waiting>();
  let calledAt = 0;
  let isClosed = false;

  const takers = [createTaker(false, options.claiming), createTaker(true, options.claimingLimited)];
  capacity.onRelease(wake);

  function wake(): void {
    if (isClosed || waiting.size === 0) return;
    for (const taker of takers) taker.wake();
  }

  /**
   * Runs one `take` after another while it is notified, and once more while something is left: after a moment, or when a rate
   * allows it.
   */
  function createTaker(isLimited: boolean, progress: Progress) {
    let running: Promise<void> | undefined;
    let isWanted = false;
    let timer: NodeJS.Timeout | undefined;

    async function run(): Promise<void> {
      // Notifications at the same moment are one.
      await undefined;
      clearTimeout(timer);
      while (isWanted && !isClosed) {
        isWanted = false;
        if (!mayTake(isLimited)) break;
        const waitMs = lingerMs();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        await progress.inTurn(() => take(isLimited));
      }
      const lookAgainInMs = nextLookInMs();
      if (lookAgainInMs !== null && !isClosed) timer = setTimeout(wake, lookAgainInMs);
      running = undefined;
    }

    return {
      wake() {
        isWanted = true;
        running ??= run();
      },
      async close() {
        clearTimeout(timer);
        await running;
      },
    };
  }

  /** For both takers, because a subscription may get or lose its limit meanwhile. Null: nothing is left. */
  function nextLookInMs(): number | null {
    const now = performance.now();
    let soonestMs = LONGEST_MS;
    for (const { limitedUntil } of waiting.values())
      soonestMs = Math.min(
        soonestMs,
        limitedUntil && limitedUntil > now ? limitedUntil - now + 1 : LOOK_AGAIN_MS,
      );
    return waiting.size === 0 ? null : Math.max(SOONEST_MS, soonestMs);
  }

  function put({ waitMs = 0, ...due }: DueSubscription): void {
    const { subscriptionId } = due;
    waiting.set(subscriptionId, waitMs > 0 ? { ...due, limitedUntil: performance.now() + waitMs } : due);
  }

  async function take(isLimited: boolean): Promise<void> {
    const chosen = reserve(isLimited);
    await eachItem(groupsByStore(system.db, chosen), ({ rows }) => takeFor(rows, isLimited), {
      onError: report,
    });
  }

  function report(err: unknown): void {
    system.log.error({ err, subscriptions: waiting.size }, 'taking due deliveries from the database failed');
  }

  async function takeFor(chosen: readonly Chosen[], isLimited: boolean): Promise<void> {
    if (chosen.length === 0) return;
    const claimed = await claimFor(chosen, isLimited).finally(() => {
      for (const each of chosen) capacity.unreserve(each, each.free);
    });
    for (const each of claimed) start(each);
    const hasCapacity = (each: Chosen) => each.free > countOf(each, claimed);
    signalSaturation(chosen.filter((each) => !hasCapacity(each)));
    await leaveOut(chosen.filter(hasCapacity));
  }

  function start(claimed: ClaimedDelivery): void {
    attempts.start(claimed, () => {
      const { tenantId, subscriptionId } = claimed;
      // The next delivery of the same resource may be sent now, even if none was due until then.
      if (claimed.isOrdered && !waiting.has(subscriptionId))
        put({ tenantId, subscriptionId, isLimited: true });
      wake();
    });
  }

  function signalSaturation(full: readonly Chosen[]): void {
    const now = performance.now();
    const any = full[Math.floor(Math.random() * full.length)];
    if (!any || now < calledAt + CALL_EVERY_MS) return;
    calledAt = now;
    onSaturated(any.tenantId);
  }

  /** A turn without results costs about as much as one with some, and most notifications come while all capacity is in use. */
  function mayTake(isLimited: boolean): boolean {
    const now = performance.now();
    for (const each of waiting.values())
      if (isInTurn(each, isLimited, now) && capacity.free(each) > 0) return true;
    return false;
  }

  /** Subscriptions with the fewest deliveries under way come first. */
  function reserve(isLimited: boolean): Chosen[] {
    const chosen: Chosen[] = [];
    const now = performance.now();
    const due = [...waiting.values()]
      .filter((each) => isInTurn(each, isLimited, now))
      .sort((a, b) => capacity.running(a.subscriptionId) - capacity.running(b.subscriptionId));
    for (const each of due) {
      const free = capacity.free(each);
      if (free === 0) continue;
      capacity.take(each, free);
      chosen.push({ ...each, free });
      if (chosen.length === SUBSCRIPTIONS_AT_ONCE) break;
    }
    return chosen;
  }

  function claimFor(chosen: readonly Chosen[], isLimited: boolean): Promise<ClaimedDelivery[]> {
    return isLimited
      ? system.db.transaction((db) => claimLimited({ ...system, db }, chosen))
      : claimNext(system, chosen, claim);
  }

  async function claimLimited(tx: DeliveryContext, chosen: readonly Chosen[]): Promise<ClaimedDelivery[]> {
    const locked = await lockSubscriptions(tx, chosen);
    // A limit that has ended since (a probe succeeded) needs no lock the next time.
    for (const each of locked) put(each);
    const ids = new Set(locked.map(({ subscriptionId }) => subscriptionId));
    const ours = chosen.filter(({ subscriptionId }) => ids.has(subscriptionId));
    const claimed = ours.length > 0 ? await claimNextOfLimited(tx, ours, claim) : [];
    if (claimed.length > 0 && locked.some(({ isNoted }) => isNoted))
      await recordStarts(tx, claimed, claim.leaseMs);
    return claimed;
  }

  /** Subscriptions with nothing due any more; one whose rows are locked or leased elsewhere stays. */
  async function leaveOut(served: DueSubscription[]): Promise<void> {
    if (served.length === 0) return;
    for (const { subscriptionId } of served) waiting.delete(subscriptionId);
    // A subscription stays unless it is known that nothing of it is due.
    const due = await findDueSubscriptions(system, { subscriptions: served }).catch((err) => {
      for (const each of served) waiting.set(each.subscriptionId, each);
      throw err;
    });
    for (const each of due) put(each);
  }

  return {
    add(due) {
      if (isClosed) return enqueueTenant(due.tenantId, 0);
      // A job has no information about the rate: the known rate still applies.
      if (due.waitMs !== undefined) put(due);
      else
        waiting.set(due.subscriptionId, {
          ...due,
          limitedUntil: waiting.get(due.subscriptionId)?.limitedUntil,
        });
      wake();
    },
    async close() {
      isClosed = true;
      await Promise.all(takers.map((taker) => taker.close()));
      await attempts.idle();
      for (const tenantId of new Set([...waiting.values()].map((due) => due.tenantId)))
        enqueueTenant(tenantId, 0);
    },
  };
}

function isInTurn({ isLimited, limitedUntil = 0 }: Waiting, limited: boolean, now: number): boolean {
  return isLimited === limited && limitedUntil <= now;
}

function countOf({ subscriptionId }: DueSubscription, claimed: readonly ClaimedDelivery[]): number {
  return claimed.filter((each) => each.subscriptionId === subscriptionId).length;
}
