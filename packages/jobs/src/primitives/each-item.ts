export interface EachItemOptions<Item> {
  /** Called with each failure. It must not throw. */
  onError(error: unknown, item: Item): void;
  /** Once it aborts, no further item begins. */
  signal?: AbortSignal | undefined;
}

/**
 * Does the items of a cycle one after another. An item that fails is reported, and the next one follows: one bad row
 * must not keep back those behind it in every cycle.
 * @returns what the work returned for the items that succeeded
 */
export async function eachItem<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  { onError, signal }: EachItemOptions<Item>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    if (signal?.aborted) break;
    try {
      results.push(await work(item));
    } catch (error) {
      onError(error, item);
    }
  }
  return results;
}
