import type { TestStore } from '@service/testing';
import type { TestApi } from '../harness.ts';

/** The events that the store has recorded, in their order; those of one moment have the same time. */
export async function eventsOf({ env }: TestApi, { tenantId }: TestStore) {
  const events = await env.database.system.webhookEvent.findMany({
    where: { tenantId },
    orderBy: { position: 'asc' },
  });
  return events.map(({ name, data }) => ({ name, data }));
}
