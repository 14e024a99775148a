import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { tenants } from '@service/core';
import { createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';

const CONSOLE = 'https://console.example';

/** `fetch` sets Host itself, so this asks as node does. */
function getFrom(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: { name: string } }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, async (response) => {
      const text = (await response.toArray()).join('');
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) });
    });
    sent.on('error', reject).end();
  });
}

describe('where a storefront comes from', () => {
  const api = useApi({ settings: { consoleOrigins: [CONSOLE] } });
  let store: TestStore;
  let other: TestStore;
  let host: string;
  let origin: string;
  beforeEach(async () => {
    [store, other] = await Promise.all([createStore(api.env.system), createStore(api.env.system)]);
    host = `${randomUUID()}.example`;
    origin = `https://${host}`;
    const body = { name: 'Tea', currency: 'EUR', storeHosts: [host], allowedOrigins: [origin] };
    await api.request('PUT', '/admin/v1/settings', { token: store.token(), body });
    await tenants.assignStoreHost(store.admin, host);
  });

  const config = (headers: Record<string, string>) => api.request('GET', '/store/v1/config', { headers });
  const allowed = ({ headers }: { headers: Headers }) => headers.get('access-control-allow-origin');

  describe('the store', () => {
    it('is named by the key', async () => {
      const { status, body } = await config({ 'X-Publishable-Key': store.publishableKey });

      expect(status).to.equal(200);
      expect(body).to.eql({
        name: 'Tea',
        currency: 'EUR',
        currencies: ['EUR'],
        country: 'DE',
        countries: [],
        locale: 'en',
        timeZone: 'UTC',
        pricesIncludeTax: true,
        picturesOrigin: 'https://pictures.example',
        cookieConsent: true,
        seller: null,
        payment: { provider: 'fake', publishableKey: null, instructions: null },
      });
    });

    it('shows its consent flag and trackers', async () => {
      const analytics = { webAnalytics: { id: 'G-1' } };
      const body = { cookieConsent: false, analytics };
      await api.request('POST', '/setup/v1/compliance/configure', { token: store.token(), body });

      const answer = await config({ 'X-Publishable-Key': store.publishableKey });

      expect(answer.body).to.deep.include({ cookieConsent: false, analytics });
    });

    it('is named by its host when no key is sent, whatever the port and the case', async () => {
      for (const name of [host, `${host}:8080`, host.toUpperCase()]) {
        const { status, body } = await getFrom(`${api.url}/store/v1/config`, { Host: name });
        expect([status, body.name], name).to.eql([200, 'Tea']);
      }
    });

    it('is the one of the key when both are sent', async () => {
      const headers = { Host: host, 'X-Publishable-Key': other.publishableKey };

      expect((await getFrom(`${api.url}/store/v1/config`, headers)).body.name).to.equal('Test Store');
      headers['X-Publishable-Key'] = 'pk_unknown';
      expect((await getFrom(`${api.url}/store/v1/config`, headers)).status).to.equal(401);
    });

    it('is no store for a host that isn’t registered, or no longer', async () => {
      await api.request('PUT', '/admin/v1/settings', {
        token: store.token(),
        body: { name: 'T', currency: 'EUR' },
      });

      for (const headers of [{ Host: host }, { Host: 'x.example', 'X-Forwarded-Host': host }])
        expect((await getFrom(`${api.url}/store/v1/config`, headers)).status).to.equal(401);
    });
  });

  describe('the page', () => {
    const preflight = (path: string, from: string) =>
      fetch(`${api.url}${path}`, {
        method: 'OPTIONS',
        headers: {
          Origin: from,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'x-publishable-key',
        },
      });

    it('may ask and read when its origin is on the list of its store', async () => {
      const asked = await preflight('/store/v1/carts', origin);
      const answer = await config({ Origin: origin, 'X-Publishable-Key': store.publishableKey });

      expect([asked.status, allowed(asked)]).to.eql([204, origin]);
      expect(asked.headers.get('access-control-allow-headers')).to.equal('x-publishable-key');
      expect(allowed(answer)).to.equal(origin);
      expect(answer.headers.get('vary')).to.match(/origin/i);
    });

    it('may send what the operations take, and is told so for ten minutes', async () => {
      const { headers } = await preflight('/store/v1/carts', origin);

      expect(headers.get('access-control-allow-methods')?.split(',')).to.have.members([
        'GET',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
      ]);
      expect(headers.get('access-control-max-age')).to.equal('600');
    });

    it('reads every header that the contract speaks of', async () => {
      const { components } = JSON.parse(await (await fetch(`${api.url}/openapi.json`)).text());
      const answer = await config({ Origin: origin, 'X-Publishable-Key': store.publishableKey });

      const exposed = answer.headers.get('access-control-expose-headers')?.split(',');
      const named = Object.keys(components.headers).filter((name) => name !== 'WWW-Authenticate');
      expect(exposed).to.include.members(named);
    });

    it('and a page of another store get responses of their own when they ask at once', async () => {
      const otherOrigin = `https://${randomUUID()}.example`;
      const body = { name: 'Coffee', currency: 'EUR', allowedOrigins: [otherOrigin] };
      await api.request('PUT', '/admin/v1/settings', { token: other.token(), body });
      const pages = [
        { Origin: origin, 'X-Publishable-Key': store.publishableKey },
        { Origin: otherOrigin, 'X-Publishable-Key': other.publishableKey },
        { Origin: otherOrigin, 'X-Publishable-Key': store.publishableKey },
        { Origin: origin, 'X-Publishable-Key': other.publishableKey },
      ];

      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => config(pages[index % 4] ?? {})),
      );

      const wanted = [origin, otherOrigin, null, null];
      expect(answers.map(allowed)).to.deep.equal(answers.map((_, index) => wanted[index % 4]));
    });

    it('may not read what a customer of another store asks', async () => {
      const { token } = await other.customer();

      const answer = await api.request('GET', '/store/v1/customers/me', {
        token,
        headers: { Origin: origin },
      });

      expect([answer.status, allowed(answer)]).to.eql([200, null]);
    });

    it('may not read what a public operation answers to the page of another store', async () => {
      const foreign = `https://${randomUUID()}.example`;
      const body = { name: 'Coffee', currency: 'EUR', allowedOrigins: [foreign] };
      await api.request('PUT', '/admin/v1/settings', { token: other.token(), body });
      const verify = (headers: Record<string, string>) =>
        api.request('POST', '/store/v1/customers/verify', { headers, body: { token: 'unknown' } });

      const read = [
        await verify({ Origin: origin, 'X-Publishable-Key': store.publishableKey }),
        await verify({ Origin: foreign, 'X-Publishable-Key': store.publishableKey }),
        await verify({ Origin: foreign }),
      ].map((answer) => allowed(answer));

      expect(read).to.deep.equal([origin, null, null]);
    });

    it('of a proven host may read its store, and of one that is only claimed may not', async () => {
      const pending = `${randomUUID()}.example`;
      const body = { name: 'Tea', currency: 'EUR', storeHosts: [host, pending] };
      await api.request('PUT', '/admin/v1/settings', { token: store.token(), body });
      const key = { 'X-Publishable-Key': store.publishableKey };

      expect(allowed(await config({ ...key, Origin: origin }))).to.equal(origin);
      for (const from of [`https://${pending}`, `http://${host}`, `${origin}:8443`])
        expect(allowed(await config({ ...key, Origin: from })), from).to.equal(null);
    });

    it('gets no response from a cache that was made for another page, or for none', async () => {
      for (const from of [origin, 'https://evil.example', undefined]) {
        const answer = await api.request('GET', '/store/v1/products', {
          key: store.publishableKey,
          headers: from ? { Origin: from } : {},
        });
        expect(answer.headers.get('vary')?.split(', '), from).to.include.members([
          'Origin',
          'X-Publishable-Key',
        ]);
      }
    });

    it('reads refusals too', async () => {
      const headers = { Origin: origin, 'X-Publishable-Key': store.publishableKey };
      const answer = await api.request('GET', `/store/v1/carts/${randomUUID()}`, { headers });

      expect([answer.status, allowed(answer)]).to.eql([404, origin]);
    });

    it('may not read another store', async () => {
      const answer = await config({ Origin: origin, 'X-Publishable-Key': other.publishableKey });

      expect([answer.status, allowed(answer)]).to.eql([200, null]);
    });

    it('may not read from an unknown origin, and is never allowed credentials', async () => {
      for (const from of ['https://evil.example', 'null', `${origin}.evil.example`, CONSOLE]) {
        const asked = await preflight('/store/v1/carts', from);
        const answer = await config({ Origin: from, 'X-Publishable-Key': store.publishableKey });
        expect([allowed(asked), allowed(answer)], from).to.eql([null, null]);
      }
      const good = await preflight('/store/v1/carts', origin);
      const read = await config({ Origin: origin, 'X-Publishable-Key': store.publishableKey });
      for (const { headers } of [good, read])
        expect(headers.get('access-control-allow-credentials')).to.equal(null);
      for (const path of ['/health', '/openapi.json', '/docs'])
        expect(allowed(await fetch(api.url + path, { headers: { Origin: origin } })), path).to.equal(null);
    });

    it('of the console may use the Admin and the Setup API, a store’s may not', async () => {
      for (const path of ['/admin/v1/settings', '/setup/v1/status']) {
        expect(allowed(await preflight(path, CONSOLE))).to.equal(CONSOLE);
        expect(allowed(await preflight(path, origin))).to.equal(null);
        const read = await api.request('GET', path, { token: store.token(), headers: { Origin: CONSOLE } });
        expect([read.status, allowed(read)]).to.eql([200, CONSOLE]);
      }
    });
  });
});
