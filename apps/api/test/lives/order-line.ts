export interface ModelLine {
  id: string;
  /** Which of the family's goods. */
  variant: number;
  quantity: number;
  unitAmount: bigint;
  discount: bigint;
  total: bigint;
  shipped: number;
  /** No longer held. */
  released: number;
  returned: number;
  refunded: number;
  /** Of those: units whose money went back after they came back. */
  refundedReturned: number;
  exchanged: number;
  /** Of those that were returned: units that are for sale again. */
  restocked: number;
  /** Of those that are no longer held: units that are gone. */
  writtenOff: number;
}

export function newLine(
  terms: Pick<ModelLine, 'variant' | 'quantity' | 'unitAmount' | 'discount' | 'total'>,
) {
  const none = { shipped: 0, released: 0, returned: 0, refunded: 0, refundedReturned: 0, exchanged: 0 };
  return { id: '', ...terms, ...none, restocked: 0, writtenOff: 0 };
}

/** Units that are reserved. */
export function held({ quantity, shipped, released }: ModelLine): number {
  return quantity - shipped - released;
}

/** Units whose money may still go back, or that may be exchanged. */
export function refundable({ quantity, refunded, exchanged }: ModelLine): number {
  return Math.max(0, quantity - refunded - exchanged);
}

export function shippable({ quantity, shipped, released, refunded, refundedReturned }: ModelLine): number {
  return Math.max(0, quantity - shipped - Math.max(released, refunded - refundedReturned));
}

/** The cents of these units, so that all units of a line are its amount: that of all so far, rounded down, without that of those before. */
export function share({ quantity, refunded, exchanged }: ModelLine, amount: bigint, units: number): bigint {
  const before = refunded + exchanged;
  const upTo = (count: number) => (amount * BigInt(count)) / BigInt(quantity);
  return upTo(before + units) - upTo(before);
}
