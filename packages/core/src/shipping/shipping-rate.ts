/** A flat rate, as far as a price needs it. */
export interface ShippingRate {
  amount: bigint;
  /** From this much on, shipping is free; null: never. */
  freeFrom: bigint | null;
  /** Where it is offered; empty: everywhere. */
  countries: readonly string[];
}

export function isOffered({ countries }: Pick<ShippingRate, 'countries'>, destination: string): boolean {
  return countries.length === 0 || countries.includes(destination);
}

/** `goods` is what the lines cost, discount taken off. */
export function shippingAmount({ amount, freeFrom }: Omit<ShippingRate, 'countries'>, goods: bigint): bigint {
  return freeFrom !== null && goods >= freeFrom ? 0n : amount;
}
