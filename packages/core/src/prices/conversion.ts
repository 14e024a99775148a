import { Prisma } from '@service/db';
import { type Context, groupOf, type PriceTerms } from '../context.ts';

/** Expressions of SQL for amounts in the terms of the buyer. */
export interface Conversion {
  /** Of an amount in the store's terms. */
  ofStore(amount: Prisma.Sql): Prisma.Sql;
  /** Of the price `p` of a list. One for the buyer's group is in the group's terms; one for everybody in the store's. */
  ofList: Prisma.Sql;
}

const STORE_TERMS: Conversion = { ofStore: (amount) => amount, ofList: Prisma.sql`p.amount` };

/**
 * For what the principal buys, where `isBuyer` holds. Where the principal has the store's terms, as most have, statements are as they
 * would be without a conversion.
 */
export function conversionFor(
  { tenantId, principal }: Context,
  isBuyer: Prisma.Sql = Prisma.sql`true`,
): Conversion {
  const group = groupOf(principal);
  const terms = group?.priceTerms;
  if (!terms) return STORE_TERMS;
  const ofStore = (amount: Prisma.Sql) =>
    Prisma.sql`CASE WHEN ${isBuyer} THEN ${inTerms(terms, amount)} ELSE ${amount} END`;
  const own = Prisma.sql`ARRAY(
    SELECT pl.id FROM price_lists pl
    WHERE pl.tenant_id = ${tenantId}::uuid AND pl.customer_group_id = ${group.id}::uuid)`;
  return {
    ofStore,
    ofList: Prisma.sql`CASE WHEN p.price_list_id = ANY (${own}) THEN p.amount ELSE ${ofStore(Prisma.sql`p.amount`)} END`,
  };
}

/** With the tax of the store's country added or taken off, half up: in integers, so that it is exact for every amount. */
function inTerms({ pricesIncludeTax, homeRateBasisPoints }: PriceTerms, amount: Prisma.Sql): Prisma.Sql {
  const tax = (whole: number) =>
    Prisma.sql`div(${amount} * ${2 * homeRateBasisPoints}::numeric + ${whole}::numeric, ${2 * whole}::numeric)::bigint`;
  return pricesIncludeTax
    ? Prisma.sql`${amount} + ${tax(10_000)}`
    : Prisma.sql`${amount} - ${tax(10_000 + homeRateBasisPoints)}`;
}
