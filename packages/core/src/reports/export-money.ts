import { type InputOf, type operations, type Streamed, type TaxLine, toDecimal } from '@service/contract';
import type { Context } from '../context.ts';
import { FIRST_ID } from '../page.ts';
import { decimalPercent } from '../taxes/index.ts';
import { pagesOf, writeCsv } from '../write-csv.ts';
import { type Days, readDays } from './days.ts';

const HEAD = [
  'day',
  'type',
  'order',
  'document',
  'account',
  'currency',
  'amount',
  'country',
  'region',
  'rate',
  'base',
  'tax',
];

/** The entries that are read in one batch. */
const PAGE = 500;

/** Every entry that the reports sum up, as CSV; read page by page while it is sent. */
export async function exportMoney(
  ctx: Context,
  query: InputOf<typeof operations.exportMoney>['query'],
): Promise<Streamed> {
  const days = await readDays(ctx, query);
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: `money-${days.from}-${days.to}.csv`,
    pieces: writeCsv(HEAD, rowsOf(ctx, days), ['amount', 'base', 'tax']),
  };
}

async function* rowsOf(ctx: Context, days: Days): AsyncGenerator<unknown[][]> {
  for await (const entries of pagesOf<Entry>(PAGE, (after) => readPage(ctx, days, after)))
    yield entries.flatMap(rowsOfEntry);
}

interface Entry {
  id: string;
  bookedAt: Date;
  day: string;
  kind: string;
  orderNumber: bigint;
  document: string | null;
  account: string | null;
  currency: string;
  amount: bigint;
  taxLines: TaxLine[];
}

function readPage({ db, tenantId }: Context, { from, to }: Days, after: Entry | undefined): Promise<Entry[]> {
  return db.sql`
    SELECT e.id, e.booked_at AS "bookedAt", e.booked_on::text AS day, e.kind, o.number AS "orderNumber", d.number AS document,
      a.name AS account, e.currency, e.amount,
      CASE WHEN e.kind IN ('sale', 'exchange_sale', 'credited', 'written_off') THEN coalesce(e.tax_lines, '[]') ELSE '[]' END AS "taxLines"
    FROM (
      SELECT * FROM money_entries
      WHERE tenant_id = ${tenantId}::uuid AND booked_on BETWEEN ${from}::date AND ${to}::date
        AND (booked_on, booked_at, id) > (${after?.day ?? from}::date, ${after?.bookedAt ?? new Date(0)}::timestamptz, ${after?.id ?? FIRST_ID}::uuid)
        AND kind IN ('sale', 'exchange_sale', 'credited', 'written_off', 'payment', 'refund', 'dispute')
      ORDER BY booked_on, booked_at, id LIMIT ${PAGE}::int
    ) AS e
    JOIN orders o ON o.tenant_id = ${tenantId}::uuid AND o.id = e.order_id
    LEFT JOIN credit_note_cancellations c ON c.tenant_id = ${tenantId}::uuid AND c.credit_note_id = e.document_id AND e.amount < 0
    LEFT JOIN documents d ON d.tenant_id = ${tenantId}::uuid AND d.id = CASE
      WHEN e.kind IN ('sale', 'exchange_sale') THEN e.order_id
      WHEN e.kind IN ('credited', 'written_off') THEN coalesce(c.id, e.document_id)
    END
    LEFT JOIN payment_accounts a ON a.tenant_id = ${tenantId}::uuid AND a.id = e.account_id AND e.kind IN ('payment', 'refund', 'dispute')
    ORDER BY e.booked_on, e.booked_at, e.id`;
}

/** A sale or a credit note has one row for each tax rate; their sum is its amount. */
function rowsOfEntry({
  day,
  kind,
  orderNumber,
  document,
  account,
  currency,
  amount,
  taxLines,
}: Entry): unknown[][] {
  const head = [day, kind, orderNumber, document, account, currency];
  const decimal = (minor: number | bigint) => toDecimal(minor, currency);
  if (taxLines.length === 0) return [[...head, decimal(amount), '', '', '', '', '']];
  const sign = amount < 0n ? -1 : 1;
  return taxLines.map(({ country, region, rateBasisPoints, exempt, baseAmount, amount: tax }) => [
    ...head,
    decimal(sign * (baseAmount + tax)),
    country,
    region ?? '',
    exempt ? 'exempt' : decimalPercent(rateBasisPoints),
    decimal(sign * baseAmount),
    decimal(sign * tax),
  ]);
}
