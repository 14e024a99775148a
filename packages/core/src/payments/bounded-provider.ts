import { withDeadline } from '@service/jobs/primitives';
import type { OpenedPayment, PaymentProvider } from '@service/module-sdk';
import { asProviderEvent } from './provider-event.ts';

const DEADLINE_MS = 30_000;
/** Browsers accept longer addresses, but proxies don't always. */
const REDIRECT_LENGTH = 2048;
/** An operator waits for the response. */
const CHECK_DEADLINE_MS = 10_000;

/**
 * Wraps a provider so that each of its calls ends in time, whatever its code does. A call that continues after the deadline has
 * the same effect only once for its key, so it may be repeated.
 */
export function boundProvider(provider: PaymentProvider): PaymentProvider {
  const within = <T>(call: () => Promise<T>, deadlineMs = DEADLINE_MS) =>
    withDeadline(call, deadlineMs, `the payment provider ${provider.name}`);
  const { openAtOnce, listEvents } = provider;
  return {
    name: provider.name,
    ...(openAtOnce && { openAtOnce: (payment) => openAtOnce.call(provider, payment) }),
    ...(listEvents && { listEvents: (query) => within(async () => listEvents.call(provider, query)) }),
    checkAccount: () => within(async () => provider.checkAccount(), CHECK_DEADLINE_MS),
    openPayment: (payment) => within(async () => assertRedirect(await provider.openPayment(payment))),
    capturePayment: (capture) => within(async () => provider.capturePayment(capture)),
    cancelPayment: (payment) => within(async () => provider.cancelPayment(payment)),
    refund: (refund) => within(async () => provider.refund(refund)),
    verifyCallback: (callback) => provider.verifyCallback(callback),
    translateEvent: (body) => asProviderEvent(provider.translateEvent(body)),
  };
}

/** A shopper's browser is sent to this address. */
function assertRedirect(opened: OpenedPayment): OpenedPayment {
  const { redirectUrl } = opened;
  if (redirectUrl === undefined || isPage(redirectUrl)) return opened;
  throw new Error('The payment provider names no https address to pay at');
}

function isPage(url: string): boolean {
  return url.length <= REDIRECT_LENGTH && URL.canParse(url) && new URL(url).protocol === 'https:';
}
