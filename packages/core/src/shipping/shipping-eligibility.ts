/** A flat rate, as far as a price needs it. */
export interface ShippingRate {
  amount: bigint;
  /** From this much on, shipping is free; null: never. */
  freeFrom: bigint | null;
}

/** `goods` is what the lines cost, discount taken off. */
export function shippingAmount({ amount, freeFrom }: ShippingRate, goods: bigint): bigint {
  return freeFrom !== null && goods >= freeFrom ? 0n : amount;
}
