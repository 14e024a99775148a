import { HOUR_MS } from '@service/jobs/primitives';
import { claimNext, claimNextOfLimited, lockSubscriptions } from './claim.ts';
import type { Capacity } from './concurrency.ts';
import type { DeliveryContext } from './context.ts';
import { type DueSubscription, findDueSubscriptions } from './due-subscriptions.ts';
import { recordStarts } from './pace.ts';
import type { ClaimedDelivery, ClaimOptions } from './take-due.ts';

export interface OverflowOptions {
  capacity: Capacity;
  claim: ClaimOptions;
  /** Sends a claimed delivery, gives its capacity back and records it. Returns in how many milliseconds it is due again; null: never. */
  send(claimed: ClaimedDelivery): Promise<number | null>;
  /** Enqueues what is due in a store by then. */
  enqueueTenant(tenantId: string, inMs: number): void;
  /** Called for a store that has more due than there is capacity here. */
  onSaturated(tenantId: string): void;
  /** How many milliseconds a claim waits for more capacity to become free. */
  lingerMs(): number;
  inTurn: InTurn;
  /** The same for subscriptions that are ordered or have a limit of their own. */
  inTurnOfLimited: InTurn;
}

/** Runs one claim at a time. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export interface Overflow {
  /** From now on what is due of this subscription is taken from the database. */
  add(due: DueSubscription): void;
  /** Sends what is claimed and has no job that waits for it. */
  start(claimed: ClaimedDelivery): void;
  /** Called when capacity is free. */
  wake(): void;
  /** Takes nothing more, waits for what is under way, and enqueues what is left. */
  close(): Promise<void>;
}

/** One that waits for capacity, or for its rate. */
interface Waiting extends DueSubscription {
  /** When its rate lets the next one go, by this process's clock. */
  readyAt?: number | undefined;
}

/** One for whose deliveries so much capacity was reserved. */
interface Chosen extends DueSubscription {
  free: number;
}

/** How many subscriptions one statement serves. */
const SUBSCRIPTIONS_AT_ONCE = 100;

/** How soon a subscription is looked at again whose deliveries are held elsewhere: no capacity of ours will tell. */
const LOOK_AGAIN_MS = 250;

/** What waits for longer than a timer may be set is looked at meanwhile. */
const LONGEST_MS = HOUR_MS;

/** Claims of a high rate are no closer than this: each takes what has become free since the one before. */
const SOONEST_MS = 20;

/** How often other workers are called, for one of the subscriptions that have more. The call reaches any one worker, maybe this one. */
const CALL_EVERY_MS = 250;

/**
 * Subscriptions with more due than there is capacity for. Their deliveries wait in Postgres, out of the way of the others
 * in the queue, and are taken from there whenever capacity is free. Failure policy: which these are is known to this
 * process alone; when it closes it enqueues them, when it dies the poll of another finds them again.
 */
export function createOverflow(system: DeliveryContext, options: OverflowOptions): Overflow {
  const { capacity, claim, send, enqueueTenant, onSaturated, lingerMs, inTurn, inTurnOfLimited } = options;
  const waiting = new Map<string, Waiting>();
  const underWay = new Set<Promise<void>>();
  let calledAt = 0;
  let isClosed = false;

  const takers = [createTaker(false, inTurn), createTaker(true, inTurnOfLimited)];

  function wake(): void {
    if (isClosed || waiting.size === 0) return;
    for (const taker of takers) taker.wake();
  }

  /** Runs one `take` after another while it is woken, and once more while something is left: after a moment, or when a rate allows. */
  function createTaker(isLimited: boolean, turn: InTurn) {
    let running: Promise<void> | undefined;
    let isWanted = false;
    let timer: NodeJS.Timeout | undefined;

    async function run(): Promise<void> {
      // Wakes of the same moment are one.
      await undefined;
      clearTimeout(timer);
      while (isWanted && !isClosed) {
        isWanted = false;
        if (!mayTake(isLimited)) break;
        const waitMs = lingerMs();
        if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
        try {
          await turn(() => take(isLimited));
        } catch (err) {
          system.log.error(
            { err, subscriptions: waiting.size },
            'taking due deliveries from the database failed',
          );
        }
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
    for (const { readyAt } of waiting.values())
      soonestMs = Math.min(soonestMs, readyAt && readyAt > now ? readyAt - now + 1 : LOOK_AGAIN_MS);
    return waiting.size === 0 ? null : Math.max(SOONEST_MS, soonestMs);
  }

  function put({ waitMs = 0, ...due }: DueSubscription): void {
    const { subscriptionId } = due;
    waiting.set(subscriptionId, waitMs > 0 ? { ...due, readyAt: performance.now() + waitMs } : due);
  }

  async function take(isLimited: boolean): Promise<void> {
    const chosen = reserve(isLimited);
    if (chosen.length === 0) return;
    const claimed = await claimFor(chosen, isLimited).finally(() => {
      for (const each of chosen) capacity.giveBack(each, each.free);
    });
    for (const each of claimed) start(each);
    const hasCapacity = (each: Chosen) => each.free > countOf(each, claimed);
    signalSaturation(chosen.filter((each) => !hasCapacity(each)));
    await leaveOut(chosen.filter(hasCapacity));
  }

  function signalSaturation(full: Chosen[]): void {
    const now = performance.now();
    const any = full[Math.floor(Math.random() * full.length)];
    if (!any || now < calledAt + CALL_EVERY_MS) return;
    calledAt = now;
    onSaturated(any.tenantId);
  }

  /** A turn that would take nothing costs about as much as one that does, and most wakes come while everything is taken. */
  function mayTake(isLimited: boolean): boolean {
    const now = performance.now();
    for (const each of waiting.values())
      if (isReady(each, isLimited, now) && capacity.free(each) > 0) return true;
    return false;
  }

  /** Whoever has the fewest under way goes first. */
  function reserve(isLimited: boolean): Chosen[] {
    const chosen: Chosen[] = [];
    const now = performance.now();
    const due = [...waiting.values()]
      .filter((each) => isReady(each, isLimited, now))
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

  function claimFor(chosen: Chosen[], isLimited: boolean): Promise<ClaimedDelivery[]> {
    return isLimited
      ? system.db.transaction((db) => claimLimited({ ...system, db }, chosen))
      : claimNext(system, chosen, claim);
  }

  async function claimLimited(tx: DeliveryContext, chosen: Chosen[]): Promise<ClaimedDelivery[]> {
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

  /** Subscriptions with nothing due any more; one whose rows are held elsewhere stays. */
  async function leaveOut(ready: DueSubscription[]): Promise<void> {
    if (ready.length === 0) return;
    for (const { subscriptionId } of ready) waiting.delete(subscriptionId);
    // What isn't known to have nothing due stays.
    const due = await findDueSubscriptions(system, { subscriptions: ready }).catch((err) => {
      for (const each of ready) waiting.set(each.subscriptionId, each);
      throw err;
    });
    for (const each of due) put(each);
  }

  function start(claimed: ClaimedDelivery): void {
    capacity.take(claimed);
    const sent = sendAndEnqueue(claimed).finally(() => {
      underWay.delete(sent);
      const { tenantId, subscriptionId } = claimed;
      // What follows it of the same resource may go now, whether or not anything was due until then.
      if (claimed.isOrdered && !waiting.has(subscriptionId))
        put({ tenantId, subscriptionId, isLimited: true });
      wake();
    });
    underWay.add(sent);
  }

  async function sendAndEnqueue(claimed: ClaimedDelivery): Promise<void> {
    try {
      const dueInMs = await send(claimed);
      if (dueInMs !== null) enqueueTenant(claimed.tenantId, dueInMs);
    } catch (err) {
      // Failure policy: the row is leased and its attempt open; the poll finds it when the lease has run out.
      system.log.error({ err, deliveryId: claimed.id }, 'a delivery of the overflow failed');
    }
  }

  return {
    add(due) {
      if (isClosed) return enqueueTenant(due.tenantId, 0);
      // A job says nothing of the rate: what is known of that holds.
      if (due.waitMs !== undefined) put(due);
      else waiting.set(due.subscriptionId, { ...due, readyAt: waiting.get(due.subscriptionId)?.readyAt });
      wake();
    },
    start,
    wake,
    async close() {
      isClosed = true;
      await Promise.all(takers.map((taker) => taker.close()));
      await Promise.all(underWay);
      for (const tenantId of new Set([...waiting.values()].map((due) => due.tenantId)))
        enqueueTenant(tenantId, 0);
    },
  };
}

function isReady({ isLimited, readyAt = 0 }: Waiting, limited: boolean, now: number): boolean {
  return isLimited === limited && readyAt <= now;
}

function countOf({ subscriptionId }: DueSubscription, claimed: readonly ClaimedDelivery[]): number {
  return claimed.filter((each) => each.subscriptionId === subscriptionId).length;
}
