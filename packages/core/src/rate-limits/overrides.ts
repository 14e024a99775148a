import type { SystemContext } from '../context.ts';

/** The limits of the stores that have one of their own, by their ids. */
type Overrides = ReadonlyMap<string, number>;

/**
 * Reads all of them at once and keeps them for a while: a request asks nothing, and few stores have one. Only the first
 * reading is waited for. Failure policy: while the database is away, or slow, the former ones hold.
 */
export function createOverrides(keepMs: number): (system: SystemContext) => Promise<Overrides> {
  let kept: Overrides | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<Overrides> | undefined;

  async function read(system: SystemContext): Promise<Overrides> {
    try {
      const rows = await system.db.tenant.findMany({
        where: { rateLimitPerMinute: { not: null } },
        select: { id: true, rateLimitPerMinute: true },
      });
      kept = new Map(rows.map(({ id, rateLimitPerMinute }) => [id, rateLimitPerMinute ?? 0]));
    } catch (err) {
      system.log.warn({ err }, 'rate limits of stores could not be read');
    }
    readAt = performance.now();
    reading = undefined;
    return kept ?? new Map();
  }

  return async (system) => {
    if (performance.now() - readAt >= keepMs) reading ??= read(system);
    return kept ?? (await reading) ?? new Map();
  };
}
