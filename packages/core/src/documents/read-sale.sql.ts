import type { Address, BillingAddress, Locale, Seller, TaxLine } from '@service/contract';
import { Prisma } from '@service/db';
import type { Transaction } from '../context.ts';
import type { InvoiceData } from './invoice-data.ts';

/** A day of the calendar, `YYYY-MM-DD`. */
type Day = string;

export interface SoldLine {
  id: string;
  sku: string;
  title: string;
  productTitle: string | null;
  variantTitle: string | null;
  quantity: number;
  unitAmount: number;
  discountTotal: number;
  taxTotal: number;
  taxClass: string;
  requiresShipping: boolean;
  rateBasisPoints: number;
  total: number;
}

export interface PaymentOfSale {
  provider: string;
  providerPaymentId: string | null;
  /** The reference that the operator gave when marking it as paid. */
  reference: string | null;
  amount: number;
  paidOn: Day | null;
}

/** A credit note, or its cancellation, without a document yet. */
export interface NoteToWrite {
  id: string;
  number: string;
  amount: number;
  taxLines: TaxLine[];
  /** The id and the number of the credit note that it cancels. */
  cancels: { id: string; number: string } | null;
  /** Null: it is about money that was never paid. */
  refund: {
    reason: string | null;
    lines: { lineId: string; quantity: number; amount: number }[];
    payment: Pick<PaymentOfSale, 'provider' | 'providerPaymentId' | 'reference'>;
  } | null;
}

/** All data of an order's documents, and the documents that it has. */
export interface Sale {
  orderNumber: number;
  orderedOn: Day;
  /** When it was first paid; null: it wasn't. */
  paidOn: Day | null;
  /** Whether all goods that are to be shipped have left. */
  isShipped: boolean;
  locale: Locale;
  currency: string;
  keptSeller: Seller | null;
  store: { name: string; country: string; vatNumber: string | null; seller: Seller | null };
  /** The reason for goods of the class `exempt`; null: the store has set none. */
  exemptGoods: { reason: string | null; code: string | null } | null;
  billingAddress: BillingAddress | null;
  /** For goods that are picked up: the address of the place. */
  shippingAddress: Address | null;
  vatNumber: string | null;
  vatStatus: string | null;
  reverseCharge: boolean;
  taxExempt: boolean;
  pricesIncludeTax: boolean;
  taxLines: TaxLine[];
  subtotal: number;
  discountCode: string | null;
  discounts: { title: string; amount: number }[];
  discountTotal: number;
  shippingName: string | null;
  shippingTotal: number;
  taxTotal: number;
  total: number;
  lines: SoldLine[];
  payments: PaymentOfSale[];
  supply: { from: Day; to: Day } | null;
  rules: { timeZone: string; issuedWhen: string; prefix: string; byYear: boolean };
  /** Says the rates of the store now; null: the store does. */
  taxProvider: string | null;
  /** `recordedBy`: the tax provider that the invoice is for; null: for none. */
  invoice: { number: string; issuedOn: Day; data: InvoiceData; recordedBy: string | null } | null;
  notes: NoteToWrite[];
}

/** In one statement, because it is read with each payment. The order is locked. Undefined: there is no such order. */
export async function readSale({ db, tenantId }: Transaction, orderId: string): Promise<Sale | undefined> {
  const [row] = await db.sql<{ sale: Sale }[]>`
    SELECT to_jsonb(sale) AS sale FROM (
      SELECT o.number AS "orderNumber", ${dayOf('o.created_at')} AS "orderedOn", o.locale, o.currency,
        o.seller AS "keptSeller", o.billing_address AS "billingAddress", COALESCE(o.shipping_address, o.pickup_place -> 'address') AS "shippingAddress",
        o.vat_number AS "vatNumber", o.vat_status AS "vatStatus", o.reverse_charge AS "reverseCharge", o.tax_exempt AS "taxExempt",
        o.prices_include_tax AS "pricesIncludeTax", o.tax_lines AS "taxLines", o.subtotal, o.discount_code AS "discountCode", o.discounts,
        o.discount_total AS "discountTotal", o.shipping_name AS "shippingName", o.shipping_total AS "shippingTotal",
        o.tax_total AS "taxTotal", o.total,
        jsonb_build_object('name', t.name, 'country', t.country, 'vatNumber', t.vat_number, 'seller', t.seller) AS store,
        jsonb_build_object('timeZone', t.time_zone, 'issuedWhen', t.invoice_issued_when,
          'prefix', t.invoice_prefix, 'byYear', t.invoice_numbers_by_year) AS rules,
        (
          SELECT jsonb_build_object('reason', x.exempt_reason, 'code', x.exempt_reason_code) FROM tax_settings x
          WHERE x.tenant_id = ${tenantId}::uuid
        ) AS "exemptGoods",
        paid.day AS "paidOn",
        (
          SELECT jsonb_build_object('from', min(${dayOf('s.created_at')}), 'to', max(${dayOf('s.created_at')})) FROM shipments s
          WHERE s.tenant_id = ${tenantId}::uuid AND s.order_id = o.id HAVING count(*) > 0
        ) AS supply,
        (
          SELECT bool_or(l.shipped_quantity > 0) AND bool_and(l.quantity <= l.shipped_quantity + l.released_quantity)
          FROM order_lines l WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = o.id
        ) AS "isShipped",
        coalesce((
          SELECT jsonb_agg(jsonb_build_object('id', l.id, 'sku', l.sku, 'title', l.title, 'productTitle', l.product_title,
            'variantTitle', l.variant_title, 'quantity', l.quantity, 'unitAmount', l.unit_amount, 'discountTotal', l.discount_total,
            'taxTotal', l.tax_total, 'taxClass', l.tax_class, 'requiresShipping', l.requires_shipping, 'rateBasisPoints', l.rate_basis_points, 'total', l.total) ORDER BY l.position, l.id)
          FROM order_lines l WHERE l.tenant_id = ${tenantId}::uuid AND l.order_id = o.id
        ), '[]') AS lines,
        coalesce((
          SELECT jsonb_agg(jsonb_build_object('provider', p.provider, 'providerPaymentId', p.provider_payment_id,
            'reference', p.reference, 'amount', p.captured_amount, 'paidOn', coalesce(p.paid_on::text, paid.day))
            ORDER BY p.created_at, p.id)
          FROM payments p WHERE p.tenant_id = ${tenantId}::uuid AND p.order_id = o.id AND p.captured_amount > 0
        ), '[]') AS payments,
        (
          SELECT x.provider ->> 'name' FROM tax_settings x WHERE x.tenant_id = ${tenantId}::uuid
        ) AS "taxProvider",
        (
          SELECT jsonb_build_object('number', d.number, 'issuedOn', d.issued_on, 'data', d.data, 'recordedBy', x.provider)
          FROM documents d LEFT JOIN tax_records x ON x.tenant_id = d.tenant_id AND x.document_id = d.id
          WHERE d.tenant_id = ${tenantId}::uuid AND d.id = o.id
        ) AS invoice,
        coalesce((
          SELECT jsonb_agg(jsonb_build_object('id', w.id, 'number', w.number::text, 'amount', n.amount, 'taxLines', n.tax_lines,
            'cancels', CASE WHEN w.id <> n.id THEN jsonb_build_object('id', n.id, 'number', n.number::text) END,
            'refund', CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('reason', r.reason, 'lines', r.lines, 'payment',
              jsonb_build_object('provider', p.provider, 'providerPaymentId', p.provider_payment_id, 'reference', p.reference)) END
            ) ORDER BY w.number)
          FROM credit_notes n
          CROSS JOIN LATERAL (
            SELECT n.id, n.number
            UNION ALL
            SELECT c.id, c.number FROM credit_note_cancellations c WHERE c.tenant_id = ${tenantId}::uuid AND c.credit_note_id = n.id
          ) w
          LEFT JOIN refunds r ON r.tenant_id = n.tenant_id AND r.id = n.refund_id
          LEFT JOIN payments p ON p.tenant_id = r.tenant_id AND p.id = r.payment_id
          LEFT JOIN documents d ON d.tenant_id = n.tenant_id AND d.id = w.id
          WHERE n.tenant_id = ${tenantId}::uuid AND n.order_id = o.id AND d.id IS NULL
        ), '[]') AS notes
      FROM orders o
      JOIN tenants t ON t.id = o.tenant_id
      CROSS JOIN LATERAL (
        SELECT ${dayOf('min(h.created_at)')} AS day FROM order_history h
        WHERE h.tenant_id = ${tenantId}::uuid AND h.order_id = o.id AND h.status = 'paid'
      ) paid
      WHERE o.tenant_id = ${tenantId}::uuid AND o.id = ${orderId}::uuid
    ) sale`;
  return row?.sale;
}

/** A moment's day in the time zone of the store, the row `t`. */
function dayOf(moment: string): Prisma.Sql {
  return Prisma.raw(`to_char(${moment} AT TIME ZONE t.time_zone, 'YYYY-MM-DD')`);
}
