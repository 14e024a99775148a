// Carts and checkout over real HTTP against the real API process, each beside its floor: the same SQL through `pg`.
import { randomUUID } from 'node:crypto';
import { carts, checkout } from '@service/core';
import {
  createStore,
  freePort,
  openTestEnv,
  startServiceProcess,
  TEST_ADDRESS,
  TEST_SETTINGS,
} from '@service/testing';
import pg from 'pg';
import { machine } from './deliveries/machine.ts';
import { benchDatabase } from './shared/bench-database.ts';
import { createCpuByLayer } from './shared/cpu-by-layer.ts';
import { createHttpClient } from './shared/http-client.ts';
import { compareLatencies, measure } from './shared/measure.ts';
import { createReplay, type Recording, record } from './shared/recorded-sql.ts';
import { lessInSmoke } from './shared/smoke.ts';

const CONNECTIONS = 16;
const VARIANTS = 200;
const CARTS = 200;
const CARTS_TO_CHECK_OUT = 12_000;
/** Calls before the measurement, so that the API's code is compiled however slow the machine is. */
const WARM_UP = lessInSmoke(600);
const MS = Number(process.argv[2] ?? 4000);
const PORT = await freePort();

const url = await benchDatabase();
const env = await openTestEnv({ databaseUrl: url });
const store = await createStore(env.system);
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
const layers = createCpuByLayer();
const apiEnv = {
  PORT: String(PORT),
  HOST: '127.0.0.1',
  DATABASE_URL: url,
  DATABASE_POOL_SIZE: String(CONNECTIONS),
  PAYMENT_WEBHOOK_SECRET: TEST_SETTINGS.paymentWebhookSecret,
  ...(process.env.BENCH_REDIS_URL
    ? { REDIS_URL: process.env.BENCH_REDIS_URL }
    : { QUEUE_BACKEND: 'postgres' }),
  ...layers.env,
};
const api = await startServiceProcess('api', apiEnv, undefined, layers.nodeArgs);
const http = createHttpClient(`http://127.0.0.1:${PORT}`, CONNECTIONS);

try {
  await run();
} finally {
  await api.stop();
  http.close();
  await pool.end();
  await env.close();
  layers.close();
}

async function run(): Promise<void> {
  const variants = await makeVariants();
  const option = await store.admin.db.shippingOption.findFirstOrThrow();
  const keep = new Set([store.tenantId, option.id, ...variants.flatMap((v) => [v.id, v.productId])]);
  const small = await makeCarts(CARTS, () => [anyOf(variants).id], option.id);
  const large = await makeCarts(CARTS, () => variants.map(({ id }) => id), option.id);
  const lineOf = (index: number) => variants[index % VARIANTS] ?? fail('No variants');
  const ready = (await makeCarts(CARTS_TO_CHECK_OUT, (index) => [lineOf(index).id], option.id)).map(
    (id, index) => ({ id, line: lineOf(index) }),
  );
  await pool.query('ANALYZE');

  process.stdout.write(
    `${CONNECTIONS} connections; each line: over HTTP with the API’s CPU, then the same SQL through pg. ${machine()}\n`,
  );
  for (const [lines, ids] of [
    [1, small],
    [VARIANTS, large],
  ] as const) {
    const anyCart = () => {
      const id = anyOf(ids);
      return { id, exchanged: [[ids[0] ?? '', id]] as const };
    };
    await compareOn(`set shipping address, ${lines} line(s)`, {
      recording: await record(() => carts.setShippingAddress(store.storefront, ids[0] ?? '', TEST_ADDRESS)),
      next: anyCart,
      keep,
      overHttp: async (id) => {
        const cart = await send('POST', `/store/v1/carts/${id}/shipping-address`, TEST_ADDRESS);
        assertCart(cart, id, lines);
      },
    });
    await compareOn(`read cart, ${lines} line(s)`, {
      recording: await record(() => carts.getTaxedCart(store.storefront, ids[0] ?? '')),
      next: anyCart,
      keep,
      overHttp: async (id) => assertCart(await send('GET', `/store/v1/carts/${id}`), id, lines),
    });
  }
  const taken = () => ready.pop() ?? fail('Every cart is checked out; measure for a shorter time');
  const first = taken();
  await compareOn('checkout', {
    recording: await record(() => checkout.checkOut(store.storefront, first.id)),
    next() {
      const { id, line } = taken();
      // Each has a variant of its own: with the same one for all, every request would wait for one row.
      const exchanged = [
        [first.id, id],
        [first.line.id, line.id],
        [first.line.productId, line.productId],
      ] as const;
      return { id, exchanged };
    },
    keep,
    overHttp: async (id) => {
      const { order, payment } = await send('POST', `/store/v1/carts/${id}/checkout`, {});
      if (order?.total !== 1000 || order.status !== 'pending' || !payment?.clientSecret)
        fail(`A checkout answered ${JSON.stringify({ order, payment })}`);
    },
  });
  process.stdout.write(`${layers.table()}\nAt the end: ${machine()}\n`);
}

interface Pair {
  recording: Recording;
  /** A cart, and the ids of the recorded one with those that take their place. */
  next(): { id: string; exchanged: readonly (readonly [string, string])[] };
  keep: ReadonlySet<string>;
  overHttp(cartId: string): Promise<void>;
}

async function compareOn(name: string, { recording, next, keep, overHttp }: Pair): Promise<void> {
  const replay = createReplay(pool, recording, keep);
  const options = { connections: CONNECTIONS, ms: MS };
  for (let call = 0; call < WARM_UP; call += CONNECTIONS)
    await Promise.all(Array.from({ length: CONNECTIONS }, () => overHttp(next().id)));
  const candidate = await measure(name, () => overHttp(next().id), { ...options, cpuMs: api.cpuMs });
  const floor = await measure('pg', () => replay(new Map(next().exchanged)), options);
  process.stdout.write(`${compareLatencies(candidate, floor)}  ${recording.length} statements\n`);
  await layers.add(name, api, () => overHttp(next().id));
}

// biome-ignore lint/suspicious/noExplicitAny: answers are checked member by member.
async function send(method: string, path: string, body?: object): Promise<any> {
  const headers = { 'X-Publishable-Key': store.publishableKey, 'Content-Type': 'application/json' };
  return JSON.parse(await http.send(method, path, headers, body && JSON.stringify(body)));
}

interface AnsweredCart {
  id: string;
  lines: unknown[];
  total: number;
  shippingAddress: { city: string } | null;
}

function assertCart(cart: AnsweredCart, id: string, lines: number): void {
  const isRight =
    cart.id === id &&
    cart.lines.length === lines &&
    cart.total === lines * 1000 &&
    cart.shippingAddress?.city === TEST_ADDRESS.city;
  if (!isRight) fail(`A cart answered ${JSON.stringify(cart).slice(0, 500)}`);
}

async function makeVariants(): Promise<{ id: string; productId: string }[]> {
  const { db } = store.admin;
  const columns = { tenantId: store.tenantId };
  const products = await db.product.createManyAndReturn({
    data: Array.from({ length: VARIANTS }, (_, index) => ({
      ...columns,
      title: `Product ${index}`,
      slug: `product-${index}`,
      status: 'published',
    })),
  });
  return db.variant.createManyAndReturn({
    data: products.map(({ id: productId }, index) => ({
      ...columns,
      productId,
      sku: `SKU-${index}`,
      priceAmount: 1000n,
      currency: 'EUR',
      stockQuantity: 1_000_000n,
    })),
  });
}

/** Carts that lack nothing but their checkout. */
async function makeCarts(
  count: number,
  variantsOf: (index: number) => string[],
  shippingOptionId: string,
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const lines = ids.flatMap((id, index) => variantsOf(index).map((variantId) => ({ id, variantId })));
  await pool.query(
    `INSERT INTO carts (id, tenant_id, currency, shipping_address, shipping_option_id)
     SELECT unnest($1::uuid[]), $2, 'EUR', $3, $4`,
    [ids, store.tenantId, JSON.stringify(TEST_ADDRESS), shippingOptionId],
  );
  await pool.query(
    `INSERT INTO cart_lines (tenant_id, cart_id, variant_id, quantity, seen_unit_amount)
     SELECT $1, *, 1, 1000 FROM unnest($2::uuid[], $3::uuid[])`,
    [store.tenantId, lines.map(({ id }) => id), lines.map(({ variantId }) => variantId)],
  );
  return ids;
}

function anyOf<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)] ?? fail('Nothing to choose from');
}

function fail(message: string): never {
  throw new Error(message);
}
