export { deleteUnmatchedEvents, replayWaitingEvents } from './apply-provider-event.ts';
export { assertSigned } from './assert-signed.ts';
export { cancelDuePayments, cancelPaymentsOf } from './cancel-payments.ts';
export { capturePayment, requestCapture } from './capture-payment.ts';
export { type CreatedPayment, createPayment, openPayment } from './create-payment.ts';
export { erasePayments } from './erase-payments.ts';
export { FAKE_EVENTS, type FakeEventKind } from './fake-events.ts';
export { createFakeProvider, type FakeOptions, type FakeStep } from './fake-provider.ts';
export { listDisputes, listPayments } from './list-payments.ts';
export {
  type CallbackSource,
  fakeCallback,
  openCallbackSource,
  type SignedCallback,
} from './local-callbacks.ts';
export { markPaymentPaid } from './mark-payment-paid.ts';
export {
  openOrderPayment,
  openReplaced,
  payOrder,
  readPayable,
  readUnpaid,
  replacePayment,
} from './pay-order.ts';
export { payByLink, sendPaymentLink } from './payment-link.ts';
export type { ProviderEvent } from './provider-event.ts';
export { receiveAccountEvent, receiveProviderEvent } from './receive-provider-event.ts';
export { reportFakePayments } from './report-fake.ts';
export { listPaymentEvents, replayEvent, replayPaymentEvent } from './stored-events.ts';
export { countUnmatchedEvents, listUnmatchedEvents, type UnmatchedEvent } from './unmatched-events.ts';
