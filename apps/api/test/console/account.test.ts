import { mail, outbox } from '@service/core';
import { createStore, eventually, type Inbox, startInbox, type TestStore, until } from '@service/testing';
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
    await eventually(async () => expect(page.url()).to.equal(`${api.url}/console/account`));

    await button('Set up a second factor').click();
    await dialog().getByLabel('Current password').fill(store.adminPassword);
    await dialog().getByRole('button', { name: 'Set up a second factor' }).click();
    const secret = (await dialog().locator('code').textContent()) ?? '';
    await dialog().getByLabel('Code of the authenticator app').fill(new TOTP({ secret }).generate());
    await button('Confirm').click();
    const codes = ((await dialog().locator('pre').textContent()) ?? '').split('\n');
    expect(codes).to.have.length(10);
    await button('I have saved them').click();
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

  describe('by the link of a message', () => {
    let inbox: Inbox;

    before(async () => {
      inbox = await startInbox();
    });

    after(() => inbox?.close());

    /** Opens what the message to the address leads to, as somebody who isn't signed in. */
    async function openLinkTo(address: string): Promise<void> {
      const mailer = mail.createMailer({
        smtpUrl: inbox.url,
        dir: '/nowhere',
        from: 'no-reply@shop.example',
        links: { consoleOrigin: api.url },
      });
      const { enqueuedMails } = api.env;
      await until(() => enqueuedMails.length > 0, 'the message');
      for (const row of enqueuedMails.splice(0)) await outbox.sendMail(api.env.system, mailer, row);
      const [, link = ''] = /href="([^"]+)"/.exec(inbox.lastTo(address).html ?? '') ?? [];
      await page.context().clearCookies();
      await page.goto(link);
    }

    it('accepts an invitation, and signs in', async () => {
      const email = `grace-${crypto.randomUUID()}@example.com`;
      api.env.enqueuedMails.splice(0);
      const body = { email, role: 'support' };
      (await api.request('POST', '/admin/v1/users', { token: store.token(), body })).expect(202);
      await openLinkTo(email);
      await page.getByLabel('Your name').fill('Grace');
      await page.getByLabel('New password', { exact: false }).fill('a long password of hers');
      await button('Become an operator').click();
      await page.getByText('You are an operator now.', { exact: false }).waitFor();

      await browser.signIn({ ...store, adminEmail: email, adminPassword: 'a long password of hers' });
      expect(await store.admin.db.adminUser.findFirst({ where: { email } })).to.include({
        name: 'Grace',
        role: 'support',
      });
    });

    it('sets a new password, and signs in with that alone', async () => {
      api.env.enqueuedMails.splice(0);
      await browser.open('/reset-password');
      await page.getByLabel('E-mail address').fill(store.adminEmail);
      await button('Send me a link').click();
      await openLinkTo(store.adminEmail);
      await page.getByLabel('New password', { exact: false }).fill('a password set anew');
      await button('Set the password').click();
      await page.getByText('The password is set.', { exact: false }).waitFor();

      await browser.signIn({ ...store, adminPassword: 'a password set anew' });
      const body = { email: store.adminEmail, password: store.adminPassword };
      (await api.request('POST', '/admin/v1/auth/login', { body })).refused('invalid_credentials');
    });
  });
});
