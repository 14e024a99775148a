import type { SystemContext } from '../context.ts';
import { takeInTurns } from '../in-turns.ts';

/**
 * Input: how many changes at most. Output: how many were added to the sums of their days, of any store, in the same statement that
 * removes them: so nobody sees one twice, or not at all. Several workers lock the sums in the same order.
 */
export function sumSales(system: SystemContext, limit: number): Promise<number> {
  return takeInTurns(limit, (from, most) => sumFrom(system, from, most));
}

async function sumFrom({ db }: SystemContext, from: string, limit: number): Promise<number> {
  const [summed] = await db.sql<[{ changes: number }]>`
    WITH due AS (
      SELECT tenant_id, id FROM sales_changes WHERE tenant_id >= ${from}::uuid
      ORDER BY tenant_id, id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM sales_changes c USING due WHERE c.tenant_id = due.tenant_id AND c.id = due.id
      RETURNING c.tenant_id, c.day, c.currency, c.counted, c.orders, c.revenue, c.refunds
    ), added AS (
      INSERT INTO daily_sales AS d (tenant_id, day, currency, counted, orders, revenue, refunds)
      SELECT tenant_id, day, currency, sum(counted), sum(orders), sum(revenue), sum(refunds)
      FROM taken GROUP BY tenant_id, day, currency ORDER BY tenant_id, day, currency
      ON CONFLICT (tenant_id, day, currency) DO UPDATE SET counted = d.counted + excluded.counted,
        orders = d.orders + excluded.orders, revenue = d.revenue + excluded.revenue, refunds = d.refunds + excluded.refunds
    )
    SELECT count(*)::int AS changes FROM taken`;
  return summed.changes;
}
