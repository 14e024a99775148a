import type { Address, Locale, Metadata } from '@service/contract';
import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import type { CartDiscount } from '../discounts/index.ts';
import { buyerOf, rateInTerms } from '../prices/index.ts';
import { OFFERED_OPTION, type OfferedOption } from '../shipping/index.ts';
import { type OwnRate, STANDARD_CLASS, type StoreProvider } from '../taxes/index.ts';
import type { CarrierRates } from './carrier-rates.ts';
import { type LineRow, lineOf, listedLines } from './line-row.ts';
import { IS_CUSTOMERS, ownedBy } from './owner.ts';
import type { ProviderTaxes } from './provider-taxes.ts';
import { selectDiscounts } from './select-discounts.sql.ts';
import { selectGifts } from './select-gifts.sql.ts';

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
  declinesGifts: boolean;
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
  discounts: Omit<CartDiscount, 'gift'>[];
  /** What these discounts may give, with their ids. */
  gifts: LineRow[];
  lines: LineRow[];
}

/** As the statement has them. */
type SelectedCart = Omit<CartRow, 'lines' | 'discounts' | 'gifts'> & {
  lines: unknown[][];
  mayHaveDiscounts: boolean;
};

/**
 * Input: a cart's id. Output: one row with the cart, its lines as the catalogue lists them now, what is known of its customer's
 * taxes, and the store's rules for tax and shipping. Why one statement and one row: reading a cart costs one round trip however
 * many lines it has, and its prices are of one moment; a second statement is for discounts, where there may be any, and a third one
 * for gifts. `isReadable` is a condition on the row `c`.
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
           c.provider_taxes AS "providerTaxes", c.discount_code AS "discountCode", c.declines_gifts AS "declinesGifts", c.completed_at AS "completedAt", c.updated_at AS "updatedAt",
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
           (${listedLines(ctx, Prisma.sql`SELECT * FROM cart_lines l WHERE l.tenant_id = ${ctx.tenantId}::uuid AND l.cart_id = c.id`)}) AS lines
    FROM carts c
    JOIN tenants t ON t.id = c.tenant_id
    LEFT JOIN tax_settings tax ON tax.tenant_id = c.tenant_id
    LEFT JOIN customers customer ON customer.tenant_id = c.tenant_id AND customer.id = c.customer_id
    CROSS JOIN LATERAL buyer_of(${ctx.tenantId}::uuid, c.currency, ${buyerOf(ctx, IS_CUSTOMERS)}, ${ctx.dbNow()}) buyer
    WHERE c.tenant_id = ${ctx.tenantId}::uuid AND c.id = ${cartId}::uuid AND ${isReadable}`;
  if (!row) return undefined;
  const { mayHaveDiscounts, ...cart } = row;
  const discounts = mayHaveDiscounts ? await selectDiscounts(ctx, cart) : [];
  const gifts = discounts.some(({ kind }) => kind === 'gift')
    ? await selectGifts(ctx, cart.id, discounts)
    : [];
  return { ...cart, lines: row.lines.map(lineOf), discounts, gifts };
}

/** What the listed price of shipping includes of tax: as its own class does, else the standard one. */
function termsOfShipping(ctx: Context): Prisma.Sql {
  const taxClass = Prisma.raw(`COALESCE(tax.shipping_tax_class, '${STANDARD_CLASS}')`);
  return Prisma.sql`buyer.includes_tax, ${rateInTerms(ctx, taxClass)}`;
}
