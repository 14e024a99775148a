import { expect } from 'chai';
import { describe, it } from 'mocha';
import {
  ConnectionError,
  createAdminClient,
  createSetupClient,
  createStoreClient,
  isServiceError,
  type ResponseNotice,
  ServiceError,
} from '../src/index.ts';
import { failure, page, useCalls } from './call-scene.ts';
import { hang, json, refusal } from './scripted-service.ts';

describe('a call', () => {
  const scene = useCalls();
  const { admin, shop } = scene;

  describe('becomes a request', () => {
    it('with path, query, credential and a slash too many in baseUrl', async () => {
      scene.service.script(json(page([])));

      await admin({ baseUrl: `${scene.service.url}//` }).listOrders({
        status: 'paid',
        q: 'ä&b',
        page: undefined,
      });

      expect(scene.service.asked[0]).to.include({
        method: 'GET',
        path: '/admin/v1/orders?status=paid&q=%C3%A4%26b',
      });
      expect(scene.service.asked[0]?.headers).to.include({
        authorization: 'Bearer tok',
        accept: 'application/json',
      });
    });

    it('with a list in the query once for each value', async () => {
      scene.service.script(json(page([])));

      await shop().listStoreProducts({ option: ['Size:M', 'Colour:red'] });

      expect(scene.service.asked[0]?.path).to.equal('/store/v1/products?option=Size%3AM&option=Colour%3Ared');
    });

    it('with a JSON body, If-Match and the caller’s headers', async () => {
      scene.service.script(json({ id: 'p' }));

      await admin({ headers: { 'X-Request-Id': 'mine' } }).updateProduct(
        { productId: 'a/b', body: { title: 'Tea' } },
        { ifMatch: 3 },
      );

      expect(scene.service.asked[0]).to.include({
        method: 'PATCH',
        path: '/admin/v1/products/a%2Fb',
        body: '{"title":"Tea"}',
      });
      expect(scene.service.asked[0]?.headers).to.include({
        'content-type': 'application/json',
        'if-match': '"3"',
        'x-request-id': 'mine',
      });
    });

    it('that has misspelt members refused, but not in production', async () => {
      scene.service.script(json({}));
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

      expect(scene.service.asked.map(({ headers }) => headers.prefer)).to.deep.equal([
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
      expect(scene.service.asked).to.be.empty;
    });

    it('to an address with a scheme, or of the page itself: another baseUrl is refused at once', () => {
      for (const baseUrl of ['localhost:3300', 'shop.example', 'ftp://shop.example', 'http:shop'])
        for (const create of [createAdminClient, createStoreClient, createSetupClient])
          expect(() => create({ baseUrl }), baseUrl).to.throw(
            TypeError,
            `http:// or https://; it is "${baseUrl}"`,
          );

      for (const baseUrl of ['', '/', '/api', 'http://localhost:3300', 'HTTPS://shop.example/'])
        createStoreClient({ baseUrl });
    });

    it('sends each credential only where it belongs', async () => {
      scene.service.script(json({}));
      const visitor = shop({ session: 'cs_1' });

      await visitor.getStoreConfig();
      await visitor.getOwnProfile();
      await visitor.getCart({ cartId: 'c' });
      await visitor.resetPassword({ body: { token: 't', newPassword: 'a long enough password' } });
      await createSetupClient({ baseUrl: scene.service.url, setupToken: 's', token: 'a' }).getCompliance();
      await createSetupClient({ baseUrl: scene.service.url, setupToken: 's', token: 'a' }).getHealth();

      const sent = scene.service.asked.map(({ headers }) => [
        headers['x-publishable-key'],
        headers.authorization,
      ]);
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
      scene.service.script(json(page([])));
      const client = admin({ token: () => token });

      await client.listOrders();
      token = 'second';
      await client.listOrders();
      token = undefined;
      const error = await failure(client.listOrders());

      expect(scene.service.asked.map(({ headers }) => headers.authorization)).to.deep.equal([
        'Bearer first',
        'Bearer second',
      ]);
      expect(error).to.be.instanceOf(TypeError).with.property('message').that.includes('`token`');
    });
  });

  describe('gets a response', () => {
    it('with nothing for 204', async () => {
      scene.service.script((response) => response.writeHead(204).end());

      expect(await admin().deleteDiscount({ id: 'd' })).to.equal(undefined);
    });

    it('with bytes for a document, and a stream for an export', async () => {
      scene.service.script((response) =>
        response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF'),
      );

      const invoice = await admin().getInvoice({ id: 'o' });
      const rows = await new Response(await admin().exportProducts({ format: 'csv' })).text();

      expect(Buffer.from(invoice).toString()).to.equal('%PDF');
      expect(rows).to.equal('%PDF');
    });

    it('by a refusal with code, status, request id and places', async () => {
      const errors = [
        { path: '/body/email', code: 'format', message: 'must match format "email"' },
        { path: '/body/name', code: 'minLength', message: 'must not be blank' },
      ];
      scene.service.script(refusal('validation_failed', 400, { errors }));

      const error = await failure(admin().createCustomer({ body: { email: 'x' } }));

      expect(error).to.be.instanceOf(ServiceError).and.include({
        code: 'validation_failed',
        status: 400,
        detail: 'What is wrong.',
        requestId: 'req-1',
      });
      expect((error as ServiceError).errors).to.deep.equal(errors);
      expect((error as ServiceError).message).to.equal(
        'validation_failed: What is wrong. /body/email must match format "email", and 1 more (request req-1)',
      );
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
        scene.service.script((response) => response.writeHead(status, { 'Content-Type': type }).end(text));

        const error = await failure(admin().listOrders());

        expect(error)
          .to.be.instanceOf(ConnectionError)
          .and.include({ reason: 'unexpected_response', status });
        expect((error as Error).message).to.include('baseUrl');
      });
    }

    it('and reports every response: name, status, retry, request id, deprecation', async () => {
      const notices: ResponseNotice[] = [];
      scene.service.script(
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

  describe('ends', () => {
    it('by its timeout', async () => {
      scene.service.script(hang);

      const error = await failure(admin({ timeoutMs: 5, maxRetries: 1 }).listOrders());

      expect(error).to.be.instanceOf(ConnectionError).with.property('reason', 'timeout');
      expect(scene.waits).to.have.length(1);
    });

    it('by a timeout while the response comes in pieces', async () => {
      scene.service.script((response) => response.writeHead(200).write('{"items":'));

      const error = await failure(admin({ maxRetries: 0 }).listOrders({}, { timeoutMs: 20 }));

      expect(error).to.have.property('reason', 'timeout');
    });

    it('by its signal, with the signal’s reason and without another attempt', async () => {
      const controller = new AbortController();
      const reason = new Error('the page was left');
      scene.service.script(() => controller.abort(reason));

      expect(await failure(admin().listOrders({}, { signal: controller.signal }))).to.equal(reason);
      expect(await failure(admin().listOrders({}, { signal: controller.signal }))).to.equal(reason);
      expect(scene.service.asked).to.have.length(1);
    });

    it('by its signal between two attempts', async () => {
      const controller = new AbortController();
      scene.service.script((response, asked) => {
        refusal('too_many_requests', 429, { headers: { 'Retry-After': '20' } })(response, asked);
        response.once('close', () => setImmediate(() => controller.abort(new Error('left'))));
      });
      const { signal } = controller;

      const error = await failure(
        createAdminClient({ baseUrl: scene.service.url, token: 'tok' }).listOrders({}, { signal }),
      );

      expect(error).to.have.property('message', 'left');
    });
  });
});
