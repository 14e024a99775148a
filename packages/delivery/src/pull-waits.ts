import type { SubscriptionRef } from './refs.ts';

/** The callers in this process that wait for deliveries of pull subscriptions. */
export interface PullWaits {
  /** Acquires a slot to wait in; undefined: the store or the process has no more. */
  acquire(ref: SubscriptionRef): WaitSlot | undefined;
  /** Wakes the longest waiter of this subscription; with the id of a store, that of each of its subscriptions. */
  wake(id: string): void;
  wakeAll(): void;
  /** Ends every wait, now and from now on. */
  close(): void;
}

export interface WaitSlot {
  /** From now on a notification counts; to be called before looking whether there is something. */
  watch(): void;
  /** Returns at a notification or after `ms`; false: the client is gone, or the process stops. */
  wait(ms: number, signal: AbortSignal): Promise<boolean>;
  /** Releases the slot. A notification that it didn't use wakes the next waiter. */
  release(): void;
}

interface Limits {
  perStore: number;
  inAll: number;
}

interface Waiter {
  tenantId: string;
  isWoken: boolean;
  /** Ends its wait, if it is in one. */
  end(): void;
}

const LIMITS: Limits = { perStore: 20, inAll: 200 };

function nothing(): void {}

/**
 * One notification wakes one waiter, so that not all waiters of one subscription query the database for one delivery. A waiter
 * that gets as many deliveries as it requested wakes the next one.
 */
export function createPullWaits({ perStore, inAll }: Limits = LIMITS): PullWaits {
  /** By subscription, in the order of their arrival. */
  const waiting = new Map<string, Set<Waiter>>();
  let isClosed = false;

  function countWaiters(tenantId?: string): number {
    let count = 0;
    for (const waiters of waiting.values())
      for (const waiter of waiters) if (tenantId === undefined || waiter.tenantId === tenantId) count += 1;
    return count;
  }

  function wakeFirst(waiters: Iterable<Waiter>): void {
    for (const waiter of waiters) {
      if (waiter.isWoken) continue;
      waiter.isWoken = true;
      waiter.end();
      return;
    }
  }

  function wakeAll(): void {
    for (const waiters of waiting.values()) for (const waiter of waiters) wakeFirst([waiter]);
  }

  return {
    acquire({ tenantId, subscriptionId }) {
      if (isClosed || countWaiters() >= inAll || countWaiters(tenantId) >= perStore) return undefined;
      const waiter: Waiter = { tenantId, isWoken: false, end: nothing };
      const waiters = waiting.get(subscriptionId) ?? new Set();
      waiting.set(subscriptionId, waiters.add(waiter));
      return {
        watch() {
          waiter.isWoken = false;
        },
        async wait(ms, signal) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, ms);
            waiter.end = () => {
              clearTimeout(timer);
              resolve();
            };
            signal.addEventListener('abort', waiter.end);
            if (waiter.isWoken || signal.aborted || isClosed) waiter.end();
          });
          signal.removeEventListener('abort', waiter.end);
          waiter.end = nothing;
          return !signal.aborted && !isClosed;
        },
        release() {
          waiters.delete(waiter);
          if (waiters.size === 0) waiting.delete(subscriptionId);
          else if (waiter.isWoken) wakeFirst(waiters);
        },
      };
    },
    wake(id) {
      for (const [subscriptionId, waiters] of waiting) {
        const [first] = waiters;
        if (subscriptionId === id || first?.tenantId === id) wakeFirst(waiters);
      }
    },
    wakeAll,
    close() {
      isClosed = true;
      wakeAll();
    },
  };
}
