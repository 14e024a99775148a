import { webhooks } from '../../core/src/index.ts';
import {
  AWS_KEYS,
  BROKER_LOGIN,
  KAFKA_ERRORS,
  KAFKA_LOGIN,
  type Scene,
  startEventBridge,
  startFakeBroker,
  startFakeKafka,
  startPubSub,
  startReceiver,
  startSqs,
  type TestEngine,
  until,
} from '../../testing/src/index.ts';
import { findDueSubscriptions } from '../src/index.ts';

/** One message as a subscriber got it. */
export interface Received {
  body: Buffer;
  /** Named in small letters. */
  headers: Record<string, string>;
}

/** A subscriber of one kind: the other side of a destination. */
export interface Subscriber {
  /** What makes a subscription one of this kind. */
  input: webhooks.SubscriptionChange;
  /** What the ledger says of an attempt that it refuses. */
  refusal: { responseCode: number | null; error: string };
  /** What came and was looked at, also what it refused. */
  readonly received: readonly Received[];
  forget(): void;
  /** Whether it takes what comes from now on. */
  take(isTaken: boolean): void;
  /** Gets what is due of a subscription. Resolves when nothing is due and every outcome is recorded. */
  collect(subscription: Collected): Promise<void>;
  close(): Promise<void>;
}

interface Collected {
  scene: Scene;
  engine: TestEngine;
  subscriptionId: string;
}

/** What is sent by a worker. */
export async function collectSent({ scene, engine, subscriptionId }: Collected): Promise<void> {
  const { system, store } = scene;
  const subscriptions = [{ tenantId: store.tenantId, subscriptionId }];
  const { webhookAttempt, webhookDelivery } = system.db;
  await engine.drain(store.tenantId);
  await until(async () => {
    const made = await webhookAttempt.count({ where: { subscriptionId } });
    const held = await webhookDelivery.count({ where: { subscriptionId, leaseUntil: { not: null } } });
    const due = await findDueSubscriptions(system, { subscriptions });
    // Nothing was claimed between the two looks.
    return held + due.length === 0 && made === (await webhookAttempt.count({ where: { subscriptionId } }));
  }, 'every outcome');
}

export async function startHttpSubscriber(): Promise<Subscriber> {
  const receiver = await startReceiver();
  const received: Received[] = [];
  const take = (isTaken: boolean) =>
    receiver.answer(({ body, headers }, response) => {
      received.push({ body, headers: headers as Record<string, string> });
      response.writeHead(isTaken ? 204 : 503).end();
    });
  take(true);
  return {
    input: { kind: 'push', url: receiver.url },
    refusal: { responseCode: 503, error: 'unexpected status 503' },
    received,
    forget() {
      received.length = 0;
    },
    take,
    collect: collectSent,
    close: () => receiver.close(),
  };
}

export async function startPullSubscriber(): Promise<Subscriber> {
  const received: Received[] = [];
  let responseCode = 204;
  async function collect({ scene, subscriptionId }: Collected): Promise<void> {
    const { admin } = scene.store;
    for (;;) {
      const claim = { limit: 10, waitSeconds: 0 };
      const { signal } = new AbortController();
      const { items } = await webhooks.claimDeliveries(admin, subscriptionId, claim, { signal });
      if (items.length === 0) return;
      for (const { body, headers } of items)
        received.push({ body: Buffer.from(body), headers: inSmallLetters(headers) });
      const outcomes = items.map(({ deliveryId, attempt }) => ({
        deliveryId,
        attempt,
        responseCode,
        durationMs: 1,
      }));
      await webhooks.reportOutcomes(admin, subscriptionId, { outcomes });
    }
  }
  return {
    input: { kind: 'pull' },
    refusal: { responseCode: 503, error: 'unexpected status 503' },
    received,
    forget() {
      received.length = 0;
    },
    take(isTaken) {
      responseCode = isTaken ? 204 : 503;
    },
    collect,
    close: async () => {},
  };
}

/** Of AMQP as the protocol says; `rabbitmq.test.ts` asks the real one. */
export async function startAmqpSubscriber(): Promise<Subscriber> {
  const broker = await startFakeBroker();
  return {
    input: { kind: 'amqp', url: broker.url, amqp: { exchange: 'orders', ...BROKER_LOGIN } },
    refusal: { responseCode: null, error: 'message refused' },
    get received() {
      return broker.messages.map(({ body, properties }) => ({
        body,
        headers: inSmallLetters(properties.headers),
      }));
    },
    forget() {
      broker.messages.length = 0;
    },
    take: (isTaken) => broker.behave(isTaken ? 'confirm' : 'nack'),
    collect: collectSent,
    close: broker.close,
  };
}

export async function startSqsSubscriber(): Promise<Subscriber> {
  const sqs = await startSqs();
  const { region, accessKeyId, secretAccessKey } = AWS_KEYS;
  const queue = sqs.createQueue('orders');
  return {
    input: { kind: 'sqs', url: queue.url, sqs: { region, accessKeyId, secretAccessKey } },
    refusal: { responseCode: 503, error: 'unexpected status 503' },
    get received() {
      return queue.sent.map(({ body, attributes }) => ({
        body: Buffer.from(body),
        headers: inSmallLetters(attributes),
      }));
    },
    forget() {
      queue.sent.length = 0;
    },
    // As one whose response says that it's busy: nothing is in the queue.
    take: (isTaken) => sqs.answer(isTaken ? undefined : (response) => response.writeHead(503).end()),
    collect: collectSent,
    close: sqs.close,
  };
}

export async function startEventBridgeSubscriber(): Promise<Subscriber> {
  const { events, origin, answer, close } = await startEventBridge();
  return {
    input: { kind: 'eventbridge', url: origin, eventbridge: AWS_KEYS },
    refusal: { responseCode: 503, error: 'unexpected status 503' },
    get received() {
      return events.map(({ detail }) => ({
        body: Buffer.from(detail.body),
        headers: inSmallLetters(detail.headers),
      }));
    },
    forget() {
      events.length = 0;
    },
    take: (isTaken) => answer(isTaken ? undefined : (response) => response.writeHead(503).end()),
    collect: collectSent,
    close,
  };
}

export async function startPubSubSubscriber(): Promise<Subscriber> {
  const { url, account, messages, answer, close } = await startPubSub();
  return {
    input: { kind: 'pubsub', url, pubsub: account },
    refusal: { responseCode: 503, error: 'unexpected status 503' },
    get received() {
      return messages.map(({ data, attributes }) => ({ body: data, headers: inSmallLetters(attributes) }));
    },
    forget() {
      messages.length = 0;
    },
    take: (isTaken) => answer(isTaken ? undefined : (_, response) => response.writeHead(503).end()),
    collect: collectSent,
    close,
  };
}

export async function startKafkaSubscriber(): Promise<Subscriber> {
  const kafka = await startFakeKafka();
  const login = { mechanism: 'scram-sha-256' as const, ...KAFKA_LOGIN };
  return {
    input: { kind: 'kafka', url: kafka.url, kafka: { topic: 'orders', ...login } },
    refusal: { responseCode: null, error: 'message refused' },
    get received() {
      return kafka.records.map(({ value, headers }) => ({ body: value, headers: inSmallLetters(headers) }));
    },
    forget() {
      kafka.records.length = 0;
    },
    take: (isTaken) => kafka.behave(isTaken ? 'take' : { error: KAFKA_ERRORS.notEnoughReplicas }),
    collect: collectSent,
    close: kafka.close,
  };
}

function inSmallLetters(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
