import { catalog } from '@service/core';
import { eventually } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('the focus in the console', () => {
  const opened = useShopConsole();
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(async () => {
    ({ browser, page, shop } = opened());
    await catalog.createProduct(shop.store.admin, {
      title: 'Darjeeling',
      variants: [{ sku: 'DARJ-1', priceAmount: 1250 }],
    });
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true }).waitFor();
  const headingHasFocus = (name: string) =>
    page.locator('h1:focus', { hasText: new RegExp(`^${name}$`) }).waitFor();

  it('returns to what opened a dialog, by Esc and by its button', async () => {
    await browser.open('/catalogue/categories');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => dialog().getByRole('button', { name: 'Cancel' }).click(),
    ]) {
      await button('New category').first().click();
      await dialog().waitFor();
      await eventually(async () =>
        expect(await page.evaluate('getComputedStyle(document.documentElement).overflowY')).to.equal(
          'hidden',
        ),
      );
      await close();
      await dialog().waitFor({ state: 'detached' });
      await page.locator('button:focus', { hasText: /^New category$/ }).waitFor();
    }
  });

  it('goes to the heading where what opened the dialog is deleted', async () => {
    await browser.open('/catalogue/products');
    await page.getByRole('link', { name: 'Darjeeling' }).click();
    await heading('Darjeeling');
    await button('Delete DARJ-1').click();
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });

    await headingHasFocus('Darjeeling');
  });

  it('goes to the heading of each page that is opened by keyboard', async () => {
    await browser.open('/');
    await heading('Home');
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement === document.body')).to.equal(true),
    );
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await headingHasFocus('Products');
    await page.getByRole('link', { name: 'Darjeeling' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await headingHasFocus('Darjeeling');
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('Deliveries');
    await page.keyboard.press('Enter');
    await headingHasFocus('Deliveries');
    await page.keyboard.press('Tab');

    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.closest("main") !== null')).to.equal(true),
    );
  });

  it('finds people, products and settings by a part of a word, and does what it finds', async () => {
    const email = `customer-${crypto.randomUUID()}@example.com`;
    (await shop.admin('POST', '/customers', { email, name: 'Augusta Lovelace' })).expect(201);
    const options = dialog().getByRole('option');
    const find = async (text: string, found: string) => {
      await page.keyboard.press('Control+k');
      await dialog().getByRole('combobox').fill(text);
      await options.filter({ hasText: found }).first().waitFor();
    };
    await browser.open('/');
    await heading('Home');
    await find('velace', email);
    await page.keyboard.press('Escape');
    await find('rjeel', 'Darjeeling');
    await page.keyboard.press('Escape');
    await find('udit', 'Audit log');
    await page.keyboard.press('Enter');
    await headingHasFocus('Audit log');
    await find('new prod', 'New product');
    await page.keyboard.press('Enter');

    await headingHasFocus('New product');
  });

  it('complained of nothing', () => browser.assertQuiet(/never/));

  describe('where nothing can be shown', () => {
    for (const [what, id] of [
      ['an order that isn’t there', crypto.randomUUID()],
      ['an address with no id', '1001'],
    ])
      it(`leads back to the list from ${what}`, async () => {
        await browser.open(`/orders/${id}`);
        await page.getByText('This doesn’t exist, or it was deleted.').waitFor();
        await eventually(async () => expect(await button('Try again').count()).to.equal(0));
        await page.getByRole('link', { name: 'Back to: Orders' }).click();

        await heading('Orders');
      });

    it('says that it is offline, and works again afterwards', async () => {
      await browser.open('/orders');
      await heading('Orders');
      await page.context().setOffline(true);
      await page.getByRole('searchbox').fill('1001');
      await page.keyboard.press('Enter');
      await page.getByText('You are offline.', { exact: false }).waitFor();
      await eventually(async () => expect(await page.getByText('Failed to fetch').count()).to.equal(0));
      await page.context().setOffline(false);
      await button('Try again').click();

      await page.getByText('You are offline.', { exact: false }).waitFor({ state: 'detached' });
    });

    it('says that it is offline where the code of a page isn’t there yet, and opens it later', async () => {
      await browser.open('/orders');
      await heading('Orders');
      await page.evaluate('window.isSameWindow = true');
      await page.context().setOffline(true);
      const menu = page.getByRole('navigation', { name: 'Menu' });
      await menu.getByRole('link', { name: 'Customers' }).click();
      await page.getByText('You are offline.', { exact: false }).waitFor();
      await button('Try again').click();
      await page.getByText('You are offline.', { exact: false }).waitFor();
      await menu.getByRole('link', { name: 'Orders', exact: true }).click();
      await heading('Orders');
      await menu.getByRole('link', { name: 'Customers' }).click();
      await page.getByText('You are offline.', { exact: false }).waitFor();
      await eventually(async () => expect(await page.evaluate('window.isSameWindow')).to.equal(true));
      await page.context().setOffline(false);
      await button('Try again').click();

      await heading('Customers');
    });

    it('says at the sign-in that it is offline, too', async () => {
      await page.context().clearCookies();
      await browser.open('/');
      await page.getByLabel('E-mail address').fill('ada@example.com');
      await page.getByLabel('Password').fill('a long enough password');
      await page.context().setOffline(true);
      await button('Sign in').click();
      await page.getByText('You are offline.', { exact: false }).waitFor();
      await page.context().setOffline(false);

      await eventually(async () => expect(await page.getByText('Failed to fetch').count()).to.equal(0));
    });
  });
});
