import { isDatabaseFull } from '@service/db';

export interface DiskWatch {
  /** Looks at what a request failed with. */
  note(error: unknown): void;
  /** Whether the database lately refused to write for lack of room. */
  isFull(): boolean;
}

/** Reads succeed while the disk is full, so no reading query can detect it; a probe that wrote would need room itself. */
const LATELY_MS = 60_000;

/** `tick`: a clock that never goes back, in milliseconds. By one that is set, a full disk would pass for free, or stay full. */
export function createDiskWatch(tick: () => number = () => performance.now()): DiskWatch {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    note: (error) => {
      if (isDatabaseFull(error)) refusedAt = tick();
    },
    isFull: () => tick() - refusedAt < LATELY_MS,
  };
}
