const PART = process.env.BENCH_SMOKE ? 1 / 20 : 1;

/** How long or how often something is done; less in a smoke run, which shows only that a bench comes to its end. */
export function lessInSmoke(amount: number): number {
  return Math.ceil(amount * PART);
}
