export interface TotalsInput {
  lines: readonly { quantity: number; unitAmount: bigint }[];
  shippingAmount: bigint;
}

export interface Totals {
  subtotal: bigint;
  shippingTotal: bigint;
  total: bigint;
}

/** Minor units in, minor units out. An empty cart ships nothing. */
export function computeTotals({ lines, shippingAmount }: TotalsInput): Totals {
  const subtotal = lines.reduce((sum, line) => sum + line.unitAmount * BigInt(line.quantity), 0n);
  const shippingTotal = lines.length === 0 ? 0n : shippingAmount;
  return { subtotal, shippingTotal, total: subtotal + shippingTotal };
}
