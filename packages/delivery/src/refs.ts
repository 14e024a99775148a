import { Prisma } from '@service/db';

export interface DeliveryRef {
  tenantId: string;
  id: string;
}

/** The subscription that a delivery belongs to. */
export interface SubscriptionRef {
  tenantId: string;
  subscriptionId: string;
}

/**
 * A query of the keys `tenant_id` and `id`, each once. The limit tells the planner that they are few: so it looks each of them up
 * in the primary key, also where a table seems so small that reading all of it were cheaper, and keeps to that as it grows.
 */
export function keysOf(refs: readonly DeliveryRef[]): Prisma.Sql {
  const tenantIds = refs.map(({ tenantId }) => tenantId);
  const ids = refs.map(({ id }) => id);
  return Prisma.sql`
    SELECT DISTINCT tenant_id, id FROM unnest(${tenantIds}::uuid[], ${ids}::uuid[]) AS key(tenant_id, id)
    LIMIT ${refs.length}::int`;
}

/** The same of subscriptions. */
export function subscriptionKeysOf(refs: readonly SubscriptionRef[]): Prisma.Sql {
  return keysOf(refs.map(({ tenantId, subscriptionId }) => ({ tenantId, id: subscriptionId })));
}
