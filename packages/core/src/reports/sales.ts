import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { DAY_MS } from '@service/jobs/primitives';
import { type Context, readDbNow } from '../context.ts';

type Query = InputOf<typeof operations.getSales>['query'];
type Sales = ResponseOf<typeof operations.getSales>;

const USUAL_DAYS = 30;
const MOST_DAYS = 366;

/** The money entries of each day and currency: orders that became paid, money that came less lost disputes, and refunds. */
export async function getSales(ctx: Context, query: Query): Promise<Sales> {
  const range = await rangeOf(ctx, query);
  const [from, to] = [dayOf(range.from), dayOf(range.to)];
  const rows = await ctx.db.sql<Row[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, currency, sum(orders)::float8 AS orders, sum(revenue)::float8 AS revenue, sum(refunds)::float8 AS refunds
    FROM (
      SELECT day, currency, counted, orders, revenue, refunds FROM daily_sales
      WHERE tenant_id = ${ctx.tenantId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
      UNION ALL
      SELECT day, currency, counted, orders, revenue, refunds FROM sales_changes
      WHERE tenant_id = ${ctx.tenantId}::uuid AND day BETWEEN ${from}::date AND ${to}::date
    ) AS each
    GROUP BY each.day, currency
    -- Entries of a day that cancel each other out, such as those of a refund that the provider explains later, aren't sales.
    HAVING sum(counted) > 0 AND (sum(orders), sum(revenue), sum(refunds)) <> (0, 0, 0)
    ORDER BY each.day, currency`;
  return { from, to, days: rows.map(withAverage), totals: totalsOf(rows) };
}

interface Figures {
  currency: string;
  orders: number;
  revenue: number;
  refunds: number;
}

interface Row extends Figures {
  day: string;
}

async function rangeOf(ctx: Context, query: Query): Promise<{ from: Date; to: Date }> {
  const to = new Date(query.to ?? dayOf(await readDbNow(ctx)));
  const from = query.from ? new Date(query.from) : new Date(to.getTime() - (USUAL_DAYS - 1) * DAY_MS);
  const wrong = (message: string) =>
    refuse('validation_failed', `from ${message}.`, [{ path: '/query/from', code: 'range', message }]);
  if (from > to) wrong('must not be later than `to`');
  if (to.getTime() - from.getTime() >= MOST_DAYS * DAY_MS)
    wrong(`must be at most ${MOST_DAYS} days before \`to\``);
  return { from, to };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function withAverage<T extends Figures>(row: T): T & { averageOrder: number } {
  return { ...row, averageOrder: row.orders === 0 ? 0 : Math.round(row.revenue / row.orders) };
}

function totalsOf(rows: readonly Row[]): Sales['totals'] {
  const totals = new Map<string, Figures>();
  for (const { currency, orders, revenue, refunds } of rows) {
    const before = totals.get(currency) ?? { currency, orders: 0, revenue: 0, refunds: 0 };
    totals.set(currency, {
      currency,
      orders: before.orders + orders,
      revenue: before.revenue + revenue,
      refunds: before.refunds + refunds,
    });
  }
  return [...totals.values()].map(withAverage);
}
