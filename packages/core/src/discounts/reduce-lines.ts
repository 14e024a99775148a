import { divideHalfUp, smaller, splitByLargestRemainder, sumOf } from '../amounts.ts';
import type { DiscountValue } from './discount-rule.ts';

/** The reduction of a cart by one discount. */
export interface Reduction {
  /** The id of the discount. */
  id: string;
  value: DiscountValue;
  /** How many units of each line it is about, by the line's id; null: all of all lines. */
  units: ReadonlyMap<string, number> | null;
}

interface ReducibleLine {
  id: string;
  quantity: number;
  /** The price of the line before any reduction. */
  subtotal: bigint;
}

interface Reduced {
  /** The reduction of each line, by its id; 0 where it is absent. */
  ofLines: ReadonlyMap<string, bigint>;
  /** The amount of each reduction, by its id. */
  ofReductions: ReadonlyMap<string, bigint>;
}

const BASIS = 10_000n;

/**
 * Pure: applies reductions to lines, one after the other, each to the rest of the ones before. No line falls below zero, and the
 * parts of the lines sum up to those of the reductions. The order of the lines doesn't matter.
 */
export function reduceLines(lines: readonly ReducibleLine[], reductions: readonly Reduction[]): Reduced {
  const ofLines = new Map<string, bigint>();
  const ofReductions = new Map<string, bigint>();
  for (const { id: reductionId, value, units } of reductions) {
    const bases = lines.map(({ id, quantity, subtotal }) => {
      const left = subtotal - (ofLines.get(id) ?? 0n);
      const share = units === null ? quantity : (units.get(id) ?? 0);
      return { id, subtotal: (left * BigInt(share)) / BigInt(quantity) };
    });
    const amount = takenOff(sumOf(bases.map(({ subtotal }) => subtotal)), value);
    for (const [id, share] of splitByLargestRemainder(amount, bases))
      ofLines.set(id, (ofLines.get(id) ?? 0n) + share);
    ofReductions.set(reductionId, amount);
  }
  return { ofLines, ofReductions };
}

function takenOff(base: bigint, value: DiscountValue): bigint {
  if (value.kind === 'percentage') return divideHalfUp(base * BigInt(value.basisPoints), BASIS);
  if (value.kind === 'amount') return smaller(value.amount, base);
  return 0n;
}
