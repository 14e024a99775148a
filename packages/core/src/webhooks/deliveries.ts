import { type DeliveryStatus, refuse } from '@service/contract';
import { recordChange } from '../audit/index.ts';
import { type Context, inTransaction, type Transaction } from '../context.ts';
import { type PresentedDelivery, presentDelivery } from './present.ts';

export interface DeliveryQuery {
  subscriptionId?: string | undefined;
  status?: DeliveryStatus | undefined;
  page: number;
  pageSize: number;
}

export interface DeliveryPage {
  items: PresentedDelivery[];
  total: number;
  page: number;
  pageSize: number;
}

/** A page of the log, newest first. A subscription of another tenant has, seen from here, no deliveries. */
export async function listDeliveries(ctx: Context, query: DeliveryQuery): Promise<DeliveryPage> {
  const { page, pageSize, subscriptionId, status } = query;
  const where = { ...(subscriptionId ? { subscriptionId } : {}), ...(status ? { status } : {}) };
  const [total, rows] = await Promise.all([
    ctx.db.webhookDelivery.count({ where }),
    ctx.db.webhookDelivery.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
  ]);
  return { items: rows.map(presentDelivery), total, page, pageSize };
}

/**
 * Makes a delivery due now, under the same id and without resetting its attempts. An attempt that is being made while
 * the button is pressed keeps its outcome; if it fails, the delivery is due again at once.
 */
export async function retryDelivery(ctx: Context, id: string): Promise<{ retried: true }> {
  await inTransaction(ctx, async (tx) => {
    if (!(await makeDue(tx, id))) await refuseRetry(tx, id);
    const subject = { type: 'webhook_delivery', id };
    await recordChange(tx, { action: 'webhook_delivery.retried', subject });
    tx.db.afterCommit(() => tx.platform.hastenDelivery(id));
  });
  return { retried: true };
}

/** Answers whether there was something to try again. */
async function makeDue(tx: Transaction, id: string): Promise<boolean> {
  const now = tx.now();
  // Later than the attempt under way, also by the clock of the worker that makes it: this is how recording its failure
  // knows that somebody asked meanwhile (record-outcomes.ts).
  const count = await tx.db.$executeRaw`
    UPDATE webhook_deliveries
    SET status = 'pending',
        next_retry_at = CASE WHEN lease_until IS NULL THEN ${now}
                             ELSE GREATEST(${now}, last_attempt_at + interval '1 millisecond') END
    WHERE tenant_id = ${tx.tenantId}::uuid AND id = ${id}::uuid AND status IN ('pending', 'failed', 'exhausted')`;
  return count > 0;
}

async function refuseRetry(ctx: Context, id: string): Promise<never> {
  const delivery = await ctx.db.webhookDelivery.findUnique({ where: { id }, select: { id: true } });
  if (!delivery) refuse('not_found', `No webhook delivery ${id}.`);
  refuse('already_delivered', 'The subscriber has answered this delivery with a 2xx status.');
}
