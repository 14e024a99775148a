import type { SystemContext } from '../context.ts';

export interface UnmatchedEvent {
  id: string;
  type: string;
  receivedAt: Date;
}

/** The provider's events that have had no effect on any store, newest first. */
export function listUnmatchedEvents(system: SystemContext, limit: number): Promise<UnmatchedEvent[]> {
  return system.db.$queryRaw<UnmatchedEvent[]>`
    SELECT id, type, received_at AS "receivedAt" FROM payment_events
    WHERE processed_at IS NULL AND order_id IS NULL
    ORDER BY received_at DESC, id DESC LIMIT ${limit}`;
}
