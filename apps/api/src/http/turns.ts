import { performance } from 'node:perf_hooks';
import { ServiceError } from '@service/contract';

/** Decides when the requests of each store begin: stores share a process, and none may delay the others for long. */
export interface FairScheduler {
  /**
   * Resolves when a request of the store may begin, with the function to call at its end; with undefined if its client
   * disconnects before, which is only checked if the request has to wait. Refuses with `too_many_requests` if too many wait
   * already.
   */
  take(tenantId: string, goneOf?: () => AbortSignal): Promise<(() => void) | undefined>;
  /** How many requests wait. */
  waiting(): number;
  /** Refuses all waiting requests, and from now on those that would have to wait: the process is about to stop. */
  close(): void;
}

interface Waiting {
  begin(endTurn: () => void): void;
  refuse(error: ServiceError): void;
}

interface Store {
  underWay: number;
  /** The recent number of requests that were running or waiting. */
  load: number;
  line: Waiting[];
  /** How many may begin at once. */
  credit: number;
  lastSeenAt: number;
}

const TICK_MS = 50;
/** The steps of a tick, so that its requests don't all begin at the same moment and delay the others. */
const STEPS = 5;
/** The part of `load` that remains after a tick. */
const KEPT = 0.95;
/** How long a store counts after its last request: shoppers of a quiet store come one by one. */
const RECENT_MS = 2_000;
/** How busy the event loop may be while stores share it: at this value, the queue before the next request is short. */
const BUSY = 0.6;
/** Requests in a tick: the initial pace, and the slowest. */
const FIRST_PACE = 2;
const SLOWEST_PACE = 0.5;
/** Requests that a store may begin at once after a pause while the process isn't busy: as many as a page sends. */
const BURST = 8;
/** A store is paced if it has this many times the others' average number of requests. */
const MORE = 2;
/**
 * By how much the pace grows in a tick while the process isn't busy, and shrinks while it is. The steps are small, which leads to
 * one busy tick in seven: with large steps, dozens of requests began at once before the next tick.
 */
const GROWTH = 1.05;
const SLOWING = 0.75;
const LONGEST_LINE = 1_000;
const RETRY_SECONDS = 1;

/**
 * A store without others never waits. While several stores send requests, those with more than twice the others' average begin
 * theirs at a pace at which the process isn't busy. So a store with few requests finds a process that is hardly busy, however
 * many another one sends; and waiting requests always begin eventually, because the pace is never zero.
 */
export function createFairScheduler(busyPart = createBusyPart()): FairScheduler {
  const stores = new Map<string, Store>();
  /** How many requests of a store begin in a tick. */
  let pace = FIRST_PACE;
  /** How many requests a store may begin at once after a pause. */
  let burst = BURST;
  /** The load of all stores together. */
  let load = 0;
  let waiting = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let step = 0;

  function mayBegin(store: Store): boolean {
    return stores.size === 1 || store.credit >= 1 || !exceedsFairShare(store);
  }

  function exceedsFairShare(store: Store): boolean {
    const others = (load - store.load) / (stores.size - 1);
    // At least one request, so that a store that sends them one by one never waits.
    return Math.max(store.load, asked(store)) > MORE * Math.max(1, others);
  }

  function begin(store: Store): () => void {
    store.underWay += 1;
    store.credit -= 1;
    return () => {
      store.underWay -= 1;
      store.lastSeenAt = performance.now();
    };
  }

  function leave({ line }: Store, index: number): Waiting | undefined {
    waiting -= 1;
    return line.splice(index, 1)[0];
  }

  function serveLine(store: Store): void {
    while (store.line.length > 0 && mayBegin(store)) leave(store, 0)?.begin(begin(store));
  }

  function takeStep(): void {
    step = (step + 1) % STEPS;
    if (step === 0) tick();
    for (const store of stores.values()) {
      store.credit = Math.min(Math.max(store.credit, 0) + pace / STEPS, Math.max(pace, burst));
      serveLine(store);
    }
  }

  function tick(): void {
    const isBusy = busyPart() > BUSY;
    burst = isBusy ? 1 : BURST;
    if (isBusy) pace = Math.max(SLOWEST_PACE, pace * SLOWING);
    else if (waiting > 0 || pace < FIRST_PACE) pace *= GROWTH;
    else pace = Math.max(FIRST_PACE, pace / GROWTH);
    const recently = performance.now() - RECENT_MS;
    load = 0;
    for (const [tenantId, store] of stores) {
      store.load = KEPT * store.load + (1 - KEPT) * asked(store);
      load += store.load;
      if (asked(store) === 0 && store.lastSeenAt < recently) stores.delete(tenantId);
    }
    if (stores.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    waiting: () => waiting,
    async take(tenantId, goneOf) {
      const store = stores.get(tenantId) ?? { underWay: 0, load: 0, line: [], credit: burst, lastSeenAt: 0 };
      stores.set(tenantId, store);
      timer ??= setInterval(takeStep, TICK_MS / STEPS).unref();
      if (store.line.length === 0 && mayBegin(store)) return begin(store);
      if (isClosed) throw stopping();
      if (store.line.length >= LONGEST_LINE)
        throw new ServiceError(
          'too_many_requests',
          `${LONGEST_LINE} requests of the store wait already.`,
          undefined,
          RETRY_SECONDS,
        );
      const gone = goneOf?.();
      if (gone?.aborted) return undefined;
      return new Promise((resolve, reject) => {
        const request: Waiting = { begin: resolve, refuse: reject };
        store.line.push(request);
        waiting += 1;
        gone?.addEventListener('abort', () => {
          if (!store.line.includes(request)) return;
          leave(store, store.line.indexOf(request));
          resolve(undefined);
        });
      });
    },
    close() {
      isClosed = true;
      for (const store of stores.values()) while (store.line.length > 0) leave(store, 0)?.refuse(stopping());
    },
  };
}

function stopping(): ServiceError {
  return new ServiceError('dependency_unavailable', 'This process is stopping. Nothing was changed.');
}

function asked({ underWay, line }: Store): number {
  return underWay + line.length;
}

/** Returns the part of the time since the last call in which the event loop was busy, 0 to 1. */
function createBusyPart(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization;
  };
}
