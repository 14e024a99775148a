import { randomUUID } from 'node:crypto';
import type { DeliveryStatus } from '@service/contract';
import { inTransaction, webhooks } from '@service/core';
import type { TestStore } from '@service/testing';

interface DeliveryState {
  subscriptionId: string;
  status?: DeliveryStatus;
  /** So many attempts stand in the ledger. */
  attempts?: number;
  nextRetryAt?: Date | null;
  responseCode?: number | null;
  lastError?: string | null;
}

/** A delivery of `order.paid`, recorded as the domain does, then put into the state that the worker would leave it in. */
export async function recordedDelivery(
  { admin }: TestStore,
  { subscriptionId, status = 'pending', attempts = 0, nextRetryAt, ...last }: DeliveryState,
): Promise<string> {
  const orderId = randomUUID();
  await inTransaction(admin, (tx) =>
    webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'pending' }),
  );
  const { id, tenantId } = await admin.db.webhookDelivery.findFirstOrThrow({
    where: { subscriptionId, webhookEvent: { data: { path: ['orderId'], equals: orderId } } },
  });
  const isOpen = status === 'pending' || status === 'failed';
  await admin.db.webhookDelivery.updateMany({
    where: { id },
    data: { status, attempts, ...last, nextRetryAt: nextRetryAt ?? (isOpen ? admin.now() : null) },
  });
  await admin.db.webhookAttempt.createMany({
    data: Array.from({ length: attempts }, (_, index) => ({
      tenantId,
      deliveryId: id,
      subscriptionId,
      number: index + 1,
      outcome: 'failed',
      startedAt: admin.now(),
    })),
  });
  return id;
}
