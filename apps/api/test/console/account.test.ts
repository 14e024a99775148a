import { createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { startApi, type TestApi } from '../harness.ts';
import { type ConsoleBrowser, useConsole } from './browser.ts';

describe('an operator’s account in the console', () => {
  const opened = useConsole(startApi);
  let api: TestApi;
  let browser: ConsoleBrowser;
  let page: Page;
  let store: TestStore;

  before(() => {
    ({ service: api, browser, page } = opened());
  });

  beforeEach(async () => {
    store = await createStore(api.env.system);
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');

  it('gets a second factor where the store requires one, and signs in by a recovery code', async () => {
    await browser.signIn(store);
    await store.admin.db.tenant.updateMany({ data: { requireSecondFactor: true } });
    await browser.open('/orders');
    await page.getByText('This store requires a second factor.', { exact: false }).waitFor();
    expect(page.url()).to.equal(`${api.url}/console/account`);

    await button('Set up a second factor').click();
    await dialog().getByLabel('Current password').fill(store.adminPassword);
    await dialog().getByRole('button', { name: 'Set up a second factor' }).click();
    const secret = (await dialog().locator('code').textContent()) ?? '';
    await dialog().getByLabel('Code of the authenticator app').fill(new TOTP({ secret }).generate());
    await button('Confirm').click();
    const codes = ((await dialog().locator('pre').textContent()) ?? '').split('\n');
    expect(codes).to.have.length(10);
    await button('I have kept them').click();
    await page.getByText('10 recovery codes are left.').waitFor();

    await button('Sign out everywhere').click();
    await page.getByLabel('E-mail address').fill(store.adminEmail);
    await page.getByLabel('Password').fill(store.adminPassword);
    await button('Sign in').click();
    await page.getByLabel('Code of the authenticator app').fill('000000');
    await button('Sign in').click();
    await page.getByText('The code is wrong, or was used before.').waitFor();
    await page.getByLabel('Code of the authenticator app').fill(codes[0] ?? '');
    await button('Sign in').click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('changes the password, and shows where it is signed in', async () => {
    await browser.signIn(store);
    await browser.inspect('account');
    await page.getByText('This one').waitFor();
    await page.getByLabel('Current password').fill(store.adminPassword);
    await page.getByLabel('New password', { exact: false }).fill('another long password');
    await button('Change the password').click();

    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await browser.signIn({ ...store, adminPassword: 'another long password' });
    browser.assertQuiet(/status of 403/);
  });
});
