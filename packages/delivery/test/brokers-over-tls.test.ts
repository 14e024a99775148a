import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import tls from 'node:tls';
import { expect } from 'chai';
import {
  AWS_KEYS,
  BROKER_LOGIN,
  CLIENT_AUTHORITY,
  type FakeBroker,
  type ForwardProxy,
  KAFKA_LOGIN,
  RECEIVER,
  type SqsServer,
  startFakeBroker,
  startFakeKafka,
  startForwardProxy,
  startSqs,
  until,
} from '../../testing/src/index.ts';
import { createAddressGuard } from '../src/address-guard.ts';
import type { Destination, OutgoingMessage, QueueSettings } from '../src/destination.ts';
import { createDestinations } from '../src/index.ts';

type Options = Parameters<typeof createDestinations>[0];

describe('a broker over TLS', () => {
  let broker: FakeBroker;
  let proxy: ForwardProxy;
  let port: number;
  let terminator: tls.Server;
  const opened: Destination[] = [];
  before(async () => {
    broker = await startFakeBroker();
    proxy = await startForwardProxy();
    terminator = await terminateTls(Number(new URL(broker.url).port));
    ({ port } = terminator.address() as AddressInfo);
  });
  beforeEach(() => {
    broker.messages.length = 0;
    broker.behave('confirm');
    proxy.behave('lead');
    proxy.asked.length = 0;
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) each.close();
    await until(() => broker.connections().open === 0, 'the end of every connection');
  });
  after(async () => {
    terminator.close();
    await proxy.close();
    await broker.close();
  });

  /** Every name is the loopback address, but for one that points inwards. */
  function destinations(options: Partial<Options> = {}): Destination {
    const guard = createAddressGuard({
      allowedPrivateCidrs: ['127.0.0.0/8'],
      lookup: async (name) => [{ address: name === 'inwards.test' ? '10.0.0.7' : '127.0.0.1', family: 4 }],
    });
    const made = createDestinations({
      guard,
      timeoutMs: 5000,
      allowInsecure: false,
      userAgent: 'test',
      certificateAuthority: RECEIVER.certificate,
      ...options,
    });
    opened.push(made);
    return made;
  }

  const throughProxy = (options: Partial<Options> = {}) => destinations({ proxyUrl: proxy.url, ...options });
  const url = (host = 'receiver.test') => `amqps://${host}:${port}/shop`;

  it('gets messages over TLS whose certificate the authority vouches for, by name and address', async () => {
    const { made } = broker.connections();
    const sender = destinations();
    const outcomes = [
      await sender.send(message(url())),
      await sender.send(message(url())),
      await sender.send(message(url('127.0.0.1'))),
    ];

    for (const outcome of outcomes)
      expect(outcome).to.include({ ok: true, error: null, resolvedAddress: '127.0.0.1' });
    expect(broker.messages.map(({ routingKey }) => routingKey)).to.deep.equal(Array(3).fill('order.paid'));
    expect(broker.connections().made - made).to.equal(2);
  });

  it('gets no password unless it is who it should be', async () => {
    const { made } = broker.connections();
    const errors = [
      (await destinations().send(message(url('other.test')))).error,
      (await destinations({ certificateAuthority: CLIENT_AUTHORITY }).send(message(url()))).error,
      // Nobody speaks TLS there.
      (await destinations().send(message(broker.url.replace('amqp:', 'amqps:')))).error,
      (await destinations().send(message(broker.url))).error,
    ];

    expect(errors).to.deep.equal(['tls error', 'tls error', 'tls error', 'insecure url']);
    expect(broker.messages).to.be.empty;
    // The one that doesn’t speak TLS got a handshake.
    expect(broker.connections().made - made).to.equal(1);
  });

  it('is reached through a proxy that gets the checked address and sees only TLS', async () => {
    const sender = throughProxy();
    const outcomes = [await sender.send(message(url())), await sender.send(message(url()))];
    const otherName = await sender.send(message(url('other.test')));

    for (const outcome of outcomes) expect(outcome).to.include({ ok: true, resolvedAddress: '127.0.0.1' });
    expect(otherName).to.include({ ok: false, error: 'tls error' });
    expect(proxy.asked.map(({ target }) => target)).to.deep.equal(Array(2).fill(`127.0.0.1:${port}`));
    expect(broker.messages).to.have.length(2);
  });

  for (const [behaviour, error] of [
    [403, 'proxy refused (403)'],
    ['die', 'proxy unreachable'],
    ['die inside', 'connection reset'],
    ['hang', 'timeout'],
  ] as const)
    it(`fails with "${error}" while the proxy does this: ${behaviour}; the next goes out`, async () => {
      const sender = throughProxy(behaviour === 'hang' ? { timeoutMs: 100 } : {});
      proxy.behave(behaviour);
      expect(await sender.send(message(url()))).to.include({ ok: false, error });
      expect(broker.messages).to.be.empty;

      proxy.behave('lead');
      expect(await throughProxy().send(message(url()))).to.include({ ok: true });
    });

  it('without TLS isn’t reached past the proxy', async () => {
    const { made } = broker.connections();
    const outcome = await throughProxy({ allowInsecure: true }).send(message(broker.url));

    expect(outcome).to.include({ ok: false, error: 'insecure url' });
    expect(proxy.asked).to.be.empty;
    expect(broker.connections().made).to.equal(made);
  });

  it('and queues in a cloud are judged by name and address before anybody is asked', async () => {
    const { made } = broker.connections();
    const errors = [];
    for (const host of ['inwards.test', '10.0.0.7', '169.254.169.254', '[::ffff:10.0.0.7]'])
      for (const sender of [destinations(), throughProxy()])
        errors.push(
          (await sender.send(message(url(host)))).error,
          (await sender.send(message(`https://${host}/1/orders`, SQS))).error,
          (await sender.send(message(`https://${host}`, EVENTBRIDGE))).error,
          (await sender.send(message(`https://${host}/v1/projects/a/topics/b`, PUBSUB))).error,
        );

    expect(errors).to.deep.equal(Array(32).fill('refused address'));
    expect(proxy.asked).to.be.empty;
    expect(broker.connections().made).to.equal(made);
  });

  it('shares no connection with another subscription, store or password', async () => {
    const { made } = broker.connections();
    const sender = destinations();
    await sender.send(message(url()));
    await sender.send({ ...message(url()), tenantId: 'another store' });
    const wrong = message(url());
    const refused = await sender.send({ ...wrong, queue: { ...wrong.queue, secret: 'guessed' } as never });

    expect(refused).to.include({ ok: false, error: 'access refused' });
    expect(broker.connections().made - made).to.equal(3);
    expect(broker.messages).to.have.length(2);
  });

  it('of Kafka gets its messages over TLS at the names of the cluster, also through the proxy', async () => {
    const kafka = await startFakeKafka();
    const terminator = await terminateTls(Number(kafka.url.split(':')[2]));
    const { port } = terminator.address() as AddressInfo;
    kafka.advertise('receiver.test', port);
    const url = `kafkas://receiver.test:${port}`;
    const outcomes = [
      await destinations().send(message(url, KAFKA)),
      await throughProxy().send(message(url, KAFKA)),
    ];
    const elsewhere = [await destinations().send(message(`kafkas://other.test:${port}`, KAFKA))];
    for (const host of ['other.test', 'inwards.test']) {
      kafka.advertise(host, port);
      elsewhere.push(await destinations().send(message(url, KAFKA)));
      elsewhere.push(await throughProxy().send(message(url, KAFKA)));
    }
    const insecure = await throughProxy({ allowInsecure: true }).send(message(kafka.url, KAFKA));

    for (const outcome of outcomes) expect(outcome).to.include({ ok: true, resolvedAddress: '127.0.0.1' });
    expect(elsewhere.map(({ error }) => error)).to.deep.equal([
      ...Array(3).fill('tls error'),
      ...Array(2).fill('refused address'),
    ]);
    expect(insecure.error).to.equal('insecure url');
    expect(kafka.records).to.have.length(2);
    expect(new Set(proxy.asked.map(({ target }) => target))).to.deep.equal(new Set([`127.0.0.1:${port}`]));
    for (const each of opened.splice(0)) each.close();
    terminator.close();
    await kafka.close();
  });

  it('that is silent in the handshake keeps no connection of an attempt that has ended', async () => {
    let [made, open] = [0, 0];
    const silent = createServer((socket) => {
      made += 1;
      open += 1;
      socket.on('error', () => {}).on('close', () => (open -= 1));
      socket.resume();
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const senders = [destinations({ timeoutMs: 500 }), throughProxy({ timeoutMs: 500 })];
    for (const sender of senders)
      for (const [scheme, settings] of [
        ['kafkas', KAFKA],
        ['amqps', AMQP],
      ] as const)
        expect(await sender.send(message(`${scheme}://receiver.test:${port}`, settings))).to.include({
          error: 'timeout',
        });

    await until(() => open === 0, 'the end of every connection');
    expect(made).to.equal(4);
    silent.close();
  });

  it('of SQS gets its messages through the proxy, too', async () => {
    const sqs: SqsServer = await startSqs();
    const queue = sqs.createQueue('orders');
    const outcome = await throughProxy({ allowInsecure: true }).send(message(queue.url, SQS));

    expect(outcome).to.include({ ok: true, responseCode: 200 });
    expect(queue.messages).to.have.length(1);
    expect(proxy.asked.map(({ target }) => target)).to.deep.equal([new URL(queue.url).host]);
    await sqs.close();
  });
});

const AMQP: QueueSettings = {
  kind: 'amqp',
  exchange: 'orders',
  routingKey: null,
  username: BROKER_LOGIN.username,
};
const KAFKA: QueueSettings = {
  kind: 'kafka',
  topic: 'orders',
  mechanism: 'scram-sha-512',
  username: KAFKA_LOGIN.username,
};
const SQS: QueueSettings = { kind: 'sqs', region: AWS_KEYS.region, accessKeyId: AWS_KEYS.accessKeyId };
const EVENTBRIDGE: QueueSettings = { ...SQS, kind: 'eventbridge', bus: 'default', source: 'commerce' };
const PUBSUB: QueueSettings = { kind: 'pubsub', clientEmail: 'shop@example.com', privateKeyId: 'key-1' };

/** The secret of each kind. */
const SECRETS: Readonly<Record<QueueSettings['kind'], string>> = {
  amqp: BROKER_LOGIN.password,
  kafka: KAFKA_LOGIN.password,
  sqs: AWS_KEYS.secretAccessKey,
  eventbridge: AWS_KEYS.secretAccessKey,
  pubsub: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
};

let count = 0;

function message(url: string, settings: QueueSettings = AMQP): OutgoingMessage {
  count += 1;
  return {
    tenantId: 'store',
    url,
    body: Buffer.from('{}'),
    headers: { 'webhook-id': String(count) },
    queue: {
      subscriptionId: 'subscription',
      deliveryId: String(count),
      event: 'order.paid',
      resourceId: 'order',
      isOrdered: false,
      settings,
      secret: SECRETS[settings.kind],
    },
  };
}

/** Ends TLS as receiver.test, and hands what is inside on. */
async function terminateTls(port: number): Promise<tls.Server> {
  const server = tls.createServer({ key: RECEIVER.key, cert: RECEIVER.certificate }, (socket) => {
    const further = connect(port, '127.0.0.1');
    socket.pipe(further).pipe(socket);
    socket.on('error', () => {}).on('close', () => further.destroy());
    further.on('error', () => {}).on('close', () => socket.destroy());
  });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
