import {
  type Address,
  address,
  type InputOf,
  type operations,
  type Streamed,
  toDecimal,
} from '@service/contract';
import type { Context } from '../context.ts';
import { FIRST_ID } from '../page.ts';
import { decimalPercent, isExemptClass } from '../taxes/index.ts';
import { columnsOf, metadataCell, pagesOf, writeCsv } from '../write-csv.ts';

type Query = InputOf<typeof operations.exportOrders>['query'];

/** Orders that are read in one batch: few, because each has up to 500 lines. */
const PAGE = 25;

const ADDRESS = Object.keys(address.properties) as (keyof Address)[];

const OF_ORDER = [
  ...['order', 'placedAt', 'status', 'paymentStatus', 'fulfilmentStatus', 'email', 'vatNumber'],
  ...columnsOf('billing', ADDRESS),
  ...columnsOf('shipping', ADDRESS),
  ...['shippingOption', 'discountCode', 'metadata', 'currency'],
];
/** Only in an order's first row, so that the sum of a column is the sum over the orders. */
const SUMS = [
  ...(['subtotal', 'discountTotal', 'shippingTotal', 'taxTotal'] as const),
  ...(['total', 'removedTotal', 'refundedTotal'] as const),
];
const OF_LINE = [
  ...['sku', 'product', 'variant', 'quantity'],
  ...['unitPrice', 'lineDiscount', 'lineTax', 'taxRate', 'lineTotal'],
];

/** Orders with their lines as CSV, oldest first; read page by page while it is sent. */
export function exportOrders(ctx: Context, query: Query): Streamed {
  return {
    contentType: 'text/csv; charset=utf-8',
    fileName: 'orders.csv',
    pieces: writeCsv([...OF_ORDER, ...SUMS, ...OF_LINE], rowsOf(ctx, query)),
  };
}

async function* rowsOf(ctx: Context, query: Query): AsyncGenerator<unknown[][]> {
  for await (const orders of pagesOf<ExportedOrder>(PAGE, (after) => readPage(ctx, query, after)))
    yield orders.flatMap(rowsOfOrder);
}

interface ExportedOrder extends Record<(typeof SUMS)[number], bigint> {
  id: string;
  number: bigint;
  createdAt: Date;
  status: string;
  paymentStatus: string;
  fulfilmentStatus: string;
  email: string | null;
  vatNumber: string | null;
  billingAddress: Address | null;
  shippingAddress: Address | null;
  shippingName: string | null;
  discountCode: string | null;
  metadata: Record<string, unknown>;
  currency: string;
  lines: ExportedLine[];
}

interface ExportedLine {
  sku: string;
  product: string;
  variant: string | null;
  quantity: number;
  unitAmount: number;
  discountTotal: number;
  taxTotal: number;
  taxClass: string;
  rateBasisPoints: number;
  total: number;
}

function readPage(
  { db, tenantId }: Context,
  { from, to, status }: Query,
  after: ExportedOrder | undefined,
): Promise<ExportedOrder[]> {
  const end = to === undefined ? null : new Date(to);
  return db.sql`
    SELECT o.id, o.number, o.created_at AS "createdAt", o.status, o.payment_status AS "paymentStatus",
      o.fulfilment_status AS "fulfilmentStatus", o.email, o.vat_number AS "vatNumber", o.billing_address AS "billingAddress",
      o.shipping_address AS "shippingAddress", o.shipping_name AS "shippingName", o.discount_code AS "discountCode", o.metadata,
      o.currency, o.subtotal, o.discount_total AS "discountTotal", o.shipping_total AS "shippingTotal", o.tax_total AS "taxTotal",
      o.total, o.removed_total AS "removedTotal", o.refunded_total AS "refundedTotal",
      (SELECT coalesce(json_agg(json_build_object(
          'sku', l.sku, 'product', coalesce(l.product_title, l.title), 'variant', l.variant_title, 'quantity', l.quantity,
          'unitAmount', l.unit_amount, 'discountTotal', l.discount_total, 'taxTotal', l.tax_total, 'taxClass', l.tax_class,
          'rateBasisPoints', l.rate_basis_points, 'total', l.total) ORDER BY l.position, l.id), '[]')
        FROM order_lines l WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = o.id) AS lines
    FROM orders o
    WHERE o.tenant_id = ${tenantId}::uuid
      AND (o.created_at, o.id) > (${after?.createdAt ?? new Date(from ?? 0)}::timestamptz, ${after?.id ?? FIRST_ID}::uuid)
      AND (${end}::timestamptz IS NULL OR o.created_at < ${end}::timestamptz)
      AND (${status ?? null}::text IS NULL OR o.status = ${status ?? null}::text)
    ORDER BY o.created_at, o.id
    LIMIT ${PAGE}::int`;
}

function rowsOfOrder(order: ExportedOrder): unknown[][] {
  const { number, createdAt, status, paymentStatus, fulfilmentStatus, email, vatNumber, currency } = order;
  const decimal = (amount: number | bigint) => toDecimal(amount, currency);
  const head = [
    ...[number, createdAt.toISOString(), status, paymentStatus, fulfilmentStatus, email, vatNumber],
    ...ADDRESS.map((name) => order.billingAddress?.[name]),
    ...ADDRESS.map((name) => order.shippingAddress?.[name]),
    ...[order.shippingName, order.discountCode, metadataCell(order.metadata), currency],
  ];
  return order.lines.map((line, index) => [
    ...head,
    ...SUMS.map((name) => (index === 0 ? decimal(order[name]) : null)),
    ...[line.sku, line.product, line.variant, line.quantity],
    ...[decimal(line.unitAmount), decimal(line.discountTotal), decimal(line.taxTotal)],
    isExemptClass(line.taxClass) ? 'exempt' : decimalPercent(line.rateBasisPoints),
    decimal(line.total),
  ]);
}
