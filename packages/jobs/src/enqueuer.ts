import { type Batcher, createBatcher } from './primitives/batcher.ts';

/** How many items may wait for the queue in memory. Further ones are left to the poll. */
const MAX_WAITING = 50_000;
const BULK = 1000;
/** Longer than one call of the queue may take. */
const DEADLINE_MS = 10_000;

/**
 * Enqueues in the background, in groups. Failure policy: an item that is refused or fails here is late by one poll interval at
 * most; its row is committed.
 */
export function createEnqueuer<Item>(
  name: string,
  enqueue: (items: readonly Item[]) => Promise<void>,
  onError: (error: Error) => void,
): Pick<Batcher<Item, void>, 'push' | 'close'> {
  return createBatcher<Item, void>({
    name,
    run: async (items) => {
      await enqueue(items);
      return [];
    },
    maxSize: BULK,
    maxWaiting: MAX_WAITING,
    deadlineMs: DEADLINE_MS,
    onError: (error) => onError(error as Error),
  });
}
