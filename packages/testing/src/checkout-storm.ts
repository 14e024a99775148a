import { catalog, webhooks } from '@service/core';
import { migrate } from '@service/db';
import { freePort } from '@service/dev';
import { type Answer, insist } from './insist.ts';
import { findViolations } from './invariants.ts';
import { paymentSucceeded, signProviderEvent } from './provider-event.ts';
import { makeReadyCarts } from './ready-carts.ts';
import { startReceiver } from './receiver.ts';
import { SERVICE_ENV, type ServiceProcess, startServiceProcess } from './service-process.ts';
import { createStore, type TestStore } from './store.ts';
import { openTestEnv } from './test-env.ts';
import { until } from './until.ts';

export interface StormOptions {
  /** The address of a database of its own. */
  databaseUrl: string;
  redisUrl?: string | undefined;
  checkouts: number;
  kills: number;
  log?: (line: string) => void;
}

export interface StormReport {
  orders: number;
  paid: number;
  /** Checkouts that were refused because the stock was sold. */
  refused: number;
  kills: number;
  /** Requests that got no answer, or 503, and were sent again. */
  repeated: number;
  webhooks: number;
  /** The mistakes in the result; empty: there are none. */
  mistakes: string[];
}

const SHOPPERS = 16;
const VARIANTS = 10;
/** The first two variants have too little stock for all shoppers. */
const SCARCE = 2;

/**
 * Shoppers check out and pay through the real API while it is killed again and again, each request repeated until it is
 * answered. Then a worker delivers what is left, and the books are compared: orders, events, stock, payments, webhooks.
 */
export async function runCheckoutStorm(options: StormOptions): Promise<StormReport> {
  const { databaseUrl, redisUrl, checkouts, kills, log = () => {} } = options;
  await migrate(databaseUrl);
  const domain = await openTestEnv({ databaseUrl });
  const receiver = await startReceiver();
  const store = await createStore(domain.system);
  await webhooks.createSubscription(store.admin, {
    url: receiver.url,
    events: ['order.created', 'order.paid', 'order.cancelled'],
  });
  const cartIds = await makeReadyCarts(store, await wantedLines(store, checkouts));
  const env = {
    ...SERVICE_ENV,
    DATABASE_URL: databaseUrl,
    ...(redisUrl ? { REDIS_URL: redisUrl } : { QUEUE_BACKEND: 'postgres' }),
  };
  // Each checkout is followed by a payment or by something else: two answers, now and then three.
  const api = await startMortalApi(env, { kills, answers: checkouts * 1.9, log });
  const storm = { store, api, orderIds: new Map<number, string>(), refused: 0, mistakes: [] as string[] };
  let worker: ServiceProcess | undefined;

  try {
    await inParallel(cartIds, (cartId, index) => shopAndPay(storm, cartId, index));
    log(`${storm.orderIds.size} orders, ${api.kills()} kills; every checkout again with its key`);
    await inParallel(cartIds, (cartId, index) => assertKept(storm, cartId, index));
    worker = await startServiceProcess('worker', { ...env, WEBHOOK_POLL_INTERVAL_MS: '500' });
    const due = await domain.system.db.webhookDelivery.count();
    const undelivered = () =>
      domain.system.db.webhookDelivery.count({ where: { status: { not: 'delivered' } } });
    await until(async () => (await undelivered()) === 0, 'all webhooks');

    const heard = new Set(receiver.envelopes().map(({ id }) => id)).size;
    if (heard !== due)
      storm.mistakes.push(`${due} deliveries are due, and the receiver has heard of ${heard}`);
    const keys = await domain.system.db.idempotencyKey.count();
    const orders = await domain.system.db.order.count();
    if (new Set([orders, keys, storm.orderIds.size]).size > 1)
      storm.mistakes.push(`${orders} orders, ${keys} keys, and ${storm.orderIds.size} shoppers who got one`);
    return {
      orders,
      paid: await domain.system.db.order.count({ where: { status: 'paid' } }),
      refused: storm.refused,
      kills: api.kills(),
      repeated: api.repeated(),
      webhooks: heard,
      mistakes: [...storm.mistakes, ...(await findViolations(domain.system))],
    };
  } finally {
    await worker?.kill();
    await api.close();
    await receiver.close();
    await domain.close();
  }
}

interface Storm {
  store: TestStore;
  api: MortalApi;
  /** By the number of the shopper. */
  orderIds: Map<number, string>;
  refused: number;
  mistakes: string[];
}

/** One or two variants each; of those that are scarce there is enough for about half. */
async function wantedLines(store: TestStore, checkouts: number) {
  const ids: string[] = [];
  for (let index = 0; index < VARIANTS; index += 1) {
    const stockQuantity = index < SCARCE ? Math.ceil(checkouts / 6) : checkouts * 4;
    const { variants } = await catalog.createProduct(store.admin, {
      title: `Product ${index}`,
      status: 'published',
      variants: [{ sku: `SKU-${index}`, priceAmount: 1000 + index, stockQuantity }],
    });
    ids.push(variants[0]?.id ?? '');
  }
  return Array.from({ length: checkouts }, (_, index) => ({
    [ids[index % VARIANTS] ?? '']: 1 + (index % 3),
    [ids[(index * 7 + 3) % VARIANTS] ?? '']: 1,
  }));
}

async function checkOut({ store, api }: Storm, cartId: string, index: number): Promise<Answer> {
  const headers = { 'x-publishable-key': store.publishableKey, 'idempotency-key': `shopper-${index}` };
  return api.insist(`/store/v1/carts/${cartId}/checkout`, headers, '{}');
}

async function shopAndPay(storm: Storm, cartId: string, index: number): Promise<void> {
  const { status, body } = await checkOut(storm, cartId, index);
  if (status === 409 && body.code === 'insufficient_stock') storm.refused += 1;
  else if (status !== 201) storm.mistakes.push(`A checkout answered ${status} ${JSON.stringify(body)}`);
  else {
    storm.orderIds.set(index, body.order.id);
    await goOn(storm, body.order.id, index);
  }
}

/** Out of ten orders one is left unpaid, one is cancelled, and one is paid by an event that comes twice at once. */
async function goOn(storm: Storm, orderId: string, index: number): Promise<void> {
  const pay = async () => {
    const payload = JSON.stringify(paymentSucceeded(orderId, `evt_${orderId}`));
    const headers = { 'payment-signature': signProviderEvent(payload) };
    const { status, body } = await storm.api.insist('/webhooks/payment', headers, payload);
    if (status !== 200) storm.mistakes.push(`An event answered ${status} ${JSON.stringify(body)}`);
  };
  const choice = index % 10;
  if (choice === 1) await cancel(storm, orderId);
  else if (choice === 2) await Promise.all([pay(), pay()]);
  else if (choice !== 0) await pay();
}

/** The repetition of one that was carried out before the API died finds it cancelled. */
async function cancel({ store, api, mistakes }: Storm, orderId: string): Promise<void> {
  const headers = { authorization: `Bearer ${store.token()}` };
  const { status, body } = await api.insist(`/admin/v1/orders/${orderId}/cancel`, headers, '{}');
  const isRepetition = status === 409 && body.detail.startsWith('The order is cancelled');
  if (status !== 200 && !isRepetition) mistakes.push(`A cancel answered ${status} ${JSON.stringify(body)}`);
}

async function assertKept(storm: Storm, cartId: string, index: number): Promise<void> {
  const { status, body } = await checkOut(storm, cartId, index);
  const kept = storm.orderIds.get(index);
  // Stock that was given back may go to one who was refused at first: that is an order like any other.
  if (!kept && status === 201) storm.orderIds.set(index, body.order.id);
  else if (kept && body.order?.id !== kept)
    storm.mistakes.push(`The key of order ${kept} answered ${status} ${JSON.stringify(body)}`);
}

interface MortalApi {
  /** Posts until there is an answer that says what became of it. */
  insist(path: string, headers: Record<string, string>, body: string): Promise<Answer>;
  kills(): number;
  repeated(): number;
  close(): Promise<void>;
}

/**
 * Starts an API that is killed several times, at random moments of the first `answers` responses, and restarts at the same port.
 */
async function startMortalApi(
  env: Record<string, string>,
  { kills, answers, log }: { kills: number; answers: number; log: (line: string) => void },
): Promise<MortalApi> {
  const port = String(await freePort());
  const start = () => startServiceProcess('api', { ...env, PORT: port, HOST: '127.0.0.1' });
  const moments = Array.from(
    { length: kills },
    (_, index) => ((index + Math.random()) * answers) / (kills + 1),
  );
  let answered = 0;
  let killed = 0;
  let repeated = 0;
  let up: Promise<ServiceProcess> = start();
  await up;

  function countAnswer(): void {
    answered += 1;
    if (answered < (moments[0] ?? Number.POSITIVE_INFINITY)) return;
    moments.shift();
    up = up.then(async (api) => {
      // Anywhere within a request: not always right behind an answer.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      await api.kill();
      killed += 1;
      log(`killed after ${answered} answers`);
      return start();
    });
  }

  return {
    async insist(path, headers, body) {
      const address = () => up.then(() => `http://127.0.0.1:${port}${path}`);
      const answer = await insist(address, { headers, body }, () => {
        repeated += 1;
      });
      countAnswer();
      return answer;
    },
    kills: () => killed,
    repeated: () => repeated,
    close: async () => (await up).kill(),
  };
}

async function inParallel<T>(
  items: readonly T[],
  fn: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  await Promise.all(
    Array.from({ length: SHOPPERS }, async () => {
      for (const [index, item] of left) await fn(item, index);
    }),
  );
}
