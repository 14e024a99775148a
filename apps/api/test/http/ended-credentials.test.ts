import { randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { defineOperation, type Permission } from '@service/contract';
import type { rateLimits } from '@service/core';
import { createStore, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { routeOf } from '../../src/http/route.ts';
import type { FairScheduler } from '../../src/http/turns.ts';
import { addOperator } from '../admin/operators.ts';
import { startApi, type TestApi } from '../harness.ts';

const getStream = defineOperation({
  endpoint: 'GET /admin/v1/stream',
  summary: 'Get a stream',
  description: '',
  auth: { kind: 'admin', permission: 'catalog:read' },
  response: { status: 200, description: 'Text', contentTypes: ['text/plain'] },
});

/** A request whose client has sent everything but the last byte. */
interface Pending {
  /** Sends it, and returns what the API answers. */
  end(): Promise<{ status: number; code: string | undefined }>;
}

describe('a credential that ends while its request is being sent', () => {
  let api: TestApi;
  let store: TestStore;
  let [known, sockets] = [0, [] as Socket[]];
  let goOn: () => void;
  /** What a request waits for before its turn, and how many do. */
  let [line, waiting]: [Promise<void> | undefined, number] = [undefined, 0];

  beforeEach(async () => {
    [known, sockets] = [0, []];
    [line, waiting] = [undefined, 0];
    const take: FairScheduler['take'] = async (_store, goneOf) => {
      if (line) {
        goneOf?.();
        waiting += 1;
        await line;
      }
      return () => {};
    };
    // Requests are counted once their credential is known.
    const count = async (_system: unknown, { kind }: rateLimits.Caller) => {
      if (kind === 'credential') known += 1;
      return undefined;
    };
    const asked = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* pieces() {
      yield 'first';
      await asked;
      yield 'second';
    }
    const stream = routeOf(getStream, async () => ({ contentType: 'text/plain', pieces: pieces() }));
    api = await startApi({
      settings: {
        rateLimits: { count } as unknown as rateLimits.RateLimits,
        furtherRoutes: [stream],
        turns: { take, waiting: () => waiting, close() {} },
      },
    });
    store = await createStore(api.env.system);
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    return api.close();
  });

  /** Resolves once the API knows the credential, and waits for the rest of the body. */
  async function begin(
    method: string,
    path: string,
    token: string,
    body: object | string,
    contentType = 'application/json',
  ): Promise<Pending> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    sockets.push(socket);
    let heard = '';
    socket.on('data', (bytes) => {
      heard += bytes.toString();
    });
    const before = known;
    socket.write(
      [
        `${method} ${path} HTTP/1.1`,
        'Host: 127.0.0.1',
        `Authorization: Bearer ${token}`,
        `Content-Type: ${contentType}`,
        `Content-Length: ${Buffer.byteLength(text)}`,
        'Connection: close',
        `\r\n${text.slice(0, -1)}`,
      ].join('\r\n'),
    );
    await until(() => known > before, 'the API to know the credential');
    return {
      async end() {
        socket.write(text.slice(-1));
        await new Promise((resolve) => socket.once('close', resolve));
        return {
          status: Number(/^HTTP\/1\.1 (\d+)/.exec(heard)?.[1]),
          code: /"code":"(\w+)"/.exec(heard)?.[1],
        };
      },
    };
  }

  const owner = (method: string, path: string, body?: object) =>
    api.request(method, `/admin/v1${path}`, { token: store.token(), ...(body ? { body } : {}) });
  const makeKey = async (...permissions: Permission[]) =>
    (await owner('POST', '/api-keys', { name: 'T', permissions })).expect(201) as { id: string; key: string };
  const revoke = async (id: string) => (await owner('DELETE', `/api-keys/${id}`)).expect(204);
  const beginCategory = (token: string) =>
    begin('POST', '/admin/v1/categories', token, { name: randomUUID() });
  const categories = () => store.admin.db.category.count();
  const ended = { status: 401, code: 'unauthenticated' };

  it('opens nothing any more if it is an operator’s that was demoted or disabled', async () => {
    for (const [change, undo] of [
      [{ role: 'viewer' }, { role: 'owner' }],
      [{ disabled: true }, { disabled: false }],
    ] as const) {
      const operator = await addOperator(api, store, 'owner');
      const path = `/admin/v1/users/${operator.id}`;
      const pending = await begin('PATCH', path, operator.accessToken, undo);

      (await owner('PATCH', `/users/${operator.id}`, change)).expect(200);

      expect((await pending.end()).status, JSON.stringify(undo)).to.be.oneOf([401, 403]);
      expect((await owner('GET', `/users/${operator.id}`)).body).to.include(change);
    }
  });

  it('writes nothing if it is an API key that was revoked; another key’s request is answered', async () => {
    const [key, other] = [await makeKey('catalog:write'), await makeKey('catalog:write')];
    const [pending, control] = [await beginCategory(key.key), await beginCategory(other.key)];

    await revoke(key.id);

    expect(await pending.end()).to.deep.equal(ended);
    expect(await categories()).to.equal(0);
    expect((await control.end()).status).to.equal(201);
    expect(await categories()).to.equal(1);
  });

  it('writes nothing if it is revoked while the request waits for its turn', async () => {
    const key = await makeKey('catalog:write');
    let begin = () => {};
    line = new Promise((resolve) => {
      begin = resolve;
    });
    const asked = api.request('POST', '/admin/v1/categories', { token: key.key, body: { name: 'Tea' } });
    await until(() => waiting === 1, 'the request to wait');
    line = undefined;

    await revoke(key.id);
    begin();

    (await asked).refused('unauthenticated');
    expect(await categories()).to.equal(0);
  });

  it('writes nothing if it is a login that was ended', async () => {
    const { accessToken, refreshToken } = await addOperator(api, store, 'owner');
    const pending = await beginCategory(accessToken);

    (await api.request('POST', '/admin/v1/auth/logout', { body: { refreshToken } })).expect(204);

    expect(await pending.end()).to.deep.equal(ended);
    expect(await categories()).to.equal(0);
  });

  it('changes no subscription if it is a portal session that was expired', async () => {
    const url = 'http://127.0.0.1:9/first';
    const subscription = (
      await owner('POST', '/webhooks/subscriptions', { url, events: ['order.paid'] })
    ).expect(201);
    const session = (
      await owner('POST', '/webhooks/portal-sessions', {
        subscriptionIds: [subscription.id],
        capabilities: ['manage'],
        expiresInSeconds: 600,
      })
    ).expect(201);
    const path = `/admin/v1/webhooks/subscriptions/${subscription.id}`;
    const pending = await begin('PATCH', path, session.url.split('#token=')[1], {
      url: 'http://127.0.0.1:9/other',
    });

    (await owner('DELETE', `/webhooks/portal-sessions/${session.id}`)).expect(204);

    expect(await pending.end()).to.deep.equal(ended);
    expect((await owner('GET', `/webhooks/subscriptions/${subscription.id}`)).body.url).to.equal(url);
  });

  it('changes no customer if it is a session that was logged out', async () => {
    const { id, token } = await store.customer();
    const pending = await begin('PATCH', '/store/v1/customers/me', token, { name: 'Another' });

    (await api.request('POST', '/store/v1/customers/logout', { token })).expect(204);

    expect(await pending.end()).to.deep.equal(ended);
    expect((await store.admin.db.customer.findFirstOrThrow({ where: { id } })).name).to.equal(null);
  });

  it('keeps no file that it uploads: neither products nor a picture', async () => {
    const [first, second] = [await makeKey('catalog:write'), await makeKey('catalog:write')];
    const form = [
      '--x',
      'Content-Disposition: form-data; name="file"; filename="a.png"',
      'Content-Type: image/png',
      '',
      Buffer.alloc(64).toString('latin1'),
      '--x--\r\n',
    ].join('\r\n');
    const products = await begin(
      'POST',
      '/admin/v1/products/import',
      first.key,
      'slug,title,sku,priceAmount\na,A,a,1\n',
      'text/csv',
    );
    const picture = await begin(
      'POST',
      '/admin/v1/pictures',
      second.key,
      form,
      'multipart/form-data; boundary=x',
    );

    await Promise.all([revoke(first.id), revoke(second.id)]);

    expect(await products.end()).to.deep.equal(ended);
    expect(await picture.end()).to.deep.equal(ended);
    expect(await store.admin.db.fileImport.count()).to.equal(0);
    expect(await store.admin.db.fileImportRow.count()).to.equal(0);
    expect(await store.admin.db.picture.count()).to.equal(0);
  });

  it('takes no event that a claim of it has waited for: the next claim gets it at once', async () => {
    const key = await makeKey('webhooks:write');
    const events = ['product.created'];
    const { id } = (await owner('POST', '/webhooks/subscriptions', { kind: 'pull', events })).expect(201);
    const before = known;
    const claim = api.request('POST', `/admin/v1/webhooks/subscriptions/${id}/claims`, {
      token: key.key,
      body: { limit: 1, waitSeconds: 20 },
    });
    await until(() => known > before, 'the API to know the key');

    await revoke(key.id);
    await store.variant();

    (await claim).refused('unauthenticated');
    const next = await owner('POST', `/webhooks/subscriptions/${id}/claims`, { limit: 1, waitSeconds: 0 });
    expect(next.expect(200).items).to.have.length(1);
    expect(next.body.items[0].attempt).to.equal(1);
  });

  it('reads no further piece of what it has begun to read; another key’s file comes whole', async () => {
    const [key, other] = [await makeKey('catalog:read'), await makeKey('catalog:read')];
    const open = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await fetch(`${api.url}/admin/v1/stream`, { headers });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      expect((await reader?.read())?.value).to.equal('first');
      return async () => (await reader?.read())?.value;
    };
    const [next, nextOfOther] = [await open(key.key), await open(other.key)];

    await revoke(key.id);
    goOn();

    expect(await next().catch(() => 'broken off')).to.equal('broken off');
    expect(await nextOfOther()).to.equal('second');
  });
});
