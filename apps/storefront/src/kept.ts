/**
 * What is read at most once in so many milliseconds, whoever asks: for what stands on every page and seldom changes. A failure isn't
 * kept.
 */
export function keep<T>(
  lifeMs: number,
  read: () => Promise<T>,
  now: () => number = Date.now,
): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | undefined;
  return () => {
    if (kept && now() < kept.until) return kept.value;
    const fresh = { value: read(), until: now() + lifeMs };
    kept = fresh;
    fresh.value.catch(() => {
      if (kept === fresh) kept = undefined;
    });
    return fresh.value;
  };
}
