import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Log } from '@service/core';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi } from '../harness.ts';

const OWN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What somebody sends who wants it in a log, a page or a header of somebody else. */
const HOSTILE = [
  '',
  'two words',
  'a,b',
  '<script>alert(1)</script>',
  '"},{"level":60,"msg":"forged"',
  'jndi:ldap://127.0.0.1/a',
  '%0d%0aSet-Cookie: a=b',
  '../../etc/passwd',
  '\u00fc',
  'x'.repeat(129),
];

describe('request ids', () => {
  const logged: Record<string, unknown>[] = [];
  const keep = (details: object) => void logged.push({ ...details });
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep };
  const api = useApi({ settings: { log } });

  beforeEach(() => logged.splice(0));

  /** As node sends it: `fetch` refuses some of these values itself, and joins what is sent twice. */
  function idFor(given: string | string[]): Promise<{ header: unknown; body: string }> {
    return new Promise((resolve, reject) => {
      const headers = { 'X-Request-Id': given };
      const sent = request(`${api.url}/admin/v1/orders`, { headers }, async (response) => {
        const { requestId } = JSON.parse((await response.toArray()).join(''));
        resolve({ header: response.headers['x-request-id'], body: requestId });
      });
      sent.on('error', reject).end();
    });
  }

  it('are taken over, echoed and logged', async () => {
    const given = `trace-1:a.b_C-${randomUUID()}`;

    const { header, body } = await idFor(given);

    expect([header, body]).to.deep.equal([given, given]);
    expect(logged.map(({ requestId }) => requestId)).to.include(given);
  });

  it('stand beside the method, the template of the path, the store and the principal', async () => {
    const store = await createStore(api.env.system);
    const cart = (await api.request('POST', '/store/v1/carts', { key: store.publishableKey })).expect(201);
    await api.request('GET', `/store/v1/carts/${cart.id}`, { key: store.publishableKey });
    await api.request('GET', '/admin/v1/orders/nonsense?q=secret', { token: store.token() });
    await api.request('GET', '/admin/v1/orders', { token: 'wrong' });

    const lines = logged.filter(({ ms }) => ms !== undefined);
    expect(lines.slice(1)).to.have.length(3);
    expect(lines[1]).to.deep.include({
      operationId: 'getCart',
      method: 'GET',
      path: '/store/v1/carts/{cartId}',
      status: 200,
      store: store.tenantId,
      principal: 'storefront',
    });
    expect(lines[2]).to.include({ path: '/admin/v1/orders/{id}', store: store.tenantId });
    expect(lines[2]?.principal).to.match(/^admin:/);
    expect(lines[3]).to.include({ path: '/admin/v1/orders', status: 401 });
    expect(lines[3]).to.not.have.any.keys('store', 'principal');
    expect(JSON.stringify(logged)).to.not.include(cart.id).and.not.include('secret');
  });

  for (const given of [...HOSTILE, ['one', 'two']])
    it(`are made when they are ${JSON.stringify(given).slice(0, 40)}`, async () => {
      const { header, body } = await idFor(given);

      expect(header).to.match(OWN).and.to.equal(body);
      expect(logged.map(({ requestId }) => requestId)).to.include(header);
      const [evil = ''] = [given].flat();
      if (evil !== '') expect(JSON.stringify(logged)).to.not.include(JSON.stringify(evil).slice(1, -1));
    });

  it('belong to one request each, however many come at once', async () => {
    const given = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? randomUUID() : 'not one'));

    const answers = await Promise.all(given.map(idFor));

    for (const [index, { header, body }] of answers.entries()) {
      expect(header).to.equal(body);
      if (given[index] !== 'not one') expect(header).to.equal(given[index]);
    }
    const ids = answers.map(({ header }) => header);
    expect(new Set(ids).size).to.equal(40);
    expect(logged.map(({ requestId }) => requestId)).to.have.members(ids);
  });
});
