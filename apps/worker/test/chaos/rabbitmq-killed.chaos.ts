import { webhooks } from '@service/core';
import { openDeliveryQueue } from '@service/delivery';
import { RABBITMQ_LOGIN, type RabbitMq, refsOf, startRabbitMq, until } from '@service/testing';
import { type ChannelModel, connect } from 'amqplib';
import { expect } from 'chai';
import { openShop, SHORT_LEASE, type Shop } from './shop.ts';
import { countOpen, DELIVERIES, outcomes, recordMany } from './traffic.ts';

const QUEUE = 'orders';

describe('with real processes, a RabbitMQ that is killed', () => {
  let shop: Shop;
  let rabbitMq: RabbitMq | undefined;
  afterEach(async () => {
    await shop?.close();
    await rabbitMq?.close();
  });

  it('while messages are in flight: none is missing, and the ledger tells every attempt', async function () {
    rabbitMq = await startRabbitMq();
    // On Debian: apt-get install rabbitmq-server
    if (!rabbitMq) {
      this.skipReason = 'there is no rabbitmq-server on the PATH';
      return this.skip();
    }
    shop = await openShop(this);
    const { url } = rabbitMq;
    await withBroker(url, async (model) => {
      const channel = await model.createChannel();
      await channel.assertQueue(QUEUE, { durable: true });
    });
    await pointTo({ exchange: '', routingKey: QUEUE });
    const queue = openDeliveryQueue({ kind: 'redis', url: shop.redis.url }, () => {});
    await until(queue.isUp, 'the queue');
    await Promise.all(
      [1, 2].map(() => shop.startWorker({ ...SHORT_LEASE, WEBHOOK_RETRY_DELAYS: '2s,5s,10s,15s,30s,30s' })),
    );
    const delivered = () => shop.system.db.webhookDelivery.count({ where: { status: 'delivered' } });

    await queue.add(refsOf(shop, await recordMany(shop, DELIVERIES / 2)));
    await until(async () => (await delivered()) > DELIVERIES / 8, 'some of them');
    await queue.add(refsOf(shop, await recordMany(shop, DELIVERIES / 2)));
    await rabbitMq.kill();
    await until(async () => ((await outcomes(shop)).failed ?? 0) > 0, 'a failure');
    await rabbitMq.start();
    await until(async () => (await countOpen(shop)) === 0, 'all of them');

    const came = await withBroker(url, (model) => readAll(model));
    const deliveries = await shop.system.db.webhookDelivery.findMany({ include: { ledger: true } });
    expect([...new Set(came)].sort()).to.deep.equal(deliveries.map(({ id }) => id).sort());
    for (const { id, attempts, ledger } of deliveries) {
      const ends = ledger.sort((a, b) => a.number - b.number).map(({ outcome }) => outcome);
      expect(ends, id).to.have.length(attempts);
      expect(ends.at(-1), id).to.equal('succeeded');
      expect(ends.slice(0, -1), id).to.satisfy((all: string[]) =>
        all.every((each) => each === 'failed' || each === 'unknown'),
      );
      expect(came.filter((each) => each === id).length, id).to.be.at.most(attempts);
    }
    const counts = await outcomes(shop);
    console.log(
      `      ${came.length} messages of ${deliveries.length} deliveries: ${JSON.stringify(counts)}`,
    );
    await queue.close();

    await pointTo({ exchange: '', routingKey: 'nobody' });
    const { attempt: returned } = await webhooks.testSubscription(shop.store.admin, shop.subscriptionId, {
      event: 'order.paid',
    });
    expect(returned).to.include({ outcome: 'failed', error: 'message returned' });
    await pointTo({ exchange: 'nowhere', routingKey: QUEUE });
    const { attempt: lost } = await webhooks.testSubscription(shop.store.admin, shop.subscriptionId, {
      event: 'order.paid',
    });
    expect(lost).to.include({ outcome: 'failed', error: 'exchange not found' });
    await pointTo({ exchange: '', routingKey: QUEUE }, 'wrong');
    const { attempt: refused } = await webhooks.testSubscription(shop.store.admin, shop.subscriptionId, {
      event: 'order.paid',
    });
    expect(refused).to.include({ outcome: 'failed', error: 'access refused' });

    async function pointTo(
      place: { exchange: string; routingKey: string },
      password = RABBITMQ_LOGIN.password,
    ) {
      await webhooks.updateSubscription(shop.store.admin, shop.subscriptionId, {
        kind: 'amqp',
        url,
        amqp: { ...place, username: RABBITMQ_LOGIN.username, password },
      });
    }
  });
});

async function withBroker<T>(url: string, use: (model: ChannelModel) => Promise<T>): Promise<T> {
  const model = await connect(url);
  try {
    return await use(model);
  } finally {
    await model.close();
  }
}

/** The delivery ids of all messages in the queue, each as often as it is there. */
async function readAll(model: ChannelModel): Promise<string[]> {
  const channel = await model.createChannel();
  const ids: string[] = [];
  for (;;) {
    const message = await channel.get(QUEUE, { noAck: true });
    if (!message) return ids;
    const { id } = JSON.parse(message.content.toString()) as { id: string };
    expect(message.properties.messageId).to.equal(id);
    ids.push(id);
  }
}
