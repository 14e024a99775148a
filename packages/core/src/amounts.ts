/** Arithmetic of amounts of money, in minor units. */

export function sumOf(amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}

export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function atLeast0(amount: bigint): bigint {
  return larger(amount, 0n);
}

/** Divides amounts that aren't negative, and rounds half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * Input: an amount and lines with their subtotals. Output: each line's share; they sum up to the amount, and none is above its
 * subtotal where the subtotals sum up to at least the amount. The units that are left after rounding down are given, one each, to
 * the lines with the largest remainders; between equal ones the id decides, so that the order of the lines doesn't.
 */
export function splitByLargestRemainder(
  amount: bigint,
  lines: readonly { id: string; subtotal: bigint }[],
): Map<string, bigint> {
  const whole = sumOf(lines.map(({ subtotal }) => subtotal));
  if (amount === 0n) return new Map(lines.map(({ id }) => [id, 0n]));
  const parts = lines.map(({ id, subtotal }) => ({
    id,
    share: (amount * subtotal) / whole,
    remainder: (amount * subtotal) % whole,
  }));
  const left = amount - sumOf(parts.map(({ share }) => share));
  const winners = parts
    .toSorted((a, b) => compare(b.remainder, a.remainder) || compare(a.id, b.id))
    .slice(0, Number(left));
  const lucky = new Set(winners.map(({ id }) => id));
  return new Map(parts.map(({ id, share }) => [id, lucky.has(id) ? share + 1n : share]));
}

/** For sorting. */
export function compare<T extends bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
