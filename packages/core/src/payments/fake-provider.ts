import type { NewPayment, PaymentProvider } from '@service/module-sdk';
import { type FakeEvent, type FakeEventKind, fakeEventOf, fakePaymentId, shortId } from './fake-events.ts';
import { asProviderEvent } from './provider-event.ts';
import { isSigned, signCallback } from './provider-signature.ts';

export interface FakeOptions {
  /** The address for callbacks: the API's own POST /webhooks/payment. */
  callbackUrl: string;
  secret: string;
  /** The events that are sent for each payment automatically; empty: none is sent before an operator does so. */
  script: readonly FakeStep[];
}

/** @service/config has the provider names that a deployment may use. */
export type FakeStep = FakeEventKind | 'delay' | 'duplicate';

const CALLBACK_TIMEOUT_MS = 10_000;
const DELAY_MS = 1000;

/**
 * A provider for development: it makes ids like a real one, moves no money, and, with a script, signs and sends real callbacks.
 * The same request gets the same response.
 */
export function createFakeProvider(options?: FakeOptions): PaymentProvider {
  const idsOf = ({ paymentId }: NewPayment) => {
    const providerPaymentId = fakePaymentId(paymentId);
    return {
      providerPaymentId,
      clientSecret: `${providerPaymentId}_secret_${shortId(`secret ${paymentId}`)}`,
    };
  };
  const isScripted = options !== undefined && options.script.length > 0;

  return {
    name: 'fake',
    ...(isScripted ? {} : { openAtOnce: idsOf }),
    checkAccount: async () => ({ ok: true, accountId: null, isLive: null }),
    async openPayment(payment) {
      const ids = idsOf(payment);
      if (isScripted) void play(options, eventsOf(options.script, payment));
      return ids;
    },
    capturePayment: async ({ capturedBefore, amount }) => ({
      ok: true,
      capturedAmount: capturedBefore + amount,
    }),
    async cancelPayment({ paymentId, providerPaymentId: id }) {
      const object = { id, object: 'payment_intent', status: 'canceled', metadata: { paymentId } };
      if (isScripted) void play(options, [{ type: 'payment_intent.canceled', object }]);
      return 'cancelled';
    },
    async refund({ refundId, orderId, providerPaymentId, amount, currency }) {
      const providerRefundId = `re_fake_${shortId(refundId)}`;
      const object = {
        id: providerRefundId,
        object: 'refund',
        payment_intent: providerPaymentId,
        amount: Number(amount),
        currency: currency.toLowerCase(),
        status: 'succeeded',
        metadata: { orderId, refundId },
      };
      if (isScripted)
        void play(options, [
          { type: 'refund.created', object: { ...object, status: 'pending' } },
          { type: 'refund.updated', object },
        ]);
      return { ok: true, providerRefundId, status: 'succeeded' };
    },
    verifyCallback: (callback) => isSigned(callback, 'payment-signature'),
    translateEvent: asProviderEvent,
  };
}

function eventsOf(script: readonly FakeStep[], payment: NewPayment): (FakeEvent | 'delay' | 'duplicate')[] {
  return script.map((step) => (step === 'delay' || step === 'duplicate' ? step : fakeEventOf(step, payment)));
}

/** Callbacks are sent one after another, with the delays that the script contains. Failure policy: a callback that fails is not repeated. */
async function play(
  options: FakeOptions,
  steps: readonly (FakeEvent | 'delay' | 'duplicate')[],
): Promise<void> {
  let last = '';
  for (const [index, step] of steps.entries()) {
    if (step === 'delay') await new Promise((resolve) => setTimeout(resolve, DELAY_MS).unref());
    else {
      if (step !== 'duplicate') last = bodyOf(step, index);
      if (last) await send(options, last);
    }
  }
}

function bodyOf({ type, object }: FakeEvent, index: number): string {
  const id = `evt_fake_${shortId(JSON.stringify([type, object]))}`;
  return JSON.stringify({ id, type, created: Math.floor(Date.now() / 1000) + index, data: { object } });
}

async function send({ callbackUrl, secret }: FakeOptions, body: string): Promise<void> {
  await fetch(callbackUrl, {
    method: 'POST',
    headers: signCallback(body, secret, new Date()),
    body,
    signal: AbortSignal.timeout(CALLBACK_TIMEOUT_MS),
  })
    .then((response) => response.body?.cancel())
    .catch(() => undefined);
}
