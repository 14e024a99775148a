import { install } from '@sinonjs/fake-timers';
import type { Scheduler } from 'fast-check';

/**
 * For tests: inside, `setTimeout` fires when the test says so. What else is in the process may clear a timer of its own meanwhile,
 * also one that it set in another test.
 */
export async function withFakeTimers(test: (tick: (ms: number) => void) => Promise<void>): Promise<void> {
  const clock = install({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
  try {
    await test((ms) => clock.tick(ms));
  } finally {
    clock.uninstall();
  }
}

/** Lets the scheduler choose what ends next until the work is done; when nothing else is left to end, time passes. */
export async function driveToEnd(work: Promise<void>, scheduler: Scheduler, pass: () => void): Promise<void> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  while (!isDone) {
    await scheduler.waitIdle();
    await new Promise(setImmediate);
    if (scheduler.count() === 0) pass();
  }
  await done;
}
