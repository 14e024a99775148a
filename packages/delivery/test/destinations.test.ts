import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@service/client-js/webhooks';
import { expect } from 'chai';
import { inTransaction, webhooks } from '../../core/src/index.ts';
import {
  createMigratedDatabase,
  LEASE_MS,
  ledgerOf,
  openEngine,
  openScene,
  RETRY_DELAYS_MS,
  type Scene,
  type TestEngine,
} from '../../testing/src/index.ts';
import { Capacity, runRecoveries } from '../src/index.ts';
import {
  type Subscriber,
  startAmqpSubscriber,
  startEventBridgeSubscriber,
  startHttpSubscriber,
  startKafkaSubscriber,
  startPubSubSubscriber,
  startPullSubscriber,
  startSqsSubscriber,
} from './subscribers.ts';

const KINDS: Record<string, () => Promise<Subscriber>> = {
  push: startHttpSubscriber,
  pull: startPullSubscriber,
  amqp: startAmqpSubscriber,
  sqs: startSqsSubscriber,
  eventbridge: startEventBridgeSubscriber,
  pubsub: startPubSubSubscriber,
  kafka: startKafkaSubscriber,
};

/** What every kind of destination keeps, however its messages travel. */
describe('a destination', () => {
  let scene: Scene;
  let engine: TestEngine;
  before(async () => {
    scene = await openScene({ databaseUrl: await createMigratedDatabase('destinations') });
    await webhooks.updateSubscription(scene.store.admin, scene.subscriptionId, { active: false });
    engine = openEngine(scene, {
      sender: scene.sender,
      schedule: RETRY_DELAYS_MS,
      leaseMs: LEASE_MS,
      capacity: new Capacity(10),
      enqueueTenant: () => {},
    });
  });
  after(async () => {
    await engine.close();
    await scene.close();
  });

  for (const [kind, start] of Object.entries(KINDS))
    describe(`of kind ${kind}`, () => {
      let subscriber: Subscriber;
      let subscriptionId: string;
      before(async () => {
        subscriber = await start();
      });
      after(() => subscriber.close());
      beforeEach(() => {
        subscriber.forget();
        subscriber.take(true);
      });
      afterEach(() => webhooks.deleteSubscription(scene.store.admin, subscriptionId));

      it('gets the envelope once, signed by the secret, with all headers', async () => {
        const { id, secret, collect, record } = await subscribe({ headers: { 'X-Gateway-Key': 'gate' } });
        const [delivery = ''] = await record(randomUUID());

        await collect();

        const [message, ...others] = subscriber.received;
        expect(others).to.be.empty;
        if (!message) throw new Error('Nothing came');
        const now = () => scene.clock.now().getTime();
        const envelope = await verifyWebhook(message.body, message.headers, secret, { now });
        expect(envelope).to.include({ id: delivery, event: 'order.paid' });
        expect(message.headers).to.include({
          'webhook-id': delivery,
          'x-service-event': 'order.paid',
          'x-service-sequence': '1',
          'x-gateway-key': 'gate',
        });
        expect(await stateOf(id)).to.deep.equal(['delivered']);
        const [attempt, ...more] = await ledgerOf(scene, delivery);
        expect(more).to.be.empty;
        expect(attempt).to.include({ outcome: 'succeeded', error: null, via: kind });
        expect(attempt?.requestHeaders).to.include({ 'webhook-id': delivery, 'x-gateway-key': '(hidden)' });
      });

      it('that refuses is tried again when the retry table says, under the same id', async () => {
        const { id, collect, record } = await subscribe();
        const [delivery = ''] = await record(randomUUID());
        subscriber.take(false);
        await collect();
        expect(await stateOf(id)).to.deep.equal(['failed']);

        subscriber.take(true);
        scene.clock.advance((RETRY_DELAYS_MS[0] ?? 0) - 1);
        await collect();
        expect(subscriber.received, 'before it is due').to.have.length(1);
        scene.clock.advance(1);
        await collect();

        const [first, second] = subscriber.received;
        expect(second?.headers['webhook-id']).to.equal(delivery).and.to.equal(first?.headers['webhook-id']);
        expect(second?.headers['x-service-nonce']).not.to.equal(first?.headers['x-service-nonce']);
        expect(second?.body).to.deep.equal(first?.body);
        expect(await stateOf(id)).to.deep.equal(['delivered']);
        const ledger = await ledgerOf(scene, delivery);
        expect(ledger.map(({ outcome }) => outcome)).to.deep.equal(['failed', 'succeeded']);
        expect(ledger[0]).to.include(subscriber.refusal);
      });

      it('gets what happened to one resource one after another where it is ordered', async () => {
        const { id, collect, record } = await subscribe({ ordered: true });
        const [bad, good] = [randomUUID(), randomUUID()];
        subscriber.take(false);
        const [first = ''] = await record(bad);
        await collect();
        subscriber.take(true);
        await record(bad);
        const [other = ''] = await record(good);
        await collect();

        expect(ids(subscriber.received.slice(1)), 'behind the one that failed').to.deep.equal([other]);
        scene.clock.advance(RETRY_DELAYS_MS[0] ?? 0);
        await collect();
        expect(ids(subscriber.received.slice(2))[0]).to.equal(first);
        expect(await stateOf(id)).to.deep.equal(['delivered', 'delivered', 'delivered']);
        expect(subscriber.received).to.have.length(4);
      });

      it('gets nothing while it is paused, and afterwards what waits', async () => {
        const { id, collect, record } = await subscribe();
        await record(randomUUID(), randomUUID());
        await change(id, { active: false });
        await collect();
        expect(subscriber.received).to.be.empty;

        await change(id, { active: true });
        await collect();
        expect(await stateOf(id)).to.deep.equal(['delivered', 'delivered']);
        expect(subscriber.received).to.have.length(2);
      });

      it('gets at once what a recovery sends again', async () => {
        const { id, collect, record } = await subscribe();
        const [delivery] = await record(randomUUID());
        subscriber.take(false);
        await collect();
        subscriber.take(true);
        const hour = 3_600_000;
        await webhooks.createRecovery(scene.store.admin, {
          subscriptionId: id,
          missing: false,
          dryRun: false,
          ratePerSecond: 100,
          from: new Date(scene.clock.now().getTime() - hour).toISOString(),
          to: new Date(scene.clock.now().getTime() + hour).toISOString(),
        });
        await runRecoveries(scene.system);
        await collect();

        expect(ids(subscriber.received)).to.deep.equal([delivery, delivery]);
        expect(await stateOf(id)).to.deep.equal(['delivered']);
      });

      async function subscribe(input: webhooks.SubscriptionChange = {}) {
        const { id, secret } = await webhooks.createSubscription(scene.store.admin, {
          ...subscriber.input,
          ...input,
          events: ['order.paid'],
        });
        subscriptionId = id;
        return {
          id,
          secret,
          collect: () => subscriber.collect({ scene, engine, subscriptionId: id }),
          record: (...orderIds: string[]) => record(id, orderIds),
        };
      }
    });

  it('of one kind can become any other: what waits goes there, numbered on', async () => {
    const subscribers = await Promise.all(Object.values(KINDS).map((start) => start()));
    const [first, ...others] = subscribers;
    if (!first) throw new Error('There is no kind');
    const { id } = await webhooks.createSubscription(scene.store.admin, {
      ...first.input,
      events: ['order.paid'],
      maxPerSecond: null,
    });
    let number = 0;
    for (const next of [...others, first]) {
      const waiting = await record(id, [randomUUID(), randomUUID()]);
      await change(id, next.input);
      await next.collect({ scene, engine, subscriptionId: id });
      expect(ids(next.received), next.input.kind).to.have.members(waiting);
      const numbers = next.received.map(({ headers }) => Number(headers['x-service-sequence']));
      expect(numbers.sort((a, b) => a - b)).to.deep.equal([number + 1, number + 2]);
      number += 2;
      for (const each of subscribers) each.forget();
    }
    expect(new Set(await stateOf(id))).to.deep.equal(new Set(['delivered']));
    const vias = await scene.system.db.webhookAttempt.groupBy({
      by: ['via'],
      where: { subscriptionId: id },
      _count: true,
    });
    expect(Object.fromEntries(vias.map(({ via, _count }) => [via, _count]))).to.deep.equal({
      push: 2,
      pull: 2,
      amqp: 2,
      sqs: 2,
      eventbridge: 2,
      pubsub: 2,
      kafka: 2,
    });
    await webhooks.deleteSubscription(scene.store.admin, id);
    await Promise.all(subscribers.map((each) => each.close()));
  });

  const change = (id: string, input: webhooks.SubscriptionChange) =>
    webhooks.updateSubscription(scene.store.admin, id, input);

  /** An event of each of these orders. Returns the ids of their deliveries to this subscription. */
  async function record(subscriptionId: string, orderIds: readonly string[]): Promise<string[]> {
    for (const orderId of orderIds)
      await inTransaction(scene.store.admin, (tx) =>
        webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'pending' }),
      );
    const rows = await deliveriesOf(subscriptionId);
    return rows.slice(-orderIds.length).map(({ id }) => id);
  }

  const deliveriesOf = (subscriptionId: string) =>
    scene.system.db.webhookDelivery.findMany({ where: { subscriptionId }, orderBy: { position: 'asc' } });

  const stateOf = async (subscriptionId: string) =>
    (await deliveriesOf(subscriptionId)).map(({ status }) => status);
});

function ids(messages: readonly { headers: Record<string, string> }[]): (string | undefined)[] {
  return messages.map(({ headers }) => headers['webhook-id']);
}
