import { paymentAccounts, prices } from '@service/core';
import { eventually, until } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('payment accounts in the console', () => {
  const opened = useShopConsole();
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(() => {
    ({ browser, page, shop } = opened());
  });

  const button = (name: string, exact = true) => page.getByRole('button', { name, exact });
  const dialog = () => page.getByRole('dialog');
  const get = async (path: string) => (await shop.admin('GET', path)).expect(200);

  it('adds a payment account, says what is wrong with its key, and takes payments with it', async () => {
    await browser.open('/settings/payments');
    await button('New account').click();
    await dialog().getByLabel('Name').fill('Tea House GmbH');
    await dialog().getByLabel('Publishable key').fill('pk_test_of_the_tea_house');
    await dialog().getByLabel('Secret key').fill('sk_live_of_the_tea_house');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await dialog().getByText('is of the test mode', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();

    const secret = 'whsec_of_the_tea_house';
    const own = { provider: 'fake' as const, name: 'Our own' };
    const { id } = await paymentAccounts.createPaymentAccount(shop.store.admin, own);
    await page.reload();
    await button('Our own').click();
    await dialog().getByText(`/webhooks/payment/${id}`, { exact: false }).waitFor();
    await dialog().getByLabel('Signing secret').fill(secret);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('once the signing secret', { exact: false }).waitFor({ state: 'detached' });
    await dialog().getByRole('button', { name: 'Take payments with it' }).click();
    await dialog().getByRole('button', { name: 'Stop taking payments' }).waitFor();
    expect((await get('/payment-accounts')).items[0]).to.include({
      id,
      active: true,
      receivesCallbacks: true,
    });
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await dialog().getByText('Its secrets are deleted', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No account of your own', { exact: false }).waitFor();
  });

  it('orders payment accounts, and says where shoppers see them and under which name', async () => {
    const byHand = { provider: 'manual', instructions: 'At the door', active: true };
    const currencies = [{ currency: 'EUR' }];
    const bank = await paymentAccounts.createPaymentAccount(shop.store.admin, {
      ...byHand,
      name: 'Bank',
      currencies,
    });
    const cash = await paymentAccounts.createPaymentAccount(shop.store.admin, { ...byHand, name: 'Cash' });
    await prices.createPriceList(shop.store.admin, { name: 'In francs', currency: 'CHF' });
    await browser.open('/settings/payments');
    await button('Move Cash up').press('Enter');
    await page.getByText('Cash is number 1 now.').waitFor();
    // The focus stays at what has moved.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Cash is number 2 now.').waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Cash is number 1 now.').waitFor();
    const ids = (await get('/payment-accounts')).items.map(({ id }: { id: string }) => id);
    expect(ids).to.deep.equal([cash.id, bank.id]);

    const field = (label: string) => dialog().locator('.field', { has: page.getByLabel(label) });
    await button('Names and limits: Cash').click();
    await dialog().getByText('Shoppers everywhere see “Bank transfer” in every currency.').waitFor();
    await dialog().getByLabel('English').fill('Cash on delivery');
    await browser.pick('Countries of buyers', 'DE', 'austria');
    await dialog().getByLabel('EUR').check();
    await dialog().getByLabel('From, in EUR').fill('50');
    await dialog().getByLabel('Up to, in EUR').fill('5.00');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await field('Up to, in EUR').getByText('is below the minimum').waitFor();
    const before = await get(`/payment-accounts/${cash.id}`);
    expect(before).to.deep.include({ names: {}, countries: [], currencies: [] });

    await dialog().getByLabel('Up to, in EUR').fill('500');
    await dialog()
      .getByText('Shoppers from Germany and Austria see “Cash on delivery” for orders of €50.00 to €500.00.')
      .waitFor();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Shoppers see “Cash on delivery”').waitFor();
    await page.getByText('is offered in CHF', { exact: false }).waitFor();
    expect(await get(`/payment-accounts/${cash.id}`)).to.deep.include({
      names: { en: 'Cash on delivery' },
      countries: ['AT', 'DE'],
      currencies: [{ currency: 'EUR', minimum: 5000, maximum: 50_000 }],
    });
  });

  it('asks for the instructions of a bank transfer in the store’s language, and in others', async () => {
    await browser.open('/settings/payments');
    await button('New account').click();
    await dialog().getByLabel('Kind').selectOption('By hand: bank transfer, invoice, cash');
    await dialog().getByLabel('Name').fill('Volksbank');
    await dialog().getByLabel('Payment instructions').fill('Pay to\nAT61 1904');
    await dialog().getByText('In other languages').click();
    await dialog().getByLabel('German').fill('Überweisen Sie an\nAT61 1904');
    await dialog().getByRole('button', { name: 'Add' }).click();
    await dialog().getByRole('button', { name: 'Take payments with it' }).waitFor();
    const account = async () => (await get('/payment-accounts')).items.at(-1);
    expect(await account()).to.deep.include({
      instructions: 'Pay to\nAT61 1904',
      instructionsByLocale: { de: 'Überweisen Sie an\nAT61 1904' },
      dueDays: 14,
    });
    await eventually(async () => expect(await dialog().getByLabel('English').count()).to.equal(0));

    await dialog().getByLabel('German').fill('');
    await dialog().getByLabel('French').fill('Virement à AT61 1904');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await until(
      async () => (await account()).instructionsByLocale.fr === 'Virement à AT61 1904',
      'the other language',
    );
    expect(await account()).to.deep.include({
      instructions: 'Pay to\nAT61 1904',
      instructionsByLocale: { fr: 'Virement à AT61 1904' },
    });
    await dialog().getByRole('button', { name: 'Close' }).click();
  });

  it('logged only a wrong key and invalid input, and called no other origin', () => {
    browser.assertQuiet(/status of 400/);
  });
});
