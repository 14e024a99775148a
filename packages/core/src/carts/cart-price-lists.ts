import { Prisma } from '@service/db';
import { type Context, groupOf } from '../context.ts';
import { type Conversion, conversionFor, listsFor } from '../prices/index.ts';

/** The price lists of a cart, in a statement that joins `listsOfCart`. */
export const PRICE_LIST_IDS = Prisma.sql`lists.ids`;

/** A table of one row beside the cart `c`. Why OFFSET 0: it is found once, and not for each line. */
export function listsOfCart(ctx: Context): Prisma.Sql {
  const buyer = { currency: Prisma.sql`c.currency`, customerGroupId: groupOfCart(ctx) };
  return Prisma.sql`LATERAL (SELECT ${listsFor(ctx, buyer)} AS ids OFFSET 0) lists`;
}

/** The group whose prices the cart `c` has. Only its customer gets here, and a guest's cart has no group, whoever reads it. */
export function groupOfCart({ principal }: Context): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${IS_CUSTOMERS} THEN ${groupOf(principal)?.id ?? null}::uuid END`;
}

/** How the prices of the cart `c` are converted. */
export function conversionOfCart(ctx: Context): Conversion {
  return conversionFor(ctx, IS_CUSTOMERS);
}

/** Whether the prices of the cart `c` of the store `t` include tax. */
export function pricesIncludeTax({ principal }: Context): Prisma.Sql {
  const terms = groupOf(principal)?.priceTerms;
  if (!terms) return Prisma.sql`t.prices_include_tax`;
  return Prisma.sql`CASE WHEN ${IS_CUSTOMERS} THEN ${terms.pricesIncludeTax}::boolean ELSE t.prices_include_tax END`;
}

const IS_CUSTOMERS = Prisma.sql`c.customer_id IS NOT NULL`;
