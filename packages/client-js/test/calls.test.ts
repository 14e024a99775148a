import { expect } from 'chai';
import { afterEach, before, beforeEach, describe, it } from 'mocha';
import {
  ConnectionError,
  createAdminClient,
  createSetupClient,
  createStoreClient,
  isServiceError,
  type ResponseNotice,
  ServiceError,
} from '../src/index.ts';
import {
  hang,
  hangUp,
  json,
  refusal,
  type ScriptedService,
  startScriptedService,
} from './scripted-service.ts';

const page = (items: object[], rest: object = {}) => ({
  items,
  total: items.length,
  page: 1,
  pageSize: 20,
  ...rest,
});

async function failure(act: Promise<unknown>): Promise<unknown> {
  return act.then(
    () => expect.fail('The call succeeds.'),
    (error: unknown) => error,
  );
}

describe('a call', () => {
  let service: ScriptedService;
  let waits: number[];

  before(async () => {
    service = await startScriptedService();
  });

  beforeEach(() => {
    waits = [];
  });

  afterEach(() => {
    service.script();
  });

  after(() => service.close());

  const wait = async (ms: number) => {
    waits.push(ms);
  };
  const admin = (more: object = {}) =>
    createAdminClient({ baseUrl: service.url, token: 'tok', wait, ...more });
  const shop = (more: object = {}) =>
    createStoreClient({ baseUrl: service.url, publishableKey: 'pk_1', wait, ...more });

  describe('becomes a request', () => {
    it('with path, query, credential and a slash too many in baseUrl', async () => {
      service.script(json(page([])));

      await admin({ baseUrl: `${service.url}//` }).listOrders({
        status: 'paid',
        q: 'ä&b',
        page: undefined,
      });

      expect(service.asked[0]).to.include({
        method: 'GET',
        path: '/admin/v1/orders?status=paid&q=%C3%A4%26b',
      });
      expect(service.asked[0]?.headers).to.include({
        authorization: 'Bearer tok',
        accept: 'application/json',
      });
    });

    it('with a list in the query once for each value', async () => {
      service.script(json(page([])));

      await shop().listStoreProducts({ option: ['Size:M', 'Colour:red'] });

      expect(service.asked[0]?.path).to.equal('/store/v1/products?option=Size%3AM&option=Colour%3Ared');
    });

    it('with a JSON body, If-Match and the caller’s headers', async () => {
      service.script(json({ id: 'p' }));

      await admin({ headers: { 'X-Request-Id': 'mine' } }).updateProduct(
        { productId: 'a/b', body: { title: 'Tea' } },
        { ifMatch: 3 },
      );

      expect(service.asked[0]).to.include({
        method: 'PATCH',
        path: '/admin/v1/products/a%2Fb',
        body: '{"title":"Tea"}',
      });
      expect(service.asked[0]?.headers).to.include({
        'content-type': 'application/json',
        'if-match': '"3"',
        'x-request-id': 'mine',
      });
    });

    it('that has misspelt members refused, but not in production', async () => {
      service.script(json({}));
      const { NODE_ENV } = process.env;
      try {
        process.env.NODE_ENV = 'production';
        await shop().getStoreConfig();
        await shop({ strict: true }).getStoreConfig();
        process.env.NODE_ENV = 'development';
        await shop().getStoreConfig();
        await shop({ strict: false }).getStoreConfig();
      } finally {
        process.env.NODE_ENV = NODE_ENV;
      }

      expect(service.asked.map(({ headers }) => headers.prefer)).to.deep.equal([
        undefined,
        'handling=strict',
        'handling=strict',
        undefined,
      ]);
    });

    it('refuses to leave an id out, or one that leads elsewhere', async () => {
      for (const id of ['', '.', '..', undefined as unknown as string]) {
        expect(await failure(admin().getOrder({ id }))).to.be.instanceOf(TypeError);
      }
      expect(service.asked).to.be.empty;
    });

    it('sends each credential only where it belongs', async () => {
      service.script(json({}));
      const visitor = shop({ session: 'cs_1' });

      await visitor.getStoreConfig();
      await visitor.getOwnProfile();
      await visitor.getCart({ cartId: 'c' });
      await visitor.resetPassword({ body: { token: 't', newPassword: 'a long enough password' } });
      await createSetupClient({ baseUrl: service.url, setupToken: 's', token: 'a' }).getCompliance();
      await createSetupClient({ baseUrl: service.url, setupToken: 's', token: 'a' }).getHealth();

      const sent = service.asked.map(({ headers }) => [headers['x-publishable-key'], headers.authorization]);
      expect(sent).to.deep.equal([
        ['pk_1', undefined],
        ['pk_1', 'Bearer cs_1'],
        ['pk_1', 'Bearer cs_1'],
        [undefined, undefined],
        [undefined, 'Bearer a'],
        [undefined, undefined],
      ]);
    });

    it('asks a token source each time, and names the option when there is no credential', async () => {
      let token: string | undefined = 'first';
      service.script(json(page([])));
      const client = admin({ token: () => token });

      await client.listOrders();
      token = 'second';
      await client.listOrders();
      token = undefined;
      const error = await failure(client.listOrders());

      expect(service.asked.map(({ headers }) => headers.authorization)).to.deep.equal([
        'Bearer first',
        'Bearer second',
      ]);
      expect(error).to.be.instanceOf(TypeError).with.property('message').that.includes('`token`');
    });
  });

  describe('gets a response', () => {
    it('with nothing for 204', async () => {
      service.script((response) => response.writeHead(204).end());

      expect(await admin().deleteDiscount({ id: 'd' })).to.equal(undefined);
    });

    it('with bytes for a document, and a stream for an export', async () => {
      service.script((response) =>
        response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF'),
      );

      const invoice = await admin().getInvoice({ id: 'o' });
      const rows = await new Response(await admin().exportProducts({ format: 'csv' })).text();

      expect(Buffer.from(invoice).toString()).to.equal('%PDF');
      expect(rows).to.equal('%PDF');
    });

    it('by a refusal with code, status, request id and places', async () => {
      const errors = [{ path: '/body/email', code: 'format', message: 'must match format "email"' }];
      service.script(refusal('validation_failed', 400, { errors }));

      const error = await failure(admin().createCustomer({ body: { email: 'x' } }));

      expect(error).to.be.instanceOf(ServiceError).and.include({
        code: 'validation_failed',
        status: 400,
        requestId: 'req-1',
      });
      expect((error as ServiceError).errors).to.deep.equal(errors);
      expect((error as ServiceError).message).to.equal('validation_failed: What is wrong. (request req-1)');
      expect(isServiceError(error, 'not_found', 'validation_failed')).to.equal(true);
      expect(isServiceError(error, 'not_found')).to.equal(false);
      expect(isServiceError(new Error('no'))).to.equal(false);
    });

    for (const [what, status, type, text] of [
      ['a page of a proxy', 404, 'text/html', '<h1>Not found</h1>'],
      ['a page with 200', 200, 'text/html', '<!doctype html>'],
      ['JSON of something else', 400, 'application/json', '{"error":"no"}'],
    ] as const) {
      it(`by ${what}, which is named as not the service’s`, async () => {
        service.script((response) => response.writeHead(status, { 'Content-Type': type }).end(text));

        const error = await failure(admin().listOrders());

        expect(error)
          .to.be.instanceOf(ConnectionError)
          .and.include({ reason: 'unexpected_response', status });
        expect((error as Error).message).to.include('baseUrl');
      });
    }

    it('and reports every response: name, status, retry, request id, deprecation', async () => {
      const notices: ResponseNotice[] = [];
      service.script(
        refusal('too_many_requests', 429),
        json(page([]), 200, { 'X-API-Deprecation': 'gone in 2.0.0' }),
      );

      await admin({ onResponse: (notice: ResponseNotice) => notices.push(notice) }).listOrders();

      expect(notices.map(({ headers: _, ...notice }) => notice)).to.deep.equal([
        { operation: 'listOrders', status: 429, retry: 0, requestId: 'req-1', deprecation: null },
        { operation: 'listOrders', status: 200, retry: 1, requestId: 'req-1', deprecation: 'gone in 2.0.0' },
      ]);
    });
  });

  describe('is repeated', () => {
    it('after a network failure, with growing delays and jitter, at most maxRetries times', async () => {
      service.script(hangUp);

      const error = await failure(admin({ maxRetries: 4 }).listOrders());

      expect(error).to.be.instanceOf(ConnectionError).with.property('reason', 'network');
      expect(service.asked).to.have.length(5);
      for (const [retry, ms] of waits.entries()) expect(ms).to.be.within(0, 250 * 2 ** retry);
      expect(new Set(waits).size, 'jitter').to.equal(4);
    });

    it('not at all with maxRetries 0, of the client or of the call', async () => {
      service.script(hangUp);

      await failure(admin({ maxRetries: 0 }).listOrders());
      await failure(admin().listOrders({}, { maxRetries: 0 }));

      expect(service.asked).to.have.length(2);
    });

    it('not before Retry-After, in seconds or as a date', async () => {
      const date = new Date(Date.now() + 9_000).toUTCString();
      service.script(
        refusal('dependency_unavailable', 503, { headers: { 'Retry-After': '5' } }),
        refusal('too_many_requests', 429, { headers: { 'Retry-After': date } }),
        json(page([])),
      );

      await admin().listOrders();

      expect(waits[0]).to.be.within(5_000, 5_250);
      expect(waits[1]).to.be.within(6_000, 9_500);
    });

    it('not when Retry-After is further away than anybody waits for an answer', async () => {
      service.script(refusal('too_many_requests', 429, { headers: { 'Retry-After': '3600' } }));

      const error = await failure(admin().listOrders());

      expect(error).to.include({ code: 'too_many_requests', retryAfterSeconds: 3600 });
      expect(service.asked).to.have.length(1);
    });

    it('as late as 30 seconds after it is told to, and no later', async () => {
      service.script(
        refusal('too_many_requests', 429, { headers: { 'Retry-After': '30' } }),
        refusal('too_many_requests', 429, { headers: { 'Retry-After': '31' } }),
      );

      await failure(admin().listOrders());

      expect(service.asked).to.have.length(2);
      expect(waits[0]).to.be.within(30_000, 30_250);
      expect(waits).to.have.length(1);
    });

    it('under the same key, made anew for each call, where the operation takes one', async () => {
      service.script(hangUp, refusal('idempotency_key_in_flight', 409), json({ order: {} }, 201));
      await shop().checkout({ cartId: 'c' });
      const keys = service.asked.map(({ headers }) => headers['idempotency-key']);

      service.script(json({ order: {} }, 201));
      await shop().checkout({ cartId: 'c' });
      await shop().checkout({ cartId: 'c' }, { idempotencyKey: 'mine' });

      expect(keys).to.have.length(3);
      expect(new Set(keys).size).to.equal(1);
      expect(keys[0]).to.match(/^[0-9a-f]{32}$/);
      expect(service.asked[0]?.headers['idempotency-key']).to.not.equal(keys[0]);
      expect(service.asked[1]?.headers['idempotency-key']).to.equal('mine');
    });

    it('not where it could have a second effect: a PATCH, or a POST without a key', async () => {
      for (const act of [
        () => admin().updateCustomer({ id: 'c', body: { name: 'Ada' } }),
        () => admin().login({ body: { email: 'a@example.com', password: 'p' } }),
      ]) {
        for (const reply of [hangUp, refusal('dependency_unavailable', 503)]) {
          service.script(reply);
          await failure(act());
          expect(service.asked).to.have.length(1);
        }
      }
    });

    it('after 429 whatever it is, because nothing was done', async () => {
      service.script(refusal('too_many_requests', 429), json({ accessToken: 't' }));

      await admin().login({ body: { email: 'a@example.com', password: 'p' } });

      expect(service.asked).to.have.length(2);
    });

    it('not after a refusal that stays one', async () => {
      for (const [code, status] of [
        ['not_found', 404],
        ['internal_error', 500],
      ] as const) {
        service.script(refusal(code, status));
        await failure(admin().listOrders());
        expect(service.asked, code).to.have.length(1);
      }
    });

    it('after a proxy’s 502, and not after its 404', async () => {
      service.script((response) => response.writeHead(502).end('bad gateway'), json(page([])));
      await admin().listOrders();
      expect(service.asked).to.have.length(2);

      service.script((response) => response.writeHead(404).end('no such host'));
      await failure(admin().listOrders());
      expect(service.asked).to.have.length(1);
    });

    it('never when its body is a stream, which can be sent once', async () => {
      service.script(refusal('too_many_requests', 429));
      const body = new Response('{}\n').body as ReadableStream<Uint8Array>;

      await failure(admin().importProducts({ body, contentType: 'application/x-ndjson' }));

      expect(service.asked).to.have.length(1);
      expect(service.asked[0]).to.include({ body: '{}\n' });
      expect(service.asked[0]?.headers['content-type']).to.equal('application/x-ndjson');
    });
  });

  describe('ends', () => {
    it('by its timeout', async () => {
      service.script(hang);

      const error = await failure(admin({ timeoutMs: 5, maxRetries: 1 }).listOrders());

      expect(error).to.be.instanceOf(ConnectionError).with.property('reason', 'timeout');
      expect(waits).to.have.length(1);
    });

    it('by a timeout while the response comes in pieces', async () => {
      service.script((response) => response.writeHead(200).write('{"items":'));

      const error = await failure(admin({ maxRetries: 0 }).listOrders({}, { timeoutMs: 20 }));

      expect(error).to.have.property('reason', 'timeout');
    });

    it('by its signal, with the signal’s reason and without another attempt', async () => {
      const controller = new AbortController();
      const reason = new Error('the page was left');
      service.script(() => controller.abort(reason));

      expect(await failure(admin().listOrders({}, { signal: controller.signal }))).to.equal(reason);
      expect(await failure(admin().listOrders({}, { signal: controller.signal }))).to.equal(reason);
      expect(service.asked).to.have.length(1);
    });

    it('by its signal between two attempts', async () => {
      const controller = new AbortController();
      service.script((response, asked) => {
        refusal('too_many_requests', 429, { headers: { 'Retry-After': '20' } })(response, asked);
        response.once('close', () => setImmediate(() => controller.abort(new Error('left'))));
      });
      const { signal } = controller;

      const error = await failure(
        createAdminClient({ baseUrl: service.url, token: 'tok' }).listOrders({}, { signal }),
      );

      expect(error).to.have.property('message', 'left');
    });
  });

  describe('of a list, item by item', () => {
    it('reads page after page, and no further than it is asked', async () => {
      const all = Array.from({ length: 5 }, (_, index) => ({ id: `o${index}` }));
      service.script((response, asked) => {
        const query = new URLSearchParams(asked.path.split('?')[1]);
        const number = Number(query.get('page'));
        const items = all.slice((number - 1) * 2, number * 2);
        json(page(items, { total: 5, page: number, pageSize: 2 }))(response, asked);
      });

      const ids: string[] = [];
      for await (const { id } of admin().listOrders.all({ status: 'paid', pageSize: 2 })) ids.push(id);
      const paths = service.asked.map(({ path }) => path);
      for await (const { id } of admin().listOrders.all()) if (id === 'o1') break;

      expect(ids).to.deep.equal(['o0', 'o1', 'o2', 'o3', 'o4']);
      expect(paths).to.deep.equal([1, 2, 3].map((n) => `/admin/v1/orders?pageSize=2&status=paid&page=${n}`));
      expect(service.asked).to.have.length(4);
    });

    it('gives an item once although a new one pushed it onto the next page', async () => {
      service.script(
        json(page([{ id: 'b' }, { id: 'a' }], { total: 3, pageSize: 2 })),
        json(page([{ id: 'a' }, { id: '0' }], { total: 4, page: 2, pageSize: 2 })),
      );

      const ids: string[] = [];
      for await (const { id } of admin().listOrders.all()) ids.push(id);

      expect(ids).to.deep.equal(['b', 'a', '0']);
    });

    it('follows the cursor where a list has one, however little it counts', async () => {
      service.script(
        json(page([{ id: 'b' }], { total: 1, nextCursor: 'next' })),
        json(page([{ id: 'a' }], { total: 1, nextCursor: null })),
      );

      const ids: string[] = [];
      for await (const { id } of admin().listDeliveries.all({ status: 'failed' })) ids.push(id);

      expect(ids).to.deep.equal(['b', 'a']);
      expect(service.asked.map(({ path }) => path.split('?')[1])).to.deep.equal([
        'pageSize=100&status=failed&page=1',
        'pageSize=100&status=failed&cursor=next',
      ]);
    });

    it('ends at an empty page although the total says more', async () => {
      service.script(
        json(page([{ id: 'a' }], { total: 9, pageSize: 1 })),
        json(page([], { total: 9, page: 2, pageSize: 1 })),
      );

      const ids: string[] = [];
      for await (const { id } of admin().listOrders.all()) ids.push(id);

      expect(ids).to.deep.equal(['a']);
    });
  });

  describe('with tokens that expire', () => {
    const tokens = { accessToken: 'old', refreshToken: 'r1' };
    const fresh = { accessToken: 'new', refreshToken: 'r2', tokenType: 'Bearer', expiresIn: 900 };
    const byToken = (refresh = json(fresh)) => {
      service.script((response, asked) => {
        const reply = asked.path.endsWith('/auth/refresh')
          ? refresh
          : asked.headers.authorization === 'Bearer new'
            ? json(page([]))
            : refusal('unauthenticated', 401);
        reply(response, asked);
      });
    };
    const refreshes = () => service.asked.filter(({ path }) => path.endsWith('/auth/refresh'));

    it('exchanges them once for all calls under way, and hands the new ones over', async () => {
      byToken();
      const kept: object[] = [];
      const client = admin({ token: undefined, tokens, onTokens: (each: object) => kept.push(each) });

      await Promise.all([client.listOrders(), client.listOrders(), client.listOrders()]);
      await client.listOrders();

      expect(refreshes().map(({ body }) => body)).to.deep.equal(['{"refreshToken":"r1"}']);
      expect(kept).to.deep.equal([fresh]);
    });

    it('returns the 401 when the login is over', async () => {
      byToken(refusal('token_invalid', 400));

      const error = await failure(admin({ token: undefined, tokens }).listOrders());

      expect(error).to.have.property('code', 'unauthenticated');
      expect(refreshes()).to.have.length(1);
    });

    it('does not send a stream again, which can be sent once', async () => {
      byToken();
      const body = new Response('{}\n').body as ReadableStream<Uint8Array>;
      const client = admin({ token: undefined, tokens });

      const error = await failure(client.importProducts({ body, contentType: 'application/x-ndjson' }));

      expect(error).to.have.property('code', 'unauthenticated');
      expect(service.asked).to.have.length(1);
    });

    it('tries a new token once', async () => {
      byToken(json({ ...fresh, accessToken: 'also wrong' }));

      const error = await failure(admin({ token: undefined, tokens }).listOrders());

      expect(error).to.have.property('code', 'unauthenticated');
      expect(service.asked).to.have.length(3);
    });
  });
});
