import type { SystemContext } from '@service/core';
import type { SchemaWatch } from '@service/db';
import { RetryLater, type RowRef } from '@service/jobs';

/** How soon a job that came during an upgrade is looked at again. */
const AGAIN_MS = 5000;

type RowWork = (system: SystemContext, row: RowRef) => Promise<Date | null>;
type Cycle = (signal: AbortSignal) => Promise<unknown>;

/** Keeps work from beginning while an upgrade has the database, or while the worker doesn't fit it. What is under way ends. */
export function createWhileOpen({ closed }: Pick<SchemaWatch, 'closed'>) {
  return {
    assert(): void {
      if (closed()) throw new RetryLater(AGAIN_MS);
    },
    row:
      (work: RowWork): RowWork =>
      async (system, row) => {
        if (closed()) throw new RetryLater(AGAIN_MS);
        return work(system, row);
      },
    cycle:
      (run: Cycle): Cycle =>
      async (signal) =>
        closed() ? undefined : run(signal),
  };
}
