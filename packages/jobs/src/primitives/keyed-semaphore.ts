export interface KeyedSemaphoreOptions {
  /** Permits of each key; absent: as many as there are in all. */
  perKey?: number;
  /** Permits of all keys together, for which keys that wait take turns; absent: any number. */
  inAll?: number;
  /** Callers of one key that may wait; absent: any number. */
  maxWaiting?: number;
}

/** Returns the permit; a second call does nothing. */
export type Release = () => void;

export interface KeyedSemaphore {
  /** The number of keys in use. */
  readonly size: number;
  /** The number of callers that wait. */
  readonly waiting: number;
  /** Takes a permit if one is free now; undefined: there is none. */
  tryAcquire(key: string): Release | undefined;
  /**
   * Waits for a permit, behind the callers of the key that wait already; undefined: too many of them wait, the signal has aborted,
   * or all that wait were dismissed.
   */
  acquire(key: string, signal?: AbortSignal): Promise<Release | undefined>;
  /** Ends the wait of every caller without a permit. */
  dismissWaiting(): void;
}

interface Permits {
  taken: number;
  callers: ((release: Release | undefined) => void)[];
}

/**
 * Limits for each key, and for all keys together, how much is under way at once. However many callers of a key wait, another key
 * waits for one of them at most. Nothing is kept for a key that isn't in use.
 */
export function createKeyedSemaphore({
  perKey = Number.POSITIVE_INFINITY,
  inAll = Number.POSITIVE_INFINITY,
  maxWaiting = Number.POSITIVE_INFINITY,
}: KeyedSemaphoreOptions): KeyedSemaphore {
  const keys = new Map<string, Permits>();
  /** Keys with callers that wait for other keys alone. */
  const turns = new Set<string>();
  let taken = 0;
  let waiting = 0;

  function take(key: string, permits: Permits): Release {
    permits.taken += 1;
    taken += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      permits.taken -= 1;
      taken -= 1;
      changed(key, permits);
      admitNext();
    };
  }

  function changed(key: string, permits: Permits): void {
    const waits = permits.callers.length > 0;
    if (waits && permits.taken < perKey) turns.add(key);
    else turns.delete(key);
    if (!waits && permits.taken === 0) keys.delete(key);
  }

  function admitNext(): void {
    const [key] = turns;
    const permits = key === undefined ? undefined : keys.get(key);
    if (key === undefined || !permits || taken >= inAll) return;
    const release = take(key, permits);
    const caller = permits.callers.shift();
    waiting -= 1;
    // Behind the other keys.
    turns.delete(key);
    changed(key, permits);
    caller?.(release);
  }

  function tryAcquire(key: string): Release | undefined {
    const permits = keys.get(key) ?? { taken: 0, callers: [] };
    if (permits.taken >= perKey || taken >= inAll) return undefined;
    keys.set(key, permits);
    return take(key, permits);
  }

  return {
    get size() {
      return keys.size;
    },
    get waiting() {
      return waiting;
    },
    tryAcquire,
    async acquire(key, signal) {
      const free = tryAcquire(key);
      if (free) return free;
      const permits = keys.get(key) ?? { taken: 0, callers: [] };
      const { callers } = permits;
      if (callers.length >= maxWaiting || signal?.aborted) return undefined;
      return new Promise((resolve) => {
        callers.push(resolve);
        waiting += 1;
        keys.set(key, permits);
        changed(key, permits);
        signal?.addEventListener('abort', () => {
          if (!callers.includes(resolve)) return;
          callers.splice(callers.indexOf(resolve), 1);
          waiting -= 1;
          changed(key, permits);
          resolve(undefined);
        });
      });
    },
    dismissWaiting() {
      for (const [key, permits] of keys) {
        waiting -= permits.callers.length;
        for (const dismiss of permits.callers.splice(0)) dismiss(undefined);
        changed(key, permits);
      }
    },
  };
}
