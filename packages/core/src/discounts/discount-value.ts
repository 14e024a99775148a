/** What a discount takes off. */
export type DiscountValue =
  | { kind: 'percentage'; basisPoints: number }
  | { kind: 'amount'; amount: bigint }
  | { kind: 'free_shipping' };
