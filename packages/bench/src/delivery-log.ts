// The delivery log at a size: `npm run bench delivery-log [rows]`, 1 million by default. Each line is one request for a page,
// with its count, measured around the domain function: database time and Prisma's.
import { randomBytes } from 'node:crypto';
import { createPlatform, createSystemContext, type SystemContext, webhooks } from '@service/core';
import { migrate, openDatabase } from '@service/db';
import pg from 'pg';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const RUNS = 40;
const SUBSCRIPTIONS = 4;

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('BENCH_DATABASE_URL is not set; run this with `npm run bench delivery-log`');
await migrate(url);
const database = openDatabase({ url, poolSize: 4 });
const silent = () => {};
const system = createSystemContext({
  database,
  platform: createPlatform(
    {
      adminJwtSecrets: ['bench'],
      secretsKeys: [randomBytes(32).toString('base64')],
      paymentWebhookSecret: 'bench',
      allowInsecureSubscribers: true,
      allowedPrivateCidrs: [],
    },
    { wakeDeliveries: silent, hastenDelivery: silent },
  ),
  log: { debug: silent, info: silent, warn: silent, error: silent },
  requestId: 'bench',
});

const { tenantId, subscriptionIds } = await fill(url, system);
const ctx = system.forTenant(tenantId, { kind: 'system' });
const subscriptionId = subscriptionIds[0] ?? '';
const day = 24 * 3600_000;
const recently = new Date(Date.now() - 2 * day).toISOString();
const deep = await cursorAfter(3000);

const first = { page: 1, pageSize: 20 };
const queries: [string, webhooks.DeliveryQuery][] = [
  ['first page', first],
  ['first page of 200', { ...first, pageSize: 200 }],
  ['page 50', { ...first, page: 50 }],
  ['page 500', { ...first, page: 500 }],
  ['page 5000', { ...first, page: 5000 }],
  ['by cursor, after 600,000 rows', { ...first, cursor: deep }],
  ['one subscription', { ...first, subscriptionId }],
  ['failed', { ...first, status: 'failed' }],
  ['exhausted, one subscription', { ...first, status: 'exhausted', subscriptionId }],
  ['delivered, one subscription', { ...first, status: 'delivered', subscriptionId }],
  ['pending (there is none)', { ...first, status: 'pending' }],
  ['one event', { ...first, event: 'order.paid' }],
  ['one event, failed', { ...first, event: 'order.paid', status: 'failed' }],
  ['two days', { ...first, from: recently }],
  [
    'two days, one event, one subscription',
    { ...first, from: recently, event: 'order.paid', subscriptionId },
  ],
];

process.stdout.write(`${ROWS} deliveries, ${RUNS} runs each; milliseconds for a page and its count\n`);
for (const [name, query] of queries) {
  const times: number[] = [];
  for (let run = 0; run < RUNS + 5; run += 1) {
    const startedAt = performance.now();
    await webhooks.listDeliveries(ctx, query);
    // The first ones open connections and prepare statements.
    if (run >= 5) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(part * (RUNS - 1))] ?? 0).toFixed(1).padStart(7);
  process.stdout.write(`${name.padEnd(40)} p50 ${at(0.5)}  p95 ${at(0.95)}  max ${at(1)}\n`);
}
await database.close();

/** The cursor after this many pages of 200. */
async function cursorAfter(pages: number): Promise<string> {
  let cursor: string | undefined;
  const wanted = Math.min(pages, Math.floor(ROWS / 200) - 1);
  for (let page = 0; page < wanted; page += 1) {
    const rows = await webhooks.listDeliveries(ctx, { page: 1, pageSize: 200, cursor });
    cursor = rows.nextCursor ?? undefined;
  }
  return cursor ?? '';
}

/** Most are delivered; one in fifty failed and is not yet due, one in two hundred is exhausted. Spread over 90 days. */
async function fill(databaseUrl: string, { db }: SystemContext) {
  const tenant = await db.tenant.create({
    data: { name: 'Bench', currency: 'EUR', country: 'DE', publishableKey: `pk_bench_${Date.now()}` },
  });
  const subscriptions = await db.webhookSubscription.createManyAndReturn({
    data: Array.from({ length: SUBSCRIPTIONS }, () => ({
      tenantId: tenant.id,
      url: 'https://example.com/',
      events: ['order.paid'],
      secretSealed: 'none',
    })),
  });
  const ids = subscriptions.map(({ id }) => id);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  await client.query(
    `INSERT INTO webhook_events (tenant_id, name, data, occurred_at)
     SELECT $1, (ARRAY['order.paid', 'order.created', 'order.shipped', 'product.updated'])[1 + n % 4], '{}', now() - n * interval '90 days' / $2
     FROM generate_series(1, $2::int) n`,
    [tenant.id, Math.ceil(ROWS / SUBSCRIPTIONS)],
  );
  await client.query(
    `INSERT INTO webhook_deliveries
       (tenant_id, subscription_id, event_id, event, status, attempts, created_at, last_attempt_at, next_retry_at)
     SELECT $1, s.id, e.id, e.name, state.status, 1, e.occurred_at, e.occurred_at,
            CASE state.status WHEN 'failed' THEN now() + interval '1 day' END
     FROM webhook_events e CROSS JOIN unnest($2::uuid[]) s(id)
     CROSS JOIN LATERAL (SELECT CASE WHEN random() < 0.005 THEN 'exhausted' WHEN random() < 0.02 + 0 * length(e.name) THEN 'failed' ELSE 'delivered' END AS status) state
     WHERE e.tenant_id = $1`,
    [tenant.id, ids],
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
  process.stdout.write(`filled in ${Math.round((performance.now() - startedAt) / 1000)} s\n`);
  return { tenantId: tenant.id, subscriptionIds: ids };
}
