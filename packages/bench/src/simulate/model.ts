import { Capacity } from '@service/delivery';
import { createTimeline } from './timeline.ts';

type SubscriptionRef = Parameters<Capacity['free']>[0];

/** The receivers of deliveries. */
export interface Subscribers {
  count: number;
  /** Events recorded at once at the begin, for each. */
  backlog?: number;
  /** Events a second afterwards, for each. */
  perSecond?: number;
  /** How long they take to respond; those that take longer than the timeout never do. */
  latencyMs: number;
  /** One in this many of their responses is a failure. */
  failing?: number;
}

export interface Scene {
  workers: number;
  /** The time of a worker's one core for an attempt. */
  cpuMs: number;
  /** How long a claim takes. A worker makes one at a time, of what it has capacity for when it begins. */
  claimMs: number;
  /** The worker's settings WEBHOOK_CONCURRENCY, WEBHOOK_DELIVERY_TIMEOUT_MS and WEBHOOK_RETRY_DELAYS. */
  concurrency: number;
  timeoutMs: number;
  retryDelaysMs: readonly number[];
  subscribers: Readonly<Record<string, Subscribers>>;
  /** Without an end: until everything is delivered or given up. */
  seconds?: number;
}

interface Outcome {
  attempts: number;
  delivered: number;
  /** The time from the first attempt to the last response. */
  ms: number;
  /** The time from the event to the first byte of the first attempt, sorted, by the name of the subscribers. */
  lateness: Record<string, number[]>;
  /** Due at the end and not begun. */
  waiting: number;
}

interface Subscriber {
  name: string;
  ref: SubscriptionRef;
  waiting: Delivery[];
  isQueued: boolean;
  of: Subscribers;
}

interface Delivery {
  subscriber: Subscriber;
  recordedAt: number;
  attempts: number;
}

/** How many subscriptions one claim serves. */
const SUBSCRIPTIONS_AT_ONCE = 100;

/**
 * Workers as queues: a claim takes capacity of a worker, by the product's own rule, and `claimMs`; then each of its attempts
 * takes the worker's core for `cpuMs`, and the subscriber's response time. A failed one is due again later. The time of
 * PostgreSQL, Redis and the network is part of the two, which are measured; they are never the limit here.
 */
export function simulate(scene: Scene, random: () => number = createRandom()): Outcome {
  const { workers, cpuMs, claimMs, concurrency, timeoutMs, retryDelaysMs } = scene;
  const timeline = createTimeline();
  const endsAt = (scene.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const coreFreeAt = new Array<number>(workers).fill(0);
  const capacities = coreFreeAt.map(() => new Capacity(concurrency));
  const claiming = new Set<number>();
  /** Subscribers with something to send, in turns. */
  const ready: Subscriber[] = [];
  const lateness: Record<string, number[]> = {};
  const outcome: Outcome = { attempts: 0, delivered: 0, ms: 0, lateness, waiting: 0 };

  function become(delivery: Delivery): void {
    delivery.subscriber.waiting.push(delivery);
    offer(delivery.subscriber);
    dispatch();
  }

  function offer(subscriber: Subscriber): void {
    if (subscriber.isQueued || subscriber.waiting.length === 0) return;
    subscriber.isQueued = true;
    ready.push(subscriber);
  }

  /** Each worker that makes no claim begins one, those whose core is free first. */
  function dispatch(): void {
    if (ready.length === 0) return;
    const idle = capacities.map((_, worker) => worker).filter((worker) => !claiming.has(worker));
    for (const worker of idle.sort((a, b) => freeAt(a) - freeAt(b))) claim(worker);
  }

  function claim(worker: number): void {
    const capacity = capacities[worker] as Capacity;
    const claimed: Delivery[] = [];
    let served = 0;
    for (let left = ready.length; left > 0 && served < SUBSCRIPTIONS_AT_ONCE; left -= 1) {
      const subscriber = ready.shift() as Subscriber;
      subscriber.isQueued = false;
      const count = Math.min(capacity.free(subscriber.ref), subscriber.waiting.length);
      if (count > 0) {
        capacity.take(subscriber.ref, count);
        claimed.push(...subscriber.waiting.splice(0, count));
        served += 1;
      }
      offer(subscriber);
    }
    if (claimed.length === 0) return;
    claiming.add(worker);
    timeline.at(timeline.now() + claimMs, () => {
      claiming.delete(worker);
      for (const delivery of claimed) attempt(delivery, worker);
      dispatch();
    });
  }

  function freeAt(worker: number): number {
    return coreFreeAt[worker] ?? 0;
  }

  /** Releases the capacity that its claim took. */
  function attempt(delivery: Delivery, worker: number): void {
    const { subscriber } = delivery;
    const { latencyMs, failing = 0 } = subscriber.of;
    const sentAt = Math.max(timeline.now(), freeAt(worker)) + cpuMs;
    coreFreeAt[worker] = sentAt;
    delivery.attempts += 1;
    outcome.attempts += 1;
    if (delivery.attempts === 1) lateness[subscriber.name]?.push(sentAt - delivery.recordedAt);
    timeline.at(sentAt + Math.min(latencyMs, timeoutMs), () => {
      capacities[worker]?.release(subscriber.ref);
      outcome.ms = timeline.now();
      if (latencyMs <= timeoutMs && random() >= failing) outcome.delivered += 1;
      else retry(delivery);
      offer(subscriber);
      dispatch();
    });
  }

  function retry(delivery: Delivery): void {
    const delayMs = retryDelaysMs[delivery.attempts - 1];
    if (delayMs !== undefined) timeline.at(timeline.now() + delayMs, () => become(delivery));
  }

  for (const [name, of] of Object.entries(scene.subscribers)) {
    lateness[name] = [];
    for (let index = 0; index < of.count; index += 1) {
      const ref = { tenantId: `${name} ${index}`, subscriptionId: `${name} ${index}` };
      const subscriber: Subscriber = { name, ref, waiting: [], isQueued: false, of };
      const record = () => become({ subscriber, recordedAt: timeline.now(), attempts: 0 });
      timeline.at(0, () => {
        for (let made = 0; made < (of.backlog ?? 0); made += 1) record();
      });
      // Exponentially distributed, as what many shoppers do is.
      const next = () => timeline.now() - (Math.log(1 - random()) * 1000) / (of.perSecond ?? 0);
      const repeat = () => {
        record();
        timeline.at(next(), repeat);
      };
      if (of.perSecond) timeline.at(next(), repeat);
    }
  }
  timeline.run(endsAt);
  outcome.waiting = ready.reduce((sum, { waiting }) => sum + waiting.length, 0);
  for (const times of Object.values(lateness)) times.sort((a, b) => a - b);
  return outcome;
}

/** The same numbers in every run (mulberry32). */
function createRandom(seed = 1): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
