import type { SchemaWatch } from '@service/db';

/** How soon a job that arrived during an upgrade is checked again. */
const AGAIN_MS = 5000;

type Cycle = (signal: AbortSignal) => Promise<unknown>;

/**
 * Prevents work from starting while an upgrade uses the database, or while the worker doesn't fit it. Work that is under way
 * ends.
 */
export function createWhileOpen({ closed }: Pick<SchemaWatch, 'closed'>) {
  return {
    /** Returns in how many milliseconds a job that may not begin now is checked again; null: it may begin. */
    closedForMs: (): number | null => (closed() ? AGAIN_MS : null),
    cycle:
      (run: Cycle): Cycle =>
      async (signal) =>
        closed() ? undefined : run(signal),
  };
}
