import type { Context, SystemContext } from '../context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A cart whose last change is older is abandoned, unless it has become an order: it answers like one that never was. */
export function abandonedBefore({ now, platform }: Pick<Context | SystemContext, 'now' | 'platform'>): Date {
  return new Date(now().getTime() - platform.cartLifetimeDays * DAY_MS);
}

export function isAbandoned(
  { completedAt, updatedAt }: { completedAt: Date | null; updatedAt: Date },
  ctx: Context,
): boolean {
  return completedAt === null && updatedAt < abandonedBefore(ctx);
}
