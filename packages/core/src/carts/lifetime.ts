import { Prisma } from '@service/db';
import type { Context, SystemContext } from '../context.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A cart whose last change is older is abandoned, unless it has become an order: it is treated like one that never was. */
export function abandonedBefore({
  dbNow,
  services,
}: Pick<Context | SystemContext, 'dbNow' | 'services'>): Prisma.Sql {
  return Prisma.sql`(${dbNow()} - ${services.carts.lifetimeDays}::float8 * interval '1 day')`;
}

export function isAbandoned(
  { completedAt, updatedAt }: { completedAt: Date | null; updatedAt: Date },
  ctx: Context,
): boolean {
  const ageMs = ctx.now().getTime() - updatedAt.getTime();
  return completedAt === null && ageMs > ctx.services.carts.lifetimeDays * DAY_MS;
}
