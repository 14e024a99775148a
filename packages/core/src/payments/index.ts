export { type CreatedPayment, createPayment } from './create-payment.ts';
export { createFakeProvider, type PaymentProvider } from './provider.ts';
export { isSignedByProvider } from './provider-signature.ts';
export { type ProviderEvent, receiveProviderEvent } from './receive-provider-event.ts';
