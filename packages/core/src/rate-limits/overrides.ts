import { singleFlight } from '@service/jobs/primitives';
import type { SystemContext } from '../context.ts';

/** The limits of the stores that have one of their own, by their ids. */
type Overrides = ReadonlyMap<string, number>;

const DEADLINE_MS = 5000;

/**
 * Reads all of them at once and keeps them for a while: a request asks nothing, and few stores have one. Only the first
 * reading is waited for. Failure policy: while the database is away, or slow, the former ones hold.
 */
export function createOverrides(keepMs: number): (system: SystemContext) => Promise<Overrides> {
  const inOneReading = singleFlight<void>('reading the rate limits of stores', DEADLINE_MS);
  let kept: Overrides | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  async function read(system: SystemContext): Promise<void> {
    try {
      await inOneReading(async () => {
        kept = await findOverrides(system);
      });
    } catch (err) {
      system.log.warn({ err }, 'rate limits of stores could not be read');
    }
    readAt = performance.now();
  }

  return async (system) => {
    const reading = performance.now() - readAt >= keepMs ? read(system) : undefined;
    if (!kept) await reading;
    return kept ?? new Map();
  };
}

async function findOverrides({ db }: SystemContext): Promise<Overrides> {
  const rows = await db.tenant.findMany({
    where: { rateLimitPerMinute: { not: null } },
    select: { id: true, rateLimitPerMinute: true },
  });
  return new Map(rows.map(({ id, rateLimitPerMinute }) => [id, rateLimitPerMinute ?? 0]));
}
