import { isDatabaseFull } from '@service/db';

export interface DiskWatch {
  /** Receives the error with which a request failed. */
  note(error: unknown): void;
  /** Whether the database recently refused to write because its disk is full. */
  isFull(): boolean;
}

/** Reads succeed while the disk is full, so no reading query can detect it; a probe that writes would itself need space. */
const LATELY_MS = 60_000;

/**
 * `tick`: a clock that never goes back, in milliseconds. With a clock that can be set, a full disk would be forgotten too early,
 * or never.
 */
export function createDiskWatch(tick: () => number = () => performance.now()): DiskWatch {
  let refusedAt = Number.NEGATIVE_INFINITY;
  return {
    note: (error) => {
      if (isDatabaseFull(error)) refusedAt = tick();
    },
    isFull: () => tick() - refusedAt < LATELY_MS,
  };
}
