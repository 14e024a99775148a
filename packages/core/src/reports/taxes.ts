import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { readDays } from './days.ts';

type Taxes = ResponseOf<typeof operations.getTaxReport>;
type Item = Taxes['items'][number];

/**
 * The taxed amounts by country, region and rate, and the amounts of exempt goods: those of orders count on the day on which the order
 * became paid, those of credit notes on their own day.
 */
export async function getTaxReport(
  ctx: Context,
  query: InputOf<typeof operations.getTaxReport>['query'],
): Promise<Taxes> {
  const { from, to, timeZone } = await readDays(ctx, query);
  const items = await ctx.db.sql<(Omit<Item, 'exempt' | 'region'> & { exempt: boolean; region: string })[]>`
    SELECT *, "soldBase" - "creditedBase" AS "baseAmount", "soldTax" - "creditedTax" AS amount FROM (
      SELECT country, region, rate_basis_points AS "rateBasisPoints", exempt, currency,
        coalesce(sum(amount) FILTER (WHERE kind IN ('sale', 'exchange_sale')), 0)::float8 AS "soldBase",
        coalesce(sum(tax) FILTER (WHERE kind IN ('sale', 'exchange_sale')), 0)::float8 AS "soldTax",
        coalesce(sum(amount) FILTER (WHERE kind IN ('credited', 'written_off')), 0)::float8 AS "creditedBase",
        coalesce(sum(tax) FILTER (WHERE kind IN ('credited', 'written_off')), 0)::float8 AS "creditedTax"
      FROM money_of_days(${ctx.tenantId}::uuid, ${from}::date, ${to}::date)
      WHERE country <> ''
      GROUP BY 1, 2, 3, 4, 5
    ) AS each
    WHERE ("soldBase", "soldTax", "creditedBase", "creditedTax") <> (0, 0, 0, 0)
    ORDER BY country, region, "rateBasisPoints" DESC, exempt, currency`;
  return {
    ...{ from, to, timeZone },
    items: items.map(({ region, exempt, ...item }) => ({
      ...item,
      ...(region ? { region } : {}),
      ...(exempt ? { exempt } : {}),
    })),
  };
}
