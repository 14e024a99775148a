import type { TestStore } from '@service/testing';
import type { TestApi } from '../harness.ts';

/** The events that the store has recorded, oldest first. */
export async function eventsOf({ platform }: TestApi, { tenantId }: TestStore) {
  const events = await platform.database.system.webhookEvent.findMany({
    where: { tenantId },
    orderBy: { occurredAt: 'asc' },
  });
  return events.map(({ name, data }) => ({ name, data }));
}
