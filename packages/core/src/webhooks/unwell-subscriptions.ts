import type { Context } from '../context.ts';
import { healthOf } from './endpoint-stats.ts';

type Unwell = 'failing' | 'probing' | 'paused';

interface UnwellSubscription {
  id: string;
  url: string | null;
  health: Unwell;
  failingSince: string | null;
}

const SHOWN = 10;

/** Counts and returns those that are failing, are being probed, or were paused because they failed. */
export async function listUnwellSubscriptions(
  ctx: Context,
): Promise<{ subscriptions: number; unwell: UnwellSubscription[] }> {
  const [subscriptions, rows] = await Promise.all([
    ctx.db.webhookSubscription.count({ where: { deletedAt: null } }),
    ctx.db.webhookSubscription.findMany({
      where: {
        deletedAt: null,
        OR: [
          { active: true, failingSince: { not: null } },
          { isProbing: true },
          { pausedReason: { not: null } },
        ],
      },
      orderBy: [{ failingSince: 'asc' }, { id: 'asc' }],
      take: SHOWN,
    }),
  ]);
  return {
    subscriptions,
    unwell: rows.map(({ id, url, active, isProbing, failingSince }) => ({
      id,
      url,
      health: healthOf({ active, isProbing, isFailing: true }) as Unwell,
      failingSince: failingSince?.toISOString() ?? null,
    })),
  };
}
