import type { Transaction } from '../context.ts';

/** After the commit, has a delivery that was made due sent at once: by a worker, or by who waits to claim it. */
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
