import { randomUUID } from 'node:crypto';
import type { EventName } from '@service/contract';
import { inTransaction, type ServicesOptions, type SystemContext, webhooks } from '@service/core';
import type { WebhookAttemptModel, WebhookDeliveryModel } from '@service/db';
import {
  Capacity,
  createDestinations,
  createEngine,
  type DeliveryRef,
  type Destination,
  type Engine,
  type EngineOptions,
} from '@service/delivery';
import { type Receiver, startReceiver } from './receiver.ts';
import { createStore, type TestStore } from './store.ts';
import { type Clock, createClock, openTestEnv, RETRY_DELAYS_MS, type TestEnv } from './test-env.ts';

export const LEASE_MS = 30_000;

/** A store with one subscriber, and a worker's way of delivering to it, on a clock that stands. */
export interface Scene extends TestEnv {
  clock: Clock;
  store: TestStore;
  receiver: Receiver;
  /** The only subscription, to `order.paid` and `order.shipped`. */
  subscriptionId: string;
  secret: string;
  sender: Destination;
  deliver: DeliverById;
  /** One more worker on the same rows, maybe with other settings or on a context of its own. */
  engine(options?: Partial<EngineOptions>, system?: SystemContext): DeliverById;
  closing: (() => Promise<void>)[];
}

/** Delivers what is named by its key, or by its id: of `recordEvents`, else of the scene's store. */
export type DeliverById = (delivery: string | DeliveryRef) => Promise<number | null>;

interface SceneOptions {
  timeoutMs?: number;
  databaseUrl?: string;
  isSpread?: boolean;
  /** The path and host that the subscription names; the receiver's own by default. */
  urlOf?: (receiver: Receiver) => string;
  settings?: Partial<ServicesOptions>;
  enqueue?: (ids: readonly string[], tenantId: string) => void;
}

export async function openScene({
  timeoutMs = 5000,
  urlOf,
  databaseUrl,
  isSpread,
  enqueue,
  settings,
}: SceneOptions = {}): Promise<Scene> {
  const clock = createClock();
  const env = await openTestEnv({
    now: clock.now,
    ...(databaseUrl ? { databaseUrl } : {}),
    ...(isSpread === undefined ? {} : { isSpread }),
    ...(enqueue ? { enqueueDeliveries: enqueue } : {}),
    ...(settings ? { settings } : {}),
  });
  const store = await createStore(env.system);
  const receiver = await startReceiver();
  const { id, secret } = await webhooks.createSubscription(store.admin, {
    url: urlOf?.(receiver) ?? receiver.url,
    events: ['order.paid', 'order.shipped'],
  });
  const closing: Scene['closing'] = [];
  const sender = createDestinations({
    ...env.services.subscriberUrls,
    timeoutMs,
    userAgent: 'commerce-service/test',
  });
  // Enough capacity that nothing has to wait, unless a test is about that.
  const defaults = { sender, schedule: RETRY_DELAYS_MS, leaseMs: LEASE_MS, enqueueTenant: () => {} };
  const engine: Scene['engine'] = (options = {}, system = env.system) =>
    openEngine(
      { store, system: env.system },
      { ...defaults, capacity: new Capacity(10_000), ...options },
      system,
    ).deliver;

  return {
    ...env,
    clock,
    store,
    receiver,
    subscriptionId: id,
    secret,
    sender,
    deliver: engine(),
    engine,
    closing,
    async close() {
      for (const close of closing) await close();
      sender.close();
      await receiver.close();
      await env.close();
    },
  };
}

export type TestEngine = Omit<Engine, 'deliver'> & { deliver: DeliverById };

/** Opens the engine of one worker process. */
export function openEngine(
  scene: Pick<Scene, 'store' | 'system'>,
  options: EngineOptions,
  system: SystemContext = scene.system,
): TestEngine {
  const engine = createEngine(system, options);
  return {
    ...engine,
    deliver: (delivery) => engine.deliver(typeof delivery === 'string' ? refOf(scene, delivery) : delivery),
  };
}

/** The store of each delivery of `recordEvents`. */
const storeOf = new Map<string, string>();

/** The key of a delivery; one that `recordEvents` didn't make belongs to this store. */
export function refOf({ store }: Pick<Scene, 'store'>, id: string): DeliveryRef {
  return { tenantId: storeOf.get(id) ?? store.tenantId, id };
}

export function refsOf(scene: Pick<Scene, 'store'>, ids: readonly string[]): DeliveryRef[] {
  return ids.map((id) => refOf(scene, id));
}

/** One more subscriber on the same database, of a store of its own or of this one; it closes with the scene's. */
export async function anotherStore(
  scene: Scene,
  of?: TestStore,
): Promise<Pick<Scene, 'system' | 'store' | 'receiver' | 'subscriptionId'>> {
  const store = of ?? (await createStore(scene.system));
  const receiver = await startReceiver();
  scene.closing.push(() => receiver.close());
  const { id } = await webhooks.createSubscription(store.admin, {
    url: receiver.url,
    events: ['order.paid'],
  });
  return { system: scene.system, store, receiver, subscriptionId: id };
}

/** Records `count` events; answers the ids of their deliveries, the longest due first. */
export async function recordEvents(
  { store, system, subscriptionId }: Pick<Scene, 'store' | 'system' | 'subscriptionId'>,
  count: number,
  name: EventName & ('order.paid' | 'order.shipped') = 'order.paid',
): Promise<string[]> {
  const known = await deliveryIds(system, subscriptionId);
  await inTransaction(store.admin, async (tx) => {
    for (let made = 0; made < count; made += 1)
      await webhooks.recordEvent(tx, name, {
        orderId: randomUUID(),
        status: 'paid',
        previousStatus: 'pending',
      });
  });
  const made = (await deliveryIds(system, subscriptionId)).filter((id) => !known.includes(id));
  for (const id of made) storeOf.set(id, store.tenantId);
  return made;
}

/** Records one event; answers the id of its delivery. */
export async function recordEvent(
  scene: Pick<Scene, 'store' | 'system' | 'subscriptionId'>,
): Promise<string> {
  const [id] = await recordEvents(scene, 1);
  if (!id) throw new Error('The event made no delivery');
  return id;
}

async function deliveryIds(system: SystemContext, subscriptionId: string): Promise<string[]> {
  const rows = await system.db.webhookDelivery.findMany({
    where: { subscriptionId },
    orderBy: [{ nextRetryAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}

/** The row, as the database holds it. */
export function deliveryRow({ system }: Pick<Scene, 'system'>, id: string): Promise<WebhookDeliveryModel> {
  return system.db.webhookDelivery.findFirstOrThrow({ where: { id } });
}

/** The ledger of a delivery, oldest attempt first. */
export function ledgerOf(
  { system }: Pick<Scene, 'system'>,
  deliveryId: string,
): Promise<WebhookAttemptModel[]> {
  return system.db.webhookAttempt.findMany({ where: { deliveryId }, orderBy: { number: 'asc' } });
}

/** Makes all attempts up to and including this number, each when it is due; the receiver refuses them. */
export async function failUpTo(scene: Scene, id: string, attemptNumber: number): Promise<void> {
  scene.receiver.answer(500);
  for (let number = 1; number <= attemptNumber; number += 1) {
    const { nextRetryAt } = await deliveryRow(scene, id);
    if (nextRetryAt) scene.clock.advance(Math.max(0, nextRetryAt.getTime() - scene.clock.now().getTime()));
    await scene.deliver(id);
  }
}
