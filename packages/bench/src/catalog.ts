// The catalogue over real HTTP beside its floor: the same statements through `pg`, without HTTP, in one run.
import assert from 'node:assert/strict';
import { type Context, catalog, webhooks } from '@service/core';
import { Prisma } from '@service/db';
import { createStore, freePort, openTestEnv, startServiceProcess, TEST_SETTINGS } from '@service/testing';
import pg from 'pg';
import { benchDatabase } from './shared/bench-database.ts';
import { createCpuByLayer } from './shared/cpu-by-layer.ts';
import { createHttpClient } from './shared/http-client.ts';
import { compareLoads, measure } from './shared/measure.ts';
import { createReplay, record } from './shared/recorded-sql.ts';

const CONNECTIONS = 16;
const PRODUCTS = Number(process.argv[2] ?? 1000);
const OPTIONS = { connections: CONNECTIONS, ms: 5000 };
const PORT = await freePort();

const url = await benchDatabase();
const env = await openTestEnv({ databaseUrl: url });
const shop = await createStore(env.system);
const products = await fillShop();
await env.database.system.sql.count`ANALYZE`;

const layers = createCpuByLayer();
const apiEnv = {
  NODE_ENV: 'development',
  PORT: String(PORT),
  DATABASE_URL: url,
  DATABASE_POOL_SIZE: String(CONNECTIONS),
  ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets[0] ?? '',
  ...(process.env.BENCH_REDIS_URL
    ? { REDIS_URL: process.env.BENCH_REDIS_URL }
    : { QUEUE_BACKEND: 'postgres' }),
  ...layers.env,
};
const api = await startServiceProcess('api', apiEnv, undefined, layers.nodeArgs);
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
const http = createHttpClient(`http://127.0.0.1:${PORT}`, CONNECTIONS);
const storeKey = { 'X-Publishable-Key': shop.publishableKey };
const adminToken = { Authorization: `Bearer ${shop.token()}`, 'Content-Type': 'application/json' };

process.stdout.write(
  `${CONNECTIONS} connections, ${PRODUCTS} products, one subscription to product.updated\n`,
);
for (const { name, throughHttp, throughPg } of await pairs()) {
  const floor = await measure('pg', throughPg, OPTIONS);
  const candidate = await measure(name, throughHttp, OPTIONS);
  process.stdout.write(`${compareLoads(candidate, floor)}\n`);
  await layers.add(name, api, throughHttp);
}
process.stdout.write(`${layers.table()}\n`);
await assertOutbox();
http.close();
await api.stop();
layers.close();
await pool.end();
await env.close();

async function fillShop() {
  await webhooks.createSubscription(shop.admin, {
    url: 'http://127.0.0.1:9/hook',
    events: ['product.updated'],
  });
  const made = [];
  for (let index = 0; index < PRODUCTS; index += 1) {
    made.push(
      await catalog.createProduct(shop.admin, {
        // A word that all have, and one of its own.
        title: `Product ${wordOf(index)}`,
        status: 'published',
        description: 'What a bench sells',
        images: [{ url: `https://images.example.com/${index}.jpg`, alt: `Picture ${index}` }],
        variants: ['S', 'M', 'L'].map((size, place) => ({
          sku: `SKU-${index}-${size}`,
          options: { Size: size },
          priceAmount: 1000 + index + place,
          stockQuantity: 10,
        })),
      }),
    );
  }
  return made.map(({ id, slug, variants }) => ({ id, slug, variantId: variants[0]?.id ?? '' }));
}

function wordOf(index: number): string {
  return ((index * 2_654_435_761) % 2 ** 32).toString(36);
}

/** One update of a price as the domain sends it: the change with its outbox row, and the audit record. */
async function replayedUpdate() {
  const [product] = products;
  if (!product) throw new Error('There is no product');
  const { id: productId, variantId } = product;
  const priceAmount = 987_654_321;
  const recording = await record(() =>
    catalog.updateVariant(shop.admin, { productId, variantId }, { priceAmount }),
  );
  const replay = createReplay(pool, recording, new Set([shop.tenantId]));
  return (to: { id: string; variantId: string; priceAmount: number }) =>
    replay(
      new Map([
        [productId, to.id],
        [variantId, to.variantId],
        [String(priceAmount), String(to.priceAmount)],
      ]),
    );
}

async function pairs() {
  let priceAmount = 10_000;
  const replayUpdate = await replayedUpdate();
  const anyProduct = () =>
    products[Math.floor(Math.random() * PRODUCTS)] ?? { id: '', slug: '', variantId: '' };
  const list = { page: 1, pageSize: 20 };
  return [
    {
      name: 'list of 20 products',
      throughPg: () => sameSql(shop.storefront, (ctx) => catalog.listStoreProducts(ctx, list)),
      async throughHttp() {
        const page = JSON.parse(await http.send('GET', '/store/v1/products', storeKey));
        assert.equal(page.items.length, 20);
        assert.equal(page.total, PRODUCTS);
        assert.ok(page.items[0].priceFrom > 0 && page.items[0].image.url);
      },
    },
    {
      name: 'product page',
      throughPg: () => sameSql(shop.storefront, (ctx) => catalog.getStoreProduct(ctx, anyProduct().slug)),
      async throughHttp() {
        const { slug } = anyProduct();
        const product = JSON.parse(await http.send('GET', `/store/v1/products/${slug}`, storeKey));
        assert.equal(product.slug, slug);
        assert.equal(product.variants.length, 3);
      },
    },
    ...[
      { name: 'search: a word that all have', total: PRODUCTS, words: () => 'product' },
      {
        name: 'search: a word that one has',
        total: 1,
        words: () => wordOf(Math.floor(Math.random() * PRODUCTS)),
      },
      { name: 'search: part of a word', total: PRODUCTS, words: () => 'prod' },
      { name: 'search: misspelt', total: 100, words: () => 'produckt' },
    ].map(({ name, total, words }) => ({
      name,
      throughPg: () =>
        sameSql(shop.storefront, (ctx) => catalog.listStoreProducts(ctx, { ...list, q: words() })),
      async throughHttp() {
        const page = JSON.parse(await http.send('GET', `/store/v1/products?q=${words()}`, storeKey));
        assert.equal(page.items.length, Math.min(20, page.total));
        // If one title has the word, titles with a similar spelling may be found too.
        assert.ok(page.total >= total);
      },
    })),
    {
      name: 'variant update with its outbox row and audit record',
      throughPg() {
        priceAmount += 1;
        return replayUpdate({ ...anyProduct(), priceAmount });
      },
      async throughHttp() {
        const { id, variantId } = anyProduct();
        priceAmount += 1;
        const body = JSON.stringify({ priceAmount });
        const variant = JSON.parse(
          await http.send('PATCH', `/admin/v1/products/${id}/variants/${variantId}`, adminToken, body),
        );
        assert.equal(variant.id, variantId);
        assert.ok(variant.version > 1);
      },
    },
  ];
}

/** Lets the domain write its statement, and sends it through `pg` instead. */
async function sameSql(ctx: Context, use: (ctx: Context) => Promise<unknown>): Promise<void> {
  const result = await new Promise<pg.QueryResult>((resolve, reject) => {
    const sql = (text: TemplateStringsArray, ...values: unknown[]) => {
      const statement = Prisma.sql(text, ...values);
      const name = `s${statement.text.length}`;
      pool.query({ name, text: statement.text, values: statement.values }).then(resolve, reject);
      // Nothing that the domain would do with the rows is part of the floor.
      return new Promise(() => {});
    };
    const sent = Object.assign(sql, { count: sql }) as unknown as Context['db']['sql'];
    use({ ...ctx, db: { ...ctx.db, sql: sent } }).catch(reject);
  });
  assert.equal(result.rowCount, 1);
}

/** Each change that the measured requests made has its event and its delivery, and no other has. */
async function assertOutbox(): Promise<void> {
  const { rows } = await pool.query(
    `SELECT (SELECT sum(version - 1) FROM variants WHERE tenant_id = $1)::int AS changes,
       (SELECT count(*) FROM webhook_events WHERE tenant_id = $1 AND name = 'product.updated')::int AS events,
       (SELECT count(*) FROM webhook_deliveries WHERE tenant_id = $1)::int AS deliveries`,
    [shop.tenantId],
  );
  const [{ changes, events, deliveries }] = rows;
  assert.deepEqual({ events, deliveries }, { events: changes, deliveries: changes });
  process.stdout.write(`${changes} changes, ${events} events, ${deliveries} deliveries\n`);
}
