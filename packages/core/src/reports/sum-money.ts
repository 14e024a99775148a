import { countByStore, type OfStore, Prisma } from '@service/db';
import type { SystemContext } from '../context.ts';
import { takeInTurns } from '../in-turns.ts';

/**
 * Input: the most changes. Output: how many were added to their days' sums, of all stores; the same statement deletes them, so
 * every reader counts each exactly once. Several workers lock the sums in the same order.
 */
export function sumMoney(system: SystemContext, limit: number): Promise<number> {
  return takeInTurns(limit, (from, most) => {
    const due = Prisma.sql`FROM money_changes WHERE tenant_id >= ${from}::uuid`;
    return countByStore(system.db, most, due, (of, each) => sumDue(system, due, of, each));
  });
}

async function sumDue({ db }: SystemContext, due: Prisma.Sql, of: OfStore, limit: number): Promise<number> {
  const [summed] = await db.sql<[{ changes: number }]>`
    WITH due AS (
      SELECT tenant_id, id ${due} ${of('tenant_id')}
      ORDER BY tenant_id, id LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    ), taken AS (
      DELETE FROM money_changes c USING due WHERE c.tenant_id = due.tenant_id AND c.id = due.id ${of('c.tenant_id')}
      RETURNING c.*
    ), added AS (
      INSERT INTO daily_money AS d
        (tenant_id, day, currency, kind, account_id, country, region, rate_basis_points, exempt, counted, amount, tax)
      SELECT tenant_id, day, currency, kind, account_id, country, region, rate_basis_points, exempt, sum(counted), sum(amount), sum(tax)
      FROM taken GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
      ON CONFLICT (tenant_id, day, currency, kind, account_id, country, region, rate_basis_points, exempt) DO UPDATE
        SET counted = d.counted + excluded.counted, amount = d.amount + excluded.amount, tax = d.tax + excluded.tax
    )
    SELECT count(*)::int AS changes FROM taken`;
  return summed.changes;
}
