import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { catalog, discounts, paymentAccounts } from '@service/core';
import {
  createMigratedDatabase,
  createStore,
  openTestEnv,
  openTestPage,
  SERVICE_ENV,
  type ServiceProcess,
  startServiceProcess,
  type TestEnv,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';
import { createApp } from '../src/app.ts';
import { accountsOf } from './accounts-of.ts';

const API_PORT = 30_923;

describe('the cart of the storefront', function () {
  this.timeout(60_000);
  let env: TestEnv;
  let store: TestStore;
  let api: ServiceProcess;
  let server: Server;
  let url: string;

  before(async () => {
    const databaseUrl = await createMigratedDatabase('shop_cart');
    env = await openTestEnv({ databaseUrl });
    store = await createStore(env.system);
    api = await startServiceProcess('api', {
      ...SERVICE_ENV,
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      QUEUE_BACKEND: 'postgres',
      PORT: String(API_PORT),
    });
    const { publishableKey } = store;
    server = createApp({ apiUrl: `http://127.0.0.1:${API_PORT}`, publishableKey }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    server.closeAllConnections();
    server.close();
    await api.stop();
    await env.close();
  });

  async function addManual(name: string): Promise<string> {
    const names = { en: name };
    const body = {
      provider: 'manual',
      name: 'Ours',
      names,
      instructions: `${name} to AT61 1904`,
      active: true,
    };
    return (await paymentAccounts.createPaymentAccount(store.admin, body)).id;
  }

  it('takes a discount code, says when it doesn’t fit, and takes it away again', async function () {
    await store.variant();
    await discounts.createDiscount(store.admin, { code: 'SPRING10', kind: 'percentage', basisPoints: 1000 });
    const browser = await openTestPage(url, { javaScriptEnabled: false });
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page } = browser;
    // biome-ignore lint/performance/useDomNodeTextContent: Playwright’s, of what is seen.
    const totals = () => page.locator('.totals').innerText();
    const apply = async (code: string) => {
      await page.getByLabel('Discount code').fill(code);
      await page.getByRole('button', { name: 'Apply' }).click();
    };
    await page.goto(url);
    await page.getByRole('link', { name: /^Product/ }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    const before = await totals();

    await apply('NOTHING');
    await page.getByText('This discount code doesn’t fit your cart.').waitFor();
    await page.goto(`${url}/cart`);
    expect(await totals()).to.equal(before);
    await apply(' spring10 ');
    await page.getByText('SPRING10', { exact: true }).waitFor();
    expect(await totals()).to.match(/Discount \(SPRING10\)\s+-€1\.25/);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/shop-cart.png` });
    await page.locator('form[action="/cart/discount"] button').click();
    await page.getByLabel('Discount code').waitFor();

    expect(await totals()).to.equal(before);
    await browser.close();
  });

  it('sells a voucher without asking where it goes, and asks how it is paid', async function () {
    const [cash, transfer] = [await addManual('Cash'), await addManual('Bank transfer')];
    const variants = [{ sku: 'VOUCHER', priceAmount: 5000, stockQuantity: 5, requiresShipping: false }];
    await catalog.createProduct(store.admin, { title: 'Voucher', status: 'published', variants });
    const browser = await openTestPage(url, { javaScriptEnabled: false });
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page } = browser;
    const picture = async (name: string) => {
      if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png` });
    };
    await page.goto(url);
    await page.getByRole('link', { name: 'Voucher' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    await page.getByRole('heading', { name: 'Who is it for?' }).waitFor();
    for (const [label, value] of [
      ['E-mail', 'ada@shopper.example'],
      ['Name', 'Ada Lovelace'],
      ['Street and number', 'Lindenallee 1'],
      ['Postal code', '10117'],
      ['City', 'Berlin'],
    ] as const)
      await page.getByLabel(label).fill(value);
    await picture('shop-voucher-address');
    await page.getByRole('button', { name: 'Continue to your order' }).click();
    await page.getByRole('heading', { name: 'Billed to' }).waitFor();
    await picture('shop-voucher-review');
    await page.getByLabel('Bank transfer').check();
    await page.getByRole('button', { name: /^Place the order for €50.00/ }).click();
    await page.getByText('Waiting for the payment').waitFor();
    await page.getByText('Bank transfer to AT61 1904').waitFor();
    expect(await page.getByText('Cash to AT61 1904').count()).to.equal(0);
    await picture('shop-order-payment');
    const order = await store.admin.db.order.findFirstOrThrow();
    expect(order.shippingAddress).to.equal(null);
    expect(await accountsOf(store, order.id)).to.deep.equal([transfer]);
    await page.getByLabel('Cash').check();
    await page.getByRole('button', { name: 'Pay this way' }).click();
    await page.getByText('Cash to AT61 1904').waitFor();
    expect(await page.getByText('Bank transfer to AT61 1904').count()).to.equal(0);
    expect(await accountsOf(store, order.id)).to.deep.equal([transfer, cash]);
    await browser.close();
  });
});
