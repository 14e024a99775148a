import { createHmac, timingSafeEqual } from 'node:crypto';

/** Each call: with what the service adds for the whole, it waits for no more than 30 seconds. */
const TIMEOUT_MS = 8000;
const TOLERANCE_SECONDS = 5 * 60;

/** What Bank Link reports, in the service's words. */
const TYPES = new Map([
  ['held', 'payment_intent.amount_capturable_updated'],
  ['paid', 'payment_intent.succeeded'],
  ['failed', 'payment_intent.payment_failed'],
  ['cancelled', 'payment_intent.canceled'],
]);

/**
 * Payments by Bank Link, a provider that is made up: JSON over HTTP, a key for what is carried out once, and signed
 * callbacks. Most real ones are like it.
 * @type {import('@service/module-sdk').ModuleDefinition<{ apiUrl: string }>}
 */
export default {
  configSchema: {
    type: 'object',
    properties: { apiUrl: { type: 'string', format: 'uri' } },
    required: ['apiUrl'],
  },
  on: {},
  paymentProviders: { 'bank-link': (account, { config }) => openAccount(account, config.apiUrl) },
};

function openAccount({ secretKey }, apiUrl) {
  /** Returns what Bank Link says, or `refused` with its words; throws what may pass by itself. */
  async function ask(method, path, body, key) {
    const response = await fetch(new URL(path, apiUrl), {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status >= 500 || response.status === 429)
      throw new Error(`Bank Link responds with ${response.status}`);
    const said = await response.json();
    return response.ok ? said : { refused: `Bank Link: ${said.message}` };
  }

  return {
    name: 'bank-link',
    async checkAccount() {
      const { refused, id, isLive } = await ask('GET', '/account');
      return refused ? { ok: false, error: refused } : { ok: true, accountId: id, isLive };
    },
    async openPayment({ paymentId, orderId, amount, currency, captureLater = false }) {
      const body = {
        amount: Number(amount),
        currency,
        hold: captureLater,
        reference: { paymentId, orderId },
      };
      const { refused, id, token, page } = await ask('POST', '/payments', body, paymentId);
      if (refused) throw new Error(refused);
      return { providerPaymentId: id, clientSecret: token, ...(page ? { redirectUrl: page } : {}) };
    },
    async capturePayment({ captureId, providerPaymentId, amount, isFinal }) {
      const body = { amount: Number(amount), isLast: isFinal };
      const path = `/payments/${providerPaymentId}/captures`;
      const { refused, captured } = await ask('POST', path, body, captureId);
      return refused ? { ok: false, error: refused } : { ok: true, capturedAmount: BigInt(captured) };
    },
    async cancelPayment({ providerPaymentId }) {
      const { refused, state } = await ask('POST', `/payments/${providerPaymentId}/cancellation`);
      if (refused) return 'refused';
      return state === 'paid' ? 'succeeded' : 'cancelled';
    },
    async refund({ refundId, providerPaymentId, amount }) {
      const path = `/payments/${providerPaymentId}/refunds`;
      const { refused, id } = await ask('POST', path, { amount: Number(amount) }, refundId);
      return refused
        ? { ok: false, error: refused }
        : { ok: true, providerRefundId: id, status: 'succeeded' };
    },
    /** `bank-link-signature: <unix seconds> <hex HMAC-SHA256 of "<seconds>.<body>">`. */
    verifyCallback({ rawBody, header, secrets, now }) {
      const [at = '', given = ''] = (header('bank-link-signature') ?? '').split(' ');
      const isFresh = Math.abs(now.getTime() / 1000 - Number(at)) <= TOLERANCE_SECONDS;
      const signature = Buffer.from(given, 'hex');
      return secrets.some((secret) => {
        const expected = createHmac('sha256', secret).update(`${at}.`).update(rawBody).digest();
        return isFresh && signature.length === expected.length && timingSafeEqual(signature, expected);
      });
    },
    translateEvent(body) {
      const { event, number, at, payment } = body ?? {};
      const type = TYPES.get(event);
      if (!type) return undefined;
      const { id, reference, currency, captured } = payment;
      const object = { id, metadata: reference, currency, amount_received: captured };
      return { id: number, type, created: at, data: { object } };
    },
  };
}
