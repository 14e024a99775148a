// The costs of one request and one delivery that don't depend on other work on the machine: statements, bytes of PostgreSQL's
// log, pages that a checkpoint then writes, updates and how many of them write no index (HOT), bytes by which its files grow, and
// bytes that are sent to Redis. `npm run bench costs [times]`
import { webhooks } from '@service/core';
import {
  createStore,
  freePort,
  makeReadyCarts,
  openTestEnv,
  paymentSucceeded,
  queryAsOwner,
  SERVICE_ENV,
  type ServiceProcess,
  signProviderEvent,
  startReceiver,
  startServiceProcess,
  TEST_ADDRESS,
  until,
} from '@service/testing';
import { Redis } from 'ioredis';
import { machine } from './deliveries/machine.ts';
import { benchServers } from './shared/bench-database.ts';
import { createHttpClient } from './shared/http-client.ts';
import { repeat } from './shared/repeat.ts';

const TIMES = Number(process.argv[2] ?? 500);
const PRODUCTS = 20;
/** One after another of each kind would wait for the client; more at once than this share statements. */
const AT_ONCE = 4;

/** PostgreSQL's name of the connections that are measured. */
const CONNECTIONS = 'costs';

interface Totals {
  statements: number;
  logBytes: number;
  fileBytes: number;
  redisBytes: number;
}

interface Writes {
  pages: number;
  updates: number;
  hotUpdates: number;
}

const { databaseUrl, redisUrl } = await benchServers();
const own = <Row extends object>(sql: string) =>
  queryAsOwner<Row & Record<string, unknown>>(sql, [], databaseUrl);
// Neither is the cost of any one thing: how often a page is written whole depends on how often there are checkpoints.
for (const setting of ['autovacuum = off', 'full_page_writes = off'])
  await own(`ALTER SYSTEM SET ${setting}`);
await own('SELECT pg_reload_conf()');

const env = await openTestEnv({ databaseUrl });
const redis = new Redis(redisUrl);
const receiver = await startReceiver();
const store = await createStore(env.system);
const variants: string[] = [];
while (variants.length < PRODUCTS) variants.push(await store.variant(1_000_000));
const carts = await makeReadyCarts(
  store,
  Array.from({ length: TIMES }, (_, index) => ({ [variants[index % PRODUCTS] ?? '']: 1 })),
);
const { slug } = await store.admin.db.product.findFirstOrThrow();
const inNoCart = await store.variant();
const { productId } = await store.admin.db.variant.findFirstOrThrow({ where: { id: inNoCart } });
const ports = { api: await freePort(), metricsOfApi: await freePort(), metricsOfWorker: await freePort() };
const settings = {
  ...SERVICE_ENV,
  LOG_LEVEL: 'error',
  PGAPPNAME: CONNECTIONS,
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  // Counted, and never reached.
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
};
const start = {
  api: () =>
    startServiceProcess('api', { ...settings, PORT: `${ports.api}`, METRICS_PORT: `${ports.metricsOfApi}` }),
  worker: () => startServiceProcess('worker', { ...settings, METRICS_PORT: `${ports.metricsOfWorker}` }),
};
const http = createHttpClient(`http://127.0.0.1:${ports.api}`, AT_ONCE);
const key = { 'x-publishable-key': store.publishableKey };
const json = { ...key, 'content-type': 'application/json' };
const shop = (method: string, path: string, body?: object) =>
  http.send(method, `/store/v1${path}`, body ? json : key, body && JSON.stringify(body));
const token = { authorization: `Bearer ${store.token()}`, 'content-type': 'application/json' };
const administer = (method: string, path: string, body: object) =>
  http.send(method, `/admin/v1${path}`, token, JSON.stringify(body));

process.stdout.write(`${machine()}; ${TIMES} times each; of one\n`);
await show(
  'page of a product',
  each(() => shop('GET', `/products/${slug}`)),
);
await show(
  'list of 20 products',
  each(() => shop('GET', '/products?pageSize=20')),
);
await show(
  'search: a word that all products have',
  each(() => shop('GET', '/products?q=product')),
);
await show(
  'cart: read',
  each((index) => shop('GET', `/carts/${carts[index]}`)),
);
await show(
  'cart: write',
  each((index) => shop('POST', `/carts/${carts[index]}/shipping-address`, TEST_ADDRESS)),
);
await show(
  'cart: add a line',
  each((index) =>
    shop('POST', `/carts/${carts[index]}/lines`, { variantId: variants[index % PRODUCTS], quantity: 1 }),
  ),
);
await show(
  'product: create',
  each((index) =>
    administer('POST', '/products', {
      title: `Porcelain cup ${index}`,
      status: 'published',
      variants: [{ sku: `cup-${index}`, priceAmount: 1250, stockQuantity: 100 }],
    }),
  ),
);
await show(
  'variant: change a price',
  each((index) =>
    administer('PATCH', `/products/${productId}/variants/${inNoCart}`, { priceAmount: 100 + index }),
  ),
);
const orders: string[] = [];
await show(
  'checkout',
  each(async (index) => {
    orders.push(JSON.parse(await shop('POST', `/carts/${carts[index]}/checkout`, {})).order.id);
  }),
);
await webhooks.createSubscription(store.admin, { url: receiver.url, events: ['order.paid'] });
const memoryBefore = await redisInfo('used_memory');
await show(
  'payment callback, with an event of one delivery',
  each((index) => {
    const body = JSON.stringify(paymentSucceeded(orders[index] ?? ''));
    const headers = { 'content-type': 'application/json', 'payment-signature': signProviderEvent(body) };
    return http.send('POST', '/webhooks/payment', headers, body);
  }),
);
const held = ((await redisInfo('used_memory')) - memoryBefore) / TIMES;
await count('delivery of an event', async () => {
  const worker = await start.worker();
  const open = { status: { in: ['pending', 'failed'] } };
  const isDone = async () => (await env.system.db.webhookDelivery.count({ where: open })) === 0;
  await until(isDone, 'all deliveries');
  return { process: worker };
});
process.stdout.write(`held in Redis while a delivery waits: ${Math.round(held)} bytes\n`);

http.close();
redis.disconnect();
await receiver.close();
await env.close();

function each(work: (index: number) => Promise<unknown>): () => Promise<unknown> {
  return () => repeat(TIMES, AT_ONCE, work);
}

/** The costs of requests: the API is started for them alone. */
async function show(name: string, work: () => Promise<unknown>): Promise<void> {
  await count(name, async () => {
    const api = await start.api();
    const from = await totals();
    await work();
    return { process: api, from };
  });
}

/** Stops the process that the work was done by: then PostgreSQL has counted all of its writes. */
async function count(
  name: string,
  work: () => Promise<{ process: ServiceProcess; from?: Totals }>,
): Promise<void> {
  const [earlier, beforeAll] = [await writes(), await totals()];
  const { process: done, from: before = beforeAll } = await work();
  const after = await totals();
  await done.stop();
  const later = await writes();
  const of = (what: keyof Totals) => (after[what] - before[what]) / TIMES;
  const written = (what: keyof Writes) => (later[what] - earlier[what]) / TIMES;
  process.stdout.write(
    `${name.padEnd(48)} ${of('statements').toFixed(1).padStart(5)} statements  ${bytes(of('logBytes'))} log  ` +
      `${written('pages').toFixed(2).padStart(6)} pages  ${written('updates').toFixed(2).padStart(6)} updates  ` +
      `${written('hotUpdates').toFixed(2).padStart(6)} HOT  ` +
      `${bytes(of('fileBytes'))} files  ${bytes(of('redisBytes'))} to Redis\n`,
  );
}

async function writes(): Promise<Writes> {
  const open = `SELECT count(*)::int AS open FROM pg_stat_activity WHERE application_name = '${CONNECTIONS}'`;
  await until(async () => (await own<{ open: number }>(open))[0]?.open === 0, 'the connections to close');
  // The first is counted once the second begins.
  for (const statement of ['CHECKPOINT', 'CHECKPOINT']) await own(statement);
  const [row] = await own<Writes>(`
    SELECT (SELECT sum(writes) FROM pg_stat_io WHERE object = 'relation')::float8 AS pages,
      sum(n_tup_upd)::float8 AS updates, sum(n_tup_hot_upd)::float8 AS "hotUpdates"
    FROM pg_stat_user_tables`);
  return row ?? { pages: 0, updates: 0, hotUpdates: 0 };
}

function bytes(count: number): string {
  return `${Math.round(count)}`.padStart(6);
}

async function totals(): Promise<Totals> {
  const [row] = await own<{ log: number; files: number }>(
    `SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS log, pg_database_size(current_database())::float8 AS files`,
  );
  return {
    statements: (await statementsOf(ports.metricsOfApi)) + (await statementsOf(ports.metricsOfWorker)),
    logBytes: row?.log ?? 0,
    fileBytes: row?.files ?? 0,
    redisBytes: await redisInfo('total_net_input_bytes'),
  };
}

/** Without those that begin and end transactions. A process that doesn't run has sent none. */
async function statementsOf(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
  const text = (await response?.text()) ?? '';
  const counts = text.matchAll(
    /^commerce_database_statement_duration_seconds_count\{operation="(\w+)"\} (\d+)$/gm,
  );
  return [...counts]
    .filter(([, operation = '']) => !/^(begin|commit|rollback)$/.test(operation))
    .reduce((sum, [, , count]) => sum + Number(count), 0);
}

async function redisInfo(name: string): Promise<number> {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(await redis.info())?.[1]);
}
