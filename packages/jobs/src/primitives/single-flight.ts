import { withDeadline } from './deadline.ts';

/**
 * Joins concurrent calls: while one is under way, every other call gets its outcome. A call that fails or passes its deadline
 * rejects for all that wait, and the next call starts a new one.
 */
export function singleFlight<T>(
  what: string,
  deadlineMs: number,
): (work: (signal: AbortSignal) => Promise<T>) => Promise<T> {
  let flight: Promise<T> | undefined;
  return (work) => {
    flight ??= withDeadline(work, deadlineMs, what).finally(() => {
      flight = undefined;
    });
    return flight;
  };
}
