import { randomUUID } from 'node:crypto';
import { inTransaction, type SystemContext } from '../context.ts';
import { insertPayment } from './insert-payment.ts';
import type { MatchedPayment, References } from './match-payment.ts';
import type { ProviderEvent } from './provider-event.ts';

/**
 * Records a payment that was made at the provider without our checkout, such as by a payment link, and that names the
 * order in its metadata. It is one of its own, under its own id; undefined: the event is about no such payment.
 */
export async function recordOutsidePayment(
  system: SystemContext,
  { type }: ProviderEvent,
  references: References,
): Promise<MatchedPayment | undefined> {
  const { payment: providerPaymentId, order: orderId } = references;
  if (!type.startsWith('payment_intent.') || !providerPaymentId || !orderId) return undefined;
  const order = await system.db.order.findFirst({ where: { id: orderId } });
  if (!order) return undefined;
  const ctx = system.forTenant(order.tenantId, { kind: 'system' });
  const { tenantId, total: amount, currency } = order;
  const payment = { id: randomUUID(), orderId, providerPaymentId, amount, currency };
  await inTransaction(ctx, (tx) => insertPayment(tx, payment));
  return { ...payment, tenantId };
}
