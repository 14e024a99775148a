import { createKeptValue } from '@service/jobs/primitives';
import type { SystemContext } from '../context.ts';

/** The limits of the stores that have their own, by the stores' ids. */
type Overrides = ReadonlyMap<string, number>;

const DEADLINE_MS = 5000;

/**
 * Reads all of them together and caches them: a request needs no query, and few stores have their own. Only the first read is
 * waited for. Failure policy: while the database is unavailable or slow, the previous limits hold.
 */
export function createOverrides(keepMs: number): (system: SystemContext) => Promise<Overrides> {
  const overrides = createKeptValue<Overrides, SystemContext>({
    what: 'reading the rate limits of stores',
    deadlineMs: DEADLINE_MS,
    refreshAfterMs: keepMs,
    maxAgeMs: Number.POSITIVE_INFINITY,
    read: findOverrides,
    onFailure: (err, system) => system.log.warn({ err }, 'rate limits of stores could not be read'),
  });
  return async (system) => (await overrides.get(system)) ?? new Map();
}

async function findOverrides({ db }: SystemContext): Promise<Overrides> {
  const rows = await db.tenant.findMany({
    where: { rateLimitPerMinute: { not: null } },
    select: { id: true, rateLimitPerMinute: true },
  });
  return new Map(rows.map(({ id, rateLimitPerMinute }) => [id, rateLimitPerMinute ?? 0]));
}
