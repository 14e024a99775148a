/**
 * What the fake payment provider can do, one after another. `delay` waits a second before what follows; `duplicate` sends
 * the event before it once more.
 */
export const FAKE_PAYMENT_STEPS = ['processing', 'fail', 'succeed', 'dispute', 'delay', 'duplicate'] as const;

export type FakePaymentStep = (typeof FAKE_PAYMENT_STEPS)[number];
