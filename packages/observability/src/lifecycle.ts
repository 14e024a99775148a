import { withDeadline } from '@service/jobs/primitives';
import type { Log } from './log.ts';

export interface Lifecycle {
  /** Adds a resource. Resources are closed in reverse order, after all work has ended. */
  add(name: string, close: Close): void;
  /** Adds work that starts further work. All such work is stopped at the same time, and then waited for together. */
  addWork(name: string, close: Close): void;
  /** Closes everything once, and gives up at the deadline. Returns whether everything closed in time. */
  close(): Promise<boolean>;
}

type Close = () => Promise<unknown> | unknown;

interface Part {
  name: string;
  close: Close;
}

/** The largest part of the deadline for ending work; the rest is for closing the resources it used. */
const WORK_SHARE = 0.9;

export function createLifecycle(log: Log, { deadlineMs }: { deadlineMs: number }): Lifecycle {
  const work: Part[] = [];
  const resources: Part[] = [];
  let closing: Promise<boolean> | undefined;

  async function closePart({ name, close }: Part): Promise<void> {
    try {
      await close();
    } catch (err) {
      log.error({ err }, `closing ${name} failed`);
    }
  }

  async function closeResources(): Promise<void> {
    for (const part of resources.reverse()) await closePart(part);
  }

  async function inTime(close: () => Promise<unknown>, ms: number, what: string): Promise<boolean> {
    try {
      await withDeadline(close, ms, what);
      return true;
    } catch (err) {
      log.error({ err }, 'shutdown passed its deadline; leaving the rest to the next start');
      return false;
    }
  }

  async function closeAll(): Promise<boolean> {
    const begun = performance.now();
    const isDone = await inTime(
      () => Promise.all(work.map(closePart)),
      deadlineMs * WORK_SHARE,
      'finishing work',
    );
    const leftMs = deadlineMs - (performance.now() - begun);
    return (await inTime(closeResources, leftMs, 'closing')) && isDone;
  }

  return {
    add: (name, close) => {
      resources.push({ name, close });
    },
    addWork: (name, close) => {
      work.push({ name, close });
    },
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}
