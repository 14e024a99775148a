import { randomUUID } from 'node:crypto';
import { createStoreClient } from '@service/client-js';
import {
  catalog,
  customerGroups,
  customers,
  formerOrders,
  orders,
  prices,
  privacy,
  refunds,
  returns,
  shipping,
  webhooks,
} from '@service/core';
import {
  createMigratedDatabase,
  createStore,
  eventually,
  freePort,
  openTestEnv,
  openTestPage,
  SERVICE_ENV,
  type ServiceProcess,
  startServiceProcess,
  startTestRedis,
  TEST_ADDRESS,
  TEST_SETTINGS,
  type TestEnv,
  type TestPage,
  type TestStore,
} from '@service/testing';
import axe from 'axe-core';
import { expect } from 'chai';
import { payAsDemo } from '../src/demo-payment.ts';
import { openShop } from './use-shop.ts';

/** What a dark appearance can break: all else is as in the light one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

describe('the storefront', () => {
  let env: TestEnv;
  let store: TestStore;
  let processes: ServiceProcess[];
  let redis: Awaited<ReturnType<typeof startTestRedis>>;
  let server: Awaited<ReturnType<typeof openShop>>;
  let apiUrl: string;
  let url: string;
  /** By which the page of an order is shown that was shipped, and of which a part comes back. */
  let orderCookie = '';

  before(async () => {
    const databaseUrl = await createMigratedDatabase('storefront');
    redis = await startTestRedis();
    env = await openTestEnv({ databaseUrl });
    store = await createStore(env.system);
    const apiPort = await freePort();
    apiUrl = `http://127.0.0.1:${apiPort}`;
    const settings = {
      ...SERVICE_ENV,
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      HOST: '127.0.0.1',
      ...(redis ? { REDIS_URL: redis.url } : { QUEUE_BACKEND: 'postgres' }),
    };
    processes = await Promise.all([
      startServiceProcess('api', { ...settings, PORT: String(apiPort) }),
      startServiceProcess('worker', settings),
    ]);
    await env.system.db.tenant.update({
      where: { id: store.tenantId },
      data: { vatNumber: 'DE136695976', seller: TEST_ADDRESS },
    });
    const { publishableKey } = store;
    const { paymentWebhookSecret: demoPaymentSecret } = TEST_SETTINGS;
    server = await openShop({ apiUrl, publishableKey, demoPaymentSecret });
    url = server.url;

    const terms = { kind: 'terms' as const, locale: 'en' as const, version: '1', text: 'Pay, and get tea.' };
    await privacy.publishText(store.admin, terms);
    const tea = await catalog.createCategory(store.admin, { name: 'Tea' });
    await catalog.createProduct(store.admin, {
      title: 'Sencha',
      description: 'Fresh </script><b>green</b>',
      status: 'published',
      categoryIds: [tea.id],
      variants: [
        { sku: 'SENCHA-100', title: '100 g', priceAmount: 990, stockQuantity: 6 },
        { sku: 'SENCHA-250', title: '250 g', priceAmount: 2190, stockQuantity: 0 },
      ],
    });
    await webhooks.createSubscription(store.admin, {
      url: `${url}/hooks`,
      events: ['order.paid', 'order.shipped'],
      signature: 'ed25519',
    });
  });
  after(async () => {
    await server.close();
    await Promise.all(processes.map((each) => each.kill()));
    await env.close();
    await redis?.stop();
  });

  const open = (path: string, options: RequestInit = {}) =>
    fetch(url + path, { redirect: 'manual', ...options });

  const send = (
    path: string,
    body: Record<string, string>,
    cookie = '',
    headers: Record<string, string> = {},
  ) => open(path, { method: 'POST', body: new URLSearchParams(body), headers: { cookie, ...headers } });

  const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  async function addSencha(quantity: string, key: string, cookie = ''): Promise<string> {
    const shop = createStoreClient({ baseUrl: apiUrl, publishableKey: store.publishableKey });
    const { variants } = await shop.getStoreProduct({ slug: 'sencha' });
    const response = await send('/cart/lines', { variantId: variants[0]?.id ?? '', quantity, key }, cookie);
    expect(response.status).to.equal(303);
    return cookieOf(response);
  }

  async function withBrowser(
    context: Mocha.Context,
    javaScriptEnabled: boolean,
    test: (browser: TestPage) => Promise<void>,
  ) {
    const browser = await openTestPage(url, { javaScriptEnabled });
    if (!browser) {
      context.skipReason = 'there is no Chromium for this machine';
      return context.skip();
    }
    try {
      await test(browser);
      expect(browser.complaints).to.deep.equal([]);
      expect(browser.outside).to.deep.equal([]);
    } finally {
      await browser.close();
    }
  }

  const requireTexts = (requiredTexts: 'terms'[]) =>
    privacy.putPrivacySettings(store.admin, {
      ...{ inactiveCustomerMonths: null, cartDays: null, mailDays: null },
      requiredTexts,
    });

  /** From the first page to a paid order that a webhook has told of. */
  async function buy({ page }: TestPage): Promise<void> {
    await page.goto(url);
    await page.getByRole('link', { name: 'Sencha' }).click();
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'Go to checkout' }).click();
    for (const [label, value] of [
      ['E-mail', 'ada@shopper.example'],
      ['Name', 'Ada Lovelace'],
      ['Street and number', 'Lindenallee 1'],
      ['Postal code', '10117'],
      ['City', 'Berlin'],
    ] as const)
      await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Continue to shipping' }).click();
    await page.getByRole('button', { name: 'Continue to your order' }).click();
    await page.getByLabel('I have read the terms of business').check();
    await eventually(async () => expect(await page.locator('.due').textContent()).to.equal('Total €9.90'));
    await page.getByRole('button', { name: 'Buy now', exact: true }).click();
    await page.getByText('Waiting for the payment').waitFor();
    await page.getByRole('button', { name: /^Pay/ }).click();
    await page.getByText('Paid: we are packing it').waitFor();
    await page.getByText('Told by a verified webhook').waitFor();
  }

  /** It has arrived, and one comes back. */
  async function sendBack({ page }: TestPage): Promise<void> {
    const { id } = await env.system.db.order.findFirstOrThrow({ orderBy: { number: 'desc' } });
    await orders.shipOrder(store.admin, id, {});
    await page.reload();
    await page.getByText('Send something back').click();
    await page.getByLabel('Sencha, 100 g: how many?').fill('1');
    await page.getByLabel('What is wrong with it?').fill('Too green');
    await page.getByRole('button', { name: 'Ask for a return' }).click();
    await page.getByText('We are looking at it').waitFor();
    const { items } = await returns.listReturns(store.admin, { orderId: id, page: 1, pageSize: 20 });
    const [asked] = items;
    expect(items).to.have.length(1);
    expect(asked).to.include({ status: 'requested', reason: 'Too green' });
    await returns.approveReturn(store.admin, asked?.id ?? '', { note: 'To our address' });
    await page.reload();
    await page.getByText('To our address').waitFor();
    await eventually(async () => expect(await page.getByText('Send something back').count()).to.equal(0));
    await eventually(async () => expect(new URL(page.url()).pathname).to.equal('/order'));
    const cookies = await page.context().cookies();
    orderCookie = `order=${cookies.find(({ name }) => name === 'order')?.value}`;
  }

  it('asks who picks the goods up, and not where they go', async () => {
    const { options } = await shipping.getShippingSettings(store.admin);
    const openingHours = (['monday', 'tuesday'] as const).map((day) => ({
      day,
      opens: '09:00',
      closes: '18:00',
    }));
    const pickupPlace = {
      address: { ...TEST_ADDRESS, name: 'Tea House' },
      openingHours,
      note: 'Ring twice.',
    };
    const pickup = { name: 'Pick up in Berlin', amount: 0, pickupPlace };
    const kept = options.map((option) => ({ ...option, prices: [] }));
    const now = await shipping.putShippingSettings(store.admin, [...kept, pickup]);
    const cookie = await addSencha('1', randomUUID());
    const page = await (await open('/checkout', { headers: { cookie } })).text();
    const german = await (await open('/de/checkout', { headers: { cookie } })).text();
    const { name, line1, postalCode, city, country } = TEST_ADDRESS;
    const body = { email: 'ada@shopper.example', name, line1, postalCode, city, country };
    const chosen = await send('/checkout', { ...body, pickup: now.options.at(-1)?.id ?? '' }, cookie);
    const review = await (await open('/checkout/review', { headers: { cookie } })).text();
    const sent = await send('/checkout', { ...body, pickup: '' }, cookie);
    const offered = await (await open('/checkout/shipping', { headers: { cookie } })).text();
    await shipping.putShippingSettings(store.admin, kept);

    for (const text of [
      'Who is it for?',
      'Pick up in Berlin',
      'Tea House',
      'Monday – Tuesday',
      'Ring twice.',
    ])
      expect(page).to.include(text);
    expect(german).to.include('Montag – Dienstag').and.include('09:00 – 18:00');
    expect(chosen.headers.get('location')).to.equal('/checkout/review');
    expect(review).to.include('Picked up at').and.include('Billed to').and.not.include('Goes to');
    expect(sent.headers.get('location')).to.equal('/checkout/shipping');
    expect(offered).to.not.include('Pick up in Berlin');
  });

  for (const javaScriptEnabled of [false, true])
    it(`sells to a browser with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async function () {
      await requireTexts(['terms']);
      await withBrowser(this, javaScriptEnabled, async (browser) => {
        await buy(browser);
        await sendBack(browser);
      }).finally(() => requireTexts([]));
    });

  it('is accessible, narrow and wide, light and dark', async function () {
    const cookie = await addSencha('1', 'axe');
    await withBrowser(this, true, async ({ page }) => {
      for (const each of [cookie, orderCookie].filter((given) => given !== '')) {
        const [name = '', value = ''] = each.split('=');
        await page.context().addCookies([{ name, value, url }]);
      }
      for (const path of ['/', '/c/tea', '/p/sencha', '/cart', '/checkout', '/account', '/order']) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(url + path);
        await page.evaluate(axe.source);
        for (const width of [360, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          expect(await violations(page), `${path} at ${width} px`).to.deep.equal([]);
          expect(overflow, `${path} at ${width} px scrolls sideways`).to.be.at.most(0);
        }
        // Darkness changes colours alone.
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await violations(page, COLOUR_RULES), `${path}, dark`).to.deep.equal([]);
      }
    });
  });

  /** The rules that a page breaks: of all, or of these. */
  function violations(page: TestPage['page'], rules?: string[]): Promise<string[]> {
    const options = rules ? { runOnly: { type: 'rule', values: rules } } : {};
    return page.evaluate<string[]>(
      `axe.run(${JSON.stringify(options)}).then((found) => found.violations.map(({ id }) => id))`,
    );
  }

  /** The customer's cart, bought, paid and shipped. */
  async function orderAs(session: string, cartId: string, { ships = true } = {}): Promise<string> {
    const shop = createStoreClient({ baseUrl: apiUrl, publishableKey: store.publishableKey, session });
    await shop.setShippingAddress({ cartId, body: TEST_ADDRESS });
    const [option] = (await shop.listShippingOptions({ cartId })).items;
    await shop.chooseShippingOption({ cartId, body: { shippingOptionId: option?.id ?? '' } });
    const { order } = await shop.checkout({ cartId, body: {} });
    await payAsDemo(apiUrl, TEST_SETTINGS.paymentWebhookSecret, order.id);
    if (ships) await orders.shipOrder(store.admin, order.id, {});
    return order.id;
  }

  it('adds and orders once, however often a form is sent', async () => {
    const cookie = await addSencha('1', 'once');
    await addSencha('1', 'once', cookie);
    const cartPage = await (await open('/cart', { headers: { cookie } })).text();

    expect(cartPage).to.include('name="quantity" value="1"');
  });

  it('says what is wrong, and writes nothing', async () => {
    const cookie = await addSencha('1', 'wrong');
    const bad = await send('/checkout', { email: 'nobody', name: 'N' }, cookie);
    const many = await send('/account/login', { email: 'a@b.example', password: 'wrong password' });

    expect(bad.status).to.equal(400);
    expect(await bad.text()).to.include('Please check: E-mail');
    expect(await (await open('/checkout', { headers: { cookie } })).text()).not.to.include('nobody');
    expect(many.status).to.equal(401);
  });

  it('asks for the state of an address in the United States, and keeps its code', async () => {
    const cookie = await addSencha('1', 'state');
    const american = { ...TEST_ADDRESS, email: 'grace@shopper.example', country: 'US' };
    const stored = async () => {
      const id = cookie.split('=')[1] ?? '';
      return (await store.admin.db.cart.findFirstOrThrow({ where: { id } })).shippingAddress;
    };
    for (const region of ['', 'NY', 'CA-ON', 'US-ZZ']) {
      const refused = await send('/checkout', { ...american, region }, cookie);
      expect(refused.status, region).to.equal(400);
      expect(await refused.text(), region).to.include('Please check: State or province');
    }
    expect(await stored()).to.equal(null);

    const taken = await send('/checkout', { ...american, region: 'US-NY' }, cookie);
    expect(taken.headers.get('location')).to.equal('/checkout/shipping');
    expect(await stored()).to.include({ country: 'US', region: 'NY' });
  });

  it('takes the number under which a public office gets its invoice', async () => {
    const cookie = await addSencha('1', 'office');
    const office = { ...TEST_ADDRESS, email: 'amt@shopper.example', company: 'Bezirksamt' };
    const bad = await send('/checkout', { ...office, leitwegId: '991' }, cookie);
    const empty = await (await open('/checkout', { headers: { cookie } })).text();
    const good = await send('/checkout', { ...office, leitwegId: '991-12345-06' }, cookie);
    const filled = await (await open('/checkout', { headers: { cookie } })).text();
    const id = cookie.split('=')[1] ?? '';
    const { billingAddress, shippingAddress } = await store.admin.db.cart.findFirstOrThrow({ where: { id } });

    expect(bad.status).to.equal(400);
    expect(await bad.text()).to.include('Please check: Leitweg-ID');
    expect(empty).to.include('<details><summary>For a company').and.not.include('Bezirksamt');
    expect(good.headers.get('location')).to.equal('/checkout/shipping');
    expect(filled).to.include('<details open><summary>For a company').and.include('value="991-12345-06"');
    expect(billingAddress).to.include({ company: 'Bezirksamt', leitwegId: '991-12345-06' });
    expect(shippingAddress).to.include({ company: 'Bezirksamt' }).and.not.have.property('leitwegId');
  });

  it('refuses a form of another site, by its origin where the browser sends nothing else', async () => {
    const before = await env.system.db.cart.count();
    const add = (headers: Record<string, string>) => send('/cart/lines', { quantity: '1' }, '', headers);

    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: url },
      { origin: 'http://elsewhere.example' },
      { origin: 'null' },
    ])
      expect((await add(headers as Record<string, string>)).status, JSON.stringify(headers)).to.equal(403);
    expect(await env.system.db.cart.count()).to.equal(before);
    expect((await add({ origin: url })).status).to.not.equal(403);
  });

  it('leads back to its own pages alone', async () => {
    const refused = async (referer: string) => (await open('/p/nothing', { headers: { referer } })).text();

    expect(await refused('http://elsewhere.example/p/sencha')).to.not.include('elsewhere');
    expect(await refused(`${url}//elsewhere.example`)).to.not.include('elsewhere');
    expect(await refused(`${url}/search?q=tea`)).to.include('href="/search?q=tea"');
  });

  it('binds cookies to this host over HTTPS, as a trusted proxy says', async () => {
    const options = { apiUrl, publishableKey: store.publishableKey };
    for (const [trustedProxies, name] of [
      [['127.0.0.1'], '__Host-session'],
      [['192.0.2.1'], 'session'],
    ] as const) {
      const behind = await openShop({ ...options, trustedProxies });
      const response = await fetch(`${behind.url}/account/logout`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'x-forwarded-proto': 'https', cookie: `${name}=cs_ended` },
      });
      expect(response.headers.getSetCookie()[0]).to.match(new RegExp(`^${name}=;`));
      await behind.close();
    }
  });

  it('believes no webhook that the store’s key didn’t sign', async () => {
    const orderId = await store.order();
    const headers = {
      'webhook-id': 'a',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': `v1a,${Buffer.alloc(64).toString('base64')}`,
    };
    const data = { orderId, status: 'paid', previousStatus: 'pending' };
    const body = JSON.stringify({ occurredAt: new Date(), data });

    expect((await open('/hooks', { method: 'POST', headers, body })).status).to.equal(401);
    expect((await open('/hooks', { method: 'POST', body })).status).to.equal(401);
  });

  it('escapes what operators write, also in the data for search engines', async () => {
    const text = await (await open('/p/sencha')).text();

    expect(text).to.include('&lt;b&gt;green').and.not.include('<b>green');
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(data).description).to.equal('Fresh </script><b>green</b>');
  });

  it('shows what a unit costs this visitor: by lists for everybody, and by those of their group', async () => {
    const shop = createStoreClient({ baseUrl: apiUrl, publishableKey: store.publishableKey });
    const variantId = (await shop.getStoreProduct({ slug: 'sencha' })).variants[0]?.id ?? '';
    const { id: customerGroupId } = await customerGroups.createCustomerGroup(store.admin, { name: 'Cafés' });
    const listAt = async (amount: number, terms: object = {}) => {
      const list = { name: String(amount), currency: 'EUR', ...terms };
      const { id } = await prices.createPriceList(store.admin, list);
      await prices.setPrices(store.admin, id, [{ variantId, amount }]);
      return id;
    };
    const lists = [await listAt(950), await listAt(900, { customerGroupId })];
    const shopper = { email: 'cafe@shopper.example', password: 'a long enough password' };
    await send('/account/register', { ...shopper, name: 'Café' });
    const own = cookieOf(await send('/account/login', shopper));
    const { id } = await env.system.db.customer.findFirstOrThrow({ where: { email: shopper.email } });
    await customers.updateCustomer(store.admin, id, { customerGroupId });

    for (const [cookie, price] of [
      ['', '9.50'],
      [own, '9.00'],
      ['session=cs_ended', '9.50'],
    ] as const)
      for (const path of ['/', '/c/tea', '/search', '/p/sencha'])
        expect(await (await open(path, { headers: { cookie } })).text(), path).to.include(`€${price}`);
    expect(await (await open('/p/sencha')).text()).to.include('"price":"9.50"');

    await customerGroups.updateCustomerGroup(store.admin, customerGroupId, { pricesIncludeTax: false });
    const headers = { cookie: own };
    for (const path of ['/', '/p/sencha']) {
      expect(await (await open(path, { headers })).text(), path).to.match(
        /€7\.98(<\/strong>)? <small>plus tax/,
      );
      expect(await (await open(path)).text(), path).to.match(/€9\.50(<\/strong>)? <small>incl\. tax/);
    }

    for (const list of lists) await prices.deletePriceList(store.admin, list);
  });

  it('shows the unit price, and of a reduced price the one before and the lowest of 30 days', async () => {
    const { id: productId, variants } = await catalog.createProduct(store.admin, {
      ...{ title: 'Matcha', slug: 'matcha', status: 'published' },
      variants: [{ sku: 'MATCHA', priceAmount: 3000, stockQuantity: 5, contentAmount: 80, contentUnit: 'g' }],
    });
    const ids = { productId, variantId: variants[0]?.id ?? '' };
    for (const priceAmount of [2700, 2800]) await catalog.updateVariant(store.admin, ids, { priceAmount });
    const text = async (path = '/p/matcha') => (await open(path)).text();
    for (const path of ['/p/matcha', '/search'])
      expect(await text(path), path)
        .to.include('€28.00')
        .and.not.include('30 days');

    await catalog.updateVariant(store.admin, ids, { priceAmount: 2000, compareAtAmount: 3000 });

    for (const path of ['/p/matcha', '/search', '/'])
      expect(await text(path), path)
        .to.include('€20.00')
        .and.include('<s>€30.00</s><small>Lowest price of the last 30 days: €27.00</small>')
        .and.include('<small>€250.00 / 1 kg</small>');
    await catalog.deleteProduct(store.admin, productId);
  });

  it('speaks the language of the address, else of the choice, the browser or the store', async () => {
    const languageAt = async (path: string, headers: Record<string, string> = {}) =>
      /(?<=<html lang=")\w+/.exec(await (await open(path, { headers })).text())?.[0];
    const german = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' };
    const switched = await open('/de/c/tea?sort=title');
    const text = await switched.text();
    const cookie = cookieOf(switched);

    expect(text).to.include('<html lang="de">').and.include('ab 9,90\u00a0€ <small>inkl. MwSt.</small>');
    for (const [hreflang, path] of Object.entries({ de: '/de', en: '/en', 'x-default': '' }))
      expect(text).to.include(`hreflang="${hreflang}" href="${url}${path}/c/tea">`);
    expect(cookie).to.equal('language=de');
    expect(await languageAt('/cart', { cookie })).to.equal('de');
    expect(await languageAt('/cart', german)).to.equal('de');
    expect(await languageAt('/en', german)).to.equal('en');
    expect(await languageAt('/cart', { ...german, cookie: 'language=en' })).to.equal('en');
    expect(await languageAt('/cart', { 'accept-language': 'nl' })).to.equal('en');
    expect((await open('/de/c/tea', { headers: german })).headers.getSetCookie()).to.deep.equal([]);
    await env.system.db.tenant.update({ where: { id: store.tenantId }, data: { locale: 'de' } });
    expect(await languageAt('/cart')).to.equal('de');
    await env.system.db.tenant.update({ where: { id: store.tenantId }, data: { locale: 'en' } });
    expect(await (await open('/cart')).text()).to.not.include('rel="alternate"');
  });

  it('makes an order whose messages are in the shopper’s language', async () => {
    const { variants } = await createStoreClient({
      baseUrl: apiUrl,
      publishableKey: store.publishableKey,
    }).getStoreProduct({ slug: 'sencha' });
    const line = { variantId: variants[0]?.id ?? '', quantity: '1', key: 'german' };
    const cookie = cookieOf(await send('/cart/lines', line, '', { 'accept-language': 'de' }));
    const id = cookie.split('=')[1] ?? '';
    const localeOf = async () => (await store.admin.db.cart.findFirstOrThrow({ where: { id } })).locale;

    expect(await localeOf()).to.equal('de');
    await send('/checkout', { ...TEST_ADDRESS, email: 'ada@shopper.example' }, `${cookie}; language=en`);
    expect(await localeOf()).to.equal('en');
  });

  it('lets a shopper make an account, and keeps the cart', async () => {
    const cart = await addSencha('2', 'account');
    const shopper = { email: 'grace@shopper.example', password: 'a long enough password' };
    await send('/account/register', { ...shopper, name: 'Grace' });
    const login = await send('/account/login', shopper, cart);
    const cookie = `${cart}; ${cookieOf(login)}`;
    expect(await (await open('/account', { headers: { cookie } })).text()).to.include('Hello, Grace');
    expect(await (await open('/cart', { headers: { cookie } })).text()).to.include('value="2"');
    const orderId = await orderAs(cookieOf(login).split('=')[1] ?? '', cart.split('=')[1] ?? '');
    const path = `/account/orders/${orderId}`;
    const before = await (await open(path, { headers: { cookie } })).text();
    expect(before).to.include('<dt>Subtotal</dt><dd>€19.80</dd>').and.include('<dt>Shipping</dt>');
    expect(before).to.match(new RegExp(`href="${path}/invoice">Invoice \\S+ \\(PDF\\)`));
    const invoice = await open(`${path}/invoice`, { headers: { cookie } });
    expect(invoice.headers.get('content-type')).to.equal('application/pdf');
    expect(invoice.headers.get('cache-control')).to.equal('no-store');
    expect((await invoice.text()).slice(0, 4)).to.equal('%PDF');
    const eInvoice = await open(`${path}/invoice/xml`, { headers: { cookie } });
    expect(before).to.include(`href="${path}/invoice/xml">XML`);
    expect(await eInvoice.text()).to.include('CrossIndustryInvoice');
    const [lineId] = /(?<=name="units )[\w-]+/.exec(before) ?? [];
    const form = { [`units ${lineId}`]: '1', reason: '', key: 'return' };
    for (const _ of [1, 2]) expect((await send(`${path}/returns`, form, cookie)).status).to.equal(303);
    expect(
      (await send(`${path}/returns`, { ...form, key: 'more', [`units ${lineId}`]: '9' }, cookie)).status,
    ).to.equal(409);
    await refunds.issueRefund(store.admin, orderId, { amount: 100 });
    const after = await (await open(path, { headers: { cookie } })).text();
    expect(after.match(/We are looking at it/g)).to.have.length(1);
    const [, creditNote] = /href="(\S+\/credit-notes\/\S+)">Credit note 1 \(PDF\)/.exec(after) ?? [];
    const note = await open(creditNote ?? '', { headers: { cookie } });
    expect((await note.text()).slice(0, 4)).to.equal('%PDF');
    const eNote = await open(`${creditNote}/xml`, { headers: { cookie } });
    expect(await eNote.text()).to.include('CrossIndustryInvoice');
    expect(await (await open('/account', { headers: { cookie } })).text())
      .to.include(path)
      .and.include('Refunded in part · Sent');
    const session = cookieOf(login);
    const second = await addSencha('1', 'second', session);
    const [token = '', secondCart = ''] = [session, second].map((each) => each.split('=')[1] ?? '');
    const unsent = await orderAs(token, secondCart, { ships: false });
    const withdrawal = `/account/orders/${unsent}/withdrawal`;
    expect(await (await open(`/account/orders/${unsent}`, { headers: { cookie } })).text())
      .to.include(withdrawal)
      .and.include('<button>Withdraw from contract here</button>');
    expect(await (await open(withdrawal, { headers: { cookie } })).text()).to.include('Confirm withdrawal');
    expect((await send(withdrawal, {}, cookie)).status).to.equal(303);
    const withdrawn = await (await open(`/account/orders/${unsent}`, { headers: { cookie } })).text();
    expect(withdrawn).to.include('You withdrew from this order').and.not.include(withdrawal);
    const out = await send('/account/logout', {}, cookie);
    expect(out.headers.getSetCookie()[0]).to.include('session=;');
  });

  it('shows shoppers their orders of the former shop, once the address is confirmed', async () => {
    const shopper = { email: 'ida@shopper.example', password: 'a long enough password' };
    await send('/account/register', { ...shopper, name: 'Ida' });
    const cookie = cookieOf(await send('/account/login', shopper));
    const account = async () => (await open('/account', { headers: { cookie } })).text();
    async function* file() {
      const shippingAddress = { line1: 'Main St 1', postalCode: '73301', city: 'Austin', country: 'US' };
      const lines = [{ title: 'Sencha <b>', quantity: 2, unitPrice: '9.90' }];
      const states = {
        paymentStatus: 'partially_paid',
        fulfilmentStatus: 'fulfilled',
        note: 'Rude on the phone',
      };
      const sums = { currency: 'EUR', total: '24.70', shippingTotal: '4.90', discountTotal: '0.00' };
      const order = { number: '#77', placedAt: '2024-03-01T10:14:00Z', email: shopper.email };
      yield Buffer.from(JSON.stringify({ ...order, ...states, ...sums, shippingAddress, lines }));
    }
    await formerOrders.importFormerOrders(store.admin, 'ndjson', file());
    await eventually(async () => expect(await store.admin.db.formerOrder.count()).to.equal(1));
    expect(await account()).to.not.include('former shop');
    const { email } = shopper;
    await store.admin.db.customer.updateMany({ where: { email }, data: { emailVerifiedAt: new Date() } });

    expect(await account())
      .to.include('Orders of our former shop')
      .and.include('Order #77');

    const [path = ''] = /\/account\/former-orders\/[\w-]+/.exec(await account()) ?? [];
    const shown = await (await open(path, { headers: { cookie } })).text();
    expect(shown)
      .to.include('<h1>Order #77 of our former shop</h1>')
      .and.include('1 March 2024 · partially paid · fulfilled')
      .and.include('<strong>Sencha &lt;b&gt;</strong>')
      .and.include('<span class="price">€19.80</span>')
      .and.include('Main St 1<br>73301 Austin<br>United States')
      .and.match(/<dl class="totals">\s*<dt>Shipping/)
      .and.not.include('Rude');
    const german = await open(path, { headers: { cookie: `${cookie}; language=de` } });
    expect(await german.text()).to.include('Bestellung #77 unseres früheren Shops');
    const nobody = await open(path);
    expect(nobody.headers.get('location')).to.equal('/account?needed');
  });

  it('asks a visitor to sign in who opens an order without a session, or with an ended one', async () => {
    const shopper = { email: 'joan@shopper.example', password: 'a long enough password' };
    await send('/account/register', { ...shopper, name: 'Joan' });
    const session = cookieOf(await send('/account/login', shopper));
    const cart = await addSencha('1', 'joan');
    const orderId = await orderAs(session.split('=')[1] ?? '', cart.split('=')[1] ?? '');
    await send('/account/logout', {}, session);
    const path = `/account/orders/${orderId}`;
    const before = await store.admin.db.return.count();

    for (const cookie of ['', session]) {
      for (const page of [path, `${path}/invoice`]) {
        const response = await open(page, { headers: { cookie } });
        expect(response.headers.get('location'), page).to.equal('/account?needed');
      }
      const sent = await send(`${path}/returns`, { reason: '', key: 'r' }, cookie);
      expect([sent.status, sent.headers.get('location')]).to.deep.equal([
        303,
        cookie ? path : '/account?needed',
      ]);
    }
    expect(await store.admin.db.return.count()).to.equal(before);
    expect(await (await open('/account?needed')).text()).to.include('Please sign in to see this page.');
  });
});
