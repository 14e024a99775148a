import type { TestStore } from '@service/testing';
import type { TestApi } from '../harness.ts';

/** The events that the store has recorded, oldest first. */
export async function eventsOf({ env }: TestApi, { tenantId }: TestStore) {
  const events = await env.database.system.webhookEvent.findMany({
    where: { tenantId },
    orderBy: { occurredAt: 'asc' },
  });
  return events.map(({ name, data }) => ({ name, data }));
}
