import { Prisma } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import type { Context, SystemContext } from '../context.ts';

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
