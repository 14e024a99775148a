import { withDeadline } from './deadline.ts';

export interface FairQueueOptions {
  /** How many run at once. */
  atOnce: number;
  /** The most calls of one holder that may wait; further ones are refused. */
  maxWaiting: number;
  /** Work that takes longer loses its turn: without a limit it would block every other holder. */
  deadlineMs: number;
}

/** Too many of one holder wait already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

export interface FairQueue {
  /**
   * Runs work when it is its turn, and aborts its signal at the deadline.
   * @throws QueueFullError at once, when too many of this holder wait
   * @throws DeadlineError when the work takes too long; else whatever the work throws
   */
  run<T>(holder: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** Holders take turns, one call of each: a holder with many waiting calls delays another holder by one call at most. */
export function createFairQueue({ atOnce, maxWaiting, deadlineMs }: FairQueueOptions): FairQueue {
  /** In the order of the turns. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;

  function beginNext(): void {
    const [next] = waiting;
    if (!next || running >= atOnce) return;
    const [holder, line] = next;
    const begin = line.shift();
    waiting.delete(holder);
    if (line.length > 0) waiting.set(holder, line);
    running += 1;
    begin?.();
  }

  return {
    async run(holder, work) {
      const line = waiting.get(holder) ?? [];
      if (line.length >= maxWaiting) throw new QueueFullError(`${maxWaiting} wait already`);
      await new Promise<void>((begin) => {
        line.push(begin);
        waiting.set(holder, line);
        beginNext();
      });
      try {
        return await withDeadline(work, deadlineMs, 'a turn');
      } finally {
        running -= 1;
        beginNext();
      }
    },
  };
}
