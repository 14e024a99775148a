import { Prisma } from '@service/db';
import { eachItem, MINUTE_MS } from '@service/jobs/primitives';
import { inTransaction, type SystemContext } from '../context.ts';
import { mailBuyer, moveOrder } from '../orders/index.ts';
import { releaseHoldings } from './release-holdings.ts';

interface UnpaidOrder {
  id: string;
  tenantId: string;
}

/** A condition of the order `o`: no payment of it has succeeded, is being processed or has more time. */
const isUnpaid = (now: Prisma.Sql) => Prisma.sql`
  o.status = 'pending' AND NOT EXISTS (
    SELECT 1 FROM payments p
    WHERE p.tenant_id = o.tenant_id AND p.order_id = o.id
      AND (p.status IN ('processing', 'succeeded') OR p.expires_at > ${now}))`;

/**
 * Cancels up to `limit` orders, of any store, that weren't paid in time, and gives their stock back; returns how many.
 * A payment that the provider is still processing, or that has more time, keeps its order. Each order is a transaction of its own, so a crash
 * loses one at most, and several workers share the work.
 */
export async function expireUnpaidOrders(system: SystemContext, limit = 100): Promise<number> {
  const now = system.dbNow();
  const reservationMs = system.services.checkout.unpaidOrderMinutes * MINUTE_MS;
  const due = await system.db.sql<UnpaidOrder[]>`
    SELECT o.id, o.tenant_id AS "tenantId" FROM orders o
    WHERE ${isUnpaid(now)} AND o.created_at <= ${now} - ${reservationMs}::bigint * interval '1 millisecond'
    ORDER BY o.created_at LIMIT ${limit}`;
  const expired = await eachItem(due, (order) => expire(system, order), {
    onError: (err, { id }) => system.log.error({ err, orderId: id }, 'an unpaid order was not cancelled'),
  });
  return expired.filter(Boolean).length;
}

/**
 * Input: an order that was unpaid a moment ago. Output: whether it was cancelled. Why the status is read again
 * with the lock, and a locked row is skipped: its holder is a payment that comes in, or another worker.
 */
function expire(system: SystemContext, { id, tenantId }: UnpaidOrder): Promise<boolean> {
  const ctx = system.forTenant(tenantId, { kind: 'system' });
  return inTransaction(ctx, async (tx) => {
    const [held] = await tx.db.sql<{ id: string }[]>`
      SELECT o.id FROM orders o
      WHERE o.tenant_id = ${tx.tenantId}::uuid AND o.id = ${id}::uuid AND ${isUnpaid(tx.dbNow())}
      FOR NO KEY UPDATE SKIP LOCKED`;
    if (!held) return false;
    await moveOrder(tx, { id, status: 'pending' }, 'cancelled', { details: { reason: 'unpaid' } });
    await releaseHoldings(tx, id);
    await mailBuyer(tx, id, 'order_cancelled', { why: 'unpaid' });
    return true;
  });
}
