import type { SystemContext } from '../context.ts';
import { takeInTurns } from '../in-turns.ts';

/**
 * Input: how many paid orders at most. Output: how many were counted, of any store: their units are added to their products,
 * in the same statement that takes them off the list of what is to be counted. Why the lock comes first: whoever changes several
 * listings locks them in this order.
 */
export function countSales(system: SystemContext, limit: number): Promise<number> {
  return takeInTurns(limit, (from, most) => countFrom(system, from, most));
}

async function countFrom({ db }: SystemContext, from: string, limit: number): Promise<number> {
  const [counted] = await db.sql<[{ orders: number }]>`
    WITH due AS (
      SELECT tenant_id, order_id FROM uncounted_sales WHERE tenant_id >= ${from}::uuid
      ORDER BY tenant_id, order_id LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM uncounted_sales u USING due WHERE u.tenant_id = due.tenant_id AND u.order_id = due.order_id
      RETURNING u.tenant_id, u.order_id
    ), units AS (
      SELECT n.tenant_id, n.product_id, sum(n.quantity) AS count
      FROM taken JOIN order_lines n ON n.tenant_id = taken.tenant_id AND n.order_id = taken.order_id
      GROUP BY 1, 2
    ), locked AS MATERIALIZED (
      SELECT l.tenant_id, l.product_id, units.count
      FROM units JOIN product_listings l ON l.tenant_id = units.tenant_id AND l.product_id = units.product_id
      ORDER BY l.tenant_id, l.product_id FOR NO KEY UPDATE OF l
    ), added AS (
      UPDATE product_listings l SET sold = l.sold + locked.count FROM locked
      WHERE l.tenant_id = locked.tenant_id AND l.product_id = locked.product_id
    ), ranked AS (
      UPDATE product_search s SET sold = s.sold + locked.count FROM locked
      WHERE s.tenant_id = locked.tenant_id AND s.product_id = locked.product_id
    )
    SELECT count(*)::int AS orders FROM taken`;
  return counted.orders;
}
