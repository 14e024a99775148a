import type { TenantDb } from '@service/db';
import { selectWrongStock } from '../wrong-stock.ts';
import { type Books, withoutEmpty } from './books.ts';
import type { OrderFamily } from './order-family.ts';

/** Where a family lives. */
export interface Scene {
  /** By a connection of its own, which plans the statement once. */
  db: TenantDb;
  tenantId: string;
  variants: readonly string[];
  email: boolean;
  country: string;
}

interface Note {
  amount: number;
  tax: { rate: number; base: number; amount: number }[];
  isCancelled: boolean;
}

/** What the tables say of an order. */
export interface OrderRows {
  id: string;
  version: number;
  status: string;
  paymentStatus: string;
  fulfilmentStatus: string;
  reasons: string[];
  refundedTotal: number;
  /** The statuses from and to which it went. */
  moves: string[];
  /** Id at the provider, captured, status, and what the ledger lets go back. */
  payments: [id: string | null, captured: number, status: string, refundable: number][];
  /** Shipped, released, refunded, returned and exchanged units by the id of the line. */
  lines: Record<string, number[]>;
  notes: Note[];
  documents: { kind: string; total: number }[];
  invoice: string | null;
  /** Their statuses by id. */
  returns: Record<string, string>;
  mails: number;
}

interface Rows {
  orders: OrderRows[];
  goods: Record<string, number[]>;
  report: { orders: number; revenue: number; refunds: number };
  books: Books;
  wrongLedgers: object[];
  wrongStock: object[];
  /** Whether the provider is still asked about refunds or cancellations. */
  isSending: boolean;
  isCancelling: boolean;
}

/**
 * Input: the orders of a family and its variants. Output: all that is compared after each step. Why one statement: there are hundreds of
 * thousands of comparisons. What the front door makes of these rows is looked at when the life ends.
 */
export async function readRows({ db, tenantId, variants }: Scene, { orders }: OrderFamily) {
  const ids = orders.map(({ id }) => id);
  const [rows] = await db.sql<[Rows]>`
    WITH money AS (SELECT * FROM money_of_days(${tenantId}::uuid, '-infinity', 'infinity'))
    SELECT (
      SELECT json_agg(json_build_object(
        'id', o.id, 'version', o.version, 'status', o.status, 'paymentStatus', o.payment_status,
        'fulfilmentStatus', o.fulfilment_status, 'reasons', o.attention_reasons, 'refundedTotal', o.refunded_total,
        'moves', ARRAY(
          SELECT concat(h.previous_status, ' ', h.status) FROM order_history h
          WHERE h.tenant_id = o.tenant_id AND h.order_id = o.id AND h.previous_status <> h.status),
        'payments', (
          SELECT coalesce(json_agg(json_build_array(p.provider_payment_id, p.captured_amount, p.status, (
            SELECT greatest(coalesce(sum(CASE e.kind WHEN 'payment' THEN e.amount ELSE -e.amount END), 0), 0) FROM money_entries e
            WHERE e.tenant_id = o.tenant_id AND e.order_id = o.id AND e.payment_id = p.id
              AND e.kind IN ('payment', 'refund', 'promised', 'pending', 'dispute'))
          ) ORDER BY p.created_at, p.id), '[]')
          FROM payments p WHERE p.tenant_id = o.tenant_id AND p.order_id = o.id),
        'lines', (
          SELECT json_object_agg(l.id, ARRAY[
            l.shipped_quantity, l.released_quantity, l.refunded_quantity, l.returned_quantity, l.exchanged_quantity])
          FROM order_lines l WHERE l.tenant_id = o.tenant_id AND l.order_id = o.id),
        'notes', (
          SELECT coalesce(json_agg(json_build_object('amount', n.amount, 'isCancelled', c.id IS NOT NULL, 'tax', (
            SELECT coalesce(json_agg(json_build_object(
              'rate', line -> 'rateBasisPoints', 'base', line -> 'baseAmount', 'amount', line -> 'amount')), '[]')
            FROM jsonb_array_elements(n.tax_lines) line))), '[]')
          FROM credit_notes n
          LEFT JOIN credit_note_cancellations c ON c.tenant_id = n.tenant_id AND c.credit_note_id = n.id
          WHERE n.tenant_id = o.tenant_id AND n.order_id = o.id),
        'documents', (
          SELECT coalesce(json_agg(json_build_object('kind', d.kind, 'total', d.data -> 'total')), '[]') FROM documents d
          WHERE d.tenant_id = o.tenant_id AND d.order_id = o.id),
        'invoice', (SELECT d::text FROM documents d WHERE d.tenant_id = o.tenant_id AND d.id = o.id),
        'returns', (
          SELECT coalesce(json_object_agg(r.id, r.status), '{}') FROM returns r
          WHERE r.tenant_id = o.tenant_id AND r.order_id = o.id),
        'mails', (
          SELECT count(*) FROM mails m
          WHERE m.tenant_id = o.tenant_id AND m.order_id = o.id AND m.kind = 'order_confirmation')
      ) ORDER BY array_position(${ids}::uuid[], o.id))
      FROM orders o WHERE o.tenant_id = ${tenantId}::uuid AND o.id = ANY (${ids}::uuid[])
    ) AS orders, (
      SELECT json_object_agg(v.id, ARRAY[v.stock_quantity, v.reserved]) FROM variants v
      WHERE v.tenant_id = ${tenantId}::uuid AND v.id = ANY (${[...variants]}::uuid[])
    ) AS goods, (
      SELECT json_build_object(
        'orders', coalesce(sum(counted) FILTER (WHERE kind = 'sale'), 0),
        'revenue', coalesce(sum(CASE kind WHEN 'payment' THEN amount WHEN 'dispute' THEN -amount END), 0),
        'refunds', coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0))
      FROM money WHERE country = ''
    ) AS report, (
      SELECT json_build_object(
        'received', coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0),
        'refunds', coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0),
        'chargebacks', coalesce(sum(amount) FILTER (WHERE kind = 'dispute'), 0),
        'taxes', (
          SELECT coalesce(json_object_agg(rate, figures), '{}') FROM (
            SELECT concat(country, ' ', rate_basis_points) AS rate, json_build_object(
              'soldBase', coalesce(sum(amount) FILTER (WHERE kind IN ('sale', 'exchange_sale')), 0),
              'soldTax', coalesce(sum(tax) FILTER (WHERE kind IN ('sale', 'exchange_sale')), 0),
              'creditedBase', coalesce(sum(amount) FILTER (WHERE kind IN ('credited', 'written_off')), 0),
              'creditedTax', coalesce(sum(tax) FILTER (WHERE kind IN ('credited', 'written_off')), 0)) AS figures
            FROM money WHERE country <> '' GROUP BY country, rate_basis_points
          ) AS each))
      FROM money WHERE country = ''
    ) AS books, (
      SELECT coalesce(json_agg(wrong), '[]') FROM wrong_ledgers(${tenantId}::uuid, ${ids}::uuid[]) AS wrong
    ) AS "wrongLedgers", (
      SELECT coalesce(json_agg(wrong), '[]') FROM (${selectWrongStock(tenantId, variants)}) AS wrong
    ) AS "wrongStock",
    EXISTS (SELECT FROM refunds WHERE tenant_id = ${tenantId}::uuid AND send_at IS NOT NULL) AS "isSending",
    EXISTS (SELECT FROM payments WHERE tenant_id = ${tenantId}::uuid AND cancel_at IS NOT NULL) AS "isCancelling"`;
  return { ...rows, books: withoutEmpty(rows.books) };
}
