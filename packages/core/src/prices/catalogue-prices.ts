import { Prisma } from '@service/db';
import { type Context, groupOf } from '../context.ts';
import { conversionFor } from './conversion.ts';
import { listsFor, lowestPrice } from './lowest-price.ts';
import { presentPriceList } from './present.ts';

/** What `buyerSql` found, in a statement that has its row as `buyer`. */
const BUYER = { currency: Prisma.sql`buyer.currency`, lists: Prisma.sql`buyer.lists` };

/** One row: the asked currency, else the store's, and the lists that the shopper who asks buys from in it now. */
export function buyerSql(ctx: Context, currency: string | undefined): Prisma.Sql {
  const group = groupOf(ctx.principal);
  const customerGroupId = Prisma.sql`${group?.id ?? null}::uuid`;
  const includesTax = group?.priceTerms
    ? Prisma.sql`${group.priceTerms.pricesIncludeTax}::boolean`
    : Prisma.sql`t.prices_include_tax`;
  const asked = Prisma.sql`COALESCE(${currency?.toUpperCase() ?? null}, t.currency)`;
  return Prisma.sql`
    SELECT ${asked} AS currency, ${includesTax} AS includes_tax, ${listsFor(ctx, { currency: asked, customerGroupId })} AS lists
    FROM tenants t WHERE t.id = ${ctx.tenantId}::uuid`;
}

/** The lowest prices of the product of the listing `l`, as JSON; null: none of its variants is sold in the currency. */
export function priceRange(ctx: Context): Prisma.Sql {
  const conversion = conversionFor(ctx);
  const range = (from: Prisma.Sql, to: Prisma.Sql) =>
    Prisma.sql`json_build_object('from', ${from}, 'to', ${to}, 'currency', buyer.currency, 'includesTax', buyer.includes_tax)`;
  return Prisma.sql`
    CASE WHEN cardinality(buyer.lists) = 0 AND l.currency = buyer.currency
      THEN ${range(conversion.ofStore(Prisma.sql`l.price_from`), conversion.ofStore(Prisma.sql`l.price_to`))}
      ELSE (
        SELECT ${range(Prisma.sql`min(price.amount)`, Prisma.sql`max(price.amount)`)}
        FROM variants v CROSS JOIN LATERAL (${lowestPrice({ ...BUYER, quantity: Prisma.sql`1`, conversion })}) price
        WHERE v.tenant_id = l.tenant_id AND v.product_id = l.product_id HAVING count(*) > 0)
    END`;
}

/** A price of a variant from a quantity on, as `offersTo` finds them. */
export interface Offer {
  minQuantity: number;
  amount: number;
  /** Null or absent: the base price. */
  priceListId?: string | null;
  priceListName?: string | null;
}

/** Prices of the variant `v` as JSON, by quantity: the lowest that begins at each. Without price lists nothing is looked for. */
export function offersTo(ctx: Context): Prisma.Sql {
  const conversion = conversionFor(ctx);
  const base = conversion.ofStore(Prisma.sql`v.price_amount`);
  return Prisma.sql`
    CASE WHEN cardinality(buyer.lists) > 0 THEN (
      SELECT coalesce(json_agg(json_build_object(
        'minQuantity', offer.min_quantity, 'amount', offer.amount, 'priceListId', offer.price_list_id, 'priceListName', pl.name
      ) ORDER BY offer.min_quantity), '[]')
      FROM (
        SELECT DISTINCT ON (each.min_quantity) each.min_quantity, each.amount, each.price_list_id FROM (
          SELECT 1 AS min_quantity, ${base} AS amount, NULL::uuid AS price_list_id WHERE v.currency = buyer.currency
          UNION ALL
          SELECT p.min_quantity, ${conversion.ofList} AS amount, p.price_list_id FROM list_prices p
          WHERE p.tenant_id = v.tenant_id AND p.variant_id = v.id AND p.price_list_id = ANY (buyer.lists)
        ) each
        ORDER BY each.min_quantity, each.amount, each.price_list_id NULLS FIRST
      ) offer
      LEFT JOIN price_lists pl ON pl.tenant_id = v.tenant_id AND pl.id = offer.price_list_id
    ) WHEN v.currency = buyer.currency THEN json_build_array(json_build_object('minQuantity', 1, 'amount', ${base}))
    ELSE '[]' END`;
}

/** What one unit costs, and from which quantities one costs less: a step that is no cheaper than one before it isn't shown. */
export function presentOffers(
  offers: readonly Offer[],
  { currency, includesTax }: { currency: string; includesTax: boolean },
) {
  const [first, ...more] = offers.filter(
    ({ amount }, index) => index === 0 || offers.slice(0, index).every((before) => amount < before.amount),
  );
  if (first?.minQuantity !== 1) return null;
  return {
    amount: first.amount,
    currency,
    includesTax,
    priceList: presentPriceList(first),
    steps: more.map((offer) => ({
      minQuantity: offer.minQuantity,
      amount: offer.amount,
      priceList: presentPriceList(offer),
    })),
  };
}
