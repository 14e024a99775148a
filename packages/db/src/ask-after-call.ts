/**
 * Shares a result among callers, each of which gets one that was requested after its call: calls that come while a request is
 * under way get the result of the next one.
 */
export function askAfterCall<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= underWay.then(() => {
      next = undefined;
      const asked = ask();
      underWay = asked.catch(() => undefined);
      return asked;
    });
    return next;
  };
}
