// How soon the built API and worker, started as in production, are ready beside running servers, and the memory that they take
// at rest, under load, and after requests of the API have failed for a reason that is logged with its stack trace:
// `npm run bench start [seconds of load]`. Fails when an aim is missed.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createStore,
  freePort,
  NODE_ARGS,
  openTestEnv,
  ROOT,
  SERVICE_ENV,
  type ServiceProcess,
  startServiceProcess,
  TEST_ADDRESS,
} from '@service/testing';
import { machine } from './deliveries/machine.ts';
import { startProgram } from './deliveries/program.ts';
import { openShop } from './deliveries/shop.ts';
import { createHttpClient } from './shared/http-client.ts';
import { measure } from './shared/measure.ts';

const LOAD_MS = Number(process.argv[2] ?? 15) * 1000;
const STARTS = 5;
const REST_MS = 5000;
const CONNECTIONS = 16;
const STORES = 20;
const READY_MS = 800;
const NOBODY_LISTENS = 1;
const FAULTS = 20;
/** The memory that faults may add to the API permanently. */
const FAULTS_MB = 10;
const AIMS = { api: { restMb: 130, loadMb: 200 }, worker: { restMb: 110, loadMb: 150 } };

type App = keyof typeof AIMS;

const programOf = (app: App) => join(ROOT, 'apps', app, 'dist', 'main.js');
const shop = await openShop();
const { DATABASE_URL: databaseUrl = '' } = shop.workerEnv;
const env = await openTestEnv({ databaseUrl });
const store = await createStore(env.system);
const receiver = await startProgram<{ port: number }>('receiver');
process.stdout.write(`${machine()}\n`);
let missed = 0;

await measureApp('api', async (port) => {
  const variantId = await makeVariant();
  const { send, close } = createHttpClient(`http://127.0.0.1:${port}`, CONNECTIONS);
  const headers = { 'X-Publishable-Key': store.publishableKey, 'Content-Type': 'application/json' };
  const { id } = JSON.parse(await send('POST', '/store/v1/carts', headers));
  const line = JSON.stringify({ variantId, quantity: 1 });
  await send('POST', `/store/v1/carts/${id}/lines`, headers, line);
  const calls = [
    () => send('GET', '/store/v1/products?pageSize=20', headers),
    () => send('GET', `/store/v1/carts/${id}`, headers),
    () => send('POST', '/store/v1/carts', headers),
    () => send('POST', `/store/v1/carts/${id}/shipping-address`, headers, JSON.stringify(TEST_ADDRESS)),
  ];
  let next = 0;
  await measure('mixed', () => calls[next++ % calls.length]?.() ?? Promise.reject(), {
    connections: CONNECTIONS,
    ms: LOAD_MS,
  });
  close();
});
await measureApp('worker', async () => {
  const endsAt = performance.now() + LOAD_MS;
  for (let made = 0; performance.now() < endsAt; made += 1) {
    const one = await shop.store(`http://127.0.0.1:${receiver.said.port}/${made % STORES}`);
    await shop.queue.add(await one.fill(2000));
  }
});

receiver.stop();
await env.close();
await shop.close();
process.stdout.write(missed === 0 ? 'All aims are met.\n' : `${missed} aims are missed.\n`);
process.exitCode = missed === 0 ? 0 : 2;

async function measureApp(app: App, work: (port: number) => Promise<void>): Promise<void> {
  const readyMs: number[] = [];
  let service: ServiceProcess | undefined;
  let port = 0;
  for (let start = 0; start < STARTS; start += 1) {
    await service?.stop();
    port = await freePort();
    const startedAt = performance.now();
    const settings = {
      ...shop.workerEnv,
      ADMIN_JWT_SECRET: SERVICE_ENV.ADMIN_JWT_SECRET,
      PORT: String(port),
      STRIPE_API_URL: `http://127.0.0.1:${NOBODY_LISTENS}`,
    };
    service = await startServiceProcess(app, settings, programOf(app), NODE_ARGS);
    readyMs.push(performance.now() - startedAt);
  }
  if (!service) return;
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const restMb = memoryOf(service, 'VmRSS');
  await work(port);
  const loadMb = memoryOf(service, 'VmHWM');
  const [ms = 0] = readyMs.sort((a, b) => a - b).slice(Math.floor(STARTS / 2));
  const { restMb: mayRest, loadMb: mayLoad } = AIMS[app];
  const over = [ms > READY_MS, restMb > mayRest, loadMb > mayLoad].filter(Boolean).length;
  missed += over;
  process.stdout.write(
    `${app.padEnd(8)}ready in ${ms.toFixed(0)} ms (aim ${READY_MS}); resident at rest ${restMb} MB (aim ${mayRest}), ` +
      `at most ${loadMb} MB under load (aim ${mayLoad})${over > 0 ? '  MISSED' : ''}\n`,
  );
  if (app === 'api') await measureFaults(service, port);
  await service.stop();
}

/** Sends requests that end in a logged stack trace, while others read the health. */
async function measureFaults(service: ServiceProcess, port: number): Promise<void> {
  const { send, close } = createHttpClient(`http://127.0.0.1:${port}`, CONNECTIONS);
  const headers = { Authorization: `Bearer ${store.token()}`, 'Content-Type': 'application/json' };
  const keys = { secretKey: 'sk_test_of_nobody', publishableKey: 'pk_test_of_nobody' };
  const body = JSON.stringify({ provider: 'stripe', name: 'Unreachable', ...keys });
  const beforeMb = memoryOf(service, 'VmRSS');
  let isOver = false;
  let longestMs = 0;
  const asking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await send('GET', '/health', {});
      longestMs = Math.max(longestMs, performance.now() - startedAt);
    }
  })();
  for (let fault = 0; fault < FAULTS; fault += 1)
    await send('POST', '/admin/v1/payment-accounts', headers, body).catch(() => undefined);
  isOver = true;
  await asking;
  close();
  const traces = service.output().match(/"stack":/g)?.length ?? 0;
  if (traces < FAULTS) throw new Error(`Only ${traces} stack traces were logged`);
  const addedMb = memoryOf(service, 'VmRSS') - beforeMb;
  if (addedMb > FAULTS_MB) missed += 1;
  process.stdout.write(
    `        ${traces} stack traces logged: ${addedMb} MB more resident (aim ${FAULTS_MB}), ` +
      `/health waited ${longestMs.toFixed(0)} ms at most${addedMb > FAULTS_MB ? '  MISSED' : ''}\n`,
  );
}

/** Linux counts it in kB. */
function memoryOf({ pid }: ServiceProcess, name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024);
}

async function makeVariant(): Promise<string> {
  const { db } = store.admin;
  const product = await db.product.create({
    data: { tenantId: store.tenantId, title: 'Tea', slug: `tea-${randomUUID()}`, status: 'published' },
  });
  const { id } = await db.variant.create({
    data: {
      tenantId: store.tenantId,
      productId: product.id,
      sku: 'TEA',
      priceAmount: 1000n,
      currency: 'EUR',
      stockQuantity: 1_000_000n,
    },
  });
  return id;
}
