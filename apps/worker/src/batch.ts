/**
 * Joins concurrent calls into groups, so that many deliveries share one statement: whatever is asked while a group is
 * under way forms the next. `run` answers one result for each item, in order; its rejection rejects the whole group.
 */
export function createBatcher<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  maxSize: number,
) {
  interface Call {
    item: Item;
    resolve(result: Result): void;
    reject(error: unknown): void;
  }
  const waiting: Call[] = [];
  let isRunning = false;

  async function drain(): Promise<void> {
    isRunning = true;
    // One turn of the event loop lets calls of the same moment in.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting.splice(0, maxSize);
      try {
        const results = await run(group.map(({ item }) => item));
        for (const [index, call] of group.entries()) call.resolve(results[index] as Result);
      } catch (error) {
        for (const call of group) call.reject(error);
      }
    }
    isRunning = false;
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void drain();
    });
}
