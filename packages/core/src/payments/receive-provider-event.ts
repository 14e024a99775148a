import { isUuid } from '@service/contract';
import type { Prisma } from '@service/db';
import { inTransaction, type SystemContext, type Transaction } from '../context.ts';
import { markPaid } from '../orders/index.ts';

export interface ProviderEvent {
  id: string;
  type: string;
  data: { object: { id?: string | null | undefined; metadata?: Record<string, unknown> | null | undefined } };
}

interface MatchedPayment {
  id: string;
  tenantId: string;
  orderId: string;
}

/** What an event of each type does. A type that isn't listed is stored and has no effect. */
const EFFECTS: Readonly<Record<string, (tx: Transaction, payment: MatchedPayment) => Promise<void>>> = {
  'payment_intent.succeeded': async (tx, payment) => {
    await setPaymentStatus(tx, payment, 'succeeded');
    await markPaid(tx, payment.orderId);
  },
};

/**
 * Stores the event and carries out its effect, in one transaction. The event's id is the key of its row: of two
 * deliveries of one event at once, the second waits for the first and then finds the row. If this rejects, nothing
 * is stored, and the provider sends the event again.
 */
export async function receiveProviderEvent(system: SystemContext, event: ProviderEvent): Promise<void> {
  await system.db.transaction(async () => {
    const isNew = await storeEvent(system, event);
    if (!isNew) return;
    const effect = Object.hasOwn(EFFECTS, event.type) ? EFFECTS[event.type] : undefined;
    const payment = effect && (await findPayment(system, event));
    if (!payment) return;

    const ctx = system.forTenant(payment.tenantId, { kind: 'provider', eventId: event.id });
    await inTransaction(ctx, (tx) => effect(tx, payment));
    await system.db.paymentEvent.update({
      where: { id: event.id },
      data: { orderId: payment.orderId, processedAt: system.now() },
    });
  });
}

async function storeEvent(system: SystemContext, event: ProviderEvent): Promise<boolean> {
  const { count } = await system.db.paymentEvent.createMany({
    data: {
      id: event.id,
      type: event.type,
      payload: event as unknown as Prisma.InputJsonObject,
      receivedAt: system.now(),
    },
    skipDuplicates: true,
  });
  return count === 1;
}

/** By the provider's own id first, else by the order that the metadata names. */
async function findPayment(
  system: SystemContext,
  { data }: ProviderEvent,
): Promise<MatchedPayment | undefined> {
  const select = { id: true, tenantId: true, orderId: true };
  const { id: providerPaymentId, metadata } = data.object;
  if (providerPaymentId) {
    const payment = await system.db.payment.findUnique({ where: { providerPaymentId }, select });
    if (payment) return payment;
  }
  const orderId = metadata?.orderId;
  if (typeof orderId !== 'string' || !isUuid(orderId)) return undefined;
  const payment = await system.db.payment.findFirst({
    where: { orderId },
    orderBy: { createdAt: 'desc' },
    select,
  });
  return payment ?? undefined;
}

async function setPaymentStatus(tx: Transaction, payment: MatchedPayment, status: string): Promise<void> {
  await tx.db.payment.updateMany({ where: { id: payment.id }, data: { status, updatedAt: tx.now() } });
}
