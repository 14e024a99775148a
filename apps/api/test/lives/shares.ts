import { most, sum } from './order-money.ts';

/** Shares of an amount by weight, rounded down; what is left goes to those with the largest remainders. */
export function shares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const whole = most(sum(weights), 1n);
  const down = weights.map((weight) => (amount * weight) / whole);
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % whole }))
    .sort((a, b) => Number(b.remainder - a.remainder));
  const lucky = byRemainder.slice(0, Number(amount - sum(down))).map(({ index }) => index);
  return down.map((share, index) => (lucky.includes(index) ? share + 1n : share));
}
