import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  deliveryRow,
  type ForwardProxy,
  ledgerOf,
  openScene,
  RECEIVER,
  recordEvent,
  type Scene,
  startForwardProxy,
  until,
} from '../../testing/src/index.ts';
import { createAddressGuard } from '../src/address-guard.ts';
import type { Destination } from '../src/destination.ts';
import { createSender } from '../src/index.ts';

describe('deliveries through a forward proxy', () => {
  let scene: Scene;
  let proxy: ForwardProxy;
  const senders: Destination[] = [];
  before(async () => {
    scene = await openScene();
    proxy = await startForwardProxy();
  });
  beforeEach(() => {
    proxy.behave('lead');
    proxy.asked.length = 0;
    scene.receiver.requests.length = 0;
    scene.receiver.answer(200);
  });
  afterEach(() => {
    for (const sender of senders.splice(0)) sender.close();
  });
  after(async () => {
    await proxy.close();
    await scene.close();
  });

  function senderWith(options: Partial<Parameters<typeof createSender>[0]> = {}): Destination {
    const sender = createSender({
      ...scene.services.subscriberUrls,
      timeoutMs: 5000,
      userAgent: 'test',
      proxyUrl: proxy.url,
      ...options,
    });
    senders.push(sender);
    return sender;
  }

  const at = (...addresses: string[]) =>
    createAddressGuard({
      allowedPrivateCidrs: ['127.0.0.0/8'],
      lookup: async () => addresses.map((address) => ({ address, family: 4 })),
    });

  const request = (url: string) => ({ tenantId: 'store', url, body: Buffer.from('{}'), headers: {} });

  it('reach the endpoint, and the ledger has its address and not the proxy’s', async () => {
    const id = await recordEvent(scene);

    await scene.engine({ sender: senderWith() })(id);

    const { host } = new URL(scene.receiver.url);
    expect(proxy.asked).to.deep.equal([{ target: host, authorization: undefined }]);
    expect(scene.receiver.envelopes().map((envelope) => envelope.id)).to.deep.equal([id]);
    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 1 });
    const [attempt] = await ledgerOf(scene, id);
    expect(attempt).to.include({ resolvedAddress: '127.0.0.1', outcome: 'succeeded' });
    expect(attempt?.connectMs).to.be.a('number');
  });

  it('share a tunnel, and tell the proxy alone its user name and password', async () => {
    const sender = senderWith({ proxyUrl: proxy.url.replace('//', '//way:o%40ut@') });

    const outcomes = [
      await sender.send(request(scene.receiver.url)),
      await sender.send(request(scene.receiver.url)),
    ];

    expect(outcomes.map(({ ok }) => ok)).to.deep.equal([true, true]);
    const authorization = `Basic ${Buffer.from('way:o@ut').toString('base64')}`;
    expect(proxy.asked).to.deep.equal([{ target: new URL(scene.receiver.url).host, authorization }]);
    for (const { headers } of scene.receiver.requests)
      expect(headers).to.not.have.any.keys('proxy-authorization', 'authorization');
  });

  it('ask for the address that was checked, also over TLS, so that no look-up replaces it', async () => {
    const server = https.createServer(
      { key: RECEIVER.key, cert: RECEIVER.certificate },
      (_request, response) => response.writeHead(200).end(),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const sender = senderWith({
      guard: at('127.0.0.1'),
      certificateAuthority: RECEIVER.certificate,
      allowInsecure: false,
    });

    const outcome = await sender.send(request(`https://receiver.test:${port}/hook`));
    const otherName = await sender.send(request(`https://other.test:${port}/hook`));

    expect(outcome).to.include({ ok: true, resolvedAddress: '127.0.0.1' });
    expect(otherName).to.include({ ok: false, error: 'tls error' });
    expect(proxy.asked.map(({ target }) => target)).to.deep.equal(Array(2).fill(`127.0.0.1:${port}`));
    server.closeAllConnections();
    server.close();
  });

  it('never ask it for a refused address, by name or by number', async () => {
    const sender = senderWith({ guard: at('127.0.0.1', '10.0.0.7') });

    const errors = [];
    for (const host of ['inwards.test', '10.0.0.7', '169.254.169.254', '[::ffff:10.0.0.7]'])
      errors.push((await sender.send(request(`http://${host}/`))).error);

    expect(errors).to.deep.equal(Array(4).fill('refused address'));
    expect(proxy.asked).to.deep.equal([]);
  });

  for (const [behaviour, lastError] of [
    [403, 'proxy refused (403)'],
    [407, 'proxy refused (407)'],
    [503, 'proxy refused (503)'],
    ['die', 'proxy unreachable'],
    ['die inside', 'connection reset'],
  ] as const) {
    it(`fail, and go out once the proxy is well again, when it has ${behaviour}`, async () => {
      const deliver = scene.engine({ sender: senderWith() });
      const id = await recordEvent(scene);
      proxy.behave(behaviour);

      const retryInMs = await deliver(id);

      expect(retryInMs).to.be.a('number');
      expect(await deliveryRow(scene, id)).to.include({ status: 'failed', lastError, responseCode: null });
      expect(scene.receiver.requests).to.deep.equal([]);

      proxy.behave('lead');
      scene.clock.advance(retryInMs ?? 0);
      await deliver(id);

      expect(await deliveryRow(scene, id)).to.include({ status: 'delivered', attempts: 2 });
      expect(scene.receiver.requests).to.have.length(1);
    });
  }

  it('keep the deadline while the proxy is silent, and wait for the retry', async () => {
    const deliver = scene.engine({ sender: senderWith({ timeoutMs: 50 }) });
    const id = await recordEvent(scene);
    proxy.behave('hang');

    const retryInMs = await deliver(id);

    expect(retryInMs).to.be.a('number');
    expect(await deliveryRow(scene, id)).to.include({ status: 'failed', lastError: 'timeout', attempts: 1 });
    expect(scene.receiver.requests).to.deep.equal([]);
  });

  it('end a tunnel by their deadline that the proxy opens a byte at a time', async () => {
    proxy.behave('trickle');

    const outcome = await senderWith({ timeoutMs: 100 }).send(request(scene.receiver.url));

    expect(outcome).to.include({ ok: false, error: 'timeout' });
    await until(() => proxy.open() === 0, 'the tunnel to be given up');
  });

  it('say nothing about the endpoint when the proxy is away or refuses', async () => {
    const away = senderWith({ proxyUrl: 'http://127.0.0.1:1' });
    const subscription = () =>
      scene.system.db.webhookSubscription.findFirstOrThrow({ where: { id: scene.subscriptionId } });
    const before = await subscription();

    const id = await recordEvent(scene);
    await scene.engine({ sender: away })(id);
    proxy.behave(407);
    await scene.engine({ sender: senderWith() })(await recordEvent(scene));

    expect(await deliveryRow(scene, id)).to.include({ lastError: 'proxy unreachable', status: 'failed' });
    const { consecutiveFailures, failingSince } = await subscription();
    expect({ consecutiveFailures, failingSince }).to.deep.equal({
      consecutiveFailures: before.consecutiveFailures,
      failingSince: before.failingSince,
    });
  });
});

describe('deliveries from a source address', () => {
  it('come from it, and reach endpoints of its family alone', async () => {
    const scene = await openScene();
    const from: (string | undefined)[] = [];
    scene.receiver.answer((_request, response, raw) => {
      from.push(raw.socket.remoteAddress);
      response.writeHead(200).end();
    });
    const guard = createAddressGuard({
      allowedPrivateCidrs: ['127.0.0.0/8', '::1/128'],
      lookup: async (name) => [
        { address: '::1', family: 6 },
        ...(name === 'both.test' ? [{ address: '127.0.0.1', family: 4 }] : []),
      ],
    });
    const sender = createSender({
      guard,
      timeoutMs: 5000,
      allowInsecure: true,
      userAgent: 'test',
      sourceAddress: '127.0.0.5',
    });
    const { port } = new URL(scene.receiver.url);
    const send = (name: string) =>
      sender.send({
        tenantId: 'store',
        url: `http://${name}:${port}/`,
        body: Buffer.from('{}'),
        headers: {},
      });

    const [both, ipv6] = [await send('both.test'), await send('ipv6.test')];

    expect(both).to.include({ ok: true, resolvedAddress: '127.0.0.1' });
    expect(from).to.deep.equal(['127.0.0.5']);
    expect(ipv6).to.include({ ok: false, error: 'network unreachable' });
    sender.close();
    await scene.close();
  });
});
