import { randomBytes } from 'node:crypto';

/** What the service needs of a payment provider to take a payment; its events come by the callback. */
export interface PaymentProvider {
  name: string;
  createPayment(input: { amount: bigint; currency: string }): {
    providerPaymentId: string;
    clientSecret: string;
  };
}

/** For development: makes ids like a provider does, and takes no money. */
export function createFakeProvider(): PaymentProvider {
  return {
    name: 'fake',
    createPayment() {
      const providerPaymentId = `pi_fake_${randomBytes(12).toString('hex')}`;
      return {
        providerPaymentId,
        clientSecret: `${providerPaymentId}_secret_${randomBytes(12).toString('hex')}`,
      };
    },
  };
}
