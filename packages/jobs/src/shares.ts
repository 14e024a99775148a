export interface ShareOptions {
  burst: number;
  perSecond: number;
}

export interface Shares {
  /** How many of these are within the holder's share; they are taken from it. */
  take(holder: string, wanted: number): number;
}

/** Beyond so many holders, those whose share is whole again are forgotten. */
const MAX_KNOWN = 10_000;

/** Each holder may take `burst` at once and gets `perSecond` back. Kept in memory: it shapes, and decides nothing. */
export function createShares(
  { burst, perSecond }: ShareOptions,
  now: () => number = () => performance.now(),
): Shares {
  const taken = new Map<string, { count: number; at: number }>();

  function takenBy(holder: string): number {
    const known = taken.get(holder);
    return known ? Math.max(0, known.count - ((now() - known.at) / 1000) * perSecond) : 0;
  }

  function forgetWhole(): void {
    for (const holder of taken.keys()) if (takenBy(holder) === 0) taken.delete(holder);
  }

  return {
    take(holder, wanted) {
      const before = takenBy(holder);
      const got = Math.min(wanted, Math.floor(burst - before));
      if (taken.size >= MAX_KNOWN) forgetWhole();
      taken.set(holder, { count: before + got, at: now() });
      return got;
    },
  };
}
