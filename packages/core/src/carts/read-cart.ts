import { type Address, type Locale, type Metadata, refuse } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { lowestPrices } from '../prices/index.ts';
import { isOfferedIn, rateIn } from '../shipping/index.ts';
import type { OwnRate } from '../taxes/index.ts';
import { conversionOfCart, listsOfCart, PRICE_LIST_IDS, pricesIncludeTax } from './cart-price-lists.ts';
import { isAbandoned } from './lifetime.ts';
import { ownedBy } from './owner.ts';
import { type PricedCart, priceCart } from './price-cart.ts';

/** Where the goods of the cart `c` of the store `t` go. */
const DESTINATION = Prisma.sql`COALESCE(c.shipping_address ->> 'country', t.country)`;

/** What shipping of the cart `c` of the store `t` depends on. */
export const SHIPMENT_SQL = { destination: DESTINATION, currency: Prisma.sql`c.currency` };

const SHIPPING_RATE = rateIn(SHIPMENT_SQL.currency);

/** A cart with all that its price depends on. Amounts in JSON are numbers that are exact. */
export interface CartRow {
  id: string;
  customerId: string | null;
  currency: string;
  /** Its own, else its customer's. */
  email: string | null;
  /** Of its shopper; null: the store's. */
  locale: Locale | null;
  /** Of its customer, as it stands now. */
  vatNumber: string | null;
  vatStatus: string | null;
  taxExempt: boolean;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  shippingOptionId: string | null;
  discountCode: string | null;
  completedAt: Date | null;
  updatedAt: Date;
  metadata: Metadata;
  version: number;
  storeCountry: string;
  /** Empty: the store sells to all. */
  storeCountries: string[];
  storeCurrency: string;
  storeLocale: Locale;
  /** Its amounts are in these terms: of its customer's group, else the store's. */
  pricesIncludeTax: boolean;
  /** Kinds of texts that a checkout must accept. */
  requiredTexts: string[];
  ownRates: OwnRate[];
  /** By the store's time zone. */
  today: string;
  /** Where the goods go; the store's country until there is a shipping address. */
  destination: string;
  /** The chosen one, if it is offered there. */
  shippingOption: { name: string; amount: number; freeFrom: number | null } | null;
  discount: DiscountRow | null;
  lines: LineRow[];
}

export interface DiscountRow {
  kind: string;
  basisPoints: number | null;
  amount: number | null;
  currency: string | null;
  active: boolean;
  startsAt: string | null;
  endsAt: string | null;
  usageLimit: number | null;
  timesUsed: number;
  version: number;
}

export interface LineRow {
  id: string;
  variantId: string;
  /** Null: the variant is deleted, and the line shows what was known of it. */
  productId: string | null;
  sku: string;
  title: string;
  productTitle: string;
  /** Null: the variant has none of its own. */
  variantTitle: string | null;
  quantity: number;
  priceAmount: number;
  seenUnitAmount: number;
  /** The list that the price comes from; null: the base price. */
  priceListId: string | null;
  priceListName: string | null;
  /** Whether it costs anything in the cart's currency. */
  isPriced: boolean;
  isPublished: boolean;
  /** Null: there is always enough. */
  availableStock: number | null;
}

/** The cart with the prices of now. Refuses with `not_found` one that is unknown, another store's, another customer's, or abandoned. */
export async function readCart(ctx: Context, cartId: string): Promise<PricedCart> {
  const row = await selectCart(ctx, cartId);
  if (!row || isAbandoned(row, ctx)) refuse('not_found', `No cart ${cartId}.`);
  return priceCart(row, ctx.now());
}

/**
 * Input: a cart's id. Output: one row with the cart, its lines as the catalogue lists them now, what is known of its
 * customer's taxes, and the store's rules for tax, shipping and the discount. Why one statement and one row: reading a cart costs one round trip however
 * many lines it has, and all of the price is of one moment.
 */
async function selectCart(ctx: Context, cartId: string): Promise<CartRow | undefined> {
  const conversion = conversionOfCart(ctx);
  const price = lowestPrices({
    currency: Prisma.sql`c.currency`,
    lists: PRICE_LIST_IDS,
    quantity: Prisma.sql`l.quantity`,
    conversion,
  });
  const shipping = {
    amount: conversion.ofStore(SHIPPING_RATE.amount),
    freeFrom: conversion.ofStore(SHIPPING_RATE.freeFrom),
  };
  const line = lineColumns(price.amount);
  const [row] = await ctx.db.sql<(Omit<CartRow, 'lines'> & { lines: unknown[][] })[]>`
    SELECT c.id, c.customer_id AS "customerId", c.currency, COALESCE(c.email, customer.email) AS email,
           customer.vat_number AS "vatNumber", customer.vat_status AS "vatStatus",
           COALESCE(customer.tax_exempt, false) AS "taxExempt", c.shipping_address AS "shippingAddress",
           c.billing_address AS "billingAddress", c.shipping_option_id AS "shippingOptionId",
           c.discount_code AS "discountCode", c.completed_at AS "completedAt", c.updated_at AS "updatedAt",
           c.metadata, c.version, t.country AS "storeCountry", t.countries AS "storeCountries", t.currency AS "storeCurrency", ${DESTINATION} AS destination, t.locale AS "storeLocale", c.locale,
           ${pricesIncludeTax(ctx)} AS "pricesIncludeTax", t.required_texts AS "requiredTexts",
           COALESCE(tax.rates, '[]') AS "ownRates", (${ctx.now()}::timestamptz AT TIME ZONE t.time_zone)::date::text AS today,
           (SELECT json_build_object('name', o.name, 'amount', ${shipping.amount}, 'freeFrom', ${shipping.freeFrom})
            FROM shipping_options o
            WHERE o.tenant_id = c.tenant_id AND o.id = c.shipping_option_id AND ${isOfferedIn(SHIPMENT_SQL)}
           ) AS "shippingOption",
           (SELECT json_build_object('kind', d.kind, 'basisPoints', d.basis_points, 'amount', d.amount, 'currency', d.currency,
                                     'active', d.active, 'startsAt', d.starts_at, 'endsAt', d.ends_at,
                                     'usageLimit', d.usage_limit, 'timesUsed', d.times_used,
                                     'version', d.version)
            FROM discounts d WHERE d.tenant_id = c.tenant_id AND d.code = c.discount_code
           ) AS discount,
           (SELECT COALESCE(json_agg(json_build_array(${Prisma.join(Object.values(line))}) ORDER BY l.created_at, l.id), '[]')
            FROM cart_lines l
            LEFT JOIN variants v ON v.tenant_id = l.tenant_id AND v.id = l.variant_id
            LEFT JOIN products p ON p.tenant_id = v.tenant_id AND p.id = v.product_id
            ${price.join}
            WHERE l.tenant_id = c.tenant_id AND l.cart_id = c.id
           ) AS lines
    FROM carts c
    JOIN tenants t ON t.id = c.tenant_id
    LEFT JOIN tax_settings tax ON tax.tenant_id = c.tenant_id
    LEFT JOIN customers customer ON customer.tenant_id = c.tenant_id AND customer.id = c.customer_id
    CROSS JOIN ${listsOfCart(ctx)}
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid AND ${ownedBy(ctx)}`;
  return row && { ...row, lines: row.lines.map((values) => named(Object.keys(line), values)) };
}

/** Of the line `l`, its variant `v`, the product `p` and what is `listed`. */
function lineColumns(amount: Prisma.Sql): Readonly<Record<keyof LineRow, Prisma.Sql>> {
  return {
    id: Prisma.sql`l.id`,
    variantId: Prisma.sql`l.variant_id`,
    productId: Prisma.sql`p.id`,
    sku: Prisma.sql`COALESCE(v.sku, l.sku)`,
    title: Prisma.sql`COALESCE(v.title, p.title, l.title)`,
    productTitle: Prisma.sql`COALESCE(p.title, l.product_title, l.title)`,
    variantTitle: Prisma.sql`CASE WHEN v.id IS NULL THEN l.variant_title ELSE v.title END`,
    quantity: Prisma.sql`l.quantity`,
    priceAmount: Prisma.sql`COALESCE(${amount}, l.seen_unit_amount)`,
    seenUnitAmount: Prisma.sql`l.seen_unit_amount`,
    priceListId: Prisma.sql`listed.price_list_id`,
    priceListName: Prisma.sql`listed.name`,
    isPriced: Prisma.sql`${amount} IS NOT NULL`,
    isPublished: Prisma.sql`(p.status = 'published') IS TRUE`,
    availableStock: Prisma.sql`
      CASE WHEN v.id IS NULL THEN 0
           WHEN v.allow_backorder THEN NULL
           ELSE GREATEST(v.stock_quantity - v.reserved, 0) END`,
  };
}

/** Names aren’t sent with each line: they would be half of it. */
function named(names: readonly string[], values: readonly unknown[]): LineRow {
  const row: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) row[name] = values[index];
  return row as unknown as LineRow;
}
