import { createKeyedSemaphore } from './keyed-semaphore.ts';

interface TurnsOptions {
  /** Permits of each key. */
  perKey: number;
  /** The shortest wait of a caller that finds no permit. */
  firstMs: number;
  /** How much longer each further caller of a line waits. */
  apartMs: number;
  /** Milliseconds of a clock that never goes back; default: the process's. */
  elapsed?: (() => number) | undefined;
}

/** A permit, which must be released in any case, or how long the caller waits before its next try. */
export type Turn = { release(): void } | { busyForMs: number };

interface Turns {
  /** Takes a permit of the key, or returns when to try again. A line doesn't wait for the callers of another one. */
  reserve(key: string, line?: string): Turn;
}

/**
 * Limits for each key how much is under way, for jobs that are postponed instead of waiting in the process. The tries of a line
 * are spread, so that thousands of postponed jobs aren't tried all at once.
 */
export function createTurns({
  perKey,
  firstMs,
  apartMs,
  elapsed = () => performance.now(),
}: TurnsOptions): Turns {
  const semaphore = createKeyedSemaphore({ perKey });
  /** The time of the last try of each line, ordered by when a line got its last caller. */
  const last = new Map<string, number>();

  function nextTurn(line: string): number {
    const now = elapsed();
    const turn = Math.max(now + firstMs, (last.get(line) ?? 0) + apartMs);
    last.delete(line);
    last.set(line, turn);
    for (const [oldest, at] of last) {
      if (at > now) break;
      last.delete(oldest);
    }
    return Math.round(turn - now);
  }

  return {
    reserve(key, line = key) {
      const release = semaphore.tryAcquire(key);
      return release ? { release } : { busyForMs: nextTurn(line) };
    },
  };
}
