import { ServiceError } from '@service/contract';
import { loadLater, openOnce, readText } from '@service/jobs/primitives';
import type {
  AccountCheck,
  CaptureOutcome,
  EventQuery,
  NewCapture,
  NewPayment,
  NewRefund,
  OpenPayment,
  PaymentProvider,
  RefundOutcome,
} from '@service/module-sdk';
import type Stripe from 'stripe';
import { asProviderEvent } from './provider-event.ts';
import { isSigned } from './provider-signature.ts';
import { fromStripeAmount, inOurUnits, toStripeAmount, UnsupportedAmount } from './stripe-amounts.ts';

export interface StripeOptions {
  secretKey: string;
  /** Another address of the API, for tests. */
  apiUrl?: string | undefined;
}

const TIMEOUT_MS = 10_000;
/** Shorter than the deadline of a check of an account, which has no host. */
const CHECK_TIMEOUT_MS = 9_000;
const RETRIES = 2;

/** A hundred events with their objects are smaller. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** Captures in parts, if the card allows it. */
const CAPTURED_LATER = {
  capture_method: 'manual',
  payment_method_options: { card: { request_multicapture: 'if_available' } },
} as const;

/**
 * Stripe by its own package, which is loaded with the first payment because it takes much memory. The idempotency keys are ours,
 * so that a repeated request has no second effect.
 */
export function createStripeProvider({ secretKey, apiUrl }: StripeOptions): PaymentProvider {
  const { open: connect } = openOnce(async () => {
    const { default: Stripe } = await loadLater(() => import('stripe'));
    return new Stripe(secretKey, {
      ...(apiUrl ? parseApiUrl(apiUrl) : {}),
      timeout: TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      httpClient: Stripe.createFetchHttpClient(boundedFetch),
      telemetry: false,
    });
  });

  return {
    name: 'stripe',
    async checkAccount(): Promise<AccountCheck> {
      const stripe = await connect();
      try {
        // Without repetitions: a request waits for the response.
        const once = { maxNetworkRetries: 0, timeout: CHECK_TIMEOUT_MS };
        const account = await stripe.accounts.retrieveCurrent({}, once);
        const isLive = /^[sr]k_live_/.test(secretKey);
        // In test mode, an account takes payments before Stripe knows its owner.
        if (isLive && !account.charges_enabled)
          return { ok: false, error: `Stripe: ${account.id} can’t take payments yet. Complete it there.` };
        return { ok: true, accountId: account.id, isLive };
      } catch (error) {
        if (isRefusal(error)) return { ok: false, error: `Stripe: ${error.message}` };
        const { host } = new URL(apiUrl ?? 'https://api.stripe.com');
        const detail = `Stripe at ${host} did not say whether the key works. Try again.`;
        throw Object.assign(new ServiceError('dependency_unavailable', detail), { cause: error });
      }
    },
    async openPayment({ paymentId, orderId, amount, currency, captureLater }: NewPayment) {
      const stripe = await connect();
      const intent = await stripe.paymentIntents.create(
        {
          amount: toStripeAmount(amount, currency),
          currency: currency.toLowerCase(),
          automatic_payment_methods: { enabled: true },
          metadata: { orderId, paymentId },
          ...(captureLater ? CAPTURED_LATER : {}),
        },
        { idempotencyKey: paymentId },
      );
      return { providerPaymentId: intent.id, clientSecret: intent.client_secret ?? '' };
    },
    async capturePayment(capture: NewCapture): Promise<CaptureOutcome> {
      const stripe = await connect();
      const { captureId: idempotencyKey, providerPaymentId, amount, currency, isFinal } = capture;
      // Stripe accepts `final_capture` only if it can capture in parts.
      const parts = isFinal ? {} : { final_capture: false };
      try {
        const intent = await stripe.paymentIntents.capture(
          providerPaymentId,
          { amount_to_capture: toStripeAmount(amount, currency), ...parts },
          { idempotencyKey },
        );
        return { ok: true, capturedAmount: BigInt(fromStripeAmount(intent.amount_received, currency)) };
      } catch (error) {
        if (isInvalidRequest(error)) return { ok: false, error: `Stripe: ${error.message}` };
        if (error instanceof UnsupportedAmount) return { ok: false, error: error.message };
        throw error;
      }
    },
    async cancelPayment({ providerPaymentId }: OpenPayment) {
      const stripe = await connect();
      try {
        // Without our own key: with one, Stripe would repeat a refusal for a day.
        await stripe.paymentIntents.cancel(providerPaymentId, { cancellation_reason: 'abandoned' });
        return 'cancelled';
      } catch (error) {
        if (!isInvalidRequest(error)) throw error;
        // A refusal contains the payment's current status. A payment that is being processed may still fail, so it is tried again
        // later.
        const status = error.payment_intent?.status;
        if (status === 'canceled') return 'cancelled';
        return status === 'succeeded' ? 'succeeded' : 'refused';
      }
    },
    async refund({
      refundId,
      orderId,
      providerPaymentId,
      amount,
      currency,
    }: NewRefund): Promise<RefundOutcome> {
      const stripe = await connect();
      try {
        const refund = await stripe.refunds.create(
          {
            payment_intent: providerPaymentId,
            amount: toStripeAmount(amount, currency),
            metadata: { orderId, refundId },
          },
          { idempotencyKey: refundId },
        );
        if (refund.status === 'failed' || refund.status === 'canceled')
          return { ok: false, error: refund.failure_reason ?? refund.status };
        const status = refund.status === 'succeeded' ? 'succeeded' : 'pending';
        return { ok: true, providerRefundId: refund.id, status };
      } catch (error) {
        // Anything else may be temporary: the network, a limit, an outage, a key that is being replaced.
        if (isInvalidRequest(error)) return { ok: false, error: error.code ?? 'invalid_request' };
        if (error instanceof UnsupportedAmount) return { ok: false, error: error.message };
        throw error;
      }
    },
    // The same scheme with its own header's name, which can't be configured.
    verifyCallback: (callback) => isSigned(callback, 'payment-signature', 'stripe-signature'),
    translateEvent(body) {
      const event = asProviderEvent(body);
      return event && { ...event, data: { ...event.data, object: inOurUnits(event.data.object) } };
    },
    async listEvents({ types, since, after }: EventQuery) {
      const stripe = await connect();
      const { data } = await stripe.events.list({
        types: [...types],
        created: { gte: Math.floor(since.getTime() / 1000) },
        limit: 100,
        ...(after ? { ending_before: after } : {}),
      });
      return data.reverse();
    },
  };
}

/** Stripe's package accepts any content. */
async function boundedFetch(url: string | URL | Request, options?: RequestInit): Promise<Response> {
  const response = await fetch(url, options);
  const { status, headers } = response;
  return new Response(await readText(response, MAX_ANSWER_BYTES), { status, headers });
}

/** The key is wrong, revoked, or restricted to other uses. */
function isRefusal(error: unknown): error is Stripe.errors.StripeError {
  const { type = '' } = error as { type?: string };
  return type === 'StripeAuthenticationError' || type === 'StripePermissionError' || isInvalidRequest(error);
}

/** Stripe refused the request, and would refuse the same one again. */
function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return (error as { type?: unknown }).type === 'StripeInvalidRequestError';
}

function parseApiUrl(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl);
  return {
    protocol: protocol === 'http:' ? ('http' as const) : ('https' as const),
    host: hostname,
    ...(port ? { port } : {}),
  };
}
