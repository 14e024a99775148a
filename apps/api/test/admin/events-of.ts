import type { TestStore } from '@service/testing';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';

/** The events that the store has recorded, in their order; those of one moment have the same time. */
export async function eventsOf({ env }: TestApi, { tenantId }: TestStore) {
  const events = await env.database.system.webhookEvent.findMany({
    where: { tenantId },
    orderBy: { position: 'asc' },
  });
  return events.map(({ name, data }) => ({ name, data }));
}

/** What the deliveries of an event say, by the log, the oldest first. */
export async function payloadsOf({ admin }: Pick<Shop, 'admin'>, event: string) {
  const { items } = (await admin('GET', `/webhooks/deliveries?event=${event}`)).expect(200);
  const whole = items.map(async ({ id }: { id: string }) =>
    (await admin('GET', `/webhooks/deliveries/${id}`)).expect(200),
  );
  return (await Promise.all(whole)).map(({ payload }) => payload.data).reverse();
}
