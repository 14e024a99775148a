import { Prisma } from '@service/db';
import { type Context, groupOf } from '../context.ts';

/**
 * Arguments of the function `buyer_of`, whose row says what decides the prices of who asks: the customer's group, and its terms
 * where they aren't the store's. `isMember`: whether they hold here.
 */
export function buyerOf({ principal }: Context, isMember: Prisma.Sql = Prisma.sql`true`): Prisma.Sql {
  const group = groupOf(principal);
  const terms = group?.priceTerms;
  return Prisma.sql`${isMember}, ${group?.id ?? null}::uuid, ${terms?.pricesIncludeTax ?? null}::boolean, ${terms ? JSON.stringify(terms.homeRates) : null}::jsonb`;
}

/**
 * The rate of a tax class, an expression, in the terms of the `buyer`; null: they are the store's. Almost all buy in those, and for them it
 * is a constant: the planner then leaves the reckoning out, which each execution would set up else, also of a cart with one line.
 */
export function rateInTerms({ principal }: Context, taxClass: Prisma.Sql): Prisma.Sql {
  return groupOf(principal)?.priceTerms
    ? Prisma.sql`rate_in(buyer.rates, ${taxClass})`
    : Prisma.sql`NULL::numeric`;
}

/** The same of the product `p`, for those of its variants that have no class of their own. */
export function rateOfProduct(ctx: Context): Prisma.Sql {
  return rateInTerms(ctx, Prisma.sql`p.tax_class`);
}

/** The same of the variant `v` of the product `p`. */
export function rateOfVariant(ctx: Context): Prisma.Sql {
  return rateInTerms(ctx, Prisma.sql`COALESCE(v.tax_class, p.tax_class)`);
}

/** A condition on the store `t`: at least one product has a price in the currency for this buyer. */
export function isSoldIn(ctx: Context, currency: Prisma.Sql, isMember?: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${currency} = t.currency OR (
    SELECT cardinality(buyer.lists) > 0 FROM buyer_of(${ctx.tenantId}::uuid, ${currency}, ${buyerOf(ctx, isMember)}, ${ctx.dbNow()}) buyer))`;
}
