import type { Transaction } from '../context.ts';

export interface CreatedPayment {
  id: string;
  providerPaymentId: string;
  clientSecret: string;
}

/** The payment of an order, waiting for the shopper. The client secret is the provider's and isn't stored. */
export async function createPayment(
  tx: Transaction,
  order: { id: string; total: bigint; currency: string },
): Promise<CreatedPayment> {
  const { paymentProvider } = tx.platform;
  const { providerPaymentId, clientSecret } = paymentProvider.createPayment({
    amount: order.total,
    currency: order.currency,
  });
  const { id } = await tx.db.payment.create({
    data: {
      tenantId: tx.tenantId,
      orderId: order.id,
      provider: paymentProvider.name,
      providerPaymentId,
      amount: order.total,
      currency: order.currency,
      createdAt: tx.now(),
      updatedAt: tx.now(),
    },
  });
  return { id, providerPaymentId, clientSecret };
}
