import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import { rateOfVariant } from '../prices/index.ts';
import { STANDARD_CLASS } from '../taxes/index.ts';

/** A line of a cart, as the catalogue lists it now. */
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
  /** A discount gives it, whose id is the line's. */
  isGift: boolean;
}

/** What of a line tells its tax and how it is shipped. */
type Handling = 'taxClass' | 'requiresShipping' | 'weightGrams' | 'shippingProfile';

/** Of the line `l`, its variant `v`, the product `p`, its `price` and what is `listed`; the names of a `LineRow` in their order. */
const LINE: Readonly<Record<Exclude<keyof LineRow, Handling | 'isGift'>, string>> = {
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
const USUAL: Readonly<Pick<LineRow, Handling | 'isGift'>> = {
  isGift: false,
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
/** A line begins as a copy with all members: an object that gets so many one by one is slow in V8. */
const BLANK = { ...Object.fromEntries(LINE_NAMES.map((name) => [name, null])), ...USUAL };

/**
 * The lines `lines`, a query with the columns of `cart_lines`, as the catalogue lists them to the `buyer` of the cart `c`, in JSON.
 * `listed` is looked for only where the buyer has lists; OFFSET keeps the planner from looking first.
 */
export function listedLines(ctx: Context, lines: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT COALESCE(json_agg(json_build_array(${LINE_COLUMNS}) ORDER BY l.created_at, l.id), '[]')
    FROM (${lines}) l
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
    ) price`;
}

/** Names aren’t sent with each line: they would be half of it. */
export function lineOf(values: readonly unknown[]): LineRow {
  const handling = values[LINE_NAMES.length] as readonly unknown[] | null;
  const row = named(LINE_NAMES, values, { ...BLANK });
  return (handling ? named(HANDLING_NAMES, handling, row) : row) as unknown as LineRow;
}

function named(names: readonly string[], values: readonly unknown[], row: Record<string, unknown>) {
  names.forEach((name, index) => {
    row[name] = values[index];
  });
  return row;
}
