import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';

export interface Log {
  tenantId: string;
  subscriptionIds: string[];
  firstAt: Date;
  lastAt: Date;
}

/**
 * Subscriptions that have little in common, because an index that serves one may fail another: a busy one of all events, a
 * dead one of which nothing is delivered, one of product events alone, and one whose every delivery is failed.
 * `share` is out of a hundred.
 */
const SUBSCRIPTIONS = [
  {
    share: 60,
    status: `CASE WHEN r < 0.005 THEN 'exhausted' WHEN r < 0.025 THEN 'failed' ELSE 'delivered' END`,
  },
  { share: 20, status: `'exhausted'` },
  { share: 15, status: `CASE WHEN r < 0.02 THEN 'failed' ELSE 'delivered' END`, event: `'product.updated'` },
  { share: 5, status: `'failed'` },
];

/** One in a thousand is a refund, and there is no cancelled order. */
const EVENT = `CASE WHEN random() < 0.001 THEN 'refund.issued' ELSE
  (ARRAY['order.paid', 'order.created', 'order.shipped', 'product.updated'])[1 + floor(random() * 4)::int] END`;

/**
 * One store with this many deliveries, spread over 90 days, none of them due. Their events are missing, which the log doesn't
 * read; the indexes are built afterwards, as those of a restored backup are.
 */
export async function fillLog(client: pg.Client, rows: number): Promise<Log> {
  const name = `Bench of ${rows} deliveries`;
  const [known] = (
    await client.query<Log>(
      `SELECT t.id AS "tenantId", array_agg(s.id ORDER BY s.url) AS "subscriptionIds",
              t.created_at - interval '90 days' AS "firstAt", t.created_at AS "lastAt"
       FROM tenants t JOIN webhook_subscriptions s ON s.tenant_id = t.id WHERE t.name = $1 GROUP BY t.id`,
      [name],
    )
  ).rows;
  if (known) {
    process.stdout.write('the database has the log of an earlier run\n');
    return known;
  }
  const tenantId = randomUUID();
  const subscriptionIds = SUBSCRIPTIONS.map(() => randomUUID());
  const startedAt = performance.now();
  await client.query(
    `INSERT INTO tenants (id, name, currency, country, publishable_key) VALUES ($1, $3, 'EUR', 'DE', $2)`,
    [tenantId, `pk_${randomBytes(16).toString('hex')}`, name],
  );
  await client.query(
    `INSERT INTO webhook_subscriptions (id, tenant_id, url, events, secret_sealed)
     SELECT id, $1, 'https://example.com/' || place, ARRAY['order.paid'], 'none'
     FROM unnest($2::uuid[]) WITH ORDINALITY AS s(id, place)`,
    [tenantId, subscriptionIds],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE i.indrelid = 'webhook_deliveries'::regclass AND NOT i.indisunique`,
  );
  await client.query(`SET session_replication_role = replica`);
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
  const { lastAt, firstAt } = (
    await client.query<{ lastAt: Date; firstAt: Date }>(
      `SELECT date_trunc('milliseconds', now()) AS "lastAt", date_trunc('milliseconds', now() - interval '90 days') AS "firstAt"`,
    )
  ).rows[0] as { lastAt: Date; firstAt: Date };
  await client.query(
    `INSERT INTO webhook_deliveries
       (tenant_id, subscription_id, event_id, event, status, attempts, created_at, last_attempt_at, next_retry_at)
     SELECT $1, ($2::uuid[])[which], gen_random_uuid(), made.event, made.status, 1, made.at, made.at,
            CASE WHEN made.status = 'failed' THEN $3::timestamptz + interval '1 day' END
     FROM (
       SELECT which, at, ${branch('event', EVENT)} AS event, ${branch('status', `'delivered'`)} AS status
       FROM (
         SELECT random() AS r, $3::timestamptz - (1 - n / $4::float8) * interval '90 days' AS at, ${WHICH} AS which
         FROM (SELECT n, random() * 100 AS place FROM generate_series(1, $4::int) n) numbered
       ) placed
     ) made`,
    [tenantId, subscriptionIds, lastAt, rows],
  );
  await client.query(`SET maintenance_work_mem = '512MB'`);
  for (const { definition } of indexes) await client.query(definition);
  await client.query(`SET session_replication_role = DEFAULT`);
  await client.query('VACUUM ANALYZE webhook_deliveries');
  const { rows: sizes } = await client.query<{ data: string; indexes: string }>(
    `SELECT pg_size_pretty(pg_table_size('webhook_deliveries')) AS data, pg_size_pretty(pg_indexes_size('webhook_deliveries')) AS indexes`,
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(
    `filled in ${seconds} s: ${sizes[0]?.data} of rows, ${sizes[0]?.indexes} of indexes\n`,
  );
  return { tenantId, subscriptionIds, firstAt, lastAt };
}

/** The number of the subscription whose share a `place` falls into. */
const WHICH = SUBSCRIPTIONS.reduce(
  ({ text, below }, { share }, index) => ({
    text: `${text} WHEN place < ${below + share} THEN ${index + 1}`,
    below: below + share,
  }),
  { text: 'CASE', below: 0 },
).text.concat(` ELSE ${SUBSCRIPTIONS.length} END`);

function branch(column: 'event' | 'status', otherwise: string): string {
  const cases = SUBSCRIPTIONS.flatMap((subscription, index) =>
    subscription[column] ? [`WHEN ${index + 1} THEN ${subscription[column]}`] : [],
  );
  return `CASE which ${cases.join(' ')} ELSE ${otherwise} END`;
}
