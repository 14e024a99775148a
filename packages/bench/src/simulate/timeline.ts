interface Entry {
  at: number;
  /** Of two entries at the same time, the one that was planned first comes first. */
  number: number;
  run: () => void;
}

/** The planned calls by their time, in milliseconds: a binary heap. */
export function createTimeline() {
  const heap: Entry[] = [];
  let now = 0;
  let number = 0;
  const isBefore = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.number < b.number);

  function push(entry: Entry): void {
    let index = heap.length;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(entry, heap[parent] as Entry)) break;
      heap[index] = heap[parent] as Entry;
      index = parent;
    }
    heap[index] = entry;
  }

  function pop(): Entry | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child + 1 < heap.length && isBefore(heap[child + 1] as Entry, heap[child] as Entry)) child += 1;
      if (child >= heap.length || !isBefore(heap[child] as Entry, last)) break;
      heap[index] = heap[child] as Entry;
      index = child;
    }
    heap[index] = last;
    return first;
  }

  return {
    now: () => now,
    at(time: number, run: () => void): void {
      push({ at: time, number: number++, run });
    },
    /** Until nothing is planned any more, or until this time. */
    run(endsAt: number): void {
      for (let entry = pop(); entry && entry.at <= endsAt; entry = pop()) {
        now = entry.at;
        entry.run();
      }
    },
  };
}
