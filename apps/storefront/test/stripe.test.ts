import { createStoreClient } from '@service/client-js';
import {
  eventually,
  openTestPage,
  type StripeServer,
  signProviderEvent,
  startStripeServer,
} from '@service/testing';
import axe from 'axe-core';
import { expect } from 'chai';
import { type StripeJs, startStripeJs } from './stripe-js.ts';
import { openShop, useShop } from './use-shop.ts';

const SECRET_KEY = 'sk_test_shop';
const WEBHOOK_SECRET = 'whsec_of_the_shop';

describe('an order that is paid with Stripe', () => {
  let stripe: StripeServer;
  let stripeJs: StripeJs;
  let server: Awaited<ReturnType<typeof openShop>>;
  let callbackPath: string;
  const shop = useShop('shop_stripe', {
    settings: async () => {
      stripe = await startStripeServer();
      return { STRIPE_API_URL: stripe.url };
    },
  });

  before(async () => {
    const account = stripe.account(SECRET_KEY);
    stripeJs = await startStripeJs(async (intentId) => {
      account.pay(intentId);
      for (const event of account.events.splice(0)) await report(event);
    });
    const { apiUrl, store } = shop;
    ({ callbackPath } = await addAccount({
      ...{ provider: 'stripe', name: 'Card', secretKey: SECRET_KEY, publishableKey: 'pk_test_shop' },
      webhookSecret: WEBHOOK_SECRET,
    }));
    server = await openShop({ apiUrl, publishableKey: store.publishableKey, stripeJs: stripeJs.url });
  });

  after(async () => {
    await server.close();
    await stripeJs.close();
    await stripe.close();
  });

  async function addAccount(body: object): Promise<{ callbackPath: string }> {
    const response = await fetch(`${shop.apiUrl}/admin/v1/payment-accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.store.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ active: true, ...body }),
    });
    expect(response.status).to.equal(201);
    return (await response.json()) as { callbackPath: string };
  }

  /** As Stripe tells the service of it. */
  async function report(event: object): Promise<void> {
    const body = JSON.stringify(event);
    const headers = {
      'content-type': 'application/json',
      'payment-signature': signProviderEvent(body, { secret: WEBHOOK_SECRET }),
    };
    const response = await fetch(shop.apiUrl + callbackPath, { method: 'POST', headers, body });
    expect(response.status).to.equal(200);
  }

  async function place(session?: string) {
    const cartId = await shop.store.fullCart({ [await shop.store.variant()]: 1 });
    const { apiUrl: baseUrl, store } = shop;
    const client = createStoreClient({ baseUrl, publishableKey: store.publishableKey, session });
    if (session) await client.claimCart({ cartId });
    return { cartId, orderId: (await client.checkout({ cartId, body: {} })).order.id };
  }

  const open = (path: string, cookie: string, options: RequestInit = {}) =>
    fetch(server.url + path, { headers: { cookie }, redirect: 'manual', ...options });

  it('is paid in Stripe’s own form, also after a card that was declined', async function () {
    const { cartId } = await place();
    const browser = await openTestPage(server.url);
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page, complaints, outside } = browser;
    await page.context().addCookies([{ name: 'order', value: cartId, url: server.url }]);
    await page.goto(`${server.url}/de/order`);
    const card = page.frameLocator('iframe').getByLabel('Card number');
    const pay = page.getByRole('button', { name: 'Jetzt bezahlen' });

    await card.fill('4000000000000002');
    await page.evaluate(axe.source);
    const violations = await page.evaluate(
      'axe.run({ iframes: false }).then(({ violations }) => violations.map(({ id }) => id))',
    );
    expect(violations).to.deep.equal([]);
    await pay.click();
    await page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).waitFor();
    await card.fill('offline');
    await pay.click();
    await page.getByRole('alert').filter({ hasText: 'Die Zahlung hat nicht geklappt' }).waitFor();
    await card.fill('4242424242424242');
    await pay.click();
    await page.getByText('Bezahlt: wir packen').waitFor();

    // It may have been asked for again meanwhile.
    await eventually(() =>
      expect(page.url().replace(/&refreshes=\d$/, '')).to.equal(`${server.url}/order?payment=made`),
    );
    expect(Object.fromEntries(stripeJs.frames.at(-1) ?? [])).to.deep.equal({
      ...{ type: 'payment', key: 'pk_test_shop', locale: 'de' },
    });
    expect(stripe.account(SECRET_KEY).intents.size).to.equal(1);
    await browser.close();
    expect([
      complaints,
      outside.filter((each) => !each.startsWith(new URL(stripeJs.url).origin)),
    ]).to.deep.equal([[], []]);
  });

  it('lets Stripe’s script onto the page with its form alone, and no secret into a page', async () => {
    const { cartId } = await place();
    const { origin } = new URL(stripeJs.url);
    const cookie = `order=${cartId}`;
    const page = await open('/order', cookie);
    const policyOf = (response: Response) => response.headers.get('content-security-policy');

    expect(policyOf(page)).to.include(`script-src 'self' ${origin}`).and.include(`frame-src ${origin}`);
    expect(await page.text())
      .to.include(`<script src="${stripeJs.url}" defer>`)
      .and.include('<noscript><p class="notice">To pay here, switch on JavaScript')
      .and.not.include('_secret');
    for (const path of ['/', '/order?payment=made'])
      expect(policyOf(await open(path, cookie)), path)
        .to.include("script-src 'self';")
        .and.not.include(origin);
  });

  it('shows how it went to who comes back, with the payment’s secret in no address', async () => {
    const { cartId } = await place();
    const cookie = `order=${cartId}`;
    const back = (outcome: string) =>
      open(`/order?payment_intent_client_secret=pi_1_secret_1&redirect_status=${outcome}`, cookie);
    const locationOf = (response: Response) => response.headers.get('location');

    expect(locationOf(await back('processing'))).to.equal('/order?payment=made');
    expect(locationOf(await back('failed'))).to.equal('/order?payment=failed');
    expect(await (await open('/order?payment=made', cookie)).text())
      .to.include('We are waiting for the confirmation of your payment.')
      .and.include('http-equiv="refresh"')
      .and.not.include('id="payment"');
    expect(await (await open('/order?payment=failed', cookie)).text())
      .to.include('The payment didn’t work.')
      .and.include('id="payment"');
  });

  it('asks for a page again whose payment isn’t confirmed, a few times only', async () => {
    const { cartId } = await place();
    const pageAt = async (query: string) =>
      (await open(`/order?payment=made${query}`, `order=${cartId}`)).text();

    expect(await pageAt('')).to.include('content="2;url=?payment=made&amp;refreshes=1"');
    expect(await pageAt('&refreshes=4')).to.include('content="32;url=?payment=made&amp;refreshes=5"');
    for (const refreshes of ['5', '1e9', '-1e9', 'NaN'])
      expect(await pageAt(`&refreshes=${refreshes}`), refreshes)
        .to.include('We are waiting for the confirmation of your payment.')
        .and.not.include('http-equiv="refresh"');
  });

  it('gives the secret of a customer’s payment to their own script alone', async () => {
    const { token } = await shop.store.customer();
    const { token: another } = await shop.store.customer();
    const { orderId } = await place(token);
    const path = `/account/orders/${orderId}`;
    const ask = (session: string) =>
      open(`${path}/payment`, '', {
        method: 'POST',
        headers: { cookie: `session=${session}`, accept: 'application/json' },
      });

    expect(await (await open(path, `session=${token}`)).text()).to.include(`data-path="${path}"`);
    expect(await (await ask(token)).json())
      .to.have.property('clientSecret')
      .that.matches(/^pi_.*_secret$/);
    expect((await ask(another)).status).to.equal(404);
  });
});
