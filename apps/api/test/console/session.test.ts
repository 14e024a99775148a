import { access } from '@service/core';
import { DAY_MS } from '@service/jobs/primitives';
import { createClock, createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { cookieOf } from '../client.ts';
import { startApi, useApi, useStore } from '../harness.ts';

const PASSWORD = 'a long enough password';

describe('a session of the console', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStore(api);

  const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

  const signIn = (body: object, headers: Record<string, string> = OWN_PAGE) =>
    fetch(`${api.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  const openSession = async () => cookieOf(await signIn({ email: store.adminEmail, password: PASSWORD }));

  const call = (method: string, path: string, cookie: string, headers: Record<string, string> = OWN_PAGE) =>
    fetch(`${api.url}${path}`, { method, headers: { cookie, ...headers } });

  const me = async (cookie: string, headers?: Record<string, string>) =>
    (await call('GET', '/admin/v1/auth/me', cookie, headers)).status;

  it('is a cookie that no script can read, and is its operator', async () => {
    const response = await signIn({ email: store.adminEmail, password: PASSWORD });

    expect(response.status).to.equal(204);
    expect(response.headers.getSetCookie()[0]).to.match(
      /^commerce-console=cs_[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const answer = await call('GET', '/admin/v1/auth/me', cookieOf(response));
    expect(await answer.json()).to.include({
      email: store.adminEmail,
      role: 'owner',
      tenantId: store.tenantId,
    });
  });

  it('is marked for TLS, under a name that only this host can set, where the proxy speaks TLS', async () => {
    const behind = await startApi({ settings: { trustedProxies: ['loopback'] } });
    const of = await createStore(behind.env.system);

    const response = await fetch(`${behind.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-proto': 'https', ...OWN_PAGE },
      body: JSON.stringify({ email: of.adminEmail, password: PASSWORD }),
    });

    expect(response.headers.getSetCookie()[0]).to.match(
      /^__Host-commerce-console=\S+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    await behind.close();
  });

  it('is refused to wrong passwords, unknown addresses and half a form', async () => {
    for (const [body, status] of [
      [{ email: store.adminEmail, password: 'not the right one' }, 401],
      [{ email: 'nobody@example.com', password: PASSWORD }, 401],
      [{ email: store.adminEmail }, 400],
      [{ link: 'rt_unknown' }, 400],
    ] as const) {
      const response = await signIn(body);
      expect(response.status, JSON.stringify(body)).to.equal(status);
      expect(response.headers.getSetCookie()).to.deep.equal([]);
    }
  });

  it('does nothing for the pages of others, which may make a browser send it', async () => {
    const cookie = await openSession();
    const before = await store.admin.db.apiKey.count();

    for (const site of ['cross-site', 'same-site', 'none']) {
      const body = JSON.stringify({ name: 'theirs', permissions: ['orders:read'] });
      const headers = { 'content-type': 'application/json', cookie, 'sec-fetch-site': site };
      const response = await fetch(`${api.url}/admin/v1/api-keys`, { method: 'POST', headers, body });
      expect(response.status, site).to.equal(401);
    }
    expect(await me(cookie, { 'sec-fetch-site': 'cross-site' })).to.equal(401);
    expect(
      (await signIn({ email: store.adminEmail, password: PASSWORD }, { 'sec-fetch-site': 'cross-site' }))
        .status,
    ).to.equal(401);
    expect(await store.admin.db.apiKey.count()).to.equal(before);
  });

  it('needs the own origin for a change where a browser doesn’t say where a request comes from', async () => {
    const cookie = await openSession();
    const readAll = (headers: Record<string, string>) =>
      call('POST', '/admin/v1/notifications/read', cookie, headers);

    expect(await me(cookie, {})).to.equal(200);
    expect((await readAll({})).status).to.equal(401);
    expect((await readAll({ origin: 'http://elsewhere.example' })).status).to.equal(401);
    expect((await readAll({ origin: api.url })).status).to.equal(200);
  });

  it('ends by signing out, in one browser and not in the other', async () => {
    const [one, other] = [await openSession(), await openSession()];

    const response = await call('DELETE', '/console/session', one);

    expect(response.status).to.equal(204);
    expect(response.headers.getSetCookie()[0]).to.match(/^commerce-console=;.*Expires=Thu, 01 Jan 1970/);
    expect([await me(one), await me(other)]).to.deep.equal([401, 200]);
  });

  it('ends after a week, with a changed password, and with its operator', async () => {
    const [old, changed] = [await openSession(), await openSession()];
    clock.advance(7 * DAY_MS);
    expect(await me(old)).to.equal(401);
    expect(await me(changed)).to.equal(401);

    const fresh = await openSession();
    await api.env.system.db.adminUser.updateMany({
      where: { email: store.adminEmail },
      data: { disabledAt: clock.now() },
    });
    expect(await me(fresh)).to.equal(401);
    await api.env.system.db.adminUser.updateMany({
      where: { email: store.adminEmail },
      data: { disabledAt: null },
    });

    const kept = await openSession();
    await access.replacePassword(api.env.system, store.adminEmail);
    expect(await me(kept)).to.equal(401);
  });

  const openLink = async (of: TestStore) =>
    (await access.createSignInLink(api.env.system, of.adminEmail)) ?? expect.fail('no operator');

  it('is had once for a link, and is no refresh token', async () => {
    const link = await openLink(await createStore(api.env.system));

    const [first, second] = await Promise.all([signIn({ link }), signIn({ link })]);

    expect([first.status, second.status].sort()).to.deep.equal([204, 400]);
    const cookie = cookieOf(first.status === 204 ? first : second);
    expect(await me(cookie)).to.equal(200);
    const body = { refreshToken: cookie.split('=')[1] };
    (await api.request('POST', '/admin/v1/auth/refresh', { body })).refused('token_invalid');
  });

  it('isn’t opened by a look at the link, which shows whose it is, to the own page alone', async () => {
    const of = await createStore(api.env.system);
    const link = await openLink(of);
    const before = await of.admin.db.adminLogin.findMany();
    const look = (body: object, headers: Record<string, string> = OWN_PAGE) =>
      fetch(`${api.url}/console/session/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });

    const response = await look({ link });

    expect(await response.json()).to.deep.equal({ email: of.adminEmail, storeName: 'Test Store' });
    expect(response.headers.getSetCookie()).to.deep.equal([]);
    expect((await look({ link }, { 'sec-fetch-site': 'cross-site' })).status).to.equal(401);
    for (const body of [{ link: 'ln_unknown' }, { link: 5 }]) expect((await look(body)).status).to.equal(400);
    expect(await of.admin.db.adminLogin.findMany()).to.deep.equal(before);
    expect((await signIn({ link })).status).to.equal(204);
  });

  it('is had by a link of the deployment alone: by no refresh token, session or older link', async () => {
    const of = await createStore(api.env.system);
    const credentials = { email: of.adminEmail, password: PASSWORD };
    const { refreshToken } = await access.login(api.env.system, credentials);
    const session = await access.startConsoleSession(api.env.system, credentials);
    const expired = await openLink(of);
    clock.advance(DAY_MS);
    const before = await of.admin.db.adminLogin.findMany();

    for (const link of [refreshToken, session, expired]) {
      const response = await signIn({ link });
      expect(response.status).to.equal(400);
      expect(response.headers.getSetCookie()).to.deep.equal([]);
    }

    expect(await me(`commerce-console=${refreshToken}`)).to.equal(401);
    expect(await of.admin.db.adminLogin.findMany()).to.deep.equal(before);
  });
});
