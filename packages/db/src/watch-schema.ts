import type { SystemDb } from './clients.ts';
import { createSchemaCheck, type SchemaState } from './schema-state.ts';

/** How soon a process notices that an upgrade has begun or ended. */
export const WATCH_MS = 1000;

export interface SchemaWatch {
  /** The reason why the process must neither accept requests nor work now; undefined: it may. */
  closed(): string | undefined;
  /** The reason why the process doesn't fit the database; an upgrade is none. */
  problem(): string | undefined;
  close(): void;
}

/**
 * Polls whether the process fits the database and whether an upgrade uses it exclusively. While the database is away, the last
 * result counts. It waits for the first result, so that no work begins before it.
 */
export async function watchSchema(
  db: Pick<SystemDb, 'sql'>,
  onChange: (closed: string | undefined) => void = () => {},
): Promise<SchemaWatch> {
  const check = createSchemaCheck(db);
  let state: SchemaState = { fits: true };
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    try {
      const [before, now] = [state, await check()];
      state = now;
      if (reasonOf(now) !== reasonOf(before)) onChange(reasonOf(now));
    } catch {
      // The database is away, and each query reports that itself.
    }
    if (!isOver) timer = setTimeout(look, WATCH_MS);
  };
  await look();
  return {
    closed: () => reasonOf(state),
    problem: () => (state.maintenanceSince ? undefined : state.problem),
    close() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

function reasonOf({ problem, maintenanceSince }: SchemaState): string | undefined {
  return maintenanceSince ? 'An upgrade is under way; nothing was changed.' : problem;
}
