import { type InputOf, type operations, type ResponseOf, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import { type Context, readDbNow } from '../context.ts';

type Query = InputOf<typeof operations.getSales>['query'];
type Sales = ResponseOf<typeof operations.getSales>;

const DAY_MS = 24 * 3_600_000;
const USUAL_DAYS = 30;
const MOST_DAYS = 366;

/** Whose money came in; what went back is among the refunds. */
const PAID = ['paid', 'shipped', 'partially_refunded', 'refunded'];

/**
 * Orders, revenue and refunds of each day and currency: two ranges of an index. The order of an exchange is no other sale: it
 * brings the difference.
 */
export async function getSales(ctx: Context, query: Query): Promise<Sales> {
  const { from, to } = await rangeOf(ctx, query);
  const until = new Date(to.getTime() + DAY_MS);
  const range = Prisma.sql`created_at >= ${from} AND created_at < ${until}`;
  // A text for each order takes longer than to find it.
  const day = Prisma.sql`(created_at AT TIME ZONE 'UTC')::date`;
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, currency, sum(orders)::float8 AS orders, sum(revenue)::float8 AS revenue, sum(refunds)::float8 AS refunds
    FROM (
      SELECT ${day} AS day, currency, count(*) FILTER (WHERE exchanged_order_id IS NULL) AS orders, sum(total) AS revenue, 0 AS refunds
      FROM orders WHERE tenant_id = ${ctx.tenantId}::uuid AND ${range} AND status = ANY (${PAID}) GROUP BY 1, 2
      UNION ALL
      SELECT ${day}, currency, 0, 0, sum(amount) FROM refunds WHERE tenant_id = ${ctx.tenantId}::uuid AND ${range} AND status = 'succeeded' GROUP BY 1, 2
    ) AS each
    GROUP BY each.day, currency ORDER BY each.day, currency`;
  return { from: dayOf(from), to: dayOf(to), days: rows.map(withAverage), totals: totalsOf(rows) };
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
