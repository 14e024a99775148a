import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { webhooks } from '@service/core';
import { openDeliveryQueue } from '@service/delivery';
import { until } from '@service/testing';
import { expect } from 'chai';
import { type CallBack, openShop, type Shop, USUAL_LEASE } from './shop.ts';
import { assertReconciled, countOpen, DELIVERIES, outcomes, watchTraffic } from './traffic.ts';

const SUBSCRIPTIONS = 40;
const ROUNDS = 2;

describe('with real processes, an API that is killed between its commits and the queue', () => {
  let shop: Shop;
  let way: SwallowingWay;
  afterEach(async () => {
    await shop?.close();
    way?.close();
  });

  it('leaves deliveries that no job knows, all of which go out, each once', async function () {
    shop = await openShop(this);
    const traffic = watchTraffic(shop.receiver);
    for (let made = 1; made < SUBSCRIPTIONS; made += 1)
      await webhooks.createSubscription(shop.store.admin, { url: shop.receiver.url, events: ['order.paid'] });
    const orders = Math.ceil(DELIVERIES / SUBSCRIPTIONS);
    const payments = await Promise.all(Array.from({ length: orders }, () => shop.payment()));
    way = await openSwallowingWay(shop.redis.url);
    const unpaid = new Set(payments);
    const pay = async (callBack: CallBack, some: object[]) => {
      const all = some.map(async (event) => {
        const status = await callBack(event).catch(() => 0);
        if (status === 200) unpaid.delete(event);
        // Where all come at once to a busy machine, some are to come again.
        else expect(status).to.be.oneOf([0, 503]);
      });
      await Promise.all(all);
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      way.pass();
      const api = await shop.startApi({ REDIS_URL: way.url });
      const [few, many] = [[...unpaid].slice(0, 3), [...unpaid].slice(3, orders / ROUNDS)];
      await pay(api, few);
      way.swallow();
      const before = unpaid.size;
      const paying = pay(api, many);
      await until(() => unpaid.size <= before - many.length / 2, 'half of the answers');
      await api.kill();
      await paying;
    }
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    const due = await shop.system.db.webhookDelivery.findMany({ select: { tenantId: true, id: true } });
    const unknownToQueue = await queue.findUnqueued(due);
    // As the provider does with what wasn't answered with 200.
    const api = await shop.startApi();
    const payAll = async () => {
      await pay(api, [...unpaid]);
      return unpaid.size === 0;
    };
    await until(payAll, 'every answer');
    await shop.startWorker(USUAL_LEASE);

    await until(async () => (await countOpen(shop)) === 0, 'all outcomes');
    expect(unknownToQueue).to.have.length.above(SUBSCRIPTIONS);
    await assertReconciled(shop, traffic);
    expect(await outcomes(shop)).to.deep.equal({ succeeded: traffic.count() });
    expect(traffic.count()).to.equal(orders * SUBSCRIPTIONS);
    await queue.close();
  });
});

interface SwallowingWay {
  url: string;
  /** From now on nothing that is sent arrives. */
  swallow(): void;
  pass(): void;
  close(): void;
}

/** A way to a Redis on which commands can get lost as they do when a process dies before they have left it. */
async function openSwallowingWay(redisUrl: string): Promise<SwallowingWay> {
  const url = new URL(redisUrl);
  const port = Number(url.port);
  let isSwallowing = false;
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const redis = connect(port, '127.0.0.1');
    client.on('data', (chunk) => {
      if (!isSwallowing) redis.write(chunk);
    });
    redis.on('data', (chunk) => client.write(chunk));
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    swallow: () => {
      isSwallowing = true;
    },
    pass: () => {
      isSwallowing = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
