import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { fillLog } from '../deliveries/fill-log.ts';

/** The size of a store at scale 1. */
const FULL = {
  products: 1_000_000,
  categories: 20_000,
  customers: 2_000_000,
  orders: 10_000_000,
  deliveries: 5_000_000,
  smallStores: 1000,
};

export interface Filled {
  tenantId: string;
  scale: number;
}

const TABLES = [
  'products',
  'product_listings',
  'product_search',
  'variants',
  'product_categories',
  'product_images',
  'customers',
  'orders',
  'order_lines',
  'order_history',
  'audit_records',
  'payments',
];

/**
 * One large store with many small ones beside it, once. The rows are made by the server: nothing is quicker, not even COPY,
 * because nothing is sent. Indexes are built afterwards, as those of a restored backup are.
 */
export async function fillStore(client: pg.Client, scale: number, ordersScale = scale): Promise<Filled> {
  const name = `Bench of growth ${scale} ${ordersScale}`;
  const { rows: known } = await client.query('SELECT id FROM tenants WHERE name = $1', [name]);
  if (known[0]) return { tenantId: known[0].id, scale };
  const tenantId = randomUUID();
  const count = (of: keyof typeof FULL) =>
    Math.ceil(
      FULL[of] * (of === 'orders' || of === 'deliveries' || of === 'customers' ? ordersScale : scale),
    );
  // Three levels of categories even where products are few.
  const categories = Math.max(2000, count('categories'));
  const startedAt = performance.now();
  const step = async (what: string, sql: string, values: unknown[] = []) => {
    const before = performance.now();
    const { rowCount } = await client.query(sql, values);
    process.stdout.write(`${what}: ${rowCount} in ${((performance.now() - before) / 1000).toFixed(1)} s\n`);
  };
  await client.query(`SET session_replication_role = replica`);
  await client.query(`SET maintenance_work_mem = '512MB'`);
  await client.query(`SET work_mem = '128MB'`);
  const indexes = await dropIndexes(client);
  await makeStore(client, tenantId, name);
  await client.query(WORDS);
  await step('categories', CATEGORIES, [tenantId, categories]);
  await step('products', PRODUCTS, [tenantId, count('products')]);
  const small = await makeSmallStores(client, count('smallStores'));
  await step('products of small stores', SMALL_PRODUCTS, [small]);
  const stores = [[tenantId, ...small]];
  await step('variants', VARIANTS, stores);
  await step('pictures', PICTURES, stores);
  await step('categories of products', LINKS, [tenantId, categories]);
  await step('customers', CUSTOMERS, [tenantId, count('customers')]);
  await step('orders', ORDERS, [tenantId, count('orders'), count('customers')]);
  // Without it Postgres takes a million products for few.
  await client.query('ANALYZE orders, variants');
  await step('lines', LINES, [tenantId, count('products')]);
  await step('history', HISTORY, [tenantId]);
  await step('payments', PAYMENTS, [tenantId]);
  await step('audit records', AUDIT, [tenantId, count('orders') / 10]);
  for (const sql of DERIVED) await step('derived', sql, stores);
  for (const made of indexes) await client.query(made);
  await client.query(`RESET session_replication_role`);
  // It adds what isn't there yet, which a key decides and a trigger completes.
  await step('ledgers', 'SELECT fill_ledgers(id) FROM tenants');
  await client.query(`RESET work_mem`);
  await client.query(`VACUUM ANALYZE`);
  await fillLog(client, count('deliveries'));
  const { rows } = await client.query(`SELECT pg_size_pretty(pg_database_size(current_database())) AS size`);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  process.stdout.write(`filled in ${seconds} s: ${rows[0].size}\n`);
  return { tenantId, scale };
}

/** Tables whose keys are made afterwards, too: with ten million rows those took most of the time. */
const WITHOUT_KEYS = ['orders', 'order_lines', 'order_history', 'payments'];

/**
 * Drops what would be kept up row by row: indexes, keys and references. Answers the statements that make them again; a reference then
 * isn't asked of every row.
 */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ dropped: string; made: string }>(
    `WITH filled AS (
       SELECT c.oid, c.relname = ANY ($2) AS without_keys FROM pg_class c WHERE c.oid = ANY ($1::text[]::regclass[])
     ), constraints AS (
       SELECT c.oid, contype, conindid, conrelid::regclass AS of, conname AS name, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN filled f ON f.oid IN (c.conrelid, c.confrelid)
       WHERE contype IN ('p', 'u', 'f') AND f.without_keys AND conparentid = 0
     )
     SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', of, name) AS dropped,
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', of, name, definition) || CASE contype WHEN 'f' THEN ' NOT VALID' ELSE '' END AS made,
       CASE contype WHEN 'f' THEN 1 ELSE 3 END AS turn
     FROM constraints GROUP BY of, name, definition, contype
     UNION ALL
     SELECT format('DROP INDEX %s', i.indexrelid::regclass), replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON '), 2
     FROM pg_index i JOIN filled f ON f.oid = i.indrelid
     WHERE i.indexrelid NOT IN (SELECT conindid FROM constraints WHERE contype <> 'f') AND (f.without_keys OR NOT i.indisunique)
     ORDER BY turn`,
    [TABLES, WITHOUT_KEYS],
  );
  for (const { dropped } of rows) await client.query(dropped);
  return rows.map(({ made }) => made).reverse();
}

async function makeStore(client: pg.Client, id: string, name: string): Promise<void> {
  await client.query(
    `INSERT INTO tenants (id, name, currency, country, publishable_key) VALUES ($1, $3, 'EUR', 'DE', $2)`,
    [id, `pk_${randomBytes(16).toString('hex')}`, name],
  );
}

async function makeSmallStores(client: pg.Client, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  for (const id of ids) await makeStore(client, id, `Small store ${id}`);
  return ids;
}

/** 3,000 made-up words, and 5,000 sentences of them; the first words are frequent and the last are rare, as in any language. */
const WORDS = `
  CREATE TEMP TABLE IF NOT EXISTS words AS
  SELECT n, coalesce(
    (ARRAY['tea', 'shirt', 'green', 'porcelain', 'cotton', 'lamp', 'darjeeling', 'bergamot'])[1 + n],
    (ARRAY['ba','de','fi','go','lu','ma','ne','pi','ro','su','ta','ve','wi','xo','zu'])[1 + n % 15] ||
    (ARRAY['lan','mer','nis','pol','ras','sin','tor','ver','zen','bru'])[1 + n / 15 % 10] ||
    (ARRAY['a','el','im','on','us','is','ar','en','ot','ul','ia','eo','um','ys','ex','an','or','in','et','al'])[1 + n / 150 % 20]
  ) AS word
  FROM generate_series(0, 2999) n;
  CREATE TEMP TABLE IF NOT EXISTS sentences AS
  SELECT at.n, string_agg(word, ' ') AS sentence
  FROM (SELECT n, floor(power(random(), 3) * 3000)::int AS place FROM generate_series(0, 4999) n, generate_series(1, 8)) at
  JOIN words ON words.n = place GROUP BY 1;
  ANALYZE words, sentences`;

/** The places of a word, and of another, and of sentences. */
const PLACES = `floor(power(random(), 3) * 3000)::int AS a, floor(power(random(), 3) * 3000)::int AS b,
  floor(power(random(), 3) * 3000)::int AS c, floor(random() * 5000)::int AS d, floor(random() * 5000)::int AS e`;

const JOINED = `JOIN words a ON a.n = numbered.a JOIN words b ON b.n = numbered.b JOIN words c ON c.n = numbered.c
  JOIN sentences d ON d.n = numbered.d JOIN sentences e ON e.n = numbered.e`;

const PRODUCTS = `
  INSERT INTO products (tenant_id, title, slug, description, status, created_at, updated_at)
  SELECT $1, initcap(a.word || ' ' || b.word || ' ' || c.word), 'product-' || numbered.n, d.sentence || '. ' || e.sentence,
    CASE WHEN numbered.n % 50 = 0 THEN 'draft' ELSE 'published' END, at, at
  FROM (
    SELECT n, ${PLACES}, date_trunc('milliseconds', now() - (1 - n / $2::float8) * interval '900 days') AS at
    FROM generate_series(1, $2::int) n
  ) numbered ${JOINED}
  ORDER BY numbered.n`;

const SMALL_PRODUCTS = `
  INSERT INTO products (tenant_id, title, slug, status)
  SELECT id, initcap(a.word || ' ' || b.word || ' ' || c.word), 'small-' || numbered.n, 'published'
  FROM (SELECT id, n, ${PLACES} FROM unnest($1::uuid[]) id CROSS JOIN generate_series(1, 20) n) numbered ${JOINED}`;

/** One to four of each: Size by the place, and one of ten colours. One in ten has no stock; three of the products are dear. */
const VARIANTS = `
  INSERT INTO variants (tenant_id, product_id, sku, options, price_amount, currency, stock_quantity, position, created_at, updated_at)
  SELECT p.tenant_id, p.id, 'SKU-' || regexp_replace(p.slug, '[^0-9]', '', 'g') || '-' || k,
    jsonb_build_object('Size', (ARRAY['S','M','L','XL'])[k], 'Colour', (ARRAY['red','blue','green','black','white','grey','pink','brown','gold','mauve'])[1 + floor(power(random(), 2) * 10)::int]),
    100 + 10 * (abs(hashtext('p' || p.slug)) % 40000) + 90 * k, 'EUR', CASE WHEN random() < 0.1 THEN 0 ELSE 100 END, k - 1, p.created_at, p.created_at
  FROM products p CROSS JOIN LATERAL generate_series(1, 1 + (hashtext(p.slug) & 3)) k
  WHERE p.tenant_id = ANY ($1::uuid[])`;

const PICTURES = `
  INSERT INTO product_images (tenant_id, product_id, url, position)
  SELECT tenant_id, id, 'https://images.example.com/' || slug || '.jpg', 0 FROM products
  WHERE tenant_id = ANY ($1::uuid[])`;

/** Twenty trees: the first 20 are roots, the next 600 their children, and the rest the children of those. */
const CATEGORIES = `
  WITH made AS (SELECT n, gen_random_uuid() AS id FROM generate_series(1, $2::int) n)
  INSERT INTO categories (tenant_id, id, parent_id, name, slug, position)
  SELECT $1, made.id, parent.id, 'Category ' || made.n, 'category-' || made.n, made.n
  FROM made LEFT JOIN made parent
    ON made.n > 20 AND parent.n = CASE WHEN made.n <= 620 THEN 1 + made.n % 20 ELSE 21 + made.n % 600 END`;

/** Each product in one category, and every third in a second one. */
const LINKS = `
  WITH places AS (SELECT id, substr(slug, 10)::int AS n FROM categories WHERE tenant_id = $1)
  INSERT INTO product_categories (tenant_id, product_id, category_id)
  SELECT p.tenant_id, p.id, places.id
  FROM products p CROSS JOIN LATERAL generate_series(0, (hashtext(p.slug) % 3 = 0)::int) k
  JOIN places ON places.n = 1 + abs(hashtext(p.slug || k)) % $2::int
  WHERE p.tenant_id = $1
  ON CONFLICT DO NOTHING`;

const CUSTOMERS = `
  INSERT INTO customers (tenant_id, email, name, phone, created_at, updated_at)
  SELECT $1, a.word || '.' || b.word || numbered.n || '@' || (ARRAY['example.com','example.org','mail.example'])[1 + numbered.n % 3],
    initcap(a.word || ' ' || b.word), '+49 ' || 1000000 + numbered.n, at, at
  FROM (
    SELECT n, ${PLACES}, date_trunc('milliseconds', now() - (1 - n / $2::float8) * interval '900 days') AS at
    FROM generate_series(1, $2::int) n
  ) numbered ${JOINED}
  ORDER BY numbered.n`;

const ORDERS = `
  WITH buyers AS MATERIALIZED (
    SELECT row_number() OVER () AS n, id, email, name FROM customers WHERE tenant_id = $1
  )
  INSERT INTO orders (tenant_id, number, cart_id, customer_id, status, email, shipping_address, currency, subtotal,
    shipping_total, total, created_at, updated_at)
  SELECT $1, 1000 + o.n, gen_random_uuid(), buyers.id, o.status, buyers.email,
    jsonb_build_object('name', buyers.name, 'line1', 'Street 1', 'city', 'Berlin', 'postalCode', '10115', 'country', 'DE'),
    'EUR', 3000, 500, 3500, o.at, o.at
  FROM (
    SELECT n, CASE WHEN n > $2 - 200 THEN 'pending' WHEN n % 1000 = 0 THEN 'refunded' WHEN n % 20 = 0 THEN 'cancelled'
        WHEN n % 50 = 1 THEN 'paid' ELSE 'shipped' END AS status,
      date_trunc('milliseconds', now() - (1 - n / $2::float8) * interval '900 days') AS at
    FROM generate_series(1, $2::int) n
  ) o
  JOIN buyers ON buyers.n = 1 + o.n % $3::int`;

const LINES = `
  WITH goods AS MATERIALIZED (
    SELECT row_number() OVER () AS n, v.product_id, v.id, v.sku FROM variants v
    WHERE v.tenant_id = $1 AND v.position = 0
  )
  INSERT INTO order_lines (tenant_id, order_id, position, product_id, variant_id, sku, title, quantity, unit_amount, total)
  SELECT $1, o.id, k, goods.product_id, goods.id, goods.sku, 'Goods', 1, 1000, 1000
  FROM orders o CROSS JOIN generate_series(0, 2) k
  JOIN goods ON goods.n = 1 + (o.number * 7 + k * 13) % $2::int
  WHERE o.tenant_id = $1`;

const HISTORY = `
  INSERT INTO order_history (tenant_id, order_id, status, actor, created_at)
  SELECT $1, id, 'pending', 'storefront', created_at FROM orders WHERE tenant_id = $1`;

const PAYMENTS = `
  INSERT INTO payments (tenant_id, order_id, provider, provider_payment_id, status, amount, captured_amount, currency, created_at, updated_at)
  SELECT $1, id, 'fake', 'pi_' || number, CASE WHEN status = 'pending' THEN 'requires_payment' WHEN status = 'cancelled' THEN 'cancelled' ELSE 'succeeded' END,
    total, CASE WHEN status IN ('pending', 'cancelled') THEN 0 ELSE total END, currency, created_at, created_at
  FROM orders WHERE tenant_id = $1`;

const AUDIT = `
  INSERT INTO audit_records (tenant_id, actor, action, subject_type, subject_id, request_id, created_at)
  SELECT $1, 'admin:' || n % 7, CASE WHEN n % 1000 = 0 THEN 'category.updated' ELSE 'variant.updated' END, 'variant', 'v' || n % 100000, 'bench',
    date_trunc('milliseconds', now() - (1 - n / $2::float8) * interval '900 days')
  FROM generate_series(1, $2::int) n`;

/** Rows that triggers and jobs would have written; few products sell much. */
const DERIVED = [
  `INSERT INTO product_listings
     (tenant_id, product_id, status, created_at, sort_title, price_from, price_to, currency, is_available, option_values,
      sold)
   SELECT p.tenant_id, p.id, p.status, p.created_at, lower(p.title), min(v.price_amount), max(v.price_amount),
     min(v.currency)::char(3), coalesce(bool_or(v.allow_backorder OR v.stock_quantity > v.reserved), false),
     array_agg(DISTINCT option ORDER BY option) FILTER (WHERE option IS NOT NULL), floor(power(random(), 12) * 20000)::bigint
   FROM products p LEFT JOIN variants v ON v.tenant_id = p.tenant_id AND v.product_id = p.id
   LEFT JOIN LATERAL option_values(v.options) option ON true
   WHERE p.tenant_id = ANY ($1::uuid[])
   GROUP BY p.tenant_id, p.id`,
  `INSERT INTO product_search (tenant_id, product_id, locale, words, is_published, created_at, sold)
   SELECT p.tenant_id, p.id, t.locale, words_of_product(t.locale, p.title, p.description), p.status = 'published', p.created_at,
     l.sold
   FROM products p JOIN tenants t ON t.id = p.tenant_id
   JOIN product_listings l ON l.tenant_id = p.tenant_id AND l.product_id = p.id WHERE p.tenant_id = ANY ($1::uuid[])`,
  `INSERT INTO money_entries (tenant_id, order_id, source, source_id, payment_id, kind, number, amount, currency, tax_lines, booked_at,
     booked_on)
   SELECT tenant_id, id, 'order', id, NULL::uuid, 'sale', 1, total, currency, tax_lines, created_at,
     (created_at AT TIME ZONE 'UTC')::date FROM orders
   WHERE tenant_id = ANY ($1::uuid[]) AND is_sale(status)
   UNION ALL
   SELECT tenant_id, order_id, 'payment', id, id, 'payment', 1, captured_amount, currency, NULL, created_at,
     (created_at AT TIME ZONE 'UTC')::date FROM payments
   WHERE tenant_id = ANY ($1::uuid[]) AND captured_amount > 0`,
  `INSERT INTO daily_money (tenant_id, day, currency, kind, account_id, country, rate_basis_points, exempt, counted, amount, tax)
   SELECT tenant_id, day, currency, kind, account_id, country, rate_basis_points, exempt, counted, amount, tax
   FROM missing_money(NULL) WHERE tenant_id = ANY ($1::uuid[])`,
];
