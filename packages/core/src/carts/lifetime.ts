import type { Context, SystemContext } from '../context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A cart whose last change is older is abandoned, unless it has become an order: it is treated like one that never was. */
export function abandonedBefore({ now, services }: Pick<Context | SystemContext, 'now' | 'services'>): Date {
  return new Date(now().getTime() - services.carts.lifetimeDays * DAY_MS);
}

export function isAbandoned(
  { completedAt, updatedAt }: { completedAt: Date | null; updatedAt: Date },
  ctx: Context,
): boolean {
  return completedAt === null && updatedAt < abandonedBefore(ctx);
}
