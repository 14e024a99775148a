import { Prisma } from '@service/db';

/** A flat rate, as far as a price needs it. */
export interface ShippingRate {
  amount: bigint;
  /** From this much on, shipping is free; null: never. */
  freeFrom: bigint | null;
}

interface Parcel {
  /** Where the goods go. */
  destination: Prisma.Sql;
  /** What is paid in. */
  currency: Prisma.Sql;
}

/**
 * A condition on the row `o` of shipping_options and its store `t`: it is offered where the goods go, and costs something in
 * the currency. Without countries: everywhere.
 */
export function isOfferedIn({ destination, currency }: Parcel): Prisma.Sql {
  return Prisma.sql`(o.removed_at IS NULL AND (o.countries = '{}' OR ${destination} = ANY (o.countries))
    AND (${currency} = t.currency OR o.prices -> ${currency} IS NOT NULL))`;
}

/** What the option `o` of the store `t` costs in a currency that it is offered in, and from which price it is free. */
export function rateIn(currency: Prisma.Sql): { amount: Prisma.Sql; freeFrom: Prisma.Sql } {
  const of = (column: string, member: string) => Prisma.sql`CASE WHEN ${currency} = t.currency
    THEN ${Prisma.raw(`o.${column}`)} ELSE (o.prices -> ${currency} ->> ${Prisma.raw(`'${member}'`)})::bigint END`;
  return { amount: of('amount', 'amount'), freeFrom: of('free_from', 'freeFrom') };
}

/** `goods` is what the lines cost, discount taken off. */
export function shippingAmount({ amount, freeFrom }: ShippingRate, goods: bigint): bigint {
  return freeFrom !== null && goods >= freeFrom ? 0n : amount;
}
