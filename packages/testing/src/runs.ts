/** How often a random test is run: `few` times beside all other tests, and by `npm run fuzz` as often again as FUZZ_FACTOR says. */
export function runs(few: number): number {
  return few * Number(process.env.FUZZ_FACTOR ?? 1);
}
