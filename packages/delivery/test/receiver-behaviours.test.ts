import type { ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { verifyWebhook } from '@service/client-js/webhooks';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  createStore,
  deliveryRow,
  failUpTo,
  freePort,
  ledgerOf,
  openScene,
  openTestEnv,
  type ReceivedRequest,
  recordEvent,
  type Scene,
  startReceiver,
} from '../../testing/src/index.ts';

/** What a receiver may do, and what delivery and ledger say afterwards. */
const BEHAVIOURS: Record<
  string,
  {
    handle(response: ServerResponse): void;
    delivery: { status: string; responseCode: number | null; lastError: string | null };
    responseBody: string | null;
  }
> = {
  'answers 200': {
    handle: (response) => response.writeHead(200).end('thank you'),
    delivery: { status: 'delivered', responseCode: 200, lastError: null },
    responseBody: 'thank you',
  },
  'answers 204': {
    handle: (response) => response.writeHead(204).end(),
    delivery: { status: 'delivered', responseCode: 204, lastError: null },
    responseBody: '',
  },
  'answers 500 with bytes that Postgres refuses in a text': {
    handle: (response) =>
      response.writeHead(500).end(Buffer.from([0x6e, 0x6f, 0x00, 0xff, 0xed, 0xa0, 0x80])),
    delivery: { status: 'failed', responseCode: 500, lastError: 'unexpected status 500' },
    responseBody: 'no\ufffd\ufffd\ufffd\ufffd',
  },
  'resets the connection': {
    handle: (response) => {
      response.socket?.resetAndDestroy();
    },
    delivery: { status: 'failed', responseCode: null, lastError: 'connection reset' },
    responseBody: null,
  },
  'never answers': {
    handle: () => {},
    delivery: { status: 'failed', responseCode: null, lastError: 'timeout' },
    responseBody: null,
  },
  'sends an endless body after a 200': {
    handle: (response) => {
      response.writeHead(200);
      const more = () => response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(more));
      more();
    },
    delivery: { status: 'delivered', responseCode: 200, lastError: null },
    responseBody: 'x'.repeat(1024),
  },
  'sends an endless body after a 500': {
    handle: (response) => {
      response.writeHead(500);
      const more = () => response.destroyed || response.write('y'.repeat(65_536), () => setImmediate(more));
      more();
    },
    delivery: { status: 'failed', responseCode: 500, lastError: 'unexpected status 500' },
    responseBody: 'y'.repeat(1024),
  },
};

describe('a receiver that', () => {
  for (const [what, { handle, delivery, responseBody }] of Object.entries(BEHAVIOURS)) {
    it(`${what} leaves ${delivery.status}, and a ledger row that says so`, async () => {
      const scene = await openScene({ timeoutMs: what === 'never answers' ? 1500 : 5000 });
      const id = await recordEvent(scene);
      scene.receiver.answer((_request, response) => handle(response));
      const send: Scene['sender']['send'] = async (request) => ({
        ...(await scene.sender.send(request)),
        durationMs: 1234,
      });

      await scene.engine({ sender: { ...scene.sender, send } })(id);

      expect(await deliveryRow(scene, id)).to.include({ ...delivery, attempts: 1, leaseUntil: null });
      const [attempt, ...others] = await ledgerOf(scene, id);
      expect(others).to.have.length(0);
      expect(attempt).to.include({
        number: 1,
        tenantId: scene.store.tenantId,
        outcome: delivery.status === 'delivered' ? 'succeeded' : 'failed',
        responseCode: delivery.responseCode,
        error: delivery.lastError,
        resolvedAddress: '127.0.0.1',
        responseBody,
        durationMs: 1234,
      });
      expect(attempt?.startedAt).to.deep.equal(scene.clock.now());
      expect(attempt?.finishedAt).to.deep.equal(scene.clock.now());
      expect(scene.receiver.requests).to.have.length(1);
      await scene.close();
    });
  }

  it('redirects gets no second request, and neither does the target', async () => {
    const scene = await openScene();
    const target = await startReceiver();
    const id = await recordEvent(scene);
    scene.receiver.answer((_request, response) => response.writeHead(301, { location: target.url }).end());

    await scene.deliver(id);

    expect(await deliveryRow(scene, id)).to.include({
      status: 'failed',
      responseCode: 301,
      lastError: 'redirect not followed (301)',
    });
    expect(scene.receiver.requests).to.have.length(1);
    expect(target.requests).to.have.length(0);
    await target.close();
    await scene.close();
  });

  it('no longer listens leaves failed with "connection refused"', async () => {
    const port = await freePort();
    const scene = await openScene({ urlOf: () => `http://127.0.0.1:${port}/hook` });
    const id = await recordEvent(scene);

    await scene.deliver(id);

    expect(await deliveryRow(scene, id)).to.include({
      status: 'failed',
      responseCode: null,
      lastError: 'connection refused',
    });
    expect((await ledgerOf(scene, id))[0]).to.include({ outcome: 'failed', error: 'connection refused' });
    await scene.close();
  });
});

describe('what a receiver gets', () => {
  let scene: Scene;
  beforeEach(async () => {
    scene = await openScene();
  });
  afterEach(() => scene.close());

  const now = () => scene.clock.now().getTime();
  const request = (index: number) => scene.receiver.requests[index] as ReceivedRequest;

  it('is one POST of JSON, signed so that verifyWebhook accepts its exact bytes', async () => {
    const id = await recordEvent(scene);

    await scene.deliver(id);

    const { method, path, headers, body } = request(0);
    expect({ method, path }).to.deep.equal({ method: 'POST', path: '/hook' });
    expect(headers).to.include({
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-service-timestamp': String(scene.clock.now().getTime() / 1000),
    });
    expect(headers['x-service-signature']).to.match(/^sha256=[0-9a-f]{64}$/);
    expect(headers['x-service-nonce']).to.match(/^[0-9a-f]{32}$/);
    const envelope = await verifyWebhook(body, headers, scene.secret, { now });
    expect(envelope).to.have.property('id', id);
  });

  it('is refused by verifyWebhook when one byte or the secret differs', async () => {
    await scene.deliver(await recordEvent(scene));

    const { headers, body } = request(0);
    const changed = Buffer.from(body.toString().replace('"paid"', '"Paid"'));
    const verifications = await Promise.allSettled([
      verifyWebhook(changed, headers, scene.secret, { now }),
      verifyWebhook(body, headers, 'whsec_other', { now }),
    ]);
    expect(verifications.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
  });

  it('is the envelope: delivery id, event, the time of the event, and its data', async () => {
    const id = await recordEvent(scene);
    const occurredAt = scene.clock.now().toISOString();
    scene.clock.advance(90_000);

    await scene.deliver(id);

    const [envelope] = scene.receiver.envelopes();
    expect(Object.keys(envelope ?? {})).to.deep.equal(['id', 'event', 'occurredAt', 'data']);
    expect(envelope).to.deep.include({ id, event: 'order.paid', occurredAt });
    expect(envelope?.data).to.include({ status: 'paid', previousStatus: 'pending' });
    expect(envelope?.data.orderId).to.be.a('string');
  });

  it('has the same bytes at every attempt, under a fresh timestamp, nonce and signature', async () => {
    const id = await recordEvent(scene);

    await failUpTo(scene, id, 3);

    const seen = (header: string) => new Set(scene.receiver.requests.map(({ headers }) => headers[header]));
    expect(new Set(scene.receiver.requests.map(({ body }) => body.toString()))).to.have.property('size', 1);
    expect(new Set(scene.receiver.envelopes().map((envelope) => envelope.id))).to.deep.equal(new Set([id]));
    for (const header of ['x-service-timestamp', 'x-service-nonce', 'x-service-signature'])
      expect(seen(header), header).to.have.property('size', 3);
  });

  it('leaves neither secret nor signature in the log, even when the receiver echoes', async () => {
    const id = await recordEvent(scene);
    scene.receiver.answer(({ headers }, response) => response.writeHead(400).end(JSON.stringify(headers)));
    await scene.deliver(id);
    scene.clock.advance(60_000);
    await scene.deliver(id);

    const everything = { depth: null, maxStringLength: null, maxArrayLength: null };
    const written = inspect([await deliveryRow(scene, id), await ledgerOf(scene, id)], everything);
    expect(written.split('[redacted]').length, 'what the receiver echoed').to.be.at.least(5);
    expect(written).not.to.include(scene.secret);
    for (const { headers } of scene.receiver.requests)
      expect(written).not.to.include(String(headers['x-service-signature']).replace('sha256=', ''));
  });
});

describe('a signing secret that SECRETS_KEY no longer opens', () => {
  it('is a failed attempt without a request, and does not disturb the other deliveries', async () => {
    const scene = await openScene();
    const lost = await openTestEnv({
      settings: { secretsKeys: [Buffer.alloc(32, 9).toString('base64')] },
      now: scene.clock.now,
    });
    const store = await createStore(lost.system);
    const unreadable = await otherSubscription(lost, store, scene.receiver.url);
    const good = await recordEvent(scene);

    await Promise.all([scene.deliver(unreadable), scene.deliver(good)]);

    const row = await deliveryRow(scene, unreadable);
    expect(row).to.include({
      status: 'failed',
      attempts: 1,
      responseCode: null,
      lastError: 'signing key unavailable',
      leaseUntil: null,
    });
    expect(row.nextRetryAt).to.deep.equal(new Date(scene.clock.now().getTime() + 60_000));
    expect((await ledgerOf(scene, unreadable))[0]).to.include({ outcome: 'failed', resolvedAddress: null });
    expect(await deliveryRow(scene, good)).to.include({ status: 'delivered' });
    expect(scene.receiver.envelopes().map(({ id }) => id)).to.deep.equal([good]);
    await lost.close();
    await scene.close();
  });
});

async function otherSubscription(
  { system }: Pick<Scene, 'system'>,
  store: Scene['store'],
  url: string,
): Promise<string> {
  const { id } = await webhooks.createSubscription(store.admin, { url, events: ['order.paid'] });
  return recordEvent({ system, store, subscriptionId: id });
}
