import { DeadlineError, withDeadline } from './deadline.ts';

export type CycleOutcome = 'done' | 'failed' | 'abandoned';

export interface LoopOptions {
  name: string;
  /** The pause between the end of one cycle and the begin of the next. */
  everyMs: number;
  /** When the signal of a cycle aborts. A cycle that continues regardless is abandoned GRACE_MS later. */
  deadlineMs: number;
  /** Runs one cycle. A rejection ends this cycle only. */
  run(signal: AbortSignal): Promise<unknown>;
  onError(error: unknown): void;
  onCycle?(cycle: { name: string; outcome: CycleOutcome; seconds: number }): void;
  /** A clock that never goes back, in milliseconds. */
  now?(): number;
}

export interface Loop {
  readonly name: string;
  /** When a cycle last ended by itself (or the loop began), in milliseconds since 1970. */
  lastFinishedAt(): number;
  /** Whether several cycles in a row had to be abandoned, or none was begun: this process should be replaced. */
  isStuck(): boolean;
  /** Starts no further cycle, aborts the signal of the running one and waits for it. */
  close(): Promise<void>;
}

/** How long a cycle may take to end after its signal aborted. */
export const GRACE_MS = 10_000;

/** A loop is stuck when no cycle has ended by itself for as long as this many of them may take. */
const MISSED_CYCLES = 3;

/**
 * The one loop of long-lived processes: the first cycle begins at once, and another follows, also after a failure.
 * Failure policy: an abandoned cycle may still be at work beside the next one; leases and `SKIP LOCKED` keep them apart.
 */
export function startLoop(options: LoopOptions): Loop {
  const { name, everyMs, deadlineMs, run, onError, onCycle, now = () => performance.now() } = options;
  const allowedMs = MISSED_CYCLES * (everyMs + deadlineMs + GRACE_MS);
  let finishedAt = Date.now();
  let finishedTick = now();
  let isClosed = false;
  let controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = cycle();

  async function cycle(): Promise<void> {
    const { signal } = controller;
    const begun = now();
    const soft = setTimeout(abort, deadlineMs, controller);
    let outcome: CycleOutcome = 'done';
    try {
      await withDeadline(async () => run(signal), deadlineMs + GRACE_MS, name);
    } catch (error) {
      outcome = error instanceof DeadlineError ? 'abandoned' : 'failed';
      report(() => onError(error));
    }
    clearTimeout(soft);
    if (outcome !== 'abandoned') {
      finishedAt = Date.now();
      finishedTick = now();
    }
    report(() => onCycle?.({ name, outcome, seconds: (now() - begun) / 1000 }));
    if (!isClosed) timer = setTimeout(next, everyMs);
  }

  function next(): void {
    controller = new AbortController();
    running = cycle();
  }

  return {
    name,
    lastFinishedAt: () => finishedAt,
    isStuck: () => now() - finishedTick > allowedMs,
    async close() {
      isClosed = true;
      clearTimeout(timer);
      controller.abort();
      await running;
    },
  };
}

function abort(controller: AbortController): void {
  controller.abort();
}

/** A listener that throws must not end the loop. */
function report(callback: () => void): void {
  try {
    callback();
  } catch {}
}
