import { setTimeout as delay } from 'node:timers/promises';

/**
 * Asks `check` every `everyMs` milliseconds until it answers true.
 * Answers false when `timeoutMs` milliseconds have passed; a check that throws ends the wait with its error.
 */
export async function waitUntil(
  check: () => boolean | Promise<boolean>,
  { timeoutMs, everyMs = 20 }: { timeoutMs: number; everyMs?: number },
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await check())) {
    if (performance.now() > deadline) return false;
    await delay(everyMs);
  }
  return true;
}
