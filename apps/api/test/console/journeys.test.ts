import { paymentSucceeded } from '@service/testing';
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright-core';
import { openWebhookScene, type WebhookScene } from '../admin/webhooks/scene.ts';
import type { Shop } from '../store/shop.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { type ConsoleBrowser, useConsole, useShopConsole } from './browser.ts';

/** Counts what a person clicks from the first page on; what is typed is apart. */
function useClicks(pageOf: () => Page) {
  let clicks = 0;
  beforeEach(() => {
    clicks = 0;
  });
  return {
    async click(what: Locator): Promise<void> {
      clicks += 1;
      await what.click();
    },
    /** Once a dialog has closed the focus is somewhere, so that the keyboard goes on from there. */
    async closed(): Promise<void> {
      await pageOf().getByRole('dialog').waitFor({ state: 'detached' });
      await pageOf().locator('body:not(:focus) *:focus').first().waitFor({ state: 'attached' });
    },
    took: () => clicks,
  };
}

describe('a shop’s daily work in the console', () => {
  const opened = useShopConsole();
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;
  let provide: ReturnType<typeof createProvider>;
  const { click, closed, took } = useClicks(() => page);

  before(() => {
    ({ browser, page, shop } = opened());
    provide = createProvider(opened().api);
  });

  beforeEach(() => browser.open('/'));

  const link = (name: string | RegExp) => page.getByRole('link', { name, exact: typeof name === 'string' });
  const menu = (name: string) =>
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true });
  const button = (name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });
  const dialog = () => page.getByRole('dialog');
  const read = async (path: string) => (await shop.admin('GET', path)).expect(200);

  /** A paid order among others, with three units of a product whose name is long. */
  async function paidOrder(): Promise<{ id: string; number: number }> {
    const { id: variantId } = await shop.variant({ stockQuantity: 10 });
    const { order } = (await shop.checkOut(await shop.fullCart({ [variantId]: 3 }))).expect(201);
    (await provide(paymentSucceeded(order.id))).expect(200);
    return order;
  }

  it('a product with six variants takes six clicks', async () => {
    await click(menu('Products'));
    await click(link('New product').first());
    // The search of the list before it is “Title or SKU”.
    await page.getByLabel('Title', { exact: true }).fill('Kimono “Übergröße” & Søn, 100 % cotton');
    await page.getByLabel('SKU', { exact: true }).fill('KIMONO');
    await page.getByLabel('Price (EUR)').fill('1.299,00'.replace('.', ''));
    await click(button('Create'));
    await click(button('Variants of options'));
    await page.getByLabel('Option 1, such as Size').fill('Size');
    await page.getByLabel('Values of option 1').fill('S, M, L');
    await page.getByLabel('Option 2, such as Size').fill('Colour');
    await page.getByLabel('Values of option 2').fill('indigo, red');
    await click(button('Create 6 variants'));
    await closed();
    await click(button('Save'));
    await page.getByText('6 variants are saved.').waitFor();

    const { items } = await read('/products?q=Kimono');
    expect(items[0].variants.map(({ priceAmount }: { priceAmount: number }) => priceAmount)).to.deep.equal(
      Array(6).fill(129900),
    );
    expect(took()).to.equal(6);
  });

  it('twenty prices take six clicks', async () => {
    const variants = Array.from({ length: 20 }, (_, at) => ({ sku: `TWENTY-${at}`, priceAmount: 999 + at }));
    (await shop.admin('POST', '/products', { title: 'Twenty', variants })).expect(201);
    const { id } = (
      await shop.admin('POST', '/price-lists', { name: 'Sale', currency: 'EUR', active: false })
    ).expect(201);

    await click(menu('Prices'));
    await click(link('Sale'));
    await click(button('Set prices'));
    await page.getByLabel('Product or SKU').fill('TWENTY');
    await page.keyboard.press('Enter');
    await click(page.getByText('Select all 20'));
    await click(button('Apply to selected'));
    await click(button('Save'));
    await page.getByRole('cell', { name: '€7.99' }).waitFor();

    expect((await read(`/price-lists/${id}/prices`)).total).to.equal(20);
    expect(took()).to.equal(6);
  });

  it('a refund of a line takes four clicks', async () => {
    const { id, number } = await paidOrder();
    await click(menu('Orders'));
    await click(link(String(number)));
    await click(button('Refund'));
    await dialog().getByLabel('Darjeeling').fill('1');
    await click(dialog().getByRole('button', { name: 'Refund €11.90' }));
    await closed();

    await page.getByText('Partly refunded').first().waitFor();
    expect(await read(`/orders/${id}`)).to.include({ refundedTotal: 1190 });
    expect(took()).to.equal(4);
  });

  it('a shipment of two of three takes four clicks, and the order stays among those to ship', async () => {
    const { number } = await paidOrder();
    await click(menu('Orders'));
    await click(link(String(number)));
    await click(button('Ship'));
    await dialog().getByLabel('Darjeeling').fill('2');
    await dialog().getByLabel('Tracking number').fill('00340434');
    await click(dialog().getByRole('button', { name: 'Ship' }));
    await closed();
    await page.getByText('2 of 3 shipped').waitFor();

    const { items } = await read('/orders?toShip=true&pageSize=200');
    expect(items.map((order: { number: number }) => order.number)).to.include(number);
    expect(took()).to.equal(4);
  });

  it('a customer by half an address takes none', async () => {
    const email = `augusta.${crypto.randomUUID()}@lovelace.example`;
    (await shop.admin('POST', '/customers', { email })).expect(201);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('lovelace.exa');
    await dialog().getByRole('option', { name: email }).first().waitFor();
    await page.keyboard.press('Enter');

    await page.locator('h1:focus', { hasText: email }).waitFor();
    expect(took()).to.equal(0);
  });

  it('an invitation as support takes four clicks', async () => {
    await click(menu('Settings'));
    await click(menu('Operators'));
    await click(button('Invite an operator'));
    await dialog().getByLabel('E-mail address').fill('grace.hopper@example.com');
    await dialog().getByLabel('Role').selectOption('support');
    await click(dialog().getByRole('button', { name: 'Invite an operator' }));
    await closed();

    await page.getByText('grace.hopper@example.com · Support').waitFor();
    expect(took()).to.equal(4);
  });

  it('a second factor takes six clicks', async () => {
    await click(button(/^My account:/));
    await click(page.getByRole('menu').getByText('My account'));
    await click(button('Set up a second factor'));
    await dialog().getByLabel('Current password').fill(shop.store.adminPassword);
    await click(dialog().getByRole('button', { name: 'Set up a second factor' }));
    const secret = (await dialog().locator('code').textContent()) ?? '';
    await dialog().getByLabel('Code of the authenticator app').fill(new TOTP({ secret }).generate());
    await click(button('Confirm'));
    await click(button('I have saved them'));
    await closed();

    await page.getByText('10 recovery codes are left.').waitFor();
    expect(took()).to.equal(6);
  });

  it('complains of nothing', () => browser.assertQuiet(/never/));
});

describe('the work with webhooks in the console', () => {
  const opened = useConsole(openWebhookScene);
  let scene: WebhookScene;
  let browser: ConsoleBrowser;
  let page: Page;
  const { click, closed, took } = useClicks(() => page);

  before(async () => {
    ({ service: scene, browser, page } = opened());
    await scene.startWorker();
    await scene.moveToNewStore();
    await scene.subscribe({ description: 'ERP of Nordlicht' });
    scene.receiver.answer((_request, response) => response.writeHead(500).end('no table “orders”'));
    await scene.recordPaid(crypto.randomUUID());
    await browser.signIn(scene.store);
  });

  beforeEach(() => browser.open('/'));

  const menu = (name: string) =>
    page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name, exact: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('why one failed is in sight after two clicks, and it is sent again by a third', async () => {
    await click(menu('Webhooks'));
    await click(page.getByRole('link', { name: 'order.paid' }).first());
    await page.getByText('no table “orders”').waitFor();
    scene.receiver.answer(200);
    await click(button('Resend'));

    await page.getByText('Attempt 2: Succeeded').waitFor();
    expect(took()).to.equal(3);
  });

  it('a rotation that ends the old secret at once takes six clicks', async () => {
    await click(menu('Webhooks'));
    await click(menu('Endpoints'));
    await click(page.getByRole('link', { name: 'ERP of Nordlicht' }));
    await click(button('Rotate the secret'));
    await page.getByLabel('The old secret ends').selectOption('At once');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }));
    await page.getByText(/^whsec_/).waitFor();
    await click(button('I have saved it'));
    await closed();

    expect(took()).to.equal(6);
  });
});
