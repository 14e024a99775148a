import { countByStore, type OfStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import { takeInTurns } from '../in-turns.ts';

/**
 * Input: how many paid orders at most. Output: how many were counted, of any store: their units are added to their products, in
 * the same statement that removes them from the orders to count. Why it waits for no lock: it locks rows of many stores at once,
 * and a transaction that holds a product of one store must not delay the products of the others. An order of such a product is
 * counted in a later cycle.
 */
export function countSales(system: SystemContext, limit: number): Promise<number> {
  return takeInTurns(limit, (from, most) => {
    const due = Prisma.sql`FROM uncounted_sales WHERE tenant_id >= ${from}::uuid`;
    return countByStore(system.db, most, due, (of, each) => countDue(system, { due, of, limit: each }));
  });
}

async function countDue(
  { db }: SystemContext,
  { due, of, limit }: { due: Prisma.Sql; of: OfStore; limit: number },
): Promise<number> {
  const [counted] = await db.sql<[{ orders: number }]>`
    WITH due AS (
      SELECT tenant_id, order_id ${due} ${of('tenant_id')}
      ORDER BY tenant_id, order_id LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED
    ), units AS MATERIALIZED (
      SELECT n.tenant_id, n.order_id, n.product_id, sum(n.quantity) AS count
      FROM due JOIN order_lines n ON n.tenant_id = due.tenant_id AND n.order_id = due.order_id ${of('n.tenant_id')}
      GROUP BY 1, 2, 3
    ), products AS (
      SELECT DISTINCT tenant_id, product_id FROM units
    ), listed AS MATERIALIZED (
      SELECT l.tenant_id, l.product_id
      FROM products JOIN product_listings l ON l.tenant_id = products.tenant_id AND l.product_id = products.product_id ${of('l.tenant_id')}
      FOR NO KEY UPDATE OF l SKIP LOCKED
    ), locked AS MATERIALIZED (
      SELECT s.tenant_id, s.product_id
      FROM listed JOIN product_search s ON s.tenant_id = listed.tenant_id AND s.product_id = listed.product_id ${of('s.tenant_id')}
      FOR NO KEY UPDATE OF s SKIP LOCKED
    ), held AS (
      SELECT l.tenant_id, l.product_id
      FROM products JOIN product_listings l ON l.tenant_id = products.tenant_id AND l.product_id = products.product_id
      WHERE (l.tenant_id, l.product_id) NOT IN (SELECT tenant_id, product_id FROM locked) ${of('l.tenant_id')}
    ), taken AS (
      DELETE FROM uncounted_sales u USING due
      WHERE u.tenant_id = due.tenant_id AND u.order_id = due.order_id AND NOT EXISTS (
        SELECT FROM units JOIN held ON held.tenant_id = units.tenant_id AND held.product_id = units.product_id
        WHERE units.tenant_id = u.tenant_id AND units.order_id = u.order_id) ${of('u.tenant_id')}
      RETURNING u.tenant_id, u.order_id
    ), sold AS MATERIALIZED (
      SELECT tenant_id, product_id, sum(count) AS count
      FROM taken JOIN units USING (tenant_id, order_id) JOIN locked USING (tenant_id, product_id)
      GROUP BY 1, 2
    ), added AS (
      UPDATE product_listings l SET sold = l.sold + sold.count FROM sold
      WHERE l.tenant_id = sold.tenant_id AND l.product_id = sold.product_id ${of('l.tenant_id')}
    ), ranked AS (
      UPDATE product_search s SET sold = s.sold + sold.count FROM sold
      WHERE s.tenant_id = sold.tenant_id AND s.product_id = sold.product_id ${of('s.tenant_id')}
    )
    SELECT count(*)::int AS orders FROM taken`;
  return counted.orders;
}
