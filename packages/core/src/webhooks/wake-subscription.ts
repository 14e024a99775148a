import { type Context, readSharedNow } from '../context.ts';

/** How many are woken at once; the poll finds the rest. */
const MAX_WOKEN = 10_000;

/** Tells the worker of everything that waited while the subscription was paused, the longest due first. */
export async function wakeSubscription(ctx: Context, subscriptionId: string): Promise<void> {
  const now = await readSharedNow(ctx);
  const due = await ctx.db.webhookDelivery.findMany({
    where: { subscriptionId, status: { in: ['pending', 'failed'] }, nextRetryAt: { lte: now } },
    orderBy: [{ nextRetryAt: 'asc' }, { id: 'asc' }],
    take: MAX_WOKEN,
    select: { id: true },
  });
  if (due.length > 0) ctx.db.afterCommit(() => ctx.platform.wakeDeliveries(due.map(({ id }) => id)));
}
