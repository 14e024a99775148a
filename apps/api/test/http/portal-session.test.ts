import { createClock, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { login } from '../admin/operators.ts';
import { cookieOf } from '../client.ts';
import { useApi, useStore } from '../harness.ts';

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };

describe('a page of the portal', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStore(api);
  const other = useStore(api);

  async function openPortal({ token }: TestStore, label = 'acme'): Promise<string> {
    const body = { label, capabilities: ['view'], expiresInSeconds: 600 };
    const { url } = (
      await api.request('POST', '/admin/v1/webhooks/portal-sessions', { token: token(), body })
    ).expect(201);
    return url.split('#token=')[1];
  }

  const exchange = (token: string, { tenantId }: TestStore, headers: Record<string, string> = OWN_PAGE) =>
    fetch(`${api.url}/portal/${tenantId}/session`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  const cookieFor = async (of: TestStore, label?: string) =>
    cookieOf(await exchange(await openPortal(of, label), of));

  /** Who the page is that sends these cookies and names this store; the status where it is nobody. */
  async function me(cookies: string[], named: TestStore, headers: Record<string, string> = OWN_PAGE) {
    const response = await fetch(`${api.url}/admin/v1/auth/me`, {
      headers: { cookie: cookies.join('; '), 'x-portal-store': named.tenantId, ...headers },
    });
    return response.ok ? ((await response.json()) as { tenantId: string; portal: object }) : response.status;
  }

  async function signIn(): Promise<string> {
    const response = await fetch(`${api.url}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...OWN_PAGE },
      body: JSON.stringify({ email: store.adminEmail, password: store.adminPassword }),
    });
    return cookieOf(response);
  }

  it('is kept signed in by a cookie that no script can read, until the session expires', async () => {
    const response = await exchange(await openPortal(store), store);

    expect(response.status).to.equal(204);
    expect(response.headers.getSetCookie()[0]).to.match(
      new RegExp(
        `^commerce-portal-${store.tenantId}=ps_[\\w-]+; Path=/; Expires=[^;]+; HttpOnly; SameSite=Strict$`,
      ),
    );
    expect(await me([cookieOf(response)], store)).to.deep.include({ tenantId: store.tenantId });
    clock.advance(601_000);
    expect(await me([cookieOf(response)], store)).to.equal(401);
  });

  it('is never the operator who is signed in to the console of the same browser', async () => {
    const operator = await signIn();

    expect(await me([operator], store)).to.equal(401);
    const cookie = await cookieFor(store);
    expect(await me([operator, cookie], store))
      .to.have.property('portal')
      .that.is.an('object');
    clock.advance(601_000);
    expect(await me([operator, cookie], store)).to.equal(401);
  });

  it('has the session of its own store’s portal, and not that of another', async () => {
    const cookies = [await cookieFor(store), await cookieFor(other)];

    for (const each of [store, other])
      expect(await me(cookies, each)).to.deep.include({ tenantId: each.tenantId });
    expect(await me([cookies[0] ?? ''], other)).to.equal(401);
    const renamed = (cookies[0] ?? '').replace(store.tenantId, other.tenantId);
    expect(await me([renamed], other)).to.equal(401);
  });

  it('gets no cookie for another store, for no portal’s session, or from another site', async () => {
    const { accessToken } = (await login(api, store.adminEmail, store.adminPassword)).expect(200);
    const token = await openPortal(store);

    for (const response of [
      await exchange(token, other),
      await exchange(accessToken, store),
      await exchange('ps_unknown', store),
      await exchange(token, store, { 'sec-fetch-site': 'cross-site' }),
    ]) {
      expect(response.status).to.equal(401);
      expect(response.headers.getSetCookie()).to.deep.equal([]);
    }
  });

  it('of another site can’t use the cookie', async () => {
    const cookie = await cookieFor(store);

    for (const site of ['cross-site', 'same-site'])
      expect(await me([cookie], store, { 'sec-fetch-site': site }), site).to.equal(401);
  });
});
