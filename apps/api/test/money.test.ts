import { payments } from '@service/core';
import { STRIPE_KEY, type StripeAccount, useStripe } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApi } from './harness.ts';
import { refundsSent } from './refunds-sent.ts';
import { useShop } from './store/shop.ts';
import { createProvider } from './webhooks/payment/callback.ts';
import { wrongStock } from './wrong-stock.ts';

interface Amounts {
  amount: number;
  baseAmount: number;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, each) => sum + each, 0);

/** What operators, Stripe's dashboard and the network do to an order, in any order. */
const STEP = fc.record({
  what: fc.constantFrom(
    'capture',
    'capture there',
    'ship',
    'refund',
    'refund lines',
    'refund there',
    'return',
    'cancel',
    'report',
  ),
  amount: fc.integer({ min: 1, max: 2500 }),
  line: fc.nat(1),
  units: fc.integer({ min: 1, max: 2 }),
  isLast: fc.boolean(),
  restock: fc.boolean(),
});
type Step = typeof STEP extends fc.Arbitrary<infer Each> ? Each : never;

const STORY = fc.record({
  discount: fc.constantFrom(undefined, 700, 3333),
  captureLater: fc.boolean(),
  steps: fc.array(STEP, { minLength: 5, maxLength: 9 }),
});

describe('the money of an order', () => {
  const stripe = useStripe();
  let account: StripeAccount;
  const api = useApi(() => ({
    settings: { stripe: { secretKey: STRIPE_KEY }, stripeApiUrl: stripe.url },
  }));
  const shop = useShop(api);

  before(async () => {
    account = stripe.account(STRIPE_KEY);
    for (const basisPoints of [700, 3333]) {
      const discount = { code: `OFF${basisPoints}`, kind: 'percentage', basisPoints };
      (await shop.admin('POST', '/discounts', discount)).expect(201);
    }
  });

  /** 2 units at 11.90 and 2 at 5.01, paid or authorised at Stripe, which hasn't said so yet. */
  async function place(discount: number | undefined, captureLater: boolean) {
    const settings = { name: 'Tea House', currency: 'EUR', captureLater };
    (await shop.admin('PUT', '/settings', settings)).expect(200);
    const variants = [await shop.variant(), await shop.variant({ priceAmount: 501 })].map(({ id }) => id);
    const cartId = await shop.fullCart(Object.fromEntries(variants.map((id) => [id, 2])));
    if (discount)
      (await shop.send('POST', `/${cartId}/discount-code`, { code: `OFF${discount}` })).expect(200);
    const { order, payment } = (await shop.checkOut(cartId)).expect(201);
    const intent = payment.providerPaymentId as string;
    account.pay(intent, '3ds');
    account.authenticate(intent, true);
    return { id: order.id as string, paymentId: payment.id as string, intent };
  }

  /** Late, in the wrong order, and some of it twice. */
  async function report() {
    const events = account.events.splice(0).reverse();
    for (const event of [...events, ...events.slice(0, 1)]) (await createProvider(api)(event)).expect(200);
  }

  /** Each may be refused: then it changes nothing. */
  async function take(
    { id, paymentId, intent }: Awaited<ReturnType<typeof place>>,
    { what, amount, line, units, isLast, restock }: Step,
  ): Promise<void> {
    const { lines: all } = await shop.getOrder(id);
    const lines = [{ lineId: all[line].id, quantity: units }];
    const path = `/orders/${id}`;
    const there = (at: string, form: Record<string, string>) => {
      try {
        account.carryOut('POST', at, form);
      } catch {
        // Stripe refuses what isn't there.
      }
    };
    if (what === 'report') return report();
    if (what === 'capture there')
      return there(`/v1/payment_intents/${intent}/capture`, {
        amount_to_capture: String(amount),
        final_capture: String(isLast),
      });
    if (what === 'refund there') {
      there('/v1/refunds', { payment_intent: intent, amount: String(amount) });
      // Else a refund here may be of money that is gone there: then it fails, and its credit note is cancelled.
      return report();
    }
    if (what === 'capture') {
      const body = { amount, isFinal: isLast };
      await Promise.all([1, 2].map(() => shop.admin('POST', `/payments/${paymentId}/capture`, body)));
    } else if (what === 'ship') await shop.admin('POST', `${path}/ship`, { lines });
    else if (what === 'refund') await shop.admin('POST', `${path}/refunds`, { amount });
    else if (what === 'refund lines') await shop.admin('POST', `${path}/refunds`, { lines, restock });
    else if (what === 'cancel') await shop.admin('POST', `${path}/cancel`, {});
    else await bringBack(id, lines[0] as { lineId: string; quantity: number }, restock);
    await refundsSent(shop.store);
  }

  async function bringBack(orderId: string, line: { lineId: string; quantity: number }, restock: boolean) {
    const asked = await shop.admin('POST', `/orders/${orderId}/returns`, { lines: [line] });
    if (asked.status !== 201) return;
    const lines = [{ ...line, condition: 'used', restock }];
    (await shop.admin('POST', `/returns/${asked.body.id}/receive`, { lines })).expect(200);
    await shop.admin('POST', `/returns/${asked.body.id}/refund`, {});
  }

  it('adds up, here and at the provider, however it is captured, sent, returned and refunded', async () => {
    await fc.assert(
      fc.asyncProperty(STORY, async ({ discount, captureLater, steps }) => {
        const placed = await place(discount, captureLater);
        for (const step of steps) await take(placed, step);
        await payments.cancelDuePayments(api.env.system);
        await report();

        const order = await shop.getOrder(placed.id);
        const [payment] = order.payments;
        const there = account.intents.get(placed.intent);
        const shown = JSON.stringify({ payment, there, refunds: order.refunds }, null, 1);
        expect(order.subtotal - order.discountTotal + order.shippingTotal).to.equal(order.total);
        expect(
          sumOf(order.lines.map(({ total }: { total: number }) => total)) + order.shippingTotal,
        ).to.equal(order.total);
        expect(sumOf(order.taxLines.map(({ amount }: Amounts) => amount))).to.equal(order.taxTotal);
        expect(payment.capturedAmount, shown).to.equal(there?.amount_received);
        expect(order.refundedTotal, shown).to.equal(there?.amount_refunded);
        expect(payment.capturedAmount, shown).to.be.within(order.refundedTotal, order.total);
        expect(payment.status, shown).to.be.oneOf(['authorised', 'succeeded', 'cancelled']);
        expect(there?.status, shown).to.equal(
          payment.status === 'authorised'
            ? 'requires_capture'
            : payment.status === 'cancelled' || there?.status === 'canceled'
              ? 'canceled'
              : 'succeeded',
        );
        const notes = await shop.store.admin.db.creditNote.findMany({ where: { orderId: placed.id } });
        const sumOfNotes = (some: typeof notes) => sumOf(some.map(({ amount }) => Number(amount)));
        const ofRefunds = notes.filter(({ refundId }) => refundId !== null);
        expect(sumOfNotes(ofRefunds), shown).to.equal(order.refundedTotal);
        expect(sumOfNotes(notes) - order.refundedTotal, shown).to.be.oneOf([
          0,
          order.total - payment.capturedAmount,
        ]);
        const taxLines = notes.flatMap((note) => note.taxLines as unknown as Amounts[]);
        expect(sumOf(taxLines.map(({ amount, baseAmount }) => amount + baseAmount))).to.equal(
          sumOfNotes(notes),
        );
        // Nothing of an order that is refunded whole is taxed.
        if (order.status === 'refunded')
          expect(sumOf(taxLines.map(({ amount }) => amount)), shown).to.equal(order.taxTotal);
        expect(await wrongStock(shop.store)).to.deep.equal([]);
      }),
      { numRuns: 5 },
    );
  });
});
