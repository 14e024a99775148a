const LOOK_EVERY_MS = 10;
/** Ends a hang; a busy machine doesn't reach it. */
const HANGS_AFTER_MS = 280_000;

/** Waits for a condition, never for a time; rejects with what didn't come. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + HANGS_AFTER_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${HANGS_AFTER_MS} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/**
 * Repeats assertions until they hold: what a page shows, and its address, follow what is done on it a little later. Rejects with
 * the last that didn't hold.
 */
export async function eventually(assertions: () => unknown): Promise<void> {
  const deadline = Date.now() + HANGS_AFTER_MS;
  for (;;) {
    try {
      await assertions();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
