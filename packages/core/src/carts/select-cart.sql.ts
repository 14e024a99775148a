import type { Address, Locale, Metadata } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import type { CartDiscount } from '../discounts/index.ts';
import { buyerOf, rateInTerms, rateOfVariant } from '../prices/index.ts';
import { OFFERED_OPTION, type OfferedOption } from '../shipping/index.ts';
import { type OwnRate, STANDARD_CLASS, type StoreProvider } from '../taxes/index.ts';
import type { CarrierRates } from './carrier-rates.ts';
import { IS_CUSTOMERS, ownedBy } from './owner.ts';
import type { ProviderTaxes } from './provider-taxes.ts';
import { selectDiscounts } from './select-discounts.sql.ts';

/** Where the goods of the cart `c` of the store `t` go. */
export const DESTINATION = Prisma.sql`COALESCE(c.shipping_address ->> 'country', t.country)`;

/** A cart with all that its price depends on. Amounts in JSON are numbers that are exact. */
export interface CartRow {
  id: string;
  customerId: string | null;
  currency: string;
  /** Of its customer, as prices have it. */
  customerGroupId: string | null;
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
  /** What carriers said of its goods; null: none was asked. */
  carrierRates: CarrierRates | null;
  /** What the tax provider said of it; null: nobody was asked. */
  providerTaxes: ProviderTaxes | null;
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
  /** Null: shipping is taxed as the goods. */
  shippingTaxClass: string | null;
  belowOssThreshold: boolean;
  /** Says the rates; null: the store does. */
  taxProvider: StoreProvider | null;
  /** By the store's time zone. */
  today: string;
  /** The chosen one, if it is offered in the country and the currency. */
  shippingOption: OfferedOption | null;
  /** That of its code, and those that are automatic and apply now. */
  discounts: CartDiscount[];
  lines: LineRow[];
}

/** As the statement has them. */
type SelectedCart = Omit<CartRow, 'lines' | 'discounts'> & { lines: unknown[][]; mayHaveDiscounts: boolean };

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
  taxClass: string;
  requiresShipping: boolean;
  /** Of a unit. */
  weightGrams: number;
  /** Null: every option takes it. */
  shippingProfile: string | null;
  /** Null: there is always enough. */
  availableStock: number | null;
}

/** What of a line tells its tax and how it is shipped. */
type Handling = 'taxClass' | 'requiresShipping' | 'weightGrams' | 'shippingProfile';

/** Of the line `l`, its variant `v`, the product `p`, its `price` and what is `listed`; the names of a `LineRow` in their order. */
const LINE: Readonly<Record<Exclude<keyof LineRow, Handling>, string>> = {
  id: 'l.id',
  variantId: 'l.variant_id',
  productId: 'p.id',
  sku: 'COALESCE(v.sku, l.sku)',
  title: 'COALESCE(v.title, p.title, l.title)',
  productTitle: 'COALESCE(p.title, l.product_title, l.title)',
  variantTitle: 'CASE WHEN v.id IS NULL THEN l.variant_title ELSE v.title END',
  quantity: 'l.quantity',
  priceAmount: 'COALESCE(price.amount, l.seen_unit_amount)',
  seenUnitAmount: 'l.seen_unit_amount',
  priceListId: 'listed.price_list_id',
  priceListName: 'listed.name',
  isPriced: 'price.amount IS NOT NULL',
  isPublished: `(p.status = 'published') IS TRUE`,
  availableStock: `CASE WHEN v.id IS NULL THEN 0 WHEN v.allow_backorder THEN NULL
                        ELSE GREATEST(v.stock_quantity - v.reserved, 0) END`,
};
const HANDLING: Readonly<Record<Handling, string>> = {
  taxClass: 'COALESCE(v.tax_class, p.tax_class)',
  requiresShipping: 'v.requires_shipping',
  weightGrams: 'COALESCE(v.weight_grams, 0)',
  shippingProfile: 'v.shipping_profile',
};
const USUAL: Readonly<Pick<LineRow, Handling>> = {
  taxClass: STANDARD_CLASS,
  requiresShipping: true,
  weightGrams: 0,
  shippingProfile: null,
};
/** Behind the others; null: the line is as usual, or its variant is deleted. Four values more of each line would cost a tenth. */
const LINE_COLUMNS = Prisma.raw(`${Object.values(LINE).join(', ')},
  CASE WHEN ${HANDLING.taxClass} <> '${STANDARD_CLASS}' OR NOT v.requires_shipping OR v.weight_grams > 0 OR v.shipping_profile IS NOT NULL
    THEN json_build_array(${Object.values(HANDLING).join(', ')}) END`);
const LINE_NAMES = Object.keys(LINE);
const HANDLING_NAMES = Object.keys(HANDLING);

/**
 * Input: a cart's id. Output: one row with the cart, its lines as the catalogue lists them now, what is known of its customer's
 * taxes, and the store's rules for tax and shipping. Why one statement and one row: reading a cart costs one round trip however
 * many lines it has, and its prices are of one moment; a second statement is for discounts, where there may be any. `listed` is
 * looked for only where the buyer has lists; OFFSET keeps the planner from looking first. `isReadable` is a condition on the row `c`.
 */
export async function selectCart(
  ctx: Context,
  cartId: string,
  isReadable: Prisma.Sql = ownedBy(ctx),
): Promise<CartRow | undefined> {
  const [row] = await ctx.db.sql<SelectedCart[]>`
    SELECT c.id, c.customer_id AS "customerId", buyer.group_id AS "customerGroupId", c.currency, COALESCE(c.email, customer.email) AS email,
           customer.vat_number AS "vatNumber", customer.vat_status AS "vatStatus",
           COALESCE(customer.tax_exempt, false) AS "taxExempt", c.shipping_address AS "shippingAddress",
           c.billing_address AS "billingAddress", c.shipping_option_id AS "shippingOptionId", c.carrier_rates AS "carrierRates",
           c.provider_taxes AS "providerTaxes", c.discount_code AS "discountCode", c.completed_at AS "completedAt", c.updated_at AS "updatedAt",
           c.metadata, c.version, c.locale, t.country AS "storeCountry",
           t.countries AS "storeCountries", t.currency AS "storeCurrency", t.locale AS "storeLocale",
           COALESCE(buyer.includes_tax, t.prices_include_tax) AS "pricesIncludeTax", t.required_texts AS "requiredTexts",
           COALESCE(tax.rates, '[]') AS "ownRates", tax.shipping_tax_class AS "shippingTaxClass",
           COALESCE(tax.below_oss_threshold, false) AS "belowOssThreshold", tax.provider AS "taxProvider",
           (${ctx.now()}::timestamptz AT TIME ZONE t.time_zone)::date::text AS today,
           (SELECT ${OFFERED_OPTION(termsOfShipping(ctx), Prisma.sql`(c.carrier_rates -> 'rates')`)}
            FROM shipping_options o CROSS JOIN LATERAL shipping_rate(o.amount, o.free_from, o.tiers, o.prices, t.currency, c.currency) rate
            WHERE o.tenant_id = ${ctx.tenantId}::uuid AND o.id = c.shipping_option_id AND o.active
              AND is_offered_in(o.removed_at, o.countries, o.prices, t.currency, ${DESTINATION}, c.currency)
           ) AS "shippingOption",
           (c.discount_code IS NOT NULL OR EXISTS (
              SELECT FROM discounts d WHERE d.tenant_id = ${ctx.tenantId}::uuid AND d.automatic AND d.active)
           ) AS "mayHaveDiscounts",
           (SELECT COALESCE(json_agg(json_build_array(${LINE_COLUMNS}) ORDER BY l.created_at, l.id), '[]')
            FROM cart_lines l
            LEFT JOIN variants v ON v.tenant_id = l.tenant_id AND v.id = l.variant_id
            LEFT JOIN products p ON p.tenant_id = v.tenant_id AND p.id = v.product_id
            LEFT JOIN LATERAL (
              SELECT lowest.* FROM lowest_price(${ctx.tenantId}::uuid, v.id, v.price_amount, v.currency, c.currency, l.quantity,
                buyer.lists, buyer.group_id, buyer.includes_tax, ${rateOfVariant(ctx)}) lowest
              WHERE cardinality(buyer.lists) > 0 OFFSET 0
            ) listed ON true
            CROSS JOIN LATERAL (
              SELECT CASE WHEN cardinality(buyer.lists) > 0 THEN listed.amount
                          WHEN v.currency = c.currency THEN in_terms(v.price_amount, buyer.includes_tax, ${rateOfVariant(ctx)})
                     END AS amount
            ) price
            WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.cart_id = c.id
           ) AS lines
    FROM carts c
    JOIN tenants t ON t.id = c.tenant_id
    LEFT JOIN tax_settings tax ON tax.tenant_id = c.tenant_id
    LEFT JOIN customers customer ON customer.tenant_id = c.tenant_id AND customer.id = c.customer_id
    CROSS JOIN LATERAL buyer_of(${ctx.tenantId}::uuid, c.currency, ${buyerOf(ctx, IS_CUSTOMERS)}, ${ctx.dbNow()}) buyer
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid AND ${isReadable}`;
  if (!row) return undefined;
  const { mayHaveDiscounts, ...cart } = row;
  const discounts = mayHaveDiscounts ? await selectDiscounts(ctx, cart) : [];
  return { ...cart, lines: row.lines.map(lineOf), discounts };
}

/** What the listed price of shipping includes of tax: as its own class does, else the standard one. */
function termsOfShipping(ctx: Context): Prisma.Sql {
  const taxClass = Prisma.raw(`COALESCE(tax.shipping_tax_class, '${STANDARD_CLASS}')`);
  return Prisma.sql`buyer.includes_tax, ${rateInTerms(ctx, taxClass)}`;
}

/** Names aren’t sent with each line: they would be half of it. */
function lineOf(values: readonly unknown[]): LineRow {
  const handling = values[LINE_NAMES.length] as readonly unknown[] | null;
  const row = named(LINE_NAMES, values, {});
  return (handling ? named(HANDLING_NAMES, handling, row) : Object.assign(row, USUAL)) as unknown as LineRow;
}

function named(names: readonly string[], values: readonly unknown[], row: Record<string, unknown>) {
  names.forEach((name, index) => {
    row[name] = values[index];
  });
  return row;
}
