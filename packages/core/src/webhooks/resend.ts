import { refuse } from '@service/contract';
import type { WebhookResendModel } from '@service/db';
import { recordChange } from '../audit/index.ts';
import { actorName, type Context, inTransaction, type Transaction } from '../context.ts';
import { enqueueRetry } from './enqueue-retry.ts';
import { inScope, scopeOf } from './scope.ts';

/**
 * Makes a delivery due now, under the same id and without resetting its attempts. An attempt that is running at that moment keeps
 * its result; if it fails, the delivery is due again at once.
 */
export function retryDelivery(ctx: Context, id: string): Promise<{ retried: true }> {
  const statuses = ['pending', 'failed', 'exhausted'];
  return inTransaction(ctx, async (tx) => {
    await resend(tx, id, { action: 'webhook_delivery.retried', statuses });
    return { retried: true };
  });
}

/** The same for any delivery: a receiver that responded with a 2xx may have lost the data. */
export function redeliverDelivery(ctx: Context, id: string): Promise<{ redelivered: true }> {
  const statuses = ['pending', 'delivered', 'failed', 'exhausted'];
  return inTransaction(ctx, async (tx) => {
    await resend(tx, id, { action: 'webhook_delivery.redelivered', statuses });
    return { redelivered: true };
  });
}

interface Resending {
  action: `webhook_delivery.${string}`;
  /** Only in these statuses. */
  statuses: string[];
}

async function resend(tx: Transaction, id: string, { action, statuses }: Resending): Promise<void> {
  if (!(await makeDue(tx, id, statuses))) await refuseResending(tx, id);
  await recordChange(tx, { action, subject: { type: 'webhook_delivery', id } });
  await enqueueRetry(tx, id);
}

/** Returns whether there was a delivery to send again. */
async function makeDue(tx: Transaction, id: string, statuses: string[]): Promise<boolean> {
  const [now, scope] = [tx.dbNow(), scopeOf(tx)];
  // Later than the attempt under way, also by the clock of the worker that makes it: by this, recording its failure detects the
  // request meanwhile (record-outcomes.sql.ts).
  const count = await tx.db.sql.count`
    WITH locked AS (
      SELECT id, CASE WHEN lease_until IS NULL THEN ${now}
                      ELSE GREATEST(${now}, last_attempt_at + interval '1 millisecond') END AS due_at
      FROM webhook_deliveries
      WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid AND status = ANY (${statuses})
        AND subscription_id IN (
          SELECT id FROM webhook_subscriptions WHERE tenant_id = ${tx.tenantId}::uuid AND deleted_at IS NULL)
        AND (${scope}::uuid[] IS NULL OR subscription_id = ANY (${scope}::uuid[]))
      FOR NO KEY UPDATE
    ), made_due AS (
      UPDATE webhook_deliveries d SET status = 'pending', next_retry_at = locked.due_at FROM locked
      WHERE d.tenant_id = ${tx.tenantId}::uuid AND d.id = locked.id
      RETURNING d.tenant_id, d.id
    )
    INSERT INTO webhook_resends (tenant_id, delivery_id, requested_at, requested_by)
    SELECT tenant_id, id, ${now}, ${actorName(tx.principal)} FROM made_due
    RETURNING tenant_id`;
  return count > 0;
}

async function refuseResending(ctx: Context, id: string): Promise<never> {
  const delivery = await ctx.db.webhookDelivery.findUnique({
    where: {
      tenantId_id: { tenantId: ctx.tenantId, id },
      subscription: { deletedAt: null },
      ...inScope(ctx, 'subscriptionId'),
    },
    select: { id: true },
  });
  if (!delivery) refuse('not_found', `No webhook delivery ${id}.`);
  refuse('already_delivered', 'The subscriber has responded to this delivery with a 2xx status.');
}

export interface PresentedResend {
  requestedAt: string;
  requestedBy: string;
  recoveryId: string | null;
}

/** A subscriber sees that the store requested it, but not which operator. */
export function presentResend(
  { principal }: Pick<Context, 'principal'>,
  row: WebhookResendModel,
): PresentedResend {
  const isHidden = principal.kind === 'portal' && row.requestedBy !== actorName(principal);
  return {
    requestedAt: row.requestedAt.toISOString(),
    requestedBy: isHidden ? (row.requestedBy.split(':')[0] ?? '') : row.requestedBy,
    recoveryId: row.recoveryId,
  };
}
