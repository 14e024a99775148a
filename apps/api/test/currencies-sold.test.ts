import { randomUUID } from 'node:crypto';
import { currencyDigits, formatMoney, isCurrency, toDecimal } from '@service/client-js';
import { outbox, prices } from '@service/core';
import { STRIPE_KEY, type StripeAccount, useStripe } from '@service/testing';
import { expect } from 'chai';
import { pagesOf } from './admin/orders/pages-of.ts';
import { useApi } from './harness.ts';
import { refundsSent } from './refunds-sent.ts';
import { createShop, type Shop } from './store/shop.ts';
import { createProvider } from './webhooks/payment/callback.ts';

const CURRENCIES = Intl.supportedValuesOf('currency').filter(isCurrency);

/** A store has no more price lists. */
const LISTS_OF_A_STORE = 100;

/** Of an amount with a thousand of the smallest units at its end. */
const AMOUNT = 1_234_567_000;

describe('a store that sells in', () => {
  const stripe = useStripe();
  let account: StripeAccount;
  const api = useApi(() => ({
    settings: { stripe: { secretKey: STRIPE_KEY }, stripeApiUrl: stripe.url },
  }));

  before(() => {
    account = stripe.account(STRIPE_KEY);
  });

  const digitsOf = (text: string) => text.replace(/\D/g, '');
  const settings = async (shop: Shop, currency: string) =>
    (await shop.admin('PUT', '/settings', { name: 'Tea House', currency })).expect(200);

  /** A variant at a price, and its order. */
  async function sell(shop: Shop, currency: string, priceAmount: number) {
    const variants = [{ sku: randomUUID(), priceAmount, currency, stockQuantity: 5 }];
    const body = { title: 'Tea', status: 'published', variants };
    const { slug, variants: made } = (await shop.admin('POST', '/products', body)).expect(201);
    const key = shop.store.publishableKey;
    const listed = (await api.request('GET', `/store/v1/products/${slug}`, { key })).expect(200);
    const cartId = await shop.fullCart({ [made[0].id]: 1 });
    (await shop.send('PATCH', `/${cartId}`, { email: 'ada@example.com' })).expect(200);
    const checkedOut = await shop.checkOut(cartId);
    return { listed: listed.variants[0].price, cartId, checkedOut };
  }

  async function mailOf(shop: Shop, orderId: string): Promise<string> {
    const { tenantId } = shop.store;
    const { id } = await shop.store.admin.db.mail.findFirstOrThrow({
      where: { orderId, kind: 'order_confirmation' },
    });
    const sent: string[] = [];
    const mailer = {
      links: {},
      close: () => {},
      post: async () => {},
      send: async ({ text }: { text: string }) => void sent.push(text),
    };
    await outbox.sendMail(api.env.system, mailer, { tenantId, id });
    return sent.join();
  }

  async function invoiceOf(shop: Shop, orderId: string): Promise<string> {
    const headers = { authorization: `Bearer ${shop.store.token()}` };
    const response = await fetch(`${api.url}/admin/v1/orders/${orderId}/invoice`, { headers });
    return (await pagesOf(await response.arrayBuffer())).join(' ');
  }

  for (const [currency, charged] of [
    ['EUR', AMOUNT],
    ['JPY', AMOUNT],
    ['KWD', AMOUNT],
    ['CLF', AMOUNT],
    ['ISK', AMOUNT * 100],
    ['MGA', AMOUNT / 100],
  ] as const)
    it(`${currency} charges, shows, mails, prints and refunds a price`, async () => {
      const shop = await createShop(api);
      await settings(shop, currency);
      const digits = digitsOf(toDecimal(AMOUNT, currency));

      const { listed, cartId, checkedOut } = await sell(shop, currency, AMOUNT);

      const { order, payment } = checkedOut.expect(201);
      expect(listed).to.include({ amount: AMOUNT, currency });
      expect(digitsOf(formatMoney(listed.amount, currency, 'en'))).to.equal(digits);
      expect(stripe.requests.at(-1)?.form).to.include({
        amount: `${charged}`,
        currency: currency.toLowerCase(),
      });
      account.pay(payment.providerPaymentId);
      for (const event of account.events.splice(0)) (await createProvider(api)(event)).expect(200);
      const paid = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
      expect(paid).to.include({ status: 'paid', attention: null, total: AMOUNT, currency });
      expect(paid.payments[0]).to.include({ capturedAmount: AMOUNT, currency });
      expect((await shop.send('GET', `/${cartId}/order`)).expect(200)).to.include({
        total: AMOUNT,
        currency,
      });
      const amounts = (text: string) => text.split(/[^\d.,]+/).map(digitsOf);
      expect(amounts(await mailOf(shop, order.id)), 'mailed').to.include(digits);
      expect(amounts(await invoiceOf(shop, order.id)), 'printed').to.include(digits);
      (await shop.admin('POST', `/orders/${order.id}/refunds`, {})).expect(201);
      await refundsSent(shop.store);
      expect(stripe.requests.at(-1)?.form).to.include({ amount: `${charged}` });
      const refunded = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
      expect(refunded).to.include({ status: 'refunded', refundedTotal: AMOUNT });
    });

  it('KWD has a refund fail at once that isn’t a number of Stripe’s steps; no money leaves', async () => {
    const shop = await createShop(api);
    await settings(shop, 'KWD');
    const { checkedOut } = await sell(shop, 'KWD', 12_340);
    const { order, payment } = checkedOut.expect(201);
    account.pay(payment.providerPaymentId);
    for (const event of account.events.splice(0)) (await createProvider(api)(event)).expect(200);
    stripe.requests.length = 0;

    (await shop.admin('POST', `/orders/${order.id}/refunds`, { amount: 1234 })).expect(201);
    await refundsSent(shop.store);

    const { refunds } = (await shop.admin('GET', `/orders/${order.id}`)).expect(200);
    expect(refunds[0].status).to.equal('failed');
    const [notice] = (await shop.admin('GET', '/notifications')).expect(200).items;
    expect(notice.detail).to.include('Stripe takes KWD in steps of 0.010');
    expect(stripe.requests).to.deep.equal([]);
    (await shop.admin('POST', `/orders/${order.id}/refunds`, { amount: 1230 })).expect(201);
    await refundsSent(shop.store);
    expect(stripe.requests.at(-1)?.form).to.include({ amount: '1230' });
  });

  it('all currencies of ISO 4217 by price lists shows in each its price', async () => {
    expect(CURRENCIES).to.have.length.above(145);
    for (let from = 0; from < CURRENCIES.length; from += LISTS_OF_A_STORE) {
      const shop = await createShop(api);
      const key = shop.store.publishableKey;
      const variant = await shop.variant({ priceAmount: 2 * AMOUNT });
      const { slug } = (await shop.admin('GET', `/products/${variant.productId}`)).expect(200);
      for (const currency of CURRENCIES.slice(from, from + LISTS_OF_A_STORE)) {
        const list = await prices.createPriceList(shop.store.admin, { name: currency, currency });
        await prices.setPrices(shop.store.admin, list.id, [{ variantId: variant.id, amount: AMOUNT }]);

        const shown = (
          await api.request('GET', `/store/v1/products/${slug}?currency=${currency}`, { key })
        ).expect(200).variants[0].price;

        expect(shown, currency).to.deep.include({ amount: AMOUNT, currency });
        const text = formatMoney(shown.amount, currency, 'en');
        expect(digitsOf(text), text).to.equal(String(AMOUNT));
        expect(toDecimal(shown.amount, currency).split('.')[1]?.length ?? 0).to.equal(
          currencyDigits(currency),
        );
      }
    }
  });
});
