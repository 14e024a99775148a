import { randomUUID } from 'node:crypto';
import { Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import { keepNotices } from '../notifications/index.ts';

const ORDERS_PER_RUN = 500;

const [KIND, TITLE] = ['ledger.difference', 'The ledger of an order doesn’t add up'];

interface Difference {
  tenantId: string;
  orderId: string;
  differences: string[];
}

/**
 * Compares the ledgers of some orders with the sums and states that are kept beside them; returns in how many they differ. A job
 * of the worker. Each run takes orders from a random place on, so all of them have their turn without a record of it. Operators
 * of the store are notified of a difference once, however often it is found.
 */
export async function compareLedgers(system: SystemContext, from: string = randomUUID()): Promise<number> {
  const orders = await system.db.sql<{ tenantId: string; id: string }[]>`
    SELECT tenant_id AS "tenantId", id FROM orders WHERE id >= ${from}::uuid ORDER BY id LIMIT ${ORDERS_PER_RUN}`;
  const found = await system.db.sql<Difference[]>`
    SELECT store.id AS "tenantId", order_id AS "orderId", array_agg(DISTINCT difference) AS differences
    FROM (
      SELECT tenant_id AS id, array_agg(order_id) AS orders
      FROM unnest(${orders.map(({ tenantId }) => tenantId)}::uuid[], ${orders.map(({ id }) => id)}::uuid[]) AS looked(tenant_id, order_id)
      GROUP BY 1
    ) AS store CROSS JOIN LATERAL wrong_ledgers(store.id, store.orders)
    GROUP BY 1, 2`;
  for (const { tenantId, orderId, differences } of found) {
    system.log.error({ tenantId, orderId, differences }, 'the ledger of an order differs from its sums');
    const what = differences.join(', ');
    const detail = `What order ${orderId} shows (${what}) isn’t the sum of its entries. Ask who runs the service to run \`commerce doctor\`.`;
    await keepNotices(
      system,
      Prisma.sql`SELECT ${tenantId}::uuid, ${KIND}, ${TITLE}, ${detail}, ${`${KIND} ${orderId} ${what}`}`,
    );
  }
  return found.length;
}
