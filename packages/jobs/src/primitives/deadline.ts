/** Work that didn't end in time. */
export class DeadlineError extends Error {
  override readonly name = 'DeadlineError';

  constructor(what: string, deadlineMs: number) {
    super(`${what} took longer than ${deadlineMs} ms`);
  }
}

/**
 * Runs work and waits for it no longer than the deadline. At the deadline the signal aborts, so that the work can release its
 * resources; its later result is ignored.
 * @returns the result of the work
 * @throws DeadlineError at the deadline; before it, the error of the work
 */
export async function withDeadline<T>(
  work: (signal: AbortSignal) => Promise<T> | T,
  deadlineMs: number,
  what = 'work',
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new DeadlineError(what, deadlineMs);
      // Before the abort, so that the caller gets the deadline's error and not the one that the abort causes.
      reject(error);
      controller.abort(error);
    }, deadlineMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
