// An import through the real API and worker: rows a second and memory, new and then once more the same:
// `npm run bench catalog-import [rows]`.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  createStore,
  freePort,
  openTestEnv,
  type ServiceProcess,
  startServiceProcess,
  TEST_SETTINGS,
} from '@service/testing';
import { benchDatabase } from './shared/bench-database.ts';

const ROWS = Number(process.argv[2] ?? 50_000);
const ROWS_OF_PRODUCT = 5;
const PORT = await freePort();
const LOOK_EVERY_MS = 200;

const url = await benchDatabase();
const domain = await openTestEnv({ databaseUrl: url });
const shop = await createStore(domain.system);
const env = {
  NODE_ENV: 'development',
  PORT: String(PORT),
  DATABASE_URL: url,
  ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets[0] ?? '',
  ...(process.env.BENCH_REDIS_URL
    ? { REDIS_URL: process.env.BENCH_REDIS_URL }
    : { QUEUE_BACKEND: 'postgres' }),
};
const [api, worker] = await Promise.all([
  startServiceProcess('api', env),
  startServiceProcess('worker', env),
]);

await measureImport('new rows');
await measureImport('the same once more');
await Promise.all([api.stop(), worker.stop()]);
await domain.close();

async function measureImport(name: string): Promise<void> {
  const memory = watchMemory({ api, worker });
  const startedAt = performance.now();
  const id = await send();
  const receivedAt = performance.now();
  const done = await completed(id);
  const takenAt = performance.now();
  assert.equal(done.refused, 0);
  assert.equal(done.created + done.unchanged, ROWS);
  const rate = (ms: number) => `${Math.round((ROWS / ms) * 1000)} rows/s`;
  const columns = [
    name.padEnd(20),
    `received ${rate(receivedAt - startedAt)}`,
    `taken in ${rate(takenAt - receivedAt)}`,
    `${done.created} created, ${done.unchanged} unchanged`,
    memory.stop(),
  ];
  process.stdout.write(`${columns.join('  ')}\n`);
}

async function send(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${PORT}/admin/v1/products/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${shop.token()}`, 'Content-Type': 'application/x-ndjson' },
    body: ReadableStream.from(file()),
    duplex: 'half',
  } as RequestInit);
  const body = (await answer.json()) as { id: string };
  assert.equal(answer.status, 202, JSON.stringify(body));
  return body.id;
}

function* file(): Generator<Uint8Array> {
  const text = new TextEncoder();
  for (let index = 0; index < ROWS; index += 1) {
    const product = Math.floor(index / ROWS_OF_PRODUCT);
    const row = {
      slug: `product-${product}`,
      title: `Product ${product}`,
      description: 'What a bench brings in',
      status: 'published',
      sku: `SKU-${index}`,
      options: { Size: String(index % ROWS_OF_PRODUCT) },
      priceAmount: 1000 + (index % 500),
      stockQuantity: 10,
    };
    yield text.encode(`${JSON.stringify(row)}\n`);
  }
}

async function completed(id: string) {
  for (;;) {
    const found = await shop.admin.db.fileImport.findFirstOrThrow({ where: { id } });
    if (found.status === 'completed') return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** The memory of the processes; only Linux shows it. */
function watchMemory(processes: Record<string, ServiceProcess>) {
  const highest: Record<string, number> = {};
  const first: Record<string, number> = {};
  const look = () => {
    for (const [name, { pid }] of Object.entries(processes)) {
      const megabytes = residentMegabytes(pid);
      first[name] ??= megabytes;
      highest[name] = Math.max(highest[name] ?? 0, megabytes);
    }
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop(): string {
      clearInterval(timer);
      return Object.keys(processes)
        .map((name) => `${name} ${first[name]} → at most ${highest[name]} MB`)
        .join('  ');
    },
  };
}

function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}
