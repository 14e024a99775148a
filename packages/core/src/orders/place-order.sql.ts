import { randomUUID } from 'node:crypto';
import type { AcceptedText, Address, Locale, Metadata, PickupPlace, TaxLine } from '@service/contract';
import { Prisma } from '@service/db';
import { actorName, type Transaction } from '../context.ts';
import type { OrderDiscount } from '../discounts/index.ts';
import { enqueueDue, RECORDED, type Recorded, recordingEvent } from '../webhooks/index.ts';
import { takingNextNumber } from './next-order-number.ts';
import { originOf } from './unpaid-limit.ts';

/**
 * A snapshot of the goods with their price and tax at the purchase; later changes of the catalogue and the settings don't change
 * it.
 */
export interface NewOrder {
  cartId: string;
  customerId: string | null;
  email: string | null;
  locale: Locale;
  vatNumber: string | null;
  vatStatus: string | null;
  currency: string;
  /** Null: none of its goods are sent. */
  shippingAddress: Address | null;
  /** Null: its goods aren't picked up. */
  pickupPlace: PickupPlace | null;
  billingAddress: Address | null;
  metadata: Metadata;
  shippingName: string | null;
  discountCode: string | null;
  discounts: readonly OrderDiscount[];
  subtotal: bigint;
  discountTotal: bigint;
  shippingTotal: bigint;
  taxTotal: bigint;
  total: bigint;
  taxLines: readonly TaxLine[];
  pricesIncludeTax: boolean;
  acceptedTexts: readonly AcceptedText[];
  reverseCharge: boolean;
  taxExempt: boolean;
  lines: readonly NewOrderLine[];
  /** The return for which this order sends the exchanged goods; absent: the order was bought. */
  exchangeOf?: { orderId: string; returnId: string; credit: bigint };
}

export interface NewOrderLine {
  productId: string;
  variantId: string;
  sku: string;
  title: string;
  productTitle: string;
  variantTitle: string | null;
  quantity: number;
  unitAmount: bigint;
  priceListId: string | null;
  priceListName: string | null;
  discountTotal: bigint;
  taxTotal: bigint;
  taxClass: string;
  requiresShipping: boolean;
  isGift: boolean;
  rateBasisPoints: number;
  total: bigint;
}

export interface PlacedOrder {
  id: string;
  number: number;
}

/**
 * Input: the cart's content. Output: the pending order with its lines and history; `order.created` is recorded. Why one statement
 * for all, including the number: the number's row stays locked until the commit, and during each further round trip no other
 * order of the store could be placed.
 */
export async function placeOrder(tx: Transaction, order: NewOrder): Promise<PlacedOrder> {
  const id = randomUUID();
  const lines = JSON.stringify(order.lines, (_key, value) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
  const shippingAddress = order.shippingAddress && JSON.stringify(order.shippingAddress);
  const pickupPlace = order.pickupPlace && JSON.stringify(order.pickupPlace);
  const billingAddress = order.billingAddress && JSON.stringify(order.billingAddress);
  const origin = originOf(tx);
  const now = tx.now();
  const happened = Prisma.sql`SELECT ${JSON.stringify({ orderId: id, customerId: order.customerId })}::json`;
  const [placed] = await tx.db.sql<(Recorded & { number: bigint })[]>`
    WITH number AS (${takingNextNumber(tx)}), store AS (
      SELECT jsonb_build_object('name', name, 'country', country, 'vatNumber', vat_number)
        || COALESCE(seller, '{}') AS seller
      FROM tenants WHERE id = ${tx.tenantId}::uuid
    ), placed AS (
      INSERT INTO orders (id, tenant_id, number, cart_id, customer_id, email, locale, seller, origin, currency, shipping_address, pickup_place, billing_address, metadata,
        shipping_name, discount_code, discounts, subtotal, discount_total, shipping_total, tax_total, total, tax_lines,
        prices_include_tax, reverse_charge, tax_exempt, vat_number, vat_status, accepted_texts, exchanged_order_id, exchanged_return_id, exchange_credit, payment_status, created_at, updated_at)
      SELECT ${id}::uuid, ${tx.tenantId}::uuid, number.last, ${order.cartId}::uuid, ${order.customerId}::uuid, ${order.email}, ${order.locale}, store.seller, ${origin}, ${order.currency},
        ${shippingAddress}::jsonb, ${pickupPlace}::jsonb, ${billingAddress}::jsonb, ${JSON.stringify(order.metadata)}::jsonb,
        ${order.shippingName}, ${order.discountCode}, ${JSON.stringify(order.discounts)}::jsonb, ${order.subtotal}, ${order.discountTotal},
        ${order.shippingTotal}, ${order.taxTotal}, ${order.total}, ${JSON.stringify(order.taxLines)}::jsonb,
        ${order.pricesIncludeTax}, ${order.reverseCharge}, ${order.taxExempt}, ${order.vatNumber}, ${order.vatStatus}, ${JSON.stringify(order.acceptedTexts)}::jsonb,
        ${order.exchangeOf?.orderId ?? null}::uuid, ${order.exchangeOf?.returnId ?? null}::uuid, ${order.exchangeOf?.credit ?? 0n}, ${order.total === 0n ? 'paid' : 'unpaid'}, ${now}, ${now}
      FROM number CROSS JOIN store
      RETURNING id, tenant_id, number
    ), lines AS (
      INSERT INTO order_lines (tenant_id, order_id, position, product_id, variant_id, sku, title, product_title, variant_title, quantity,
        unit_amount, price_list_id, price_list_name, discount_total, tax_total, tax_class, requires_shipping, is_gift, rate_basis_points, total)
      SELECT placed.tenant_id, placed.id, line.position, line."productId", line."variantId", line.sku, line.title,
        line."productTitle", line."variantTitle", line.quantity, line."unitAmount", line."priceListId", line."priceListName", line."discountTotal", line."taxTotal", line."taxClass", line."requiresShipping", line."isGift", line."rateBasisPoints", line.total
      FROM placed CROSS JOIN ROWS FROM (
        jsonb_to_recordset(${lines}::jsonb) AS ("productId" uuid, "variantId" uuid, sku text, title text,
          "productTitle" text, "variantTitle" text, quantity int, "unitAmount" bigint, "priceListId" uuid, "priceListName" text, "discountTotal" bigint, "taxTotal" bigint, "taxClass" text, "requiresShipping" boolean, "isGift" boolean, "rateBasisPoints" double precision, total bigint)
      ) WITH ORDINALITY AS line("productId", "variantId", sku, title, "productTitle", "variantTitle", quantity,
        "unitAmount", "priceListId", "priceListName", "discountTotal", "taxTotal", "taxClass", "requiresShipping", "isGift", "rateBasisPoints", total, position)
      RETURNING tenant_id
    ), history AS (
      INSERT INTO order_history (tenant_id, order_id, status, actor, created_at)
      SELECT tenant_id, id, 'pending', ${actorName(tx.principal)}, ${now} FROM placed
      RETURNING tenant_id
    ),
    ${recordingEvent(tx, 'order.created', happened)}
    SELECT number, ${RECORDED} FROM placed`;
  if (!placed) throw new Error('No order was placed');
  enqueueDue(tx, placed.recorded);
  return { id, number: Number(placed.number) };
}
