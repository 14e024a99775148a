import { Prisma } from '@service/db';

/** A flat rate, as far as a price needs it. */
export interface ShippingRate {
  amount: bigint;
  /** From this much on, shipping is free; null: never. */
  freeFrom: bigint | null;
}

/** A condition on the row `o` of shipping_options: it is offered where the goods go. Without countries: everywhere. */
export function isOfferedIn(destination: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(o.removed_at IS NULL AND (o.countries = '{}' OR ${destination} = ANY (o.countries)))`;
}

/** `goods` is what the lines cost, discount taken off. */
export function shippingAmount({ amount, freeFrom }: ShippingRate, goods: bigint): bigint {
  return freeFrom !== null && goods >= freeFrom ? 0n : amount;
}
