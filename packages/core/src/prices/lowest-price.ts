import { Prisma } from '@service/db';
import type { Context } from '../context.ts';
import type { Conversion } from './conversion.ts';

interface Buyer {
  currency: Prisma.Sql;
  /** The id of the customer's group, or null. */
  customerGroupId: Prisma.Sql;
}

/**
 * The ids of the lists that a buyer buys from now, as an array. Why an array: it is found once for a cart, and where it is
 * empty no line looks for a price of a list.
 */
export function listsFor(ctx: Context, { currency, customerGroupId }: Buyer): Prisma.Sql {
  const now = ctx.dbNow();
  return Prisma.sql`ARRAY(
    SELECT pl.id FROM price_lists pl
    WHERE pl.tenant_id = ${ctx.tenantId}::uuid AND pl.currency = ${currency} AND pl.active
      AND (pl.customer_group_id IS NULL OR pl.customer_group_id = ${customerGroupId})
      AND (pl.starts_at IS NULL OR pl.starts_at <= ${now})
      AND (pl.ends_at IS NULL OR pl.ends_at > ${now}))`;
}

/** A condition on the store `t`: it sells something in the currency. */
export function isSoldIn(ctx: Context, buyer: Buyer): Prisma.Sql {
  return Prisma.sql`(${buyer.currency} = t.currency OR cardinality(${listsFor(ctx, buyer)}) > 0)`;
}

interface Purchase {
  currency: Prisma.Sql;
  /** Of `listsFor`. */
  lists: Prisma.Sql;
  quantity: Prisma.Sql;
  conversion: Conversion;
}

/**
 * The one rule of prices, as a query of one row or none: of the base price of the variant `v`, where it is in the currency, and
 * its prices in the lists from this quantity on, the lowest in the buyer's terms. Of equal ones the base price comes first.
 */
export function lowestPrice({ currency, lists, quantity, conversion }: Purchase): Prisma.Sql {
  return Prisma.sql`
    SELECT offer.amount, offer.price_list_id FROM (
      SELECT ${conversion.ofStore(Prisma.sql`v.price_amount`)} AS amount, NULL::uuid AS price_list_id WHERE v.currency = ${currency}
      UNION ALL
      SELECT ${conversion.ofList} AS amount, p.price_list_id FROM list_prices p
      WHERE p.tenant_id = v.tenant_id AND p.variant_id = v.id AND p.price_list_id = ANY (${lists})
        AND p.min_quantity <= ${quantity}
    ) offer
    ORDER BY offer.amount, offer.price_list_id NULLS FIRST LIMIT 1`;
}

/**
 * `lowestPrice` of each variant `v` of a statement, with what to join: `listed`, of which `price_list_id` and `name` are the list's.
 * Where the buyer has no lists, as in most stores, nothing is looked for: the price is the variant's own.
 */
export function lowestPrices(purchase: Purchase) {
  const { currency, lists, conversion } = purchase;
  return {
    amount: Prisma.sql`
      CASE WHEN cardinality(${lists}) > 0 THEN listed.amount
           WHEN v.currency = ${currency} THEN ${conversion.ofStore(Prisma.sql`v.price_amount`)} END`,
    join: Prisma.sql`
      LEFT JOIN LATERAL (
        SELECT lowest.amount, lowest.price_list_id, pl.name FROM (${lowestPrice(purchase)}) lowest
        LEFT JOIN price_lists pl ON pl.tenant_id = v.tenant_id AND pl.id = lowest.price_list_id
        WHERE cardinality(${lists}) > 0
      ) listed ON true`,
  };
}
