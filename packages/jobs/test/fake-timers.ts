import { mock } from 'node:test';
import type { Scheduler } from 'fast-check';

/** For tests: inside, `setTimeout` fires when the test says so. */
export async function withFakeTimers(test: (tick: (ms: number) => void) => Promise<void>): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    await test((ms) => mock.timers.tick(ms));
  } finally {
    mock.timers.reset();
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
