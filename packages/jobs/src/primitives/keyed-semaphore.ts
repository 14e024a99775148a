import { withDeadline } from './deadline.ts';

export interface KeyedSemaphoreOptions {
  /** Permits of each key. */
  atOnce: number;
  /** Callers of one key that may wait; absent: any number. */
  maxWaiting?: number;
}

/** Returns the permit; call it once. */
export type Release = () => void;

export interface KeyedSemaphore {
  /** The number of keys in use. */
  readonly size: number;
  /** Takes a permit if one is free now; undefined: there is none. */
  tryAcquire(key: string): Release | undefined;
  /** Waits for a permit, behind the callers that wait already; undefined: none was free in time, or too many wait. */
  acquire(key: string, waitMs?: number): Promise<Release | undefined>;
}

interface Permits {
  taken: number;
  waiting: (() => void)[];
}

/** Limits for each key how much is under way at once. Nothing is kept for a key that isn't in use. */
export function createKeyedSemaphore({
  atOnce,
  maxWaiting = Number.POSITIVE_INFINITY,
}: KeyedSemaphoreOptions): KeyedSemaphore {
  const keys = new Map<string, Permits>();

  function release(key: string): void {
    const permits = keys.get(key);
    if (!permits) return;
    const next = permits.waiting.shift();
    if (next) {
      next();
      return;
    }
    permits.taken -= 1;
    if (permits.taken === 0) keys.delete(key);
  }

  function tryAcquire(key: string): Release | undefined {
    const permits = keys.get(key) ?? { taken: 0, waiting: [] };
    if (permits.taken >= atOnce) return undefined;
    permits.taken += 1;
    keys.set(key, permits);
    return () => release(key);
  }

  return {
    get size() {
      return keys.size;
    },
    tryAcquire,
    async acquire(key, waitMs) {
      const free = tryAcquire(key);
      if (free) return free;
      const waiting = keys.get(key)?.waiting ?? [];
      if (waiting.length >= maxWaiting) return undefined;
      let admit = (): void => {};
      const admitted = new Promise<void>((resolve) => {
        admit = resolve;
      });
      waiting.push(admit);
      if (waitMs === undefined) {
        await admitted;
        return () => release(key);
      }
      await withDeadline(() => admitted, waitMs, 'a permit').catch(() => {});
      const place = waiting.indexOf(admit);
      if (place === -1) return () => release(key);
      waiting.splice(place, 1);
      return undefined;
    },
  };
}
