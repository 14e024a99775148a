// The costs of an order and a delivery on one PostgreSQL and on Citus, by the same requests: CPU of API or worker, CPU of all
// servers of the database, and statements that Citus sent to one part of the stores and to more. TEST_CITUS_URL names the
// database of Citus; its coordinator holds the one PostgreSQL, too, and all of it runs on this machine. It fails where a
// statement of a request is sent to more than one part. `npm run bench distributed [times]`
import { setTimeout as wait } from 'node:timers/promises';
import { webhooks } from '@service/core';
import { migrate } from '@service/db';
import {
  CITUS_URL,
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  paymentSucceeded,
  queryAsOwner,
  SERVICE_ENV,
  type ServiceProcess,
  signProviderEvent,
  startReceiver,
  startServiceProcess,
  TEST_ADDRESS,
} from '@service/testing';
import { machine } from './deliveries/machine.ts';
import { benchServers } from './shared/bench-database.ts';
import { countShards, cpuMsOfServers } from './shared/citus.ts';
import { createHttpClient } from './shared/http-client.ts';
import { repeat } from './shared/repeat.ts';

const TIMES = Number(process.argv[2] ?? 400);
const STORES = 4;
const AT_ONCE = 4;
/** After so long a worker that has just started has looked at everything once. */
const STARTED_MS = 20_000;
/** After so long the outcome of what the subscriber has is recorded. */
const RECORDED_MS = 3000;

interface Cost {
  name: string;
  serviceMs: number;
  databaseMs: number;
  toOne: number;
  toMore: number;
}

const { databaseUrl, redisUrl } = await benchServers();
process.stdout.write(`${machine()}; ${TIMES} times each, of ${STORES} stores\n`);
const single = await measure(CITUS_URL ? await openBeside(CITUS_URL) : databaseUrl, false);
const spread = CITUS_URL ? await measureOnCitus(CITUS_URL) : [];
process.stdout.write(
  [
    '| CPU in ms of one | one PostgreSQL: service | database | Citus: service | database | statements to one part | to more, of all |',
    '|---|---|---|---|---|---|---|',
    ...single.map(lineOf),
    '',
  ].join('\n'),
);
if (!CITUS_URL) process.stdout.write('TEST_CITUS_URL names no database of Citus: there is one side alone.\n');
process.stdout.write(`${machine()}\n`);
// A few of the worker's jobs more or less don't come from deliveries.
process.exitCode = spread.some(({ toMore }) => toMore > TIMES / 10) ? 1 : 0;

function lineOf({ name, serviceMs, databaseMs }: Cost, index: number): string {
  const there = spread[index];
  const cells = there
    ? [ofOne(there.serviceMs), ofOne(there.databaseMs), (there.toOne / TIMES).toFixed(1), there.toMore]
    : ['', '', '', ''];
  return `| ${[name, ofOne(serviceMs), ofOne(databaseMs), ...cells].join(' | ')} |`;
}

function ofOne(ms: number): string {
  return (ms / TIMES).toFixed(2);
}

/** On the same server as the coordinator, so that version and settings are the same. */
async function openBeside(citusUrl: string): Promise<string> {
  const url = new URL(citusUrl);
  url.pathname += '_alone';
  const name = url.pathname.slice(1);
  await queryAsOwner(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, [], citusUrl);
  await queryAsOwner(`CREATE DATABASE ${name}`, [], citusUrl);
  await migrate(url.href);
  return url.href;
}

async function measureOnCitus(citusUrl: string): Promise<Cost[]> {
  const name = new URL(citusUrl).pathname.slice(1);
  await queryAsOwner(
    `SELECT run_command_on_all_nodes($$ALTER DATABASE "${name}" SET citus.enable_stat_counters = on$$)`,
    [],
    citusUrl,
  );
  return measure(await createMigratedDatabase(), true);
}

async function measure(url: string, isSpread: boolean): Promise<Cost[]> {
  const env = await openTestEnv({ databaseUrl: url, isSpread });
  const receiver = await startReceiver();
  const shops = await Promise.all(Array.from({ length: STORES }, openShop));
  const port = await freePort();
  const settings = {
    ...SERVICE_ENV,
    LOG_LEVEL: 'error',
    DATABASE_URL: url,
    DATABASE_CITUS: String(isSpread),
    REDIS_URL: redisUrl,
    PORT: String(port),
  };
  const api = await startServiceProcess('api', settings);
  const http = createHttpClient(`http://127.0.0.1:${port}`, AT_ONCE);
  const costs: Cost[] = [];
  const carts: string[] = [];
  /** Each with the provider's id of its payment. */
  const orders: { id: string; paidBy: string }[] = [];

  await step('page of a product', (index) => shop(index, 'GET', `/products/${shopOf(index).slug}`));
  await step('list of products', (index) => shop(index, 'GET', '/products?pageSize=20'));
  await step('search for a word', (index) => shop(index, 'GET', '/products?q=product'));
  await step('cart: create', async (index) => {
    carts[index] = (await shop(index, 'POST', '/carts', {})).id;
  });
  await step('cart: add a line', (index) =>
    shop(index, 'POST', `/carts/${carts[index]}/lines`, { variantId: shopOf(index).variantId, quantity: 1 }),
  );
  await step('cart: address', (index) =>
    shop(index, 'POST', `/carts/${carts[index]}/shipping-address`, TEST_ADDRESS),
  );
  await step('cart: shipping', async (index) => {
    const { items } = await shop(index, 'GET', `/carts/${carts[index]}/shipping-options`);
    await shop(index, 'POST', `/carts/${carts[index]}/shipping-option`, { shippingOptionId: items[0].id });
  });
  await step('cart: read', (index) => shop(index, 'GET', `/carts/${carts[index]}`));
  await step('checkout', async (index) => {
    const { order, payment } = await shop(index, 'POST', `/carts/${carts[index]}/checkout`, {});
    orders[index] = { id: order.id, paidBy: payment.clientSecret.split('_secret_')[0] };
  });

  // The worker's start-up is over, and no event is delivered while the payments are counted.
  const worker = await startServiceProcess('worker', { ...settings, METRICS_PORT: String(await freePort()) });
  await wait(STARTED_MS);
  process.kill(worker.pid, 'SIGSTOP');
  await step('payment, with an event of one delivery', (index) => {
    const event = paymentSucceeded(orders[index]?.id ?? '');
    event.data.object.id = orders[index]?.paidBy ?? null;
    const body = JSON.stringify(event);
    const headers = { 'content-type': 'application/json', 'payment-signature': signProviderEvent(body) };
    return http.send('POST', '/webhooks/payment', headers, body);
  });
  const beganAt = performance.now();
  const delivery = await count('delivery of an event', worker, async () => {
    process.kill(worker.pid, 'SIGCONT');
    await receiver.received(TIMES);
    await wait(RECORDED_MS);
  });
  // Its jobs look over all stores meanwhile, as often as without deliveries.
  const before = await countShards(url, isSpread);
  await wait(performance.now() - beganAt);
  const ofJobs = (await countShards(url, isSpread)).toMore - before.toMore;
  if (isSpread)
    process.stdout.write(
      `While events were delivered, ${delivery.toMore} statements to more than one part; in as long without any, ${ofJobs}.\n`,
    );
  delivery.toMore = Math.max(0, delivery.toMore - ofJobs);

  http.close();
  await Promise.all([api, worker].map((service) => service.stop()));
  await receiver.close();
  await env.close();
  return costs;

  async function openShop() {
    const store = await createStore(env.system);
    const variantId = await store.variant(1_000_000);
    await webhooks.createSubscription(store.admin, { url: receiver.url, events: ['order.paid'] });
    const { slug } = await store.admin.db.product.findFirstOrThrow();
    return { key: store.publishableKey, variantId, slug };
  }
  function shopOf(index: number) {
    const found = shops[index % STORES];
    if (!found) throw new Error('There is no shop');
    return found;
  }
  async function shop(index: number, method: string, path: string, body?: object) {
    const headers = { 'x-publishable-key': shopOf(index).key, 'content-type': 'application/json' };
    return JSON.parse(await http.send(method, `/store/v1${path}`, headers, body && JSON.stringify(body)));
  }
  function step(name: string, work: (index: number) => Promise<unknown>): Promise<Cost> {
    return count(name, api, () => repeat(TIMES, AT_ONCE, work));
  }
  async function count(name: string, service: ServiceProcess, work: () => Promise<unknown>): Promise<Cost> {
    const [serviceBefore, databaseBefore] = [service.cpuMs(), await cpuMsOfServers(url, isSpread)];
    const before = await countShards(url, isSpread);
    await work();
    const after = await countShards(url, isSpread);
    const cost = {
      name,
      serviceMs: service.cpuMs() - serviceBefore,
      databaseMs: (await cpuMsOfServers(url, isSpread)) - databaseBefore,
      toOne: after.toOne - before.toOne,
      toMore: after.toMore - before.toMore,
    };
    costs.push(cost);
    return cost;
  }
}
