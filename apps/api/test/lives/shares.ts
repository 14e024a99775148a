import { most, sum } from './order-money.ts';

/**
 * Shares of an amount by weight, rounded down; what is left goes to those with the largest remainders. `ranks` says which of equal
 * ones gets it; absent: the first.
 */
export function shares(amount: bigint, weights: readonly bigint[], ranks: readonly number[] = []): bigint[] {
  const rankOf = (index: number) => ranks[index] ?? index;
  const whole = most(sum(weights), 1n);
  const down = weights.map((weight) => (amount * weight) / whole);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % whole }))
    .sort((a, b) => Number(b.remainder - a.remainder) || rankOf(a.index) - rankOf(b.index));
  const lucky = byRemainder.slice(0, Number(amount - sum(down))).map(({ index }) => index);
  return down.map((share, index) => (lucky.includes(index) ? share + 1n : share));
}
