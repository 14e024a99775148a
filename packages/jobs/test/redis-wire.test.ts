import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { openDeliveryQueue } from '../../delivery/src/index.ts';
import { startTestRedis, until } from '../../testing/src/index.ts';
import { openThrottleRedis, startWorker } from '../src/index.ts';

describe('a connection to Redis', () => {
  let server: Awaited<ReturnType<typeof startTestRedis>>;

  before(async function () {
    server = await startTestRedis();
    if (!server) {
      this.skipReason = 'there is no Redis';
      this.skip();
    }
  });
  after(() => server?.stop());

  /** Passes everything on, until the connections that are open then are silenced; new ones work. */
  async function openProxy(target: string) {
    const open = new Set<Socket>();
    let { hostname, port } = new URL(target);
    const proxy: Server = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      open.add(client).add(upstream);
      client.on('error', () => {}).pipe(upstream);
      upstream.on('error', () => {}).pipe(client);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const url = new URL(target);
    url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    return {
      url: url.href,
      silence() {
        for (const socket of open) socket.unpipe().resume();
      },
      /** New connections go there; those that are open stay. */
      leadTo(target: string) {
        ({ hostname, port } = new URL(target));
      },
      close() {
        for (const socket of open) socket.destroy();
        proxy.close();
      },
    };
  }

  it('that falls silent is replaced after a few silent commands', async () => {
    const proxy = await openProxy(server?.url ?? '');
    const redis = openThrottleRedis({ kind: 'redis', url: proxy.url }, () => {}, { timeoutMs: 250 });
    const responds = () =>
      (redis as Redis).ping().then(
        () => true,
        () => false,
      );
    await until(responds, 'the first connection');

    proxy.silence();
    expect(await responds()).to.equal(false);

    await until(responds, 'a new connection');
    redis?.disconnect();
    proxy.close();
  });

  it('to a master that was demoted is no queue, and is one again when it may write', async () => {
    const url = server?.url ?? '';
    const queue = openDeliveryQueue({ kind: 'redis', url }, () => {});
    const operator = new Redis(url);
    await until(queue.isUp, 'the queue');

    await operator.replicaof('127.0.0.1', 1);
    expect(await queue.isUp()).to.equal(false);

    await operator.replicaof('NO', 'ONE');
    await until(queue.isUp, 'the queue again');
    operator.disconnect();
    await queue.close();
  });

  it('to a master that was demoted is replaced by one to its successor', async () => {
    const old = server?.url ?? '';
    const successor = await startTestRedis();
    const [operator, promoted] = [new Redis(old), new Redis(successor?.url ?? '')];
    await promoted.config('SET', 'requirepass', new URL(old).password);
    const proxy = await openProxy(old);
    const queue = openDeliveryQueue({ kind: 'redis', url: proxy.url }, () => {});
    await until(queue.isUp, 'the queue');

    proxy.leadTo(successor?.url ?? '');
    await operator.replicaof('127.0.0.1', 1);

    await until(queue.isUp, 'the queue at the successor');
    await queue.add([{ tenantId: randomUUID(), id: randomUUID() }]);
    expect(await promoted.llen('bull:webhook-deliveries:wait')).to.equal(1);
    await operator.replicaof('NO', 'ONE');
    await queue.close();
    proxy.close();
    operator.disconnect();
    promoted.disconnect();
    await successor?.stop();
  });

  it('of a worker to a server that was never there can be closed', async () => {
    const nobody = createServer().listen(0, '127.0.0.1');
    await once(nobody, 'listening');
    const { port } = nobody.address() as AddressInfo;
    nobody.close();
    await once(nobody, 'close');
    const errors: Error[] = [];

    const worker = startWorker({
      name: 'nobody',
      connection: { kind: 'redis', url: `redis://127.0.0.1:${port}` },
      concurrency: 1,
      handle: async () => null,
      onError: (error) => errors.push(error),
    });
    await until(() => errors.length > 0, 'a refused connection');

    await worker.close();
  });
});
