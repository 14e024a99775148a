export interface BatcherOptions {
  maxSize: number;
  /** Whether an error would meet every item alone too; if not, a group that fails is taken apart. */
  isEveryones(error: unknown): boolean;
}

interface Call<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Joins concurrent calls into groups, so that many deliveries share one statement: whatever is asked while a group is
 * under way forms the next. `run` answers one result for each item, in order. When it rejects a group, each item is
 * tried alone, so that what is wrong with one doesn't fail the others.
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxSize, isEveryones }: BatcherOptions,
) {
  const waiting: Call<Item, Result>[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    // One turn of the event loop lets calls of the same moment in.
    await new Promise(setImmediate);
    while (waiting.length > 0) await answer(waiting.splice(0, maxSize));
    isRunning = false;
  }

  async function answer(group: Call<Item, Result>[]): Promise<void> {
    try {
      const results = await run(group.map(({ item }) => item));
      for (const [index, call] of group.entries()) call.resolve(results[index] as Result);
    } catch (error) {
      if (group.length > 1 && !isEveryones(error)) await Promise.all(group.map((call) => answer([call])));
      else for (const call of group) call.reject(error);
    }
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void drain();
    });
}
