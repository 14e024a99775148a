import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createStoreClient } from '@service/client-js';
import { cancellation, carts, checkout } from '@service/core';
import {
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  openTestPage,
  SERVICE_ENV,
  type ServiceProcess,
  startServiceProcess,
  TEST_ADDRESS,
  type TestEnv,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';
import { BANK_KEY, startBank } from '../../../packages/module-sdk/examples/bank-link/bank.js';
import { accountsOf } from './accounts-of.ts';
import { openShop } from './use-shop.ts';

const EXAMPLES = fileURLToPath(new URL('../../../packages/module-sdk/examples', import.meta.url));
const PAGE = 'https://bank.example/pay/1';

describe('the pages of an order that waits for its payment', () => {
  let dir: string;
  let bank: Awaited<ReturnType<typeof startBank>>;
  let env: TestEnv;
  let store: TestStore;
  let api: ServiceProcess;
  let apiUrl: string;
  let server: Awaited<ReturnType<typeof openShop>>;
  let url: string;

  before(async () => {
    bank = await startBank();
    bank.payOn(PAGE);
    dir = await mkdtemp(join(tmpdir(), 'commerce-shop-'));
    const config = join(dir, 'modules.json');
    await writeFile(config, JSON.stringify({ 'bank-link': { apiUrl: bank.url } }));
    const databaseUrl = await createMigratedDatabase('shop_payment');
    env = await openTestEnv({ databaseUrl });
    const port = await freePort();
    apiUrl = `http://127.0.0.1:${port}`;
    api = await startServiceProcess('api', {
      ...SERVICE_ENV,
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      QUEUE_BACKEND: 'postgres',
      MODULES_DIR: EXAMPLES,
      // They import the SDK, which isn't built here.
      NODE_OPTIONS: '--conditions=source --import tsx',
      MODULES_CONFIG: config,
      PORT: String(port),
    });
  });

  beforeEach(async () => {
    store = await createStore(env.system);
    server = await openShop({ apiUrl, publishableKey: store.publishableKey });
    url = server.url;
  });

  afterEach(() => server.close());

  after(async () => {
    await api?.kill();
    await env?.close();
    await bank?.close();
    await rm(dir, { recursive: true });
  });

  async function addAccount(body: object): Promise<string> {
    const response = await fetch(`${apiUrl}/admin/v1/payment-accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${store.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ active: true, ...body }),
    });
    expect(response.status).to.equal(201);
    return ((await response.json()) as { id: string }).id;
  }
  const addBankLink = () =>
    addAccount({
      provider: 'bank-link',
      name: 'Bank Link',
      secretKey: BANK_KEY,
      webhookSecret: 'bank_callbacks_1',
    });
  const addManual = (name: string) =>
    addAccount({ provider: 'manual', name, instructions: `${name} to AT61 1904` });

  async function place(session?: string) {
    const cartId = await store.fullCart({ [await store.variant()]: 1 });
    const shop = createStoreClient({ baseUrl: apiUrl, publishableKey: store.publishableKey, session });
    if (session) await shop.claimCart({ cartId });
    return { cartId, orderId: (await shop.checkout({ cartId, body: {} })).order.id };
  }

  const read = async (path: string, cookie: string) =>
    (await fetch(url + path, { headers: { cookie }, redirect: 'manual' })).text();
  const send = (path: string, cookie: string, body: Record<string, string> = {}) =>
    fetch(url + path, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams(body),
      redirect: 'manual',
    });

  it('lead back to the page of the only provider that the shopper left', async function () {
    const account = await addBankLink();
    const { cartId, orderId } = await place();
    const browser = await openTestPage(url, { javaScriptEnabled: false });
    if (!browser) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    const { page, outside } = browser;
    await page.context().addCookies([{ name: 'order', value: cartId, url }]);
    await page.goto(`${url}/order`);
    const [left] = await Promise.all([
      page.waitForEvent('requestfailed'),
      page.getByRole('button', { name: 'Pay now' }).click(),
    ]);

    // It is of another host, which no test reaches.
    expect([left.url(), left.failure()?.errorText]).to.deep.equal([PAGE, 'net::ERR_NAME_NOT_RESOLVED']);
    expect(outside).to.deep.equal([PAGE]);
    expect(await accountsOf(store, orderId)).to.deep.equal([account]);
    await browser.close();
  });

  it('say what a transfer asks for, and offer nothing else where there is nothing else', async () => {
    await addManual('Transfer');
    const { cartId } = await place();
    const shown = await read('/order', `order=${cartId}`);

    expect(shown).to.include('Transfer to AT61 1904').and.not.include('/order/payment');
  });

  it('let customers pay an order of theirs another way, and nobody else', async () => {
    const transfer = await addManual('Transfer');
    const { token } = await store.customer();
    const { token: another } = await store.customer();
    const { orderId } = await place(token);
    const bankLink = await addBankLink();
    const path = `/account/orders/${orderId}`;
    const chosen = { paymentAccountId: bankLink };

    const shown = await read(path, `session=${token}`);
    expect(shown).to.include('Transfer to AT61 1904').and.include(`action="${path}/payment"`);
    expect((await send(`${path}/payment`, `session=${another}`, chosen)).status).to.equal(404);
    expect((await send(`${path}/payment`, '', chosen)).headers.get('location')).to.equal('/account?needed');
    expect(await accountsOf(store, orderId)).to.deep.equal([transfer]);

    const sent = await send(`${path}/payment`, `session=${token}`, chosen);
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([303, PAGE]);
    expect(await accountsOf(store, orderId)).to.deep.equal([transfer, bankLink]);
    expect(await read(path, `session=${token}`)).not.to.include('Transfer to AT61 1904');
    const back = await send(`${path}/payment`, `session=${token}`, { paymentAccountId: transfer });
    expect(back.headers.get('location')).to.equal(path);
    expect(await read(path, `session=${token}`)).to.include('Transfer to AT61 1904');
  });

  it('is paid by a mailed link, without an account, and shows nothing else of the order', async () => {
    const transfer = await addManual('Transfer');
    const draft = await carts.createDraft(store.admin, {
      email: 'ada@example.com',
      lines: [{ variantId: await store.variant(), quantity: 1, unitAmountByHand: 700 }],
      shippingAddress: TEST_ADDRESS,
      shippingByHand: { name: 'Courier', amount: 300 },
    });
    const { id } = await checkout.placeDraft(store.admin, draft.id);
    const mail = await store.admin.db.mail.findFirstOrThrow({ where: { orderId: id } });
    const path = `/pay/${env.services.sealer.open(mail.tokenSealed ?? '')}`;
    const bankLink = await addBankLink();

    const shown = await read(path, '');
    expect(shown).to.include('Waiting for the payment').and.include('€10.00').and.include('AT61 1904');
    expect(shown).to.not.include('ada@example.com').and.not.include(TEST_ADDRESS.line1);
    const sent = await send(`${path}/payment`, '', { paymentAccountId: bankLink });
    expect([sent.status, sent.headers.get('location')]).to.deep.equal([303, PAGE]);
    expect(await accountsOf(store, id)).to.deep.equal([transfer, bankLink]);
    const forged = await fetch(`${url}${path}x`);
    expect(forged.status).to.equal(400);
    expect(await forged.text()).to.include('This code or link is unknown');
  });

  it('say that an order waits for no payment, or that a way to pay isn’t offered', async () => {
    await addManual('Transfer');
    const { token } = await store.customer();
    const { orderId } = await place(token);
    const path = `/account/orders/${orderId}`;
    const before = await accountsOf(store, orderId);

    const unknown = await send(`${path}/payment`, `session=${token}`, { paymentAccountId: store.tenantId });
    expect(await unknown.text()).to.include('This way to pay isn’t offered any more.');
    await cancellation.cancelOrder(store.admin, orderId, {});
    const late = await send(`${path}/payment`, `session=${token}`);
    expect(late.status).to.equal(409);
    expect(await late.text()).to.include('This order doesn’t wait for a payment any more.');
    expect(await read(path, `session=${token}`)).not.to.include('AT61 1904');
    expect(await accountsOf(store, orderId)).to.deep.equal(before);
  });
});
