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

/** A query of the keys `tenant_id` and `id`, each once. The limit tells the planner that they are few. */
export function keysOf(refs: readonly DeliveryRef[]): Prisma.Sql {
  const tenantIds = refs.map(({ tenantId }) => tenantId);
  const ids = refs.map(({ id }) => id);
  return Prisma.sql`
    SELECT DISTINCT tenant_id, id FROM unnest(${tenantIds}::uuid[], ${ids}::uuid[]) AS key(tenant_id, id)
    LIMIT ${refs.length}::int`;
}

/**
 * What follows FROM: the rows `d` of these deliveries. Why LATERAL and OFFSET: each is looked up by the primary key, and no plan
 * reads the whole table instead, which a prepared statement would keep as the table grows.
 */
export function deliveriesByKey(refs: readonly DeliveryRef[]): Prisma.Sql {
  return Prisma.sql`(${keysOf(refs)}) AS key CROSS JOIN LATERAL (
      SELECT * FROM webhook_deliveries WHERE tenant_id = key.tenant_id AND id = key.id OFFSET 0
    ) AS d`;
}

/** The keys of subscriptions. */
export function subscriptionKeysOf(refs: readonly SubscriptionRef[]): Prisma.Sql {
  return keysOf(refs.map(({ tenantId, subscriptionId }) => ({ tenantId, id: subscriptionId })));
}
