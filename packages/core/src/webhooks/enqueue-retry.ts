import type { Transaction } from '../context.ts';

/** Has a delivery that became due sent at once, after the commit: by a worker, or by a waiting claim. */
export async function enqueueRetry(tx: Transaction, deliveryId: string): Promise<void> {
  const { kind, id } = await tx.db.webhookSubscription.findFirstOrThrow({
    where: { deliveries: { some: { id: deliveryId } } },
    select: { kind: true, id: true },
  });
  tx.db.afterCommit(() => {
    if (kind === 'pull') tx.services.jobs.notifyPull([id]);
    else tx.services.jobs.promoteDelivery({ tenantId: tx.tenantId, id: deliveryId });
  });
}
