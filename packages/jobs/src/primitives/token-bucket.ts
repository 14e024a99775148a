export interface TokenBucketOptions {
  burst: number;
  perSecond: number;
}

export interface TokenBucket {
  /** Takes as many of these as the holder has left, and returns how many that were. */
  take(holder: string, wanted: number): number;
}

/** Beyond this many holders, those whose bucket is full again are removed. */
const MAX_KNOWN = 10_000;

/** Each holder may take `burst` at once and gets `perSecond` back. Kept in memory: it smooths, and decides nothing. */
export function createTokenBucket(
  { burst, perSecond }: TokenBucketOptions,
  now: () => number = () => performance.now(),
): TokenBucket {
  const taken = new Map<string, { count: number; at: number }>();

  function takenBy(holder: string): number {
    const known = taken.get(holder);
    return known ? Math.max(0, known.count - ((now() - known.at) / 1000) * perSecond) : 0;
  }

  function removeFull(): void {
    for (const holder of taken.keys()) if (takenBy(holder) === 0) taken.delete(holder);
  }

  return {
    take(holder, wanted) {
      const before = takenBy(holder);
      const got = Math.min(wanted, Math.floor(burst - before));
      if (taken.size >= MAX_KNOWN) removeFull();
      taken.set(holder, { count: before + got, at: now() });
      return got;
    },
  };
}
