import { Prisma } from '@service/db';
import { type Context, groupOf } from '../context.ts';
import { buyerOf, rateOfProduct, rateOfVariant } from './buyer.ts';
import { presentPriceList } from './present.ts';
import { type Content, unitPriceOf } from './unit-price.ts';

/** One row, `buyer`: the requested currency, or else the store's, and the facts that decide the shopper's prices. */
export function buyerSql(ctx: Context, currency: string | undefined): Prisma.Sql {
  const asked = Prisma.sql`COALESCE(${currency?.toUpperCase() ?? null}, t.currency)`;
  return Prisma.sql`
    SELECT ${asked} AS currency, buyer.lists, buyer.group_id, buyer.rates,
      COALESCE(buyer.includes_tax, t.prices_include_tax) AS includes_tax
    FROM tenants t CROSS JOIN LATERAL buyer_of(t.id, ${asked}, ${buyerOf(ctx)}, ${ctx.dbNow()}) buyer
    WHERE t.id = ${ctx.tenantId}::uuid`;
}

/** Prices in other terms than the store's can't be derived from the listing's if a variant has a tax class of its own. */
const areTaxedAlike = ({ principal, tenantId }: Context) =>
  groupOf(principal)?.priceTerms
    ? Prisma.sql`NOT EXISTS (
        SELECT FROM variants v WHERE v.tenant_id = ${tenantId}::uuid AND v.product_id = l.product_id AND v.tax_class IS NOT NULL)`
    : Prisma.sql`true`;

/** The lowest prices of the product `p` of the listing `l`, as JSON; null: no variant has a price in the currency. */
export const priceRange = (ctx: Context) => Prisma.sql`
  CASE WHEN cardinality(buyer.lists) = 0 AND l.currency = buyer.currency AND ${areTaxedAlike(ctx)}
    THEN json_build_object(
      'from', in_terms(l.price_from, buyer.includes_tax, ${rateOfProduct(ctx)}), 'to', in_terms(l.price_to, buyer.includes_tax, ${rateOfProduct(ctx)}),
      'currency', buyer.currency, 'includesTax', buyer.includes_tax)
    ELSE (
      SELECT json_build_object('from', min(price.amount), 'to', max(price.amount),
        'currency', buyer.currency, 'includesTax', buyer.includes_tax)
      FROM variants v CROSS JOIN LATERAL lowest_price(v.tenant_id, v.id, v.price_amount, v.currency, buyer.currency, 1,
        buyer.lists, buyer.group_id, buyer.includes_tax, ${rateOfVariant(ctx)}) price
      WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.product_id = l.product_id HAVING count(*) > 0)
  END`;

/** The price of a variant from a quantity on, as `offersSql` finds it. */
export interface Offer {
  minQuantity: number;
  amount: number;
  /** Null or absent: the base price. */
  priceListId?: string | null;
  priceListName?: string | null;
}

/**
 * The prices of the variant `v` of the product `p` as JSON, by quantity: for each quantity, the lowest that starts there. Without
 * price lists, no table is read.
 */
export const offersSql = (ctx: Context) => Prisma.sql`
  CASE WHEN cardinality(buyer.lists) > 0 THEN (
    SELECT coalesce(json_agg(json_build_object(
      'minQuantity', offer.min_quantity, 'amount', offer.amount, 'priceListId', offer.price_list_id, 'priceListName', offer.name
    ) ORDER BY offer.min_quantity), '[]')
    FROM (
      SELECT DISTINCT ON (each.min_quantity) each.*
      FROM offers_of(v.tenant_id, v.id, v.price_amount, v.currency, buyer.currency,
        buyer.lists, buyer.group_id, buyer.includes_tax, ${rateOfVariant(ctx)}) each
      ORDER BY each.min_quantity, each.amount, each.price_list_id NULLS FIRST
    ) offer
  ) WHEN v.currency = buyer.currency
    THEN json_build_array(json_build_object('minQuantity', 1, 'amount', in_terms(v.price_amount, buyer.includes_tax, ${rateOfVariant(ctx)})))
  ELSE '[]' END`;

/**
 * The lowest base price, or price of a list for all customers, in the 30 days before the variant `v` was reduced; its
 * `price.offers` come from `offersSql`; null: it isn't reduced. The history is only read if the variant may be reduced.
 */
export const lowestBeforeReduction = (ctx: Context) => Prisma.sql`
  CASE WHEN v.compare_at_amount > v.price_amount OR (price.offers -> 0 ->> 'priceListId') IS NOT NULL
    THEN lowest_before_reduction(v.tenant_id, v.id, v.price_amount, v.currency, v.compare_at_amount, v.created_at, ${ctx.dbNow()}) END`;

/** The variant's price before it was reduced; null: there is no higher one. */
export const comparedAmount = Prisma.sql`CASE WHEN v.compare_at_amount > v.price_amount THEN v.compare_at_amount END`;

/**
 * The cheapest variant of the listing `l` of the product `p`, as JSON, with the facts that are shown beside its price; null: no
 * variant has a price in the currency.
 */
export const cheapestVariant = (ctx: Context) => Prisma.sql`(
  SELECT json_build_object('priceAmount', v.price_amount, 'currency', v.currency, 'compareAtAmount', ${comparedAmount},
    'lowestPriceIn30Days', ${lowestBeforeReduction(ctx)}, 'amount', price.offers -> 0 -> 'amount',
    'contentAmount', v.content_amount, 'contentUnit', v.content_unit, 'referenceAmount', v.reference_amount)
  FROM variants v CROSS JOIN LATERAL (SELECT ${offersSql(ctx)} AS offers OFFSET 0) price
  WHERE v.tenant_id = ${ctx.tenantId}::uuid AND v.product_id = l.product_id AND price.offers -> 0 ->> 'minQuantity' = '1'
  ORDER BY (price.offers -> 0 ->> 'amount')::bigint, v.position, v.created_at, v.id LIMIT 1)`;

/** The variant that `cheapestVariant` found. */
export interface CheapestVariant extends Content {
  priceAmount: number;
  currency: string;
  compareAtAmount: number | null;
  lowestPriceIn30Days: number | null;
  /** The price that the shopper pays. */
  amount: number;
}

export function presentCheapest({
  amount,
  contentAmount,
  contentUnit,
  referenceAmount,
  ...shown
}: CheapestVariant) {
  return { ...shown, unitPrice: unitPriceOf(amount, { contentAmount, contentUnit, referenceAmount }) };
}

/**
 * The price of one unit, and the quantities from which a unit costs less; a step that isn't cheaper than an earlier one is left
 * out.
 */
export function presentOffers(
  offers: readonly Offer[],
  { currency, includesTax }: { currency: string; includesTax: boolean },
  content: Content,
) {
  const [first, ...more] = offers.filter(
    ({ amount }, index) => index === 0 || offers.slice(0, index).every((before) => amount < before.amount),
  );
  if (first?.minQuantity !== 1) return null;
  return {
    amount: first.amount,
    currency,
    includesTax,
    unitPrice: unitPriceOf(first.amount, content),
    priceList: presentPriceList(first),
    steps: more.map((offer) => ({
      minQuantity: offer.minQuantity,
      amount: offer.amount,
      priceList: presentPriceList(offer),
    })),
  };
}
