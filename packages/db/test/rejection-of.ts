/** The error that a promise rejects with; a promise that resolves fails the test. */
export async function rejectionOf(promise: PromiseLike<unknown>): Promise<Error> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: Error) => ({ error }),
  );
  if ('error' in outcome) return outcome.error;
  throw new Error(`It should have been refused, and answered ${JSON.stringify(outcome.value)}`);
}
