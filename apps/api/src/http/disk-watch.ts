import { isDatabaseFull } from '@service/db';

export interface DiskWatch {
  /** Looks at what a request failed with. */
  note(error: unknown): void;
  /** Whether the database lately refused to write for lack of room. */
  isFull(): boolean;
}

/** Reads go on while the disk is full, so no query that reads can tell; a probe that wrote would need room itself. */
const LATELY_MS = 60_000;

export function createDiskWatch(now: () => Date): DiskWatch {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    note: (error) => {
      if (isDatabaseFull(error)) refusedAt = now().getTime();
    },
    isFull: () => now().getTime() - refusedAt < LATELY_MS,
  };
}
