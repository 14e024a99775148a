import type { SystemContext } from '../context.ts';

export interface UnmatchedEvent {
  id: string;
  type: string;
  receivedAt: Date;
}

/** The provider's events that have had no effect on any store, newest first. */
export function listUnmatchedEvents(system: SystemContext, limit: number): Promise<UnmatchedEvent[]> {
  return system.db.sql<UnmatchedEvent[]>`
    SELECT id, type, received_at AS "receivedAt" FROM payment_events
    WHERE processed_at IS NULL AND order_id IS NULL
    ORDER BY received_at DESC, id DESC LIMIT ${limit}`;
}

/** The count ends here. */
const COUNTED_UP_TO = 10_000;

/** How many there are, counted up to 10,000. */
export async function countUnmatchedEvents({ db }: SystemContext): Promise<number> {
  const [row] = await db.sql<[{ count: number }]>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM payment_events WHERE processed_at IS NULL AND order_id IS NULL LIMIT ${COUNTED_UP_TO}
    ) AS unmatched`;
  return row.count;
}
