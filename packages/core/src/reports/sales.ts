import type { InputOf, operations, ResponseOf } from '@service/contract';
import type { Context } from '../context.ts';
import { readDays } from './days.ts';

type Query = InputOf<typeof operations.getSales>['query'];
type Sales = ResponseOf<typeof operations.getSales>;

/** Sales and credits, and received and refunded money, by day or month and by currency. */
export async function getSales(ctx: Context, query: Query): Promise<Sales> {
  const { from, to, timeZone } = await readDays(ctx, query);
  const rows = await ctx.db.sql<Row[]>`
    SELECT * FROM (
      SELECT to_char(date_trunc(${query.interval ?? 'day'}::text, day), 'YYYY-MM-DD') AS day, currency,
        coalesce(sum(counted) FILTER (WHERE kind = 'sale'), 0)::float8 AS orders,
        coalesce(sum(amount) FILTER (WHERE kind IN ('sale', 'exchange_sale')), 0)::float8 AS sold,
        coalesce(sum(amount) FILTER (WHERE kind IN ('credited', 'written_off')), 0)::float8 AS credited,
        coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0)::float8 AS received,
        coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)::float8 AS refunds,
        coalesce(sum(amount) FILTER (WHERE kind = 'dispute'), 0)::float8 AS chargebacks
      FROM money_of_days(${ctx.tenantId}::uuid, ${from}::date, ${to}::date)
      WHERE country = ''
      GROUP BY 1, 2
    ) AS each
    -- Entries of a day that cancel each other out, such as those of a refund that the provider explains later, aren't listed.
    WHERE (orders, sold, credited, received, refunds, chargebacks) <> (0, 0, 0, 0, 0, 0)
    ORDER BY day, currency`;
  return { from, to, timeZone, days: rows.map(withRevenue), totals: totalsOf(rows).map(withRevenue) };
}

interface Figures {
  currency: string;
  orders: number;
  sold: number;
  credited: number;
  received: number;
  refunds: number;
  chargebacks: number;
}

interface Row extends Figures {
  day: string;
}

function withRevenue<T extends Figures>(row: T): T & { revenue: number; averageOrder: number } {
  const revenue = row.received - row.chargebacks;
  return { ...row, revenue, averageOrder: row.orders === 0 ? 0 : Math.round(revenue / row.orders) };
}

function totalsOf(rows: readonly Row[]): Figures[] {
  const totals = new Map<string, Figures>();
  for (const { day: _, ...row } of rows) {
    const before = totals.get(row.currency);
    totals.set(row.currency, before ? add(before, row) : row);
  }
  return [...totals.values()];
}

function add(a: Figures, b: Figures): Figures {
  return {
    currency: a.currency,
    orders: a.orders + b.orders,
    sold: a.sold + b.sold,
    credited: a.credited + b.credited,
    received: a.received + b.received,
    refunds: a.refunds + b.refunds,
    chargebacks: a.chargebacks + b.chargebacks,
  };
}
