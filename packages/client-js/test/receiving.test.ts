import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import express from 'express';
import { afterEach, describe, it } from 'mocha';
import { signWebhook } from '../src/webhooks/sign.ts';
import {
  createWebhookMiddleware,
  handleWebhook,
  UnhandledWebhookError,
  type WebhookEnvelope,
  type WebhookRequest,
} from '../src/webhooks.ts';

const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const oldSecret = 'whsec_c2Vjb25kIHNlY3JldCwgMzIgYnl0ZXMgbG9uZywgb2s=';
const envelope = (event: string): WebhookEnvelope => ({
  id: '3f0c8a52-6d0f-4d1e-9a53-0d7a4f6f1b20',
  event,
  occurredAt: '2025-01-15T09:30:00.000Z',
  data: { orderId: '7b0a2b3c-1111-4222-8333-944455556666', status: 'paid', previousStatus: 'pending' },
});

describe('handlers by event', () => {
  it('gets the data and the envelope, and is waited for', async () => {
    const seen: unknown[] = [];

    await handleWebhook(envelope('order.paid'), {
      'order.paid': async ({ orderId, status }, { id, event }) => {
        await Promise.resolve();
        seen.push(orderId, status, id, event);
      },
      otherwise: 'refuse',
    });

    const { id, data } = envelope('order.paid');
    expect(seen).to.deep.equal([data.orderId, 'paid', id, 'order.paid']);
  });

  for (const event of ['order.shipped', 'something.new', 'constructor', 'otherwise', '__proto__']) {
    it(`follows the policy for an event without a handler: ${event}`, async () => {
      const seen: string[] = [];
      const handlers = { 'order.paid': () => seen.push('paid') };

      await handleWebhook(envelope(event), { ...handlers, otherwise: 'ignore' });
      await handleWebhook(envelope(event), { ...handlers, otherwise: (each) => seen.push(each.event) });
      const refused = handleWebhook(envelope(event), { ...handlers, otherwise: 'refuse' });

      expect(await refused.catch((error: unknown) => error)).to.be.instanceOf(UnhandledWebhookError);
      expect(seen).to.deep.equal([event]);
    });
  }

  it('passes on what a handler throws', async () => {
    const act = handleWebhook(envelope('order.paid'), {
      'order.paid': () => Promise.reject(new Error('no stock')),
      otherwise: 'ignore',
    });

    expect(await act.catch((error: Error) => error.message)).to.equal('no stock');
  });
});

describe('the middleware', () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listen(app: RequestListener): Promise<string> {
    const server = createServer(app);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
  }

  const body = JSON.stringify(envelope('order.paid'), null, 1);
  const post = (url: string, headers: object = signWebhook({ body, secret }), sent: string = body) =>
    fetch(url, { method: 'POST', body: sent, headers: { 'Content-Type': 'application/json', ...headers } });

  /** An Express app that keeps what it handles, and what goes wrong. */
  function shop(before: express.RequestHandler[] = [], more: object = {}) {
    const handled: string[] = [];
    const failed: unknown[] = [];
    const app = express();
    const handlers = {
      'order.paid': ({ orderId }: { orderId: string }) => handled.push(orderId),
      otherwise: 'refuse' as const,
    };
    app.post('/hooks', ...before, createWebhookMiddleware({ secret, handlers, ...more }));
    app.use(((error, _req, res, _next) => {
      failed.push(error);
      res.sendStatus(500);
    }) satisfies express.ErrorRequestHandler);
    return { app, handled, failed };
  }

  for (const [what, before] of [
    ['without a body parser', []],
    ['behind express.raw', [express.raw({ type: 'application/json' })]],
    ['behind express.text', [express.text({ type: 'application/json' })]],
    [
      'behind a parser that keeps the bytes as rawBody',
      [
        express.json({
          verify: (req: WebhookRequest, _res, bytes) => {
            req.rawBody = bytes;
          },
        }),
      ],
    ],
  ] as [string, express.RequestHandler[]][]) {
    it(`verifies and handles ${what}`, async () => {
      const { app, handled, failed } = shop(before);

      const response = await post(await listen(app));

      expect([response.status, failed]).to.deep.equal([204, []]);
      expect(handled).to.have.length(1);
    });
  }

  it('names the parsed body as the cause behind express.json, and handles nothing', async () => {
    const { app, handled } = shop([express.json()]);

    const response = await post(await listen(app));

    expect(response.status).to.equal(400);
    expect(await response.text()).to.match(/^malformed_body: .*express\.raw/);
    expect(handled).to.be.empty;
  });

  it('returns 400 with the cause to what isn’t signed, and handles nothing', async () => {
    const { app, handled } = shop();
    const url = await listen(app);

    const unsigned = await post(url, {});
    const changed = await post(url, signWebhook({ body, secret }), `${body} `);
    const foreign = await post(url, signWebhook({ body, secret: oldSecret }));

    for (const [response, code] of [
      [unsigned, 'missing_header'],
      [changed, 'signature_mismatch'],
      [foreign, 'signature_mismatch'],
    ] as const) {
      expect(response.status).to.equal(400);
      expect(await response.text()).to.match(new RegExp(`^${code}: `));
    }
    expect(handled).to.be.empty;
  });

  it('takes its secrets from a function, asked each time', async () => {
    let secrets = [oldSecret];
    const { app, handled } = shop([], { secret: async () => secrets });
    const url = await listen(app);

    const before = await post(url);
    secrets = [secret, oldSecret];
    const after = await post(url);

    expect([before.status, after.status]).to.deep.equal([400, 204]);
    expect(handled).to.have.length(1);
  });

  it('passes a handler’s error or a missing secret to the app, so that it is sent again', async () => {
    const broken = shop([], {
      handlers: { 'order.paid': () => Promise.reject(new Error('x')), otherwise: 'ignore' },
    });
    const unset = shop([], { secret: '' });

    expect((await post(await listen(broken.app))).status).to.equal(500);
    expect((await post(await listen(unset.app))).status).to.equal(500);
    expect(unset.failed[0]).to.be.instanceOf(TypeError);
  });

  it('returns 413 to more than it was told to read', async () => {
    const { app } = shop([], { limitBytes: 10 });

    expect((await post(await listen(app))).status).to.equal(413);
  });

  it('leaves the envelope at req.webhook without handlers, also for plain node:http', async () => {
    const verify = createWebhookMiddleware({ secret });
    const url = await listen((req: WebhookRequest, res) => {
      void verify(req, res, (error) => res.end(error ? 'failed' : JSON.stringify(req.webhook)));
    });

    expect(await (await post(url)).json()).to.deep.equal(envelope('order.paid'));
  });
});

describe('the receiver of docs/webhooks.md', () => {
  it('is examples/receiver.ts, and works', async () => {
    const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
    const example = readFileSync(new URL('../examples/receiver.ts', import.meta.url), 'utf8');
    process.env.WEBHOOK_SECRETS = `${oldSecret},${secret}`;
    const { app } = await import('../examples/receiver.ts');
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    const body = JSON.stringify(envelope('product.created'));
    const send = (headers: object) => fetch(url, { method: 'POST', body, headers: { ...headers } });

    const statuses = [(await send(signWebhook({ body, secret }))).status, (await send({})).status];
    await new Promise((resolve) => server.close(resolve));
    delete process.env.WEBHOOK_SECRETS;

    expect(page).to.include(`\`\`\`ts\n${example}\`\`\``);
    expect(statuses).to.deep.equal([204, 400]);
  });
});
