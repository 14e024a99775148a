import type { WaitReason } from '@service/contract';
import type { WebhookDeliveryModel } from '@service/db';
import type { Context } from '../context.ts';

interface Waits {
  id: string;
  kind: string;
  active: boolean;
  isPaced: boolean;
  now: Date;
}

/** Returns why each of these isn't sent yet. One query, or none if all of them have ended. */
export async function readWaitReasons(
  ctx: Context,
  deliveries: readonly WebhookDeliveryModel[],
): Promise<(delivery: WebhookDeliveryModel) => WaitReason | null> {
  const open = deliveries.filter(({ nextRetryAt, leaseUntil }) => nextRetryAt && !leaseUntil);
  if (open.length === 0) return () => null;
  const ids = [...new Set(open.map(({ subscriptionId }) => subscriptionId))];
  const now = ctx.dbNow();
  // Between two slots of a rate, the next one may be free for a moment.
  const rows = await ctx.db.sql<Waits[]>`
    SELECT id, kind, active, ${now} AS now,
           max_per_second IS NOT NULL AND COALESCE(paced_until > ${now} - interval '1 second', false) AS "isPaced"
    FROM webhook_subscriptions
    WHERE tenant_id = ${ctx.tenantId}::uuid AND id = ANY (${ids}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (delivery) => reasonOf(delivery, byId.get(delivery.subscriptionId));
}

function reasonOf(
  { nextRetryAt, leaseUntil, isTest }: WebhookDeliveryModel,
  subscription: Waits | undefined,
): WaitReason | null {
  if (!subscription || !nextRetryAt || leaseUntil || isTest) return null;
  if (!subscription.active) return 'pause';
  if (nextRetryAt > subscription.now) return 'retry';
  if (subscription.kind === 'pull') return 'claim';
  return subscription.isPaced ? 'rate' : null;
}
