export interface Coalescer<T> {
  add(items: readonly T[]): void;
  /** Resolves when nothing is waiting or under way. */
  settled(): Promise<void>;
}

interface CoalescerOptions<T> {
  run(items: readonly T[]): Promise<void>;
  maxWaiting: number;
  onError(error: Error): void;
}

/** Hands items over in groups: whatever arrives while one group is under way forms the next. Keeps their order. */
export function createCoalescer<T>({ run, maxWaiting, onError }: CoalescerOptions<T>): Coalescer<T> {
  let waiting: T[] = [];
  let running: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await run(group).catch(onError);
    }
    running = undefined;
  }

  return {
    add(items) {
      // Without items `drain` would end before its promise is kept, which would then be taken for one under way for ever.
      if (items.length === 0 || waiting.length + items.length > maxWaiting) return;
      waiting.push(...items);
      running ??= drain();
    },
    settled: async () => running,
  };
}
