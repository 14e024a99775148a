import {
  type Address,
  type OrderStatus,
  type operations,
  type ResponseOf,
  refuse,
  type TaxLine,
} from '@service/contract';
import type { Context } from '../context.ts';

export type PresentedOrder = ResponseOf<typeof operations.getOrder>;

/** Refuses with `not_found`. */
export async function getOrder(ctx: Context, id: string): Promise<PresentedOrder> {
  const order = await ctx.db.order.findUnique({
    where: { id },
    include: { lines: true, payments: true, history: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] } },
  });
  if (!order) refuse('not_found', `No order ${id}.`);
  return {
    id: order.id,
    number: Number(order.number),
    status: order.status as OrderStatus,
    customerId: order.customerId,
    email: order.email,
    currency: order.currency,
    subtotal: Number(order.subtotal),
    discountTotal: Number(order.discountTotal),
    shippingTotal: Number(order.shippingTotal),
    taxTotal: Number(order.taxTotal),
    total: Number(order.total),
    taxLines: order.taxLines as unknown as TaxLine[],
    pricesIncludeTax: order.pricesIncludeTax,
    reverseCharge: order.reverseCharge,
    discountCode: order.discountCode,
    shippingAddress: order.shippingAddress as Address | null,
    billingAddress: order.billingAddress as Address | null,
    createdAt: order.createdAt.toISOString(),
    version: order.version,
    lines: order.lines.map((line) => ({
      id: line.id,
      variantId: line.variantId,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      unitAmount: Number(line.unitAmount),
      discountTotal: Number(line.discountTotal),
      taxTotal: Number(line.taxTotal),
      rateBasisPoints: line.rateBasisPoints,
      total: Number(line.total),
    })),
    history: order.history.map((entry) => ({
      status: entry.status as OrderStatus,
      previousStatus: entry.previousStatus as OrderStatus | null,
      actor: entry.actor,
      createdAt: entry.createdAt.toISOString(),
    })),
    payments: order.payments.map((payment) => ({
      id: payment.id,
      provider: payment.provider,
      providerPaymentId: payment.providerPaymentId,
      amount: Number(payment.amount),
      currency: payment.currency,
      status: payment.status,
    })),
  };
}
