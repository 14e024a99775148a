import type { PaymentProvider } from '@service/module-sdk';

/**
 * A provider for bank transfer, invoice and cash: it calls no other service and reports nothing. An operator marks a payment as
 * paid, and pays refunds.
 */
export function createManualProvider(): PaymentProvider {
  return {
    name: 'manual',
    checkAccount: async () => ({ ok: true, accountId: null, isLive: null }),
    openPayment: async ({ paymentId }) => ({ providerPaymentId: `manual_${paymentId}`, clientSecret: '' }),
    capturePayment: async () => ({ ok: false, error: 'A manual payment is marked as paid.' }),
    cancelPayment: async () => 'cancelled',
    refund: async ({ refundId }) => ({
      ok: true,
      providerRefundId: `manual_${refundId}`,
      status: 'succeeded',
    }),
    verifyCallback: () => false,
    translateEvent: () => undefined,
  };
}
