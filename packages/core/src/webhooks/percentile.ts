export interface Bucket {
  upToMs: number;
  attempts: number;
}

/**
 * Computes a percentile from a histogram that is sorted by its bounds; values within a bucket count as spread evenly over its
 * upper third. Null: there are none.
 */
export function percentile(buckets: readonly Bucket[], part: number): number | null {
  const total = buckets.reduce((sum, { attempts }) => sum + attempts, 0);
  let before = 0;
  for (const { upToMs, attempts } of buckets) {
    const wanted = part * total - before;
    if (attempts > 0 && wanted <= attempts) return Math.round((upToMs * (2 + wanted / attempts)) / 3);
    before += attempts;
  }
  return null;
}
