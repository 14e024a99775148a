// Reading a cart and checking out in one store, without and with another store that floods the API with all expensive requests:
// logins, registrations, imports, exports, invoices, subscriptions whose names don't resolve, test deliveries and carts of 200
// lines. Without and with in turns, in one run; one API and one worker with the default rate limits.
//
// A flood comes from other machines: here its client runs at a low priority, so that what it takes itself counts less. A bare
// server that is asked in the same rounds shows what of the difference is the machine's, which all of these share.
// `npm run bench neighbours [samples] [rounds]`
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { checkout, webhooks } from '@service/core';
import {
  createStore,
  freePort,
  makeReadyCarts,
  openTestEnv,
  paymentSucceeded,
  SERVICE_ENV,
  signProviderEvent,
  startNameServer,
  startReceiver,
  startServiceProcess,
  type TestStore,
} from '@service/testing';
import { machine } from './deliveries/machine.ts';
import type { FloodCounts, FloodTarget } from './neighbours/flood.ts';
import { benchServers } from './shared/bench-database.ts';
import { percentile } from './shared/measure.ts';

const SAMPLES = Number(process.argv[2] ?? 1000);
const ROUNDS = Number(process.argv[3] ?? 4);
const LONG_CART = 200;
const PAUSE_MS = 25;
const AIM = 1.5;
const FROM_SOURCE = ['--conditions=source', '--import', 'tsx'];

interface Times {
  bare: number[];
  read: number[];
  checkout: number[];
}

const { databaseUrl, redisUrl } = await benchServers();
const env = await openTestEnv({ databaseUrl });
const names = await startNameServer({ silent: ['.silent.test'] });
const hanging = await startReceiver();
hanging.answer(() => {});
const quiet = await createStore(env.system);
const noisy = await createStore(env.system);
const variantId = await quiet.variant(1_000_000);

const port = await freePort();
const apiUrl = `http://127.0.0.1:${port}`;
const serviceEnv = {
  ...SERVICE_ENV,
  LOG_LEVEL: 'error',
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  WEBHOOK_DNS_SERVERS: names.address,
  RATE_LIMIT_PER_MINUTE: '6000',
  RATE_LIMIT_ADDRESS_PER_MINUTE: '1200',
};
const processes = [
  await startServiceProcess('api', { ...serviceEnv, PORT: String(port) }),
  await startServiceProcess('worker', serviceEnv),
];
const bare = fork(fileURLToPath(new URL('./neighbours/bare-server.ts', import.meta.url)), {
  execArgv: FROM_SOURCE,
});
const [bareUrl] = (await once(bare, 'message')) as [string];
const flood = await startFlood(await makeTarget(noisy));

let refused = 0;
process.stdout.write(`${machine()}\n`);
await sample(await makeCarts(Math.ceil(SAMPLES / 10)));
const without: Times = { bare: [], read: [], checkout: [] };
const beside: Times = { bare: [], read: [], checkout: [] };
for (let round = 0; round < ROUNDS; round += 1) {
  add(without, await sample(await makeCarts(SAMPLES / ROUNDS)));
  const carts = await makeCarts(SAMPLES / ROUNDS);
  await flood.start();
  add(beside, await sample(carts));
  show(await flood.stop());
}
compare('bare');
const worst = Math.max(...(['read', 'checkout'] as const).map(compare));
process.stdout.write(
  `refused to the quiet store: ${refused} (aim 0); worst p99 with / without ${worst.toFixed(2)} (aim ${AIM})\n`,
);
if (worst > AIM) process.exitCode = 2;
if (refused > 0) process.exitCode = 1;

flood.end();
bare.disconnect();
await Promise.all(processes.map((each) => each.stop()));
await hanging.close();
await names.close();
await env.close();

function makeCarts(count: number): Promise<string[]> {
  return makeReadyCarts(
    quiet,
    Array.from({ length: count }, () => ({ [variantId]: 1 })),
  );
}

/** One request after another, as a few shoppers would: a cart is read and then checked out. */
async function sample(carts: readonly string[]): Promise<Times> {
  const times: Times = { bare: [], read: [], checkout: [] };
  for (const cartId of carts) {
    times.bare.push(await ask('GET', bareUrl));
    times.read.push(await ask('GET', `${apiUrl}/store/v1/carts/${cartId}`));
    times.checkout.push(await ask('POST', `${apiUrl}/store/v1/carts/${cartId}/checkout`, '{}'));
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times;
}

async function ask(method: string, url: string, body?: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, {
    method,
    headers: {
      'X-Publishable-Key': quiet.publishableKey,
      ...(body ? { 'Content-Type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
  });
  await response.arrayBuffer();
  if (!response.ok) refused += 1;
  return performance.now() - startedAt;
}

/** The noisy store's own resources. */
async function makeTarget(store: TestStore): Promise<FloodTarget> {
  const { admin, storefront } = store;
  const lines: Record<string, number> = {};
  for (let count = 0; count < LONG_CART; count += 1) lines[await store.variant()] = 1;
  const [cartId = '', orderCart = ''] = await makeReadyCarts(store, [lines, lines]);
  const { order } = await checkout.checkOut(storefront, orderCart);
  const paid = JSON.stringify(paymentSucceeded(order.id));
  const headers = { 'payment-signature': signProviderEvent(paid), 'Content-Type': 'application/json' };
  await fetch(`${apiUrl}/webhooks/payment`, { method: 'POST', body: paid, headers });
  const { id: subscriptionId } = await webhooks.createSubscription(admin, {
    url: hanging.url,
    events: ['product.deleted'],
  });
  return {
    apiUrl,
    token: store.token(),
    publishableKey: store.publishableKey,
    cartId,
    orderId: order.id,
    subscriptionId,
  };
}

async function startFlood(target: FloodTarget) {
  const child = fork(fileURLToPath(new URL('./neighbours/flood.ts', import.meta.url)), {
    execArgv: FROM_SOURCE,
  });
  const tell = async (message: FloodTarget | 'start' | 'stop') => {
    const answered = once(child, 'message');
    child.send(message);
    return (await answered)[0];
  };
  await tell(target);
  return {
    start: () => tell('start'),
    stop: () => tell('stop') as Promise<FloodCounts>,
    end: () => child.disconnect(),
  };
}

function add(all: Times, more: Times): void {
  all.bare.push(...more.bare);
  all.read.push(...more.read);
  all.checkout.push(...more.checkout);
}

function show(counts: FloodCounts): void {
  const said = Object.entries(counts).map(
    ([kind, byStatus]) =>
      `${kind} ${Object.entries(byStatus)
        .map(([status, count]) => `${count}×${status}`)
        .join(' ')}`,
  );
  process.stdout.write(`the flood: ${said.join(', ')}\n`);
}

/** Returns the ratio of the p99. */
function compare(what: keyof Times): number {
  const say = (times: number[]) =>
    `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
  const ratio = percentile(beside[what], 0.99) / percentile(without[what], 0.99);
  process.stdout.write(
    `${what.padEnd(8)}  without: ${say(without[what])}  with: ${say(beside[what])}  p99 ratio ${ratio.toFixed(2)}\n`,
  );
  return ratio;
}
