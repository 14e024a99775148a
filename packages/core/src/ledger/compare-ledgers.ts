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
 * of the store are notified of a difference once, however often it is met.
 */
export async function compareLedgers(system: SystemContext, from: string = randomUUID()): Promise<number> {
  const found = await system.db.sql<Difference[]>`
    SELECT tenant_id AS "tenantId", order_id AS "orderId", array_agg(DISTINCT difference) AS differences
    FROM wrong_ledgers(ARRAY(SELECT id FROM orders WHERE id >= ${from}::uuid ORDER BY id LIMIT ${ORDERS_PER_RUN}))
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
