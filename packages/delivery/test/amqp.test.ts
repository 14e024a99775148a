import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { webhooks } from '../../core/src/index.ts';
import {
  BROKER_LOGIN,
  type BrokerBehaviour,
  createMigratedDatabase,
  deliveryRow,
  type FakeBroker,
  ledgerOf,
  openScene,
  recordEvent,
  recordEvents,
  type Scene,
  startFakeBroker,
  until,
} from '../../testing/src/index.ts';
import { createDestinations } from '../src/index.ts';

/** What a broker may do with a message, and what the ledger says of it. */
const FAILURES: [BrokerBehaviour, string][] = [
  ['nack', 'message refused'],
  ['return', 'message returned'],
  ['close channel', 'exchange not found'],
  ['drop', 'connection reset'],
];

/** What may listen where a broker should. */
const STRANGERS: Record<string, { handle(socket: Socket): void; error: string }> = {
  'says nothing': { handle: () => {}, error: 'timeout' },
  'speaks HTTP': {
    handle: (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    error: 'invalid response',
  },
  'hangs up': { handle: (socket) => socket.once('data', () => socket.end()), error: 'connection reset' },
  'announces a frame of 4 GB and goes on and on': {
    handle(socket) {
      socket.write(Buffer.from([1, 0, 0, 0xff, 0xff, 0xff, 0xff]));
      const chunk = Buffer.alloc(256 * 1024);
      const more = () => socket.destroyed || socket.write(chunk, () => setImmediate(more));
      more();
    },
    error: 'invalid response',
  },
};

describe('an AMQP subscription', () => {
  let scene: Scene;
  let broker: FakeBroker;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('amqp') });
    broker = await startFakeBroker();
    await pointTo(broker.url);
  });
  after(async () => {
    await broker.close();
    await scene.close();
  });
  beforeEach(() => {
    broker.messages.length = 0;
    broker.behave('confirm');
  });

  const pointTo = (url: string, login = BROKER_LOGIN) =>
    webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, {
      kind: 'amqp',
      url,
      amqp: { exchange: 'orders', ...login },
    });

  async function attempt() {
    const id = await recordEvent(scene);
    await scene.deliver(id);
    const [made, ...more] = await ledgerOf(scene, id);
    expect(more).to.be.empty;
    return { id, made };
  }

  it('gets a persistent, mandatory message that names delivery and event', async () => {
    const { id, made } = await attempt();

    const [message] = broker.messages;
    expect(message).to.include({ exchange: 'orders', routingKey: 'order.paid', mandatory: true });
    expect(message?.properties).to.include({
      messageId: id,
      type: 'order.paid',
      contentType: 'application/json',
      deliveryMode: 2,
    });
    expect(made).to.include({
      outcome: 'succeeded',
      responseCode: null,
      resolvedAddress: '127.0.0.1',
      via: 'amqp',
    });
  });

  it('gets many over one connection, and none is kept for long once the worker closes', async () => {
    const { made: before } = broker.connections();
    const ids = await recordEvents(scene, 20);
    await Promise.all(ids.map(scene.deliver));

    expect(broker.messages).to.have.length(20);
    expect(broker.connections().made - before).to.be.at.most(1);
    const own = createDestinations({
      ...scene.services.subscriberUrls,
      timeoutMs: 5000,
      userAgent: 'commerce-service/test',
    });
    const open = broker.connections().open;
    await scene.engine({ sender: own })(await recordEvent(scene));
    expect(broker.connections().open).to.equal(open + 1);
    own.close();
    await until(() => broker.connections().open === open, 'the end of its connection');
  });

  for (const [behaviour, error] of FAILURES)
    it(`fails with "${error}" where the broker’s way is: ${behaviour}; the next goes out again`, async () => {
      broker.behave(behaviour);
      const { id, made } = await attempt();
      expect(made).to.include({ outcome: 'failed', error });
      expect(await deliveryRow(scene, id)).to.include({ status: 'failed', lastError: error });

      broker.behave('confirm');
      expect((await attempt()).made).to.include({ outcome: 'succeeded' });
    });

  it('fails with "timeout" over a frozen connection, and the next goes over a new one', async () => {
    broker.behave('freeze');
    expect((await attempt()).made).to.include({ outcome: 'failed', error: 'timeout' });

    broker.behave('confirm');
    expect((await attempt()).made).to.include({ outcome: 'succeeded' });
  });

  it('loses no attempt when the broker has restarted since the last message', async () => {
    await attempt();
    const { made: before } = broker.connections();

    await broker.hangUp();

    expect((await attempt()).made).to.include({ outcome: 'succeeded' });
    expect(broker.connections().made - before).to.equal(1);
  });

  it('fails with "access refused" by a wrong password, which no ledger shows', async () => {
    await pointTo(broker.url, { ...BROKER_LOGIN, password: 'another password' });
    const { made } = await attempt();
    expect(made).to.include({ outcome: 'failed', error: 'access refused' });
    expect(JSON.stringify(made)).not.to.include('another password');
    await pointTo(broker.url);
  });

  for (const [what, { handle, error }] of Object.entries(STRANGERS))
    it(`fails with "${error}" at what ${what}, with its connection closed`, async () => {
      const sockets = new Set<Socket>();
      const stranger = await listen((socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket)).on('error', () => {});
        socket.resume();
        handle(socket);
      });
      await pointTo(`amqp://127.0.0.1:${(stranger.address() as AddressInfo).port}`);

      expect((await attempt()).made).to.include({ outcome: 'failed', error });
      await until(() => sockets.size === 0, 'its connection to end');
      stranger.close();
      await pointTo(broker.url);
    });

  it('whose broker hangs is not felt by another', async () => {
    const silent = await listen((socket) => socket.resume());
    await pointTo(`amqp://127.0.0.1:${(silent.address() as AddressInfo).port}`);
    const stuck = scene.deliver(await recordEvent(scene));
    const other = await webhooks.createSubscription(scene.store.admin, {
      kind: 'amqp',
      url: broker.url,
      events: ['order.shipped'],
      amqp: { exchange: '', ...BROKER_LOGIN },
    });
    const [id = ''] = await recordEvents({ ...scene, subscriptionId: other.id }, 1, 'order.shipped');
    let isStuckOver = false;
    void stuck.then(() => {
      isStuckOver = true;
    });

    await scene.deliver(id);

    expect(isStuckOver, 'the other waited').to.equal(false);
    expect(await deliveryRow(scene, id)).to.include({ status: 'delivered' });
    await stuck;
    silent.close();
    await webhooks.deleteSubscription(scene.store.admin, other.id);
    await pointTo(broker.url);
  });

  it('at an address that isn’t public opens no connection', async () => {
    const { made: before } = broker.connections();
    const { guard: _guard, ...rest } = scene.services.subscriberUrls;
    const guard = {
      isRefused: () => true,
      resolve: async () => ({ ok: false as const, reason: 'refused_address' as const, lookupMs: 0 }),
    };
    const sender = createDestinations({
      ...rest,
      guard,
      timeoutMs: 5000,
      userAgent: 'commerce-service/test',
    });
    const id = await recordEvent(scene);
    await scene.engine({ sender })(id);
    sender.close();

    expect((await ledgerOf(scene, id))[0]).to.include({ error: 'refused address', resolvedAddress: null });
    expect(broker.connections().made).to.equal(before);
  });
});

async function listen(handle: (socket: Socket) => void): Promise<Server> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
