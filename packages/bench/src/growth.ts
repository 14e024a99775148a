// Every list, search, filter and sort over stores of many: `npm run bench growth [scale] [scale of orders] [suite]`, after
// `npm run bench fill`; several scales, as `0.001,0.1,1`, are filled one after the other and end in one table. Each
// with values that most rows have, some, few and none; first page, page 100, last counted page, and ten pages on by cursor. Prints what
// PostgreSQL's own clock says, and fails when an aim is missed or a large table is read from end to end.
import { audit, type Context, catalog, customers, orders, payments, reports } from '@service/core';
import pg from 'pg';
import { machine } from './deliveries/machine.ts';
import { type Cost, explain } from './growth/explain.ts';
import { fillStore } from './growth/fill-store.ts';
import { benchDatabase } from './shared/bench-database.ts';
import { openDomain } from './shared/domain.ts';

const url = await benchDatabase();
const scales = (process.argv[2] ?? '1').split(',').map(Number);
const ordersScales = process.argv[3]?.split(',').map(Number) ?? scales;
const only = process.argv[4] ?? '';

const PAGE_MS = 20;
const SEARCH_MS = 50;

const client = new pg.Client({ connectionString: url });
await client.connect();
const { database, system } = openDomain(url, 2);

const PAGE = { page: 1, pageSize: 20 };

/** Pages that are read by cursor before the one that is measured. */
const CURSORS = 10;

type List = (ctx: Context, query: never) => Promise<{ total: number; nextCursor?: string | null }>;

interface Suite {
  name: string;
  list: List;
  limitMs?: number;
  /** By what they have in common; each with its queries. */
  queries: Record<string, object>;
}

const suitesOf = async (tenantId: string): Promise<Suite[]> => [
  {
    name: 'store products',
    list: catalog.listStoreProducts as List,
    queries: {
      all: {},
      'sort price': { sort: 'price' },
      'sort -price': { sort: '-price' },
      'sort title': { sort: 'title' },
      'sort -title': { sort: '-title' },
      'category most': { category: 'category-1' },
      'category some': { category: 'category-21' },
      'category few': { category: 'category-700' },
      'category none': { category: 'nothing' },
      'category most, by price': { category: 'category-1', sort: 'price' },
      'price most': { priceMin: 100, priceMax: 400_000 },
      'price some': { priceMin: 300_000, priceMax: 320_000 },
      'price few': { priceMin: 399_900 },
      'price none': { priceMin: 900_000 },
      'price few, by title': { priceMin: 399_900, sort: 'title' },
      'option most': { option: 'Size:S' },
      'option some': { option: 'Size:XL' },
      'option few': { option: ['Size:XL', 'Colour:mauve'] },
      'option none': { option: 'Size:XXL' },
      'option some, by price': { option: 'Size:XL', sort: 'price' },
      'available most': { available: true },
      'available few': { available: false },
      'available few, by price': { available: false, sort: 'price' },
      'category, option, available': { category: 'category-1', option: 'Colour:red', available: true },
    },
  },
  {
    name: 'store search',
    list: catalog.listStoreProducts as List,
    limitMs: SEARCH_MS,
    queries: {
      most: { q: 'tea' },
      'most, beginning': { q: 'te' },
      some: { q: 'balanel' },
      'two words': { q: 'green tea' },
      'most, by price': { q: 'tea', sort: 'price' },
      few: { q: 'zubruus bapolon' },
      none: { q: 'qqqqqq' },
      misspelt: { q: 'darjeling' },
      sku: { q: 'sku-77-1' },
      'skus, many': { q: 'sku-7' },
      'in a category': { q: 'tea', category: 'category-21' },
    },
  },
  {
    name: 'store facets',
    list: catalog.countFacets as unknown as List,
    limitMs: SEARCH_MS,
    queries: {
      all: {},
      'category most': { category: 'category-1' },
      'category few': { category: 'category-700' },
      search: { q: 'tea' },
      option: { option: 'Size:S' },
      price: { priceMin: 1000, priceMax: 200_000 },
    },
  },
  {
    name: 'admin products',
    list: catalog.listProducts as List,
    queries: {
      all: {},
      drafts: { status: 'draft' },
      published: { status: 'published' },
      'category most': { categoryId: await categoryId(tenantId, 'category-1') },
      'category few': { categoryId: await categoryId(tenantId, 'category-700') },
    },
  },
  {
    name: 'admin product search',
    list: catalog.listProducts as List,
    limitMs: SEARCH_MS,
    queries: { most: { q: 'tea' }, few: { q: 'zubruus' }, none: { q: 'qqqqqq' }, sku: { q: 'sku-77-' } },
  },
  {
    name: 'orders',
    list: orders.listOrders as List,
    queries: {
      all: {},
      'status most': { status: 'shipped' },
      'status some': { status: 'cancelled' },
      'status few': { status: 'refunded' },
      'status none': { status: 'partially_refunded' },
      'period some': { from: daysAgo(60), to: daysAgo(30) },
      'period few': { from: daysAgo(31), to: daysAgo(30) },
      number: { number: 1500 },
      email: { email: await emailOf(tenantId, 1500) },
      'email none': { email: 'nobody@example.com' },
    },
  },
  {
    name: 'order search',
    list: orders.listOrders as List,
    limitMs: SEARCH_MS,
    queries: {
      most: { q: 'example' },
      some: { q: 'darjeeling' },
      few: { q: 'zubruus' },
      none: { q: 'qqqqqq' },
      number: { q: '1500' },
      sku: { q: 'sku-77-1' },
      'skus, many': { q: 'sku-7' },
      'some, in a status': { q: 'darjeeling', status: 'refunded' },
    },
  },
  {
    name: 'customers',
    list: customers.listCustomers as List,
    limitMs: SEARCH_MS,
    queries: {
      all: {},
      most: { q: 'example' },
      some: { q: 'darjeeling' },
      few: { q: 'zubruus' },
      none: { q: 'qqqqqq' },
    },
  },
  {
    name: 'payments',
    list: payments.listPayments as List,
    queries: {
      all: {},
      most: { status: 'succeeded' },
      few: { status: 'requires_payment' },
      none: { status: 'failed' },
    },
  },
  {
    name: 'reports',
    list: readSales,
    queries: {
      '30 days': {},
      'a year': { from: daysAgo(365).slice(0, 10) },
      none: { from: '2001-01-01', to: '2001-12-31' },
    },
  },
  {
    name: 'audit',
    list: audit.listAuditRecords as List,
    queries: {
      all: {},
      'action most': { action: 'variant.updated' },
      'action few': { action: 'category.updated' },
      'action none': { action: 'user.invited' },
      'actor none': { actor: 'admin:nobody' },
      subject: { subjectType: 'variant', subjectId: 'v77' },
    },
  },
];

/** A report has no pages. */
async function readSales(
  ctx: Context,
  { from, to }: { from?: string; to?: string },
): Promise<{ total: number }> {
  await reports.getSales(ctx, { ...(from && { from }), ...(to && { to }) });
  return { total: 1 };
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 3_600_000).toISOString();
}

async function emailOf(tenantId: string, number: number): Promise<string> {
  const { rows } = await client.query('SELECT email FROM orders WHERE tenant_id = $1 AND number = $2', [
    tenantId,
    number,
  ]);
  return rows[0].email;
}

async function categoryId(tenantId: string, slug: string): Promise<string> {
  const { rows } = await client.query('SELECT id FROM categories WHERE tenant_id = $1 AND slug = $2', [
    tenantId,
    slug,
  ]);
  return rows[0].id;
}

let missed = 0;
/** The cost of each query in each store: first page, page 100, last page and by cursor in ms, and the most pages of 8 kB. */
const table = new Map<string, string[]>();
for (const [index, scale] of scales.entries()) {
  const { tenantId } = await fillStore(client, scale, ordersScales[index] ?? scale);
  process.stdout.write(
    `${machine()}\nscale ${scale}\n${'database time in ms'.padEnd(44)}${['first page', 'page 100', 'last page', 'by cursor'].map((each) => each.padStart(12)).join('')}  pages of 8 kB\n`,
  );
  for (const suite of await suitesOf(tenantId)) if (suite.name.includes(only)) await run(tenantId, suite);
}
if (scales.length > 1) printTable();
await database.close();
await client.end();
process.stdout.write(missed === 0 ? 'All aims are met.\n' : `${missed} aims are missed.\n`);
process.exitCode = missed === 0 ? 0 : 2;

async function run(tenantId: string, { name, list, queries, limitMs = PAGE_MS }: Suite): Promise<void> {
  const ctx: Context = system.forTenant(tenantId, { kind: 'system' });
  for (const [label, query] of Object.entries(queries)) {
    const read = (place: object) => list(ctx, { ...PAGE, ...query, ...place } as never);
    const { total, nextCursor } = await read({});
    let cursor = nextCursor;
    for (let step = 1; step < CURSORS && cursor; step += 1)
      cursor = (await read({ cursor })).nextCursor ?? cursor;
    const last = { page: Math.max(1, Math.ceil(total / PAGE.pageSize)) };
    const places = [{}, { page: 100 }, last, ...(cursor ? [{ cursor }] : [])];
    const costs: Cost[] = [];
    for (const place of places) costs.push(await explain(client, tenantId, () => read(place)));
    const over = costs.filter(({ ms, scanned }) => ms >= limitMs || scanned.length > 0).length;
    missed += over;
    const scanned = [...new Set(costs.flatMap((cost) => cost.scanned))];
    const title = `${name}: ${label}`;
    const most = Math.max(...costs.map(({ buffers }) => buffers));
    table.set(title, [
      ...(table.get(title) ?? []),
      `${costs.map(({ ms }) => ms.toFixed(1)).join(', ')} (${most})`,
    ]);
    process.stdout.write(
      `${title.padEnd(44)}${costs
        .map(({ ms }) => ms.toFixed(1).padStart(12))
        .join('')
        .padEnd(48)}  ${costs.map(({ buffers }) => buffers).join(' ')}` +
        `${over > 0 ? '  MISSED' : ''}${scanned.length > 0 ? ` reads all of ${scanned.join(', ')}` : ''}\n`,
    );
  }
}

/** Prints the table as Markdown, for the documentation. */
function printTable(): void {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(
    line(['ms (pages of 8 kB)', ...scales.map((scale) => `${scale * 1_000_000} products`)]),
  );
  process.stdout.write(line(['---', ...scales.map(() => '---')]));
  for (const [title, cells] of table) process.stdout.write(line([title, ...cells]));
}
