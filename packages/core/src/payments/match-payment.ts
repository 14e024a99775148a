import { isUuid } from '@service/contract';
import type { Context, SystemContext } from '../context.ts';
import { type ProviderEvent, textOf } from './provider-event.ts';

export interface MatchedPayment {
  id: string;
  tenantId: string;
  orderId: string;
}

/** What an event says of the payment that it is about. */
export interface References {
  payment: string | undefined;
  charge: string | undefined;
  dispute: string | undefined;
  refund: string | undefined;
  order: string | undefined;
}

export function referencesOf({ type, data: { object } }: ProviderEvent): References {
  const own = textOf(object.id);
  const is = (prefix: string) => type.startsWith(prefix);
  const { orderId } = object.metadata ?? {};
  return {
    payment: is('payment_intent.') ? own : textOf(object.payment_intent),
    charge: type === 'charge.refunded' ? own : textOf(object.charge ?? object.latest_charge),
    dispute: is('charge.dispute.') ? own : undefined,
    refund: is('refund.') ? own : undefined,
    order: typeof orderId === 'string' && isUuid(orderId) ? orderId.toLowerCase() : undefined,
  };
}

/** How an event that matches nothing yet is found again; each names one way. */
export function matchKeysOf(references: References): string[] {
  return Object.entries(references).flatMap(([kind, value]) => (value ? [`${kind}:${value}`] : []));
}

/** By the provider's own ids first, else by the order that the metadata names. */
export async function findPayment(
  system: SystemContext,
  { payment, charge, dispute, refund, order }: References,
): Promise<MatchedPayment | undefined> {
  const { db } = system;
  const select = { id: true, tenantId: true, orderId: true };
  const newest = { orderBy: { createdAt: 'desc' as const }, select };
  const found =
    (payment && (await db.payment.findUnique({ where: { providerPaymentId: payment }, select }))) ||
    (charge && (await db.payment.findFirst({ where: { chargeIds: { has: charge } }, ...newest }))) ||
    (dispute &&
      (await db.payment.findFirst({
        where: { disputes: { some: { providerDisputeId: dispute } } },
        ...newest,
      }))) ||
    (refund &&
      (await db.payment.findFirst({
        where: { refunds: { some: { providerRefundId: refund } } },
        ...newest,
      }))) ||
    (order && (await db.payment.findFirst({ where: { orderId: order }, ...newest })));
  return found || undefined;
}

/** All keys by which an event may mean this payment. */
export async function keysOfPayment({ db }: Context, { id, orderId }: MatchedPayment): Promise<string[]> {
  const payment = await db.payment.findUniqueOrThrow({
    where: { id },
    include: { disputes: true, refunds: true },
  });
  return [
    `order:${orderId}`,
    ...(payment.providerPaymentId ? [`payment:${payment.providerPaymentId}`] : []),
    ...payment.chargeIds.map((charge) => `charge:${charge}`),
    ...payment.disputes.map(({ providerDisputeId }) => `dispute:${providerDisputeId}`),
    ...payment.refunds.flatMap(({ providerRefundId }) =>
      providerRefundId ? [`refund:${providerRefundId}`] : [],
    ),
  ];
}
