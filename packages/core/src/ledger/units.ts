import type { FulfilmentStatus } from '@service/contract';

/** The ordered units of a line, and the sums of its entries; the ledger keeps them on the line. */
export interface LineUnits {
  quantity: number;
  shippedQuantity: number;
  releasedQuantity: number;
  refundedQuantity: number;
  refundedReturnQuantity: number;
  returnedQuantity: number;
  exchangedQuantity: number;
}

/** The states of an order with goods that are still to be shipped. */
export const TO_SHIP: readonly FulfilmentStatus[] = ['unfulfilled', 'partly_shipped'];

export function isToShip({ fulfilmentStatus }: { fulfilmentStatus: string }): boolean {
  return TO_SHIP.some((status) => status === fulfilmentStatus);
}

type Of<K extends keyof LineUnits> = Pick<LineUnits, K>;

/** Units that are still reserved: neither shipped nor released. */
export function openQuantity(line: Of<'quantity' | 'shippedQuantity' | 'releasedQuantity'>): number {
  return line.quantity - line.shippedQuantity - line.releasedQuantity;
}

/**
 * Units that may still be shipped: held and not refunded. A refund takes units that are still here first, as its `restock` does;
 * the refund of a return is about units that came back.
 */
export function shippableQuantity(
  line: Of<
    'quantity' | 'shippedQuantity' | 'releasedQuantity' | 'refundedQuantity' | 'refundedReturnQuantity'
  >,
): number {
  const gone = Math.max(line.releasedQuantity, line.refundedQuantity - line.refundedReturnQuantity);
  return Math.max(0, line.quantity - line.shippedQuantity - gone);
}

/** Units whose money may still be refunded, or that may be exchanged once they are here: neither refunded nor exchanged. */
export function refundableQuantity(line: Of<'quantity' | 'refundedQuantity' | 'exchangedQuantity'>): number {
  return Math.max(0, line.quantity - line.refundedQuantity - line.exchangedQuantity);
}

/** Units that the buyer has. */
function deliveredQuantity(line: Of<'shippedQuantity' | 'returnedQuantity'>): number {
  return line.shippedQuantity - line.returnedQuantity;
}

/** Units that the buyer has and may send back: not those that were never shipped. */
export function returnableQuantity(
  line: Of<'shippedQuantity' | 'returnedQuantity'> & { requiresShipping: boolean },
): number {
  return line.requiresShipping ? deliveredQuantity(line) : 0;
}

/** Divides units that are refunded: how many are still held, and how many of the others may be put back into the stock. */
export function restockable(
  line: Of<'quantity' | 'shippedQuantity' | 'releasedQuantity' | 'returnedQuantity'>,
  units: number,
): { released: number; returned: number } {
  const released = Math.min(units, openQuantity(line));
  return { released, returned: Math.min(units - released, deliveredQuantity(line)) };
}

/**
 * The share that these units have in an amount of their whole line. It is cumulative with those that were refunded or exchanged
 * before, so that all units of a line together are the amount to the cent.
 */
export function shareOfUnits(
  {
    quantity,
    refundedQuantity,
    exchangedQuantity,
  }: Of<'quantity' | 'refundedQuantity' | 'exchangedQuantity'>,
  amount: bigint,
  units: number,
): bigint {
  const before = refundedQuantity + exchangedQuantity;
  const upTo = (count: number) => (amount * BigInt(count)) / BigInt(quantity);
  return upTo(before + units) - upTo(before);
}
