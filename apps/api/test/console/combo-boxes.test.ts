import { eventually } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TestApi } from '../harness.ts';
import type { Shop } from '../store/shop.ts';
import { type ConsoleBrowser, useShopConsole } from './browser.ts';

describe('combo boxes of the console', () => {
  const opened = useShopConsole();
  let api: TestApi;
  let browser: ConsoleBrowser;
  let page: Page;
  let shop: Shop;

  before(() => {
    ({ api, browser, page, shop } = opened());
  });

  const field = (name: string) => page.getByRole('combobox', { name, exact: true });
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  const textIn = (name: string) => field(name).inputValue();
  const settings = async () => (await shop.admin('GET', '/settings')).expect(200);
  async function type(name: string, text: string): Promise<void> {
    await field(name).press('ControlOrMeta+a');
    await field(name).pressSequentially(text);
  }
  async function save(): Promise<void> {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
  }

  it('take what one name or code has when they are left, and else show what was chosen before', async () => {
    await browser.open('/settings/store');
    await type('Country', 'austri');
    await field('Country').press('Tab');
    await eventually(async () => expect(await textIn('Country')).to.equal('Austria (AT)'));
    await eventually(async () => expect(await page.locator(':focus').getAttribute('role')).to.equal(null));

    await type('Country', 'nowhere');
    await page.getByText('Nothing has this in its name.').waitFor();
    await field('Country').press('Tab');
    await eventually(async () => expect(await textIn('Country')).to.equal('Austria (AT)'));
    await type('Country', 'united');
    await option('United Kingdom (GB)').waitFor();
    await field('Country').press('Tab');
    await eventually(async () => expect(await textIn('Country')).to.equal('Austria (AT)'));
    await field('Country').press('ControlOrMeta+a');
    await field('Country').press('Backspace');
    await field('Country').press('Tab');
    await eventually(async () => expect(await textIn('Country')).to.equal('Austria (AT)'));

    await type('Country', 'se');
    await field('Country').press('Tab');
    await eventually(async () => expect(await textIn('Country')).to.equal('Sweden (SE)'));
    await type('Country', 'ital');
    await page.getByText('On invoices and credit notes').click();
    await eventually(async () => expect(await textIn('Country')).to.equal('Italy (IT)'));
    await save();
    expect((await settings()).country).to.equal('IT');
  });

  it('are chosen from by mouse and by keyboard', async () => {
    await browser.open('/settings/store');
    await type('Country', 'ger');
    await option('Germany (DE)').click();
    await option('Germany (DE)').waitFor({ state: 'detached' });
    await eventually(async () => expect(await textIn('Country')).to.equal('Germany (DE)'));

    await type('Country', 'ger');
    await option('Algeria (DZ)').waitFor();
    await field('Country').press('ArrowDown');
    await field('Country').press('Enter');
    await option('Algeria (DZ)').waitFor({ state: 'detached' });
    await eventually(async () => expect(await textIn('Country')).to.equal('Algeria (DZ)'));

    const opener = page.locator('.field', { has: field('Currency') }).getByRole('button');
    await opener.click();
    await option('Albanian Lek (ALL)').waitFor();
    await type('Currency', 'swiss');
    await option('Swiss Franc (CHF)').click();
    await eventually(async () => expect(await textIn('Currency')).to.equal('Swiss Franc (CHF)'));
    await save();
    expect(await settings()).to.include({ country: 'DZ', currency: 'CHF' });
  });

  it('take several, each of which is removed again', async () => {
    const countries = 'Countries that you sell to';
    await browser.open('/settings/store');
    await type(countries, 'swed');
    await field(countries).press('Tab');
    await page.getByRole('button', { name: 'Remove: Sweden' }).waitFor();
    await eventually(async () => expect(await textIn(countries)).to.equal(''));
    await type(countries, 'nowhere');
    await field(countries).press('Tab');
    await eventually(async () => expect(await textIn(countries)).to.equal(''));
    await type(countries, 'norw');
    await option('Norway (NO)').click();
    await eventually(async () => expect(await textIn(countries)).to.equal(''));
    await field(countries).press('Tab');
    await page.getByRole('button', { name: 'Remove: Norway' }).waitFor();
    await page.getByRole('button', { name: 'Remove: Sweden' }).click();
    await page.getByRole('button', { name: 'Remove: Sweden' }).waitFor({ state: 'detached' });
    await save();
    expect((await settings()).countries).to.deep.equal(['NO']);
  });

  it('close their list by Escape, and not the dialog that they are in', async () => {
    await browser.open('/price-lists?new=yes');
    await type('Currency', 'swiss');
    await option('Swiss Franc (CHF)').waitFor();
    await field('Currency').press('Escape');
    await option('Swiss Franc (CHF)').waitFor({ state: 'detached' });
    await eventually(async () => expect(await textIn('Currency')).to.equal(''));
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });

  it('show an operator who may not change them what is chosen, and no more', async () => {
    const setRole = (role: string) =>
      api.env.system.db.adminUser.updateMany({ where: { email: shop.store.adminEmail }, data: { role } });
    await setRole('viewer');
    await browser.open('/settings/store');
    await page.getByRole('list', { name: 'Countries that you sell to' }).getByText('Norway').waitFor();
    await eventually(async () => expect(await textIn('Country')).to.equal('Algeria (DZ)'));
    await eventually(async () => expect(await field('Country').isDisabled()).to.equal(true));
    await eventually(async () =>
      expect(
        await page
          .locator('main')
          .getByRole('button', { name: /^Remove|suggestions/ })
          .count(),
      ).to.equal(0),
    );
    await setRole('owner');
  });

  it('logged no error, and called no other origin', () => {
    browser.assertQuiet(/never/);
  });
});
