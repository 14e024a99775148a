import { type ClaimedDelivery, type ClaimOptions, claimNext, lockLanes } from './claim.ts';
import type { Slots } from './concurrency.ts';
import type { DeliveryContext } from './context.ts';
import { type DueLane, findDueLanes, type Lane } from './due-subscriptions.ts';

export interface BacklogOptions {
  slots: Slots;
  claim: ClaimOptions;
  /** Sends a claimed delivery, gives its slot back and records it. Answers in how many milliseconds it is due again; null: never. */
  attempt(claimed: ClaimedDelivery): Promise<number | null>;
  /** Sets an alarm for what is due in a store by then. */
  ringStore(tenantId: string, inMs: number): void;
  /** Tells the other workers that a store has more due than this one has slots for. */
  callForHelp(tenantId: string): void;
  /** Runs one claim at a time: each counts what the others have taken. */
  inTurn<T>(claim: () => Promise<T>): Promise<T>;
}

export interface Backlog {
  /** From now on what is due in this lane is taken from the database. */
  add(lane: DueLane): void;
  /** Tells that a slot is free. */
  wake(): void;
  /** Takes nothing more, and waits for what is under way. */
  close(): Promise<void>;
}

interface Chosen {
  lane: DueLane;
  room: number;
}

/** How many lanes one statement serves. */
const LANES_AT_ONCE = 100;

/** How soon a lane is looked at again whose deliveries are held elsewhere: no slot of ours will tell. */
const LOOK_AGAIN_MS = 250;

/** How often help is called for, for one lane of those that have more. The call reaches any one worker, maybe this one. */
const CALL_EVERY_MS = 250;

/**
 * Lanes in which more is due than there are slots. Their deliveries wait in Postgres, out of the way of the others in the
 * queue, and are taken from there whenever a slot is free. Failure policy: which lanes these are is known to this
 * process alone; when it dies, the poll of another finds them again.
 */
export function createBacklog(system: DeliveryContext, options: BacklogOptions): Backlog {
  const { slots, claim, attempt, ringStore, callForHelp, inTurn } = options;
  const lanes = new Map<string, DueLane>();
  const underWay = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let isWanted = false;
  let calledAt = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function wake(): void {
    if (isClosed || lanes.size === 0) return;
    isWanted = true;
    taking ??= takeAll().finally(() => {
      taking = undefined;
    });
  }

  async function takeAll(): Promise<void> {
    clearTimeout(timer);
    while (isWanted && !isClosed) {
      isWanted = false;
      try {
        await inTurn(takeSome);
      } catch (err) {
        system.log.error({ err, lanes: lanes.size }, 'taking due deliveries from the database failed');
      }
    }
    if (lanes.size > 0 && !isClosed) timer = setTimeout(wake, LOOK_AGAIN_MS);
  }

  async function takeSome(): Promise<void> {
    const chosen = reserve();
    const claimed = await claimFor(chosen).finally(() => {
      for (const { lane, room } of chosen) slots.release(lane, room);
    });
    for (const each of claimed) send(each);
    const hasRoom = ({ lane, room }: Chosen) => room > countOf(lane, claimed);
    callFor(chosen.filter((each) => !hasRoom(each)));
    await leaveOut(chosen.filter(hasRoom).map(({ lane }) => lane));
  }

  function callFor(full: Chosen[]): void {
    const now = performance.now();
    const any = full[Math.floor(Math.random() * full.length)];
    if (!any || now < calledAt + CALL_EVERY_MS) return;
    calledAt = now;
    callForHelp(any.lane.tenantId);
  }

  /** Whoever has the fewest under way goes first. */
  function reserve(): Chosen[] {
    const chosen: Chosen[] = [];
    const waiting = [...lanes.values()].sort(
      (a, b) => slots.running(a.subscriptionId) - slots.running(b.subscriptionId),
    );
    for (const lane of waiting) {
      const room = slots.room(lane);
      if (room === 0) continue;
      slots.take(lane, room);
      chosen.push({ lane, room });
      if (chosen.length === LANES_AT_ONCE) break;
    }
    return chosen;
  }

  async function claimFor(chosen: Chosen[]): Promise<ClaimedDelivery[]> {
    const free = chosen.filter(({ lane }) => !lane.isLimited);
    const limited = chosen.filter(({ lane }) => lane.isLimited);
    const claimed =
      free.length > 0 ? await claimNext(system, roomsOf(free), { ...claim, areLocked: false }) : [];
    if (limited.length === 0) return claimed;
    return [...claimed, ...(await system.db.transaction(() => claimLimited(limited)))];
  }

  async function claimLimited(chosen: Chosen[]): Promise<ClaimedDelivery[]> {
    const rooms = roomsOf(chosen);
    const locked = await lockLanes(
      system,
      rooms.map(({ subscriptionId }) => subscriptionId),
    );
    // A limit that has ended since (a probe succeeded) needs no lock the next time.
    for (const lane of locked) lanes.set(lane.subscriptionId, lane);
    return claimNext(system, rooms, { ...claim, areLocked: true });
  }

  /** Lanes in which nothing is due any more; one whose rows are held elsewhere stays. */
  async function leaveOut(ready: DueLane[]): Promise<void> {
    if (ready.length === 0) return;
    const ids = ready.map(({ subscriptionId }) => subscriptionId);
    for (const id of ids) lanes.delete(id);
    for (const lane of await findDueLanes(system, { subscriptionIds: ids }))
      lanes.set(lane.subscriptionId, lane);
  }

  function send(claimed: ClaimedDelivery): void {
    slots.take(claimed);
    const sent = sendAndRing(claimed).finally(() => {
      underWay.delete(sent);
      // What follows it of the same resource may go now, whether or not anything was due in the lane until then.
      if (claimed.isOrdered) lanes.set(claimed.subscriptionId, { ...laneOf(claimed), isLimited: true });
      wake();
    });
    underWay.add(sent);
  }

  async function sendAndRing(claimed: ClaimedDelivery): Promise<void> {
    try {
      const dueInMs = await attempt(claimed);
      if (dueInMs !== null) ringStore(claimed.tenantId, dueInMs);
      else if (isClosed && claimed.isOrdered) ringStore(claimed.tenantId, 0);
    } catch (err) {
      // Failure policy: the row is leased and its attempt open; the poll finds it when the lease has run out.
      system.log.error({ err, deliveryId: claimed.id }, 'a delivery of the backlog failed');
    }
  }

  return {
    add(lane) {
      lanes.set(lane.subscriptionId, lane);
      wake();
    },
    wake,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await taking;
      await Promise.all(underWay);
    },
  };
}

function laneOf({ tenantId, subscriptionId }: Lane): Lane {
  return { tenantId, subscriptionId };
}

function countOf(lane: Lane, claimed: readonly ClaimedDelivery[]): number {
  return claimed.filter(({ subscriptionId }) => subscriptionId === lane.subscriptionId).length;
}

function roomsOf(chosen: readonly Chosen[]) {
  return chosen.map(({ lane, room }) => ({ subscriptionId: lane.subscriptionId, room }));
}
