import { randomUUID } from 'node:crypto';
import type { SystemContext } from '../context.ts';
import { notifyAdmins } from '../notifications/index.ts';

const ORDERS_PER_RUN = 500;

interface Difference {
  tenantId: string;
  orderId: string;
  differences: string[];
}

/**
 * Compares the ledgers of some orders with the sums and states that are kept beside them; returns in how many they differ. A job
 * of the worker. Each run takes orders from a random place on, so all of them have their turn without a record of it. Operators
 * of the store are notified of a difference.
 */
export async function compareLedgers(system: SystemContext, from: string = randomUUID()): Promise<number> {
  const found = await system.db.sql<Difference[]>`
    SELECT tenant_id AS "tenantId", order_id AS "orderId", array_agg(DISTINCT difference) AS differences
    FROM wrong_ledgers(ARRAY(SELECT id FROM orders WHERE id >= ${from}::uuid ORDER BY id LIMIT ${ORDERS_PER_RUN}))
    GROUP BY 1, 2`;
  for (const { tenantId, orderId, differences } of found) {
    system.log.error({ tenantId, orderId, differences }, 'the ledger of an order differs from its sums');
    await notifyAdmins(system.forTenant(tenantId, { kind: 'system' }), {
      kind: 'ledger.difference',
      title: 'The ledger of an order doesn’t add up',
      detail: `What order ${orderId} shows (${differences.join(', ')}) isn’t the sum of its entries. Ask who runs the service to run \`commerce doctor\`.`,
    });
  }
  return found.length;
}
