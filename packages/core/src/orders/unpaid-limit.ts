import { refuse } from '@service/contract';
import type { Context, Transaction } from '../context.ts';
import { hashKey } from '../limiter.ts';
import { networkOf } from '../network.ts';

/**
 * A hash of the network from which a shopper placed an order; null: the order wasn't placed by a shopper who could leave it
 * unpaid.
 */
export function originOf({ tenantId, clientAddress, principal }: Context): string | null {
  const isShopper = principal.kind === 'storefront' || principal.kind === 'customer';
  return isShopper && clientAddress !== undefined ? hashKey(tenantId, networkOf(clientAddress)) : null;
}

/**
 * Prevents one network from holding a store's stock by unpaid orders. Called once the order is placed: since the store's next
 * order waits for its number, two concurrent orders can't exceed the limit. An order whose payment is being processed doesn't
 * count. Refuses with `too_many_unpaid_orders`.
 */
export async function assertFewUnpaid(tx: Transaction): Promise<void> {
  const limit = tx.services.checkout.unpaidOrdersPerNetwork;
  const origin = originOf(tx);
  if (limit === 0 || origin === null) return;
  const [{ unpaid }] = await tx.db.sql<[{ unpaid: number }]>`
    SELECT count(*)::int AS unpaid FROM orders o
    WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.origin = ${origin} AND o.status = 'pending'
      AND NOT EXISTS (
        SELECT 1 FROM payments p
        WHERE p.tenant_id = ${tx.tenantId}::uuid AND p.order_id = o.id AND p.status = 'processing'
      )`;
  if (unpaid > limit)
    refuse('too_many_unpaid_orders', `${limit} orders from your network wait for their payment.`);
}
