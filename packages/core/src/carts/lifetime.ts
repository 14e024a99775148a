const DAY_MS = 24 * 60 * 60 * 1000;

/** A cart that nobody changed for this long is abandoned: it answers like one that never was. */
const LIFETIME_MS = 30 * DAY_MS;

/** A cart whose last change is older is abandoned, unless it has become an order. */
export function abandonedBefore(now: Date): Date {
  return new Date(now.getTime() - LIFETIME_MS);
}

export function isAbandoned(
  { completedAt, updatedAt }: { completedAt: Date | null; updatedAt: Date },
  now: Date,
): boolean {
  return completedAt === null && updatedAt < abandonedBefore(now);
}
