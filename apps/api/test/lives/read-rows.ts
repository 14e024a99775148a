import type { TenantDb } from '@service/db';
import { selectWrongStock } from '../wrong-stock.ts';
import { figuresOf, type MoneyRow } from './books.ts';

interface Note {
  amount: number;
  tax: { rate: number; base: number; amount: number }[];
  isCancelled: boolean;
}

/** As the ledger has it: what it lets go back. */
interface PaymentRow {
  id: string;
  providerPaymentId: string | null;
  accountId: string | null;
  captured: number;
  status: string;
  refundable: number;
}

interface LineRow {
  id: string;
  variantId: string;
  /** Unit price, discount and total. */
  amounts: number[];
  /** Shipped, released, refunded, returned, exchanged, restocked, thrown away and written off. */
  units: number[];
}

interface RefundRow {
  id: string;
  providerRefundId: string | null;
  /** The provider's id of the payment. */
  paymentId: string | null;
  returnId: string | null;
  amount: number;
  status: string;
}

/** Nothing of an order that is refunded in part again moves it, so that event isn't among them. */
const EVENTS = [
  ...['order.created', 'order.paid', 'order.shipped', 'order.cancelled', 'order.refunded'],
  'credit_note.created',
];

/** What the tables say of an order. */
export interface OrderRows {
  id: string;
  version: number;
  total: number;
  tax: number;
  status: string;
  paymentStatus: string;
  fulfilmentStatus: string;
  reasons: string[];
  refundedTotal: number;
  /** What of the first order’s money stands for this exchange. */
  exchangeCredit: number;
  /** The statuses from and to which it went. */
  moves: string[];
  /** What subscribers are told of these, of its placing and of its credit notes. */
  events: string[];
  payments: PaymentRow[];
  lines: LineRow[];
  refunds: RefundRow[];
  notes: Note[];
  documents: { kind: string; total: number; buyer: string }[];
  shippedTo: string | null;
  billedTo: string | null;
  isReady: boolean;
  /** What each takes off. */
  discounts: { title: string; amount: number }[];
  /** A digest of all that it says. */
  invoice: string | null;
  /** Their statuses by id. */
  returns: Record<string, string>;
  /** That it was placed, and that it waits where it is fetched. */
  mails: number[];
}

interface Rows {
  orders: OrderRows[];
  /** Stock and what is reserved of it, by variant. */
  goods: Record<string, number[]>;
  money: MoneyRow[];
  /** How many orders have used each discount, by its code. */
  uses: Record<string, number>;
  wrongLedgers: { order_id: string }[];
  wrongStock: { id: string }[];
}

export type StoreRows = Awaited<ReturnType<typeof readRows>>;

/**
 * Input: a store, by a connection that plans the statement once; orders and variants of it. Output: all that is compared after each
 * step, and the sums of the whole store, in all and of the days before today. Why one statement: there are hundreds of thousands of comparisons. What the front door makes
 * of these rows is looked at when lives end.
 */
export async function readRows(
  { db, tenantId, today }: { db: TenantDb; tenantId: string; today: string },
  { orders, variants }: Readonly<Record<'orders' | 'variants', readonly string[]>>,
) {
  const ids = [...orders];
  const [{ money, ...rows }] = await db.sql<[Rows]>`
    SELECT (
      SELECT json_agg(json_build_object(
        'id', o.id, 'version', o.version, 'total', o.total, 'tax', o.tax_total, 'status', o.status, 'paymentStatus', o.payment_status,
        'fulfilmentStatus', o.fulfilment_status, 'reasons', o.attention_reasons, 'refundedTotal', o.refunded_total, 'exchangeCredit', o.exchange_credit,
        'discounts', o.discounts, 'shippedTo', o.shipping_address ->> 'line1', 'billedTo', o.billing_address ->> 'line1',
        'isReady', o.ready_for_pickup_at IS NOT NULL,
        'moves', ARRAY(
          SELECT concat(h.previous_status, ' ', h.status) FROM order_history h
          WHERE h.tenant_id = o.tenant_id AND h.order_id = o.id AND h.previous_status <> h.status),
        'events', ARRAY(
          SELECT e.name FROM webhook_events e
          WHERE e.tenant_id = o.tenant_id AND e.resource_id = o.id AND e.name = ANY (${EVENTS}::text[])),
        'payments', (
          SELECT coalesce(json_agg(json_build_object(
            'id', p.id, 'providerPaymentId', p.provider_payment_id, 'accountId', p.account_id, 'captured', p.captured_amount, 'status', p.status, 'refundable', (
            SELECT greatest(coalesce(sum(CASE e.kind WHEN 'payment' THEN e.amount ELSE -e.amount END), 0), 0) FROM money_entries e
            WHERE e.tenant_id = o.tenant_id AND e.order_id = o.id AND e.payment_id = p.id
              AND e.kind IN ('payment', 'refund', 'promised', 'pending', 'dispute'))
          ) ORDER BY p.created_at, p.id), '[]')
          FROM payments p WHERE p.tenant_id = o.tenant_id AND p.order_id = o.id),
        'lines', (
          SELECT json_agg(json_build_object(
            'id', l.id, 'variantId', l.variant_id, 'amounts', ARRAY[l.unit_amount, l.discount_total, l.total], 'units', ARRAY[
              l.shipped_quantity, l.released_quantity, l.refunded_quantity, l.returned_quantity, l.exchanged_quantity,
              g.restocked, g.thrown_away, g.written_off]
          ) ORDER BY l.position, l.id)
          FROM order_lines l
          CROSS JOIN LATERAL (
            SELECT coalesce(sum(e.units) FILTER (WHERE e.kind = 'restocked'), 0) AS restocked,
              coalesce(sum(e.units) FILTER (WHERE e.kind = 'thrown_away'), 0) AS thrown_away,
              coalesce(sum(e.units) FILTER (WHERE e.kind = 'written_off'), 0) AS written_off
            FROM goods_entries e WHERE e.tenant_id = l.tenant_id AND e.order_id = l.order_id AND e.line_id = l.id
          ) g
          WHERE l.tenant_id = o.tenant_id AND l.order_id = o.id),
        'refunds', (
          SELECT coalesce(json_agg(json_build_object(
            'id', r.id, 'providerRefundId', r.provider_refund_id, 'paymentId', p.provider_payment_id, 'returnId', r.return_id,
            'amount', r.amount, 'status', r.status)), '[]')
          FROM refunds r JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
          WHERE r.tenant_id = o.tenant_id AND r.order_id = o.id),
        'notes', (
          SELECT coalesce(json_agg(json_build_object('amount', n.amount, 'isCancelled', c.id IS NOT NULL, 'tax', (
            SELECT coalesce(json_agg(json_build_object(
              'rate', line -> 'rateBasisPoints', 'base', line -> 'baseAmount', 'amount', line -> 'amount')), '[]')
            FROM jsonb_array_elements(n.tax_lines) line))), '[]')
          FROM credit_notes n
          LEFT JOIN credit_note_cancellations c ON c.tenant_id = n.tenant_id AND c.credit_note_id = n.id
          WHERE n.tenant_id = o.tenant_id AND n.order_id = o.id),
        'documents', (
          SELECT coalesce(json_agg(json_build_object('kind', d.kind, 'total', d.data -> 'total', 'buyer', d.data -> 'buyer' -> 'line1')), '[]') FROM documents d
          WHERE d.tenant_id = o.tenant_id AND d.order_id = o.id),
        'invoice', (SELECT md5(d::text) FROM documents d WHERE d.tenant_id = o.tenant_id AND d.id = o.id),
        'returns', (
          SELECT coalesce(json_object_agg(r.id, r.status), '{}') FROM returns r
          WHERE r.tenant_id = o.tenant_id AND r.order_id = o.id),
        'mails', (
          SELECT ARRAY[count(*) FILTER (WHERE m.kind = 'order_confirmation'), count(*) FILTER (WHERE m.kind = 'order_ready')]
          FROM mails m WHERE m.tenant_id = o.tenant_id AND m.order_id = o.id)
      ))
      FROM orders o WHERE o.tenant_id = ${tenantId}::uuid AND o.id = ANY (${ids}::uuid[])
    ) AS orders, (
      SELECT json_object_agg(v.id, ARRAY[v.stock_quantity, v.reserved]) FROM variants v
      WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ANY (${[...variants]}::uuid[])
    ) AS goods, (
      SELECT coalesce(json_agg(sums), '[]') FROM (
        SELECT day, kind, account_id AS "accountId", country, rate_basis_points AS rate, sum(counted) AS counted, sum(amount) AS amount, sum(tax) AS tax
        FROM money_of_days(${tenantId}::uuid, '-infinity', 'infinity') GROUP BY 1, 2, 3, 4, 5
      ) AS sums
    ) AS money, (
      SELECT json_object_agg(d.code, d.times_used) FROM discounts d WHERE d.tenant_id = ${tenantId}::uuid
    ) AS uses, (
      SELECT coalesce(json_agg(wrong), '[]') FROM wrong_ledgers(${tenantId}::uuid, ${ids}::uuid[]) AS wrong
    ) AS "wrongLedgers", (
      SELECT coalesce(json_agg(wrong), '[]') FROM (${selectWrongStock(tenantId, variants)}) AS wrong
    ) AS "wrongStock"`;
  return { ...rows, inAll: figuresOf(money), closed: figuresOf(money.filter(({ day }) => day < today)) };
}
