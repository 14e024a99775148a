import { type createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { inTransaction, webhooks } from '../../core/src/index.ts';
import {
  CLIENT,
  CLIENT_AUTHORITY,
  deliveryRow,
  issueToken,
  ledgerOf,
  openScene,
  RECEIVER,
  recordEvent,
  recordEvents,
  type Scene,
  startTokenServer,
  type TokenServer,
  until,
} from '../../testing/src/index.ts';
import { createSender } from '../src/index.ts';

type Auth = Parameters<typeof webhooks.updateSubscription>[2]['auth'];

/** After that the worker that asked for a token counts as dead. */
const TOKEN_LEASE_MS = 10_000;

describe('deliveries to an endpoint that asks for a credential', () => {
  let scene: Scene;
  let tokens: TokenServer;
  before(async () => {
    scene = await openScene();
    tokens = await startTokenServer();
  });
  beforeEach(async () => {
    await setAuth(null);
    tokens.answer(issueNumbered);
    tokens.questions.length = 0;
    scene.receiver.requests.length = 0;
    scene.receiver.answer(200);
  });
  after(async () => {
    await tokens.close();
    await scene.close();
  });

  const issueNumbered = (response: Parameters<typeof issueToken>[0], count: number) =>
    issueToken(response, {
      access_token: `token-${count}-of-the-test`,
      token_type: 'Bearer',
      expires_in: 3600,
    });

  const setAuth = (auth: Auth) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { auth });
  const client = (more: object = {}): Auth => ({
    kind: 'oauth2',
    tokenUrl: tokens.url,
    clientId: 'tea house',
    clientSecret: 'a secret: of the client',
    ...more,
  });
  const authorizations = () => scene.receiver.requests.map(({ headers }) => headers.authorization);

  async function deliverOne(deliver = scene.deliver): Promise<string> {
    const id = await recordEvent(scene);
    await deliver(id);
    return id;
  }

  it('carry user name and password, and the ledger neither, even where the endpoint echoes', async () => {
    await setAuth({ kind: 'basic', username: 'tea', password: 'pass:word of tea' });
    scene.receiver.answer(({ headers }, response) => {
      response
        .writeHead(200, { 'x-echo': headers.authorization ?? '' })
        .end(`pass:word of tea ${headers.authorization}`);
    });

    const id = await deliverOne();

    const encoded = Buffer.from('tea:pass:word of tea').toString('base64');
    expect(authorizations()).to.deep.equal([`Basic ${encoded}`]);
    const [attempt] = await ledgerOf(scene, id);
    expect(attempt?.requestHeaders).to.include({ authorization: '(hidden)' });
    expect(JSON.stringify(attempt)).to.not.include(encoded).and.not.include('pass:word of tea');
    expect(attempt?.responseBody).to.equal('[redacted] Basic [redacted]');
  });

  it('carry a fixed token', async () => {
    await setAuth({ kind: 'bearer', token: 'a-token-that-stays' });

    await deliverOne();

    expect(authorizations()).to.deep.equal(['Bearer a-token-that-stays']);
  });

  it('lose nothing that waits when one kind takes another’s place', async () => {
    const kinds: Auth[] = [
      { kind: 'basic', username: 'tea', password: 'of the house' },
      client(),
      { kind: 'bearer', token: 'the-last-token' },
      null,
    ];
    scene.receiver.answer(500);
    const ids = await recordEvents(scene, kinds.length);
    for (const id of ids) await scene.deliver(id);
    scene.receiver.requests.length = 0;
    scene.receiver.answer(200);
    scene.clock.advance(60_000);

    for (const [index, auth] of kinds.entries()) {
      await setAuth(auth);
      await scene.deliver(ids[index] ?? '');
    }

    expect(authorizations()).to.deep.equal([
      `Basic ${Buffer.from('tea:of the house').toString('base64')}`,
      'Bearer token-1-of-the-test',
      'Bearer the-last-token',
      undefined,
    ]);
    for (const id of ids)
      expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 2 });
  });

  it('carry an access token that was fetched once for all workers, however slow the server is', async () => {
    await setAuth(client({ scope: 'orders:write stock', audience: 'https://erp.example' }));
    const workers = [scene.deliver, scene.engine(), scene.engine()];
    const ids = await recordEvents(scene, 9);
    const areWaiting = async () =>
      (await scene.system.db.webhookAttempt.count({
        where: { outcome: 'open', deliveryId: { in: ids } },
      })) === ids.length;
    tokens.answer(async (response, count) => {
      await until(areWaiting, 'all of them to wait for the token');
      tokens.answer(issueNumbered);
      issueNumbered(response, count);
    });

    await Promise.all(ids.map((id, index) => workers[index % 3]?.(id)));
    await deliverOne();

    expect(tokens.questions).to.deep.equal([
      {
        authorization: `Basic ${Buffer.from('tea+house:a+secret%3A+of+the+client').toString('base64')}`,
        form: {
          grant_type: 'client_credentials',
          scope: 'orders:write stock',
          audience: 'https://erp.example',
        },
      },
    ]);
    expect(authorizations()).to.deep.equal(Array(10).fill('Bearer token-1-of-the-test'));
    const kept = await scene.system.db.webhookAccessToken.findMany();
    expect(JSON.stringify(kept)).to.not.include('token-1-of-the-test');
  });

  it('are shown as a client by a secret in the form, and by a signed assertion', async () => {
    await setAuth(client({ method: 'client_secret_post' }));
    await deliverOne();
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;
    await setAuth(client({ clientSecret: undefined, privateKey: pem, keyId: 'key-1' }));
    await deliverOne();

    const [byForm, byKey] = tokens.questions;
    expect(byForm).to.deep.equal({
      authorization: undefined,
      form: {
        grant_type: 'client_credentials',
        client_id: 'tea house',
        client_secret: 'a secret: of the client',
      },
    });
    const { client_assertion: assertion = '', ...form } = byKey?.form ?? {};
    expect(form).to.deep.equal({
      grant_type: 'client_credentials',
      client_id: 'tea house',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    const { header, payload } = await verified(assertion, publicKey);
    expect(header).to.include({ alg: 'ES256', kid: 'key-1' });
    expect(payload).to.include({ iss: 'tea house', sub: 'tea house', aud: tokens.url });
    expect(authorizations()).to.deep.equal(['Bearer token-1-of-the-test', 'Bearer token-2-of-the-test']);
  });

  it('carry a new token shortly before the old one ends', async () => {
    await setAuth(client());
    await deliverOne();
    scene.clock.advance(3600_000 - 31_000);
    await deliverOne();
    scene.clock.advance(2_000);
    await deliverOne();

    expect(authorizations().map((each) => each?.split('-')[1])).to.deep.equal(['1', '1', '2']);
  });

  it('are made again at once with a new token when the server has rotated, and once only', async () => {
    await setAuth(client());
    await deliverOne();
    scene.clock.advance(120_000);
    scene.receiver.answer(({ headers }, response) => {
      response.writeHead(headers.authorization?.includes('token-1') ? 401 : 200).end();
    });

    const id = await recordEvent(scene);
    const retryInMs = await scene.deliver(id);
    await scene.deliver(id);

    expect(retryInMs).to.equal(0);
    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 2 });
    expect((await ledgerOf(scene, id)).map(({ responseCode }) => responseCode)).to.deep.equal([401, 200]);
    expect(tokens.questions).to.have.length(2);

    scene.receiver.answer(401);
    const refused = await recordEvent(scene);
    expect(await scene.deliver(refused)).to.equal(60_000);
    expect(tokens.questions).to.have.length(2);
    expect(await deliveryRow(scene, refused)).to.include({ status: 'failed', attempts: 1 });
  });

  it('make a test once more too, when its token was refused', async () => {
    await setAuth(client());
    await deliverOne();
    scene.clock.advance(120_000);
    scene.receiver.answer(({ headers }, response) => {
      response.writeHead(headers.authorization?.includes('token-1') ? 401 : 200).end();
    });
    const { delivery } = await webhooks.testSubscription(scene.store.admin, scene.subscriptionId, {
      event: 'order.paid',
      waitMs: 0,
    });

    await scene.deliver(delivery.id);
    await scene.deliver(delivery.id);

    expect(await deliveryRow(scene, delivery.id)).to.include({ status: 'delivered', attempts: 2 });
  });

  it('fail without a request while the token server fails, which isn’t asked for each of them', async () => {
    await setAuth(client());
    tokens.answer(503);
    const ids = await recordEvents(scene, 5);

    const retries = [];
    for (const id of ids) retries.push(await scene.deliver(id));

    expect(retries).to.deep.equal(Array(5).fill(60_000));
    for (const id of ids)
      expect(await deliveryRow(scene, id)).to.include({ status: 'failed', lastError: 'token refused (503)' });
    expect(tokens.questions).to.have.length(1);
    expect(scene.receiver.requests).to.have.length(0);

    tokens.answer(issueNumbered);
    scene.clock.advance(60_000);
    for (const id of ids) await scene.deliver(id);

    for (const id of ids) expect(await deliveryRow(scene, id)).to.include({ status: 'delivered' });
    expect(tokens.questions).to.have.length(2);
  });

  for (const [what, answer] of [
    ['is silent', 'hang'],
    ['returns no JSON', (response) => response.writeHead(200).end('<html>')],
    [
      'returns a token of another type',
      (response) => issueToken(response, { access_token: 'x', token_type: 'mac' }),
    ],
    [
      'returns a token that no header can carry',
      (response) => issueToken(response, { access_token: 'a\r\nb: c' }),
    ],
    ['returns a token without end', (response) => issueToken(response, { access_token: 'x'.repeat(9000) })],
    ['leads elsewhere', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no')],
  ] as const satisfies [string, Parameters<TokenServer['answer']>[0]][]) {
    it(`fail within the deadline when the token server ${what}`, async () => {
      await setAuth(client());
      tokens.answer(answer);
      const sender = createSender({ ...scene.services.subscriberUrls, timeoutMs: 300, userAgent: 'test' });

      const id = await deliverOne(scene.engine({ sender }));

      expect(await deliveryRow(scene, id)).to.include({ status: 'failed', lastError: 'token unavailable' });
      expect(scene.receiver.requests).to.have.length(0);
      sender.close();
    });
  }

  it('get no token from a server whose name has begun to point inwards', async () => {
    await setAuth(client());
    const guard = {
      ...scene.services.subscriberUrls.guard,
      resolve: async () => ({ ok: false as const, reason: 'refused_address' as const, lookupMs: 0 }),
    };
    const sender = createSender({ guard, allowInsecure: true, timeoutMs: 5000, userAgent: 'test' });

    const id = await deliverOne(scene.engine({ sender }));

    expect(await deliveryRow(scene, id)).to.include({ status: 'failed', lastError: 'token unavailable' });
    expect(tokens.questions).to.have.length(0);
    sender.close();
  });

  it('never carry a token of credentials that were replaced while it was fetched', async () => {
    await setAuth(client());
    tokens.answer(async (response) => {
      await setAuth(client({ clientId: 'another' }));
      tokens.answer(issueNumbered);
      issueToken(response, { access_token: 'of-the-old-client', token_type: 'Bearer' });
    });

    await deliverOne();
    await deliverOne();

    expect(authorizations()).to.deep.equal(['Bearer of-the-old-client', 'Bearer token-2-of-the-test']);
  });

  it('go on with the newer token when an older one comes later', async () => {
    await setAuth(client());
    const [slow = '', quick = '', next = ''] = await recordEvents(scene, 3);
    let issueLate = () => {};
    tokens.answer((response) => {
      issueLate = () => issueToken(response, { access_token: 'the-late-one', token_type: 'Bearer' });
      tokens.answer(issueNumbered);
    });
    const late = scene.engine()(slow);
    await until(() => tokens.questions.length === 1, 'the first question');
    scene.clock.advance(TOKEN_LEASE_MS);

    await scene.deliver(quick);
    issueLate();
    await late;
    await scene.deliver(next);

    expect(authorizations()).to.deep.equal([
      'Bearer token-2-of-the-test',
      'Bearer the-late-one',
      'Bearer token-2-of-the-test',
    ]);
  });

  it('show a certificate to a receiver that demands one, and fail without it', async () => {
    const names: string[] = [];
    const server = https.createServer(
      { key: RECEIVER.key, cert: RECEIVER.certificate, ca: CLIENT_AUTHORITY, requestCert: true },
      (request, response) => {
        const socket = request.socket as import('node:tls').TLSSocket;
        names.push(String(socket.getPeerCertificate().subject?.CN));
        response.writeHead(200).end();
      },
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const { id: subscriptionId } = await webhooks.createSubscription(scene.store.admin, {
      url,
      events: ['order.shipped'],
      auth: { kind: 'mtls', certificate: CLIENT.certificate, privateKey: CLIENT.key },
    });
    const sender = createSender({
      ...scene.services.subscriberUrls,
      timeoutMs: 5000,
      userAgent: 'test',
      certificateAuthority: RECEIVER.certificate,
    });
    const deliver = scene.engine({ sender });
    const record = async () => {
      await inTransaction(scene.store.admin, (tx) =>
        webhooks.recordEvent(tx, 'order.shipped', {
          orderId: randomUUID(),
          status: 'shipped',
          previousStatus: 'paid',
        }),
      );
      const { id } = await scene.system.db.webhookDelivery.findFirstOrThrow({
        where: { subscriptionId, attempts: 0 },
      });
      return id;
    };

    const shown = await record();
    await deliver(shown);
    await webhooks.updateSubscription(scene.store.admin, subscriptionId, { auth: null });
    const without = await record();
    await deliver(without);

    expect(await deliveryRow(scene, shown)).to.include({ status: 'delivered' });
    expect(await deliveryRow(scene, without)).to.include({ status: 'failed', lastError: 'tls error' });
    expect(names).to.deep.equal(['deliveries.tea-house.test']);
    sender.close();
    server.closeAllConnections();
    server.close();
    await webhooks.deleteSubscription(scene.store.admin, subscriptionId);
  });
});

async function verified(assertion: string, key: ReturnType<typeof createPublicKey>) {
  const { default: jwt } = await import('jsonwebtoken');
  return jwt.verify(assertion, key, { complete: true, ignoreExpiration: true });
}
