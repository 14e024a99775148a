import type { Log } from './log.ts';

export interface Lifecycle {
  /** What was opened last is closed first. */
  add(name: string, close: () => Promise<unknown> | unknown): void;
  /** Closes everything once, in reverse order, and gives up at the deadline. Answers whether all closed in time. */
  close(): Promise<boolean>;
}

export function createLifecycle(log: Log, { deadlineMs }: { deadlineMs: number }): Lifecycle {
  const opened: { name: string; close: () => Promise<unknown> | unknown }[] = [];
  let closing: Promise<boolean> | undefined;

  async function closeAll(): Promise<void> {
    for (const { name, close } of opened.reverse()) {
      try {
        await close();
      } catch (err) {
        log.error({ err }, `closing ${name} failed`);
      }
    }
  }

  async function closeInTime(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), deadlineMs);
    });
    const inTime = await Promise.race([closeAll().then(() => true), deadline]);
    clearTimeout(timer);
    if (!inTime) log.error('shutdown passed its deadline; leaving the rest to the next start');
    return inTime;
  }

  return {
    add: (name, close) => {
      opened.push({ name, close });
    },
    close: () => {
      closing ??= closeInTime();
      return closing;
    },
  };
}

/**
 * Resolves with the reason to stop: the first SIGTERM or SIGINT, or the end of the parent that started this process
 * with a channel. A second signal ends the process as usual.
 */
export function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
    process.once('disconnect', () => resolve('parent gone'));
  });
}
