import { DeadlineError, withDeadline } from './deadline.ts';

export interface BatcherOptions<Item, Result> {
  name: string;
  /** Handles a group; returns one result for each item, in order. */
  run(items: readonly Item[], signal: AbortSignal): Promise<readonly Result[]>;
  /** The most items of one group. */
  maxSize: number;
  /** A group that takes longer fails, and the next one starts. */
  deadlineMs: number;
  /** While the only group under way has fewer items, a second one starts beside it; default 0: never. */
  smallSize?: number;
  /** How many milliseconds a group that isn't full waits for further items; default 0: for those of the same moment. */
  lingerMs?(): number;
  /** Beyond this many waiting items, further ones are refused. */
  maxWaiting?: number;
  /** Whether an error would hit every item alone too. If not, a failed group is tried in halves, one after the other. */
  failsAll?(error: unknown): boolean;
  /** Called once for each group, or item tried alone, that failed. */
  onError?(error: unknown): void;
}

export interface Batcher<Item, Result> {
  /** Returns the item's own result. */
  add(item: Item): Promise<Result>;
  /** Adds items without waiting for their results. Items that are refused are left out. */
  push(items: readonly Item[]): void;
  /** Accepts no further item, and resolves when all accepted ones have their results. */
  close(): Promise<void>;
}

interface Call<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

function ignore(): void {}

/**
 * Joins concurrent calls into groups, so that many share one statement: items that are added while one group is under way form
 * the next. Groups begin in the order of their items. They never run side by side, unless the one before is small, or was
 * abandoned at its deadline.
 */
export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { name, run, maxSize, deadlineMs, smallSize = 0 } = options;
  const { maxWaiting = Number.POSITIVE_INFINITY, failsAll = () => true, onError = ignore } = options;
  const { lingerMs = () => 0 } = options;
  const waiting: Call<Item, Result>[] = [];
  /** Groups under way, with their sizes. */
  const underWay = new Map<Promise<void>, number>();
  let beginning: Promise<void> | undefined;
  let isClosed = false;

  function canTake(): boolean {
    return !isClosed && waiting.length < maxWaiting;
  }

  function take(call: Call<Item, Result>): void {
    waiting.push(call);
    if (mayBegin()) beginning ??= beginSoon();
  }

  function mayBegin(): boolean {
    const [size] = underWay.values();
    return size === undefined || (underWay.size === 1 && size < smallSize);
  }

  async function beginSoon(): Promise<void> {
    const waitMs = lingerMs();
    // One turn of the event loop lets calls of the same moment in.
    await new Promise((resolve) => (waitMs > 0 ? setTimeout(resolve, waitMs) : setImmediate(resolve)));
    beginning = undefined;
    begin();
  }

  function begin(): void {
    while (waiting.length > 0 && mayBegin()) {
      const group = waiting.splice(0, maxSize);
      const work = settle(group)
        .catch(ignore)
        .finally(() => {
          underWay.delete(work);
          const mayGather = waiting.length > 0 && waiting.length < maxSize && lingerMs() > 0;
          if (mayGather) beginning ??= beginSoon();
          else begin();
        });
      underWay.set(work, group.length);
    }
  }

  async function settle(group: Call<Item, Result>[]): Promise<void> {
    try {
      const items = group.map(({ item }) => item);
      const results = await withDeadline((signal) => run(items, signal), deadlineMs, name);
      for (const [index, call] of group.entries()) call.resolve(results[index] as Result);
    } catch (error) {
      const isWhole = group.length === 1 || error instanceof DeadlineError || failsAll(error);
      if (isWhole) fail(group, error);
      else await settleHalves(group);
    }
  }

  /** One bad item of a hundred costs some fifteen statements, of which no two run at once. */
  async function settleHalves(group: Call<Item, Result>[]): Promise<void> {
    const middle = Math.ceil(group.length / 2);
    await settle(group.slice(0, middle));
    await settle(group.slice(middle));
  }

  function fail(group: Call<Item, Result>[], error: unknown): void {
    for (const call of group) call.reject(error);
    onError(error);
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        if (canTake()) take({ item, resolve, reject });
        else reject(new Error(`${name} takes no more`));
      }),
    push(items) {
      for (const item of items) if (canTake()) take({ item, resolve: ignore, reject: ignore });
    },
    async close() {
      isClosed = true;
      while (beginning || underWay.size > 0) await Promise.all([beginning, ...underWay.keys()]);
    },
  };
}

/**
 * The same with groups of items that have a key in common. Groups of different keys run side by side, so that one key's failure or
 * delay is no other's.
 */
export function createBatchers<Item, Result>(
  keyOf: (item: Item) => string,
  options: Omit<BatcherOptions<Item, Result>, 'maxWaiting'>,
): Batcher<Item, Result> {
  const batchers = new Map<string, { batcher: Batcher<Item, Result>; waiting: number }>();
  let isClosed = false;

  async function add(item: Item): Promise<Result> {
    if (isClosed) throw new Error(`${options.name} takes no more`);
    const key = keyOf(item);
    const of = batchers.get(key) ?? { batcher: createBatcher(options), waiting: 0 };
    batchers.set(key, of);
    of.waiting += 1;
    try {
      return await of.batcher.add(item);
    } finally {
      of.waiting -= 1;
      if (of.waiting === 0) batchers.delete(key);
    }
  }

  return {
    add,
    push(items) {
      for (const item of items) void add(item).catch(ignore);
    },
    async close() {
      isClosed = true;
      await Promise.all([...batchers.values()].map(({ batcher }) => batcher.close()));
    },
  };
}
