import type { SystemContext } from '../context.ts';

/** The limits of the stores that have one of their own, by their ids. */
type Overrides = ReadonlyMap<string, number>;

/**
 * Reads all of them at once and keeps them for a while: a request asks nothing, and few stores have one. Failure policy:
 * while the database is away the former ones hold.
 */
export function createOverrides(keepMs: number): (system: SystemContext) => Promise<Overrides> {
  let kept: Overrides = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;

  async function read(system: SystemContext): Promise<void> {
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
  }

  return async (system) => {
    if (performance.now() - readAt >= keepMs) {
      reading ??= read(system);
      await reading;
    }
    return kept;
  };
}
