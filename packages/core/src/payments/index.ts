export { type CreatedPayment, createPayment, openPayment } from './create-payment.ts';
export { createFakeProvider, FAKE_STEPS, type FakeOptions, type FakeStep } from './fake-provider.ts';
export { listDisputes, listPayments } from './list-payments.ts';
export type { PaymentProvider } from './provider.ts';
export type { ProviderEvent } from './provider-event.ts';
export { isSignedByProvider } from './provider-signature.ts';
export { receiveProviderEvent } from './receive-provider-event.ts';
export { replayWaitingEvents } from './replay-events.ts';
export { createStripeProvider, type StripeOptions } from './stripe-provider.ts';
