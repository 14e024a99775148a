import { expect } from 'chai';
import type { PaymentProvider } from '../src/index.ts';
import { paymentConformance } from '../src/testing.ts';

/** As good as a provider can be that keeps nothing. */
const GOOD: PaymentProvider = {
  name: 'good',
  checkAccount: async () => ({ ok: true, accountId: null, isLive: null }),
  openPayment: async ({ paymentId }) => ({ providerPaymentId: `pay_${paymentId}`, clientSecret: '' }),
  capturePayment: async ({ capturedBefore, amount }) => ({
    ok: true,
    capturedAmount: capturedBefore + amount,
  }),
  cancelPayment: async () => 'cancelled',
  refund: async ({ refundId }) => ({ ok: true, providerRefundId: `re_${refundId}`, status: 'pending' }),
  verifyCallback: () => false,
  translateEvent: () => undefined,
};

async function failedOf(provider: PaymentProvider): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, run } of paymentConformance(() => ({ provider })))
    await run().catch(() => failed.push(name));
  return failed;
}

describe('the conformance suite of payment providers', () => {
  it('passes a provider that keeps to it', async () => {
    expect(await failedOf(GOOD)).to.deep.equal([]);
  });

  let count = 0;
  const broken: Record<string, [part: Partial<PaymentProvider>, test: string]> = {
    'opens a repeated payment twice': [
      {
        openPayment: async () => {
          count += 1;
          return { providerPaymentId: `pay_${count}`, clientSecret: '' };
        },
      },
      'opens a payment once for its key, and another one for another key',
    ],
    'refunds twice for one key': [
      {
        refund: async () => {
          count += 1;
          return { ok: true, providerRefundId: `re_${count}`, status: 'pending' };
        },
      },
      'refunds in parts, each once for its key',
    ],
    'cancels once only': [
      { cancelPayment: async () => 'refused' },
      'cancels an unpaid payment, and says so again',
    ],
    'takes anything for an event': [
      { translateEvent: () => ({ id: 'evt_1', type: 'x', data: { object: {} } }) },
      'takes nothing for an event that is none',
    ],
  };

  for (const [what, [part, test]] of Object.entries(broken))
    it(`notices one that ${what}`, async () => {
      expect(await failedOf({ ...GOOD, ...part })).to.deep.equal([test]);
    });
});
