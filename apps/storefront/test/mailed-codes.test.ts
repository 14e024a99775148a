import { readFile } from 'node:fs/promises';
import { createAdminClient, createStoreClient } from '@service/client-js';
import { type Inbox, startInbox, until } from '@service/testing';
import { expect } from 'chai';
import { useShop } from './use-shop.ts';

const CONSOLE_URL = 'https://console.example';
const [ADA, NEW_ADA] = ['ada@example.com', 'ada@new.example'];
const [OLD, NEW] = ['correct horse battery', 'another horse battery'];

describe('the links of messages', () => {
  let inbox: Inbox;
  const shop = useShop('shop_mails', {
    hasWorker: true,
    settings: async ({ url }) => {
      inbox = await startInbox();
      return { SMTP_URL: inbox.url, STOREFRONT_URL: url, CONSOLE_ORIGIN: CONSOLE_URL };
    },
  });

  after(() => inbox?.close());

  /** The link and the code of the first message to this address that hasn't been read yet. */
  let read = 0;
  async function nextMail(to: string): Promise<{ link: URL; code: string }> {
    await until(() => inbox.mails.slice(read).some(({ recipient }) => recipient === to), `a mail to ${to}`);
    const text = inbox.lastTo(to).text ?? '';
    read = inbox.mails.length;
    const link = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
    const code = /^(.* )?(\w+_[\w-]{20,})$/m.exec(text)?.[2] ?? '';
    expect(link.hash).to.equal(`#token=${code}`);
    return { link, code };
  }

  const send = (path: string, body: Record<string, string>) =>
    fetch(shop.url + path, { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });

  /** Follows a link as a browser without scripts does, types the code, and returns where that led. */
  async function follow({ link, code }: { link: URL; code: string }, more: Record<string, string> = {}) {
    const page = await fetch(link);
    expect(page.status, link.pathname).to.equal(200);
    expect(await page.text()).to.match(new RegExp(`action="${link.pathname}".*name="token"`, 's'));
    const refused = await send(link.pathname, { token: 'vt_wrong', ...more });
    expect(await refused.text()).to.include('This code or link is unknown, used or expired');
    const { status, headers } = await send(link.pathname, { token: code, ...more });
    expect(status).to.equal(303);
    return headers.get('location');
  }

  it('lead shoppers to pages of the shop that take the code', async () => {
    const { apiUrl: baseUrl, store } = shop;
    const { publishableKey } = store;
    const guest = createStoreClient({ baseUrl, publishableKey });
    const login = (email: string, password: string) => guest.loginCustomer({ body: { email, password } });

    await send('/account/register', { email: ADA, password: OLD, name: 'Ada' });
    expect(await follow(await nextMail(ADA))).to.equal('/account?confirmed');

    expect((await send('/account/reset/request', { email: ADA })).headers.get('location')).to.equal(
      '/account/reset?sent',
    );
    expect(await follow(await nextMail(ADA), { newPassword: NEW })).to.equal('/account?changed');
    expect((await login(ADA, OLD).catch((error) => error)).code).to.equal('invalid_credentials');

    const { token: session } = await login(ADA, NEW);
    const customer = createStoreClient({ baseUrl, publishableKey, session });
    await customer.requestEmailChange({ body: { newEmail: NEW_ADA, currentPassword: NEW } });
    expect(await follow(await nextMail(NEW_ADA))).to.equal('/account?confirmed');
    expect((await login(NEW_ADA, NEW)).customer).to.include({ email: NEW_ADA, emailVerified: true });
  });

  it('lead operators to pages of the console', async () => {
    const { apiUrl: baseUrl, store } = shop;
    const admin = createAdminClient({ baseUrl, token: store.token() });
    const routes = await readFile(new URL('../../console/src/router.tsx', import.meta.url), 'utf8');

    await admin.inviteUser({ body: { email: 'grace@example.com', role: 'support' } });
    const { link: invitation } = await nextMail('grace@example.com');
    await admin.requestOperatorPasswordReset({ body: { email: store.adminEmail } });
    const { link: reset } = await nextMail(store.adminEmail);

    for (const { origin, pathname } of [invitation, reset]) {
      expect(origin).to.equal(CONSOLE_URL);
      expect(routes).to.include(`'${pathname.replace('/console', '')}'`);
    }
  });
});
