import { OF_ALL_STORES, type OfStore, Prisma } from '@service/db';

export interface DeliveryRef {
  tenantId: string;
  id: string;
}

/** The subscription that a delivery belongs to. */
export interface SubscriptionRef {
  tenantId: string;
  subscriptionId: string;
}

/** The rows of deliveries: see `deliveries_by_key` of the schema, which looks over all stores. */
export function deliveriesByKey(refs: readonly DeliveryRef[], of: OfStore): Prisma.Sql {
  const tenantIds = refs.map(({ tenantId }) => tenantId);
  const ids = refs.map(({ id }) => id);
  if (of !== OF_ALL_STORES)
    return Prisma.sql`(SELECT * FROM webhook_deliveries WHERE tenant_id = ${tenantIds[0]}::uuid AND id = ANY (${ids}::uuid[]))`;
  return Prisma.sql`deliveries_by_key(${tenantIds}::uuid[], ${ids}::uuid[])`;
}

/** A query of the keys `tenant_id` and `id` of subscriptions, each once. The limit tells the planner that they are few. */
export function subscriptionKeysOf(refs: readonly SubscriptionRef[]): Prisma.Sql {
  const tenantIds = refs.map(({ tenantId }) => tenantId);
  const ids = refs.map(({ subscriptionId }) => subscriptionId);
  return Prisma.sql`
    SELECT DISTINCT tenant_id, id FROM unnest(${tenantIds}::uuid[], ${ids}::uuid[]) AS key(tenant_id, id)
    LIMIT ${refs.length}::int`;
}
