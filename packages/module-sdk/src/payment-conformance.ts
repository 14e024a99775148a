import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ConformanceTest, testsIn } from './conformance-test.ts';
import type { NewPayment, PaymentProvider, ProviderEvent } from './payment-provider.ts';

/** The parts that the suite needs beside the provider: a place to pay, and callbacks. */
export interface ProviderScene {
  provider: PaymentProvider;
  /** The same account with a key that doesn't exist; undefined where there are no keys. */
  withWrongKey?: PaymentProvider;
  /** Does what a shopper does; undefined where no shopper can. */
  pay?(providerPaymentId: string): Promise<void> | void;
  /** The bytes and headers of a callback that the provider sends for the payment; undefined where it sends none. */
  callback?(
    payment: NewPayment & { providerPaymentId: string },
    secret: string,
  ): { rawBody: Uint8Array; headers: Record<string, string> };
  close?(): Promise<void> | void;
}

const SECRET = 'whsec_of_the_conformance_suite';

const newPayment = (more: Partial<NewPayment> = {}): NewPayment => ({
  paymentId: randomUUID(),
  orderId: randomUUID(),
  amount: 1190n,
  currency: 'EUR',
  ...more,
});

/**
 * The rules for every payment provider, for any test runner: `for (const { name, run } of paymentConformance(open)) it(name,
 * run)`. `open` makes a scene for each test. A test that needs a missing part of the scene is left out.
 */
export function paymentConformance(open: () => Promise<ProviderScene> | ProviderScene): ConformanceTest[] {
  const test = testsIn(open);

  async function openPaid({ provider, pay }: ProviderScene, more: Partial<NewPayment> = {}) {
    const payment = newPayment(more);
    const opened = await provider.openPayment(payment);
    await pay?.(opened.providerPaymentId);
    return { ...payment, ...opened };
  }

  return [
    test('says that its keys work', async ({ provider }) => {
      strictEqual((await provider.checkAccount()).ok, true);
    }),
    test('says in words that a wrong key doesn’t', async ({ withWrongKey }) => {
      if (!withWrongKey) return;
      const check = await withWrongKey.checkAccount();
      ok(!check.ok && check.error.length > 0);
    }),
    test('opens a payment once for its key, and another one for another key', async ({ provider }) => {
      const payment = newPayment();
      const [first, again] = [await provider.openPayment(payment), await provider.openPayment(payment)];
      deepStrictEqual(again, first);
      const other = await provider.openPayment(newPayment());
      ok(other.providerPaymentId !== first.providerPaymentId);
      ok(first.providerPaymentId !== '');
    }),
    test('opens at once what it would open later', async ({ provider }) => {
      const payment = newPayment();
      const opened = provider.openAtOnce?.(payment);
      if (opened) deepStrictEqual(await provider.openPayment(payment), opened);
    }),
    test('cancels an unpaid payment, and says so again', async ({ provider }) => {
      const payment = newPayment();
      const opened = { ...payment, ...(await provider.openPayment(payment)) };
      strictEqual(await provider.cancelPayment(opened), 'cancelled');
      strictEqual(await provider.cancelPayment(opened), 'cancelled');
    }),
    test('says of a paid payment that it has succeeded, instead of cancelling it', async (scene) => {
      if (!scene.pay) return;
      strictEqual(await scene.provider.cancelPayment(await openPaid(scene)), 'succeeded');
    }),
    test('refunds in parts, each once for its key', async (scene) => {
      const paid = await openPaid(scene);
      const refund = { ...paid, refundId: randomUUID(), amount: 500n };
      const [first, again] = [await scene.provider.refund(refund), await scene.provider.refund(refund)];
      deepStrictEqual(again, first);
      ok(first.ok && first.providerRefundId !== '');
      const rest = await scene.provider.refund({ ...paid, refundId: randomUUID(), amount: 690n });
      ok(rest.ok && rest.providerRefundId !== first.providerRefundId);
    }),
    test('refuses for good to refund more than was paid', async (scene) => {
      if (!scene.pay) return;
      const paid = await openPaid(scene);
      const outcome = await scene.provider.refund({ ...paid, refundId: randomUUID(), amount: 1191n });
      ok(!outcome.ok && outcome.error.length > 0);
    }),
    test('captures in parts, each once for its key, and no more than is held', async (scene) => {
      if (!scene.pay) return;
      const { provider } = scene;
      const held = await openPaid(scene, { captureLater: true });
      const part = { ...held, captureId: randomUUID(), amount: 400n, capturedBefore: 0n, isFinal: false };
      deepStrictEqual(await provider.capturePayment(part), { ok: true, capturedAmount: 400n });
      deepStrictEqual(await provider.capturePayment(part), { ok: true, capturedAmount: 400n });
      const tooMuch = { ...part, captureId: randomUUID(), capturedBefore: 400n, amount: 791n };
      strictEqual((await provider.capturePayment(tooMuch)).ok, false);
      const rest = { ...tooMuch, captureId: randomUUID(), amount: 500n, isFinal: true };
      deepStrictEqual(await provider.capturePayment(rest), { ok: true, capturedAmount: 900n });
      const late = { ...rest, captureId: randomUUID(), capturedBefore: 900n, amount: 1n };
      strictEqual((await provider.capturePayment(late)).ok, false);
    }),
    test('cancels what is only held', async (scene) => {
      if (!scene.pay) return;
      const held = await openPaid(scene, { captureLater: true });
      strictEqual(await scene.provider.cancelPayment(held), 'cancelled');
    }),
    test('verifies the bytes of a callback, by each secret and by its time', async (scene) => {
      if (!scene.callback) return;
      const { provider } = scene;
      const payment = newPayment();
      const opened = { ...payment, ...(await provider.openPayment(payment)) };
      const { rawBody, headers } = scene.callback(opened, SECRET);
      const is = (more: Partial<Parameters<PaymentProvider['verifyCallback']>[0]> = {}) =>
        provider.verifyCallback({
          rawBody,
          header: (name) => headers[name.toLowerCase()],
          secrets: [SECRET],
          now: new Date(),
          ...more,
        });
      ok(is());
      ok(is({ secrets: ['whsec_another', SECRET] }));
      ok(!is({ secrets: ['whsec_another'] }));
      ok(!is({ secrets: [] }));
      ok(!is({ header: () => undefined }));
      ok(!is({ rawBody: Buffer.concat([rawBody, Buffer.from(' ')]) }));
      ok(!is({ now: new Date(Date.now() + 3_600_000) }));
      const event = provider.translateEvent(JSON.parse(Buffer.from(rawBody).toString())) as ProviderEvent;
      ok(event.id !== '' && event.type !== '');
      strictEqual(event.data.object.id, opened.providerPaymentId);
    }),
    test('takes nothing for an event that is none', async ({ provider }) => {
      for (const body of [null, 1, 'text', [], {}, { id: 1, type: 2, data: {} }])
        strictEqual(provider.translateEvent(body), undefined);
    }),
  ];
}
