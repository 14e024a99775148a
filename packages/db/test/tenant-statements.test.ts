import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT, readStatements, tablesOf, templatesOf } from './statements.ts';

/** Statements that name the store less often than its tables, each with the reason why it reads no other store's rows, or may. */
const EXCEPTIONS: Record<string, [count: number, reason: string]> = {
  'packages/core/src/access/delete-ended-sessions.ts': [
    6,
    'finds what is old in all stores, and deletes it by store',
  ],
  'packages/core/src/access/portal-sessions.ts': [
    2,
    'finds what is old in all stores, and deletes it by store',
  ],
  'packages/core/src/carts/delete-abandoned.ts': [
    2,
    'finds what is old in all stores, and deletes it by store',
  ],
  'packages/core/src/catalog/import/process-pictures.ts': [
    1,
    'finds what is due in all stores, and takes it by store',
  ],
  'packages/core/src/catalog/import/purge.ts': [
    2,
    'finds what is old in all stores, and deletes it by store',
  ],
  'packages/core/src/catalog/listing-search.ts': [1, 'its conditions begin with the store'],
  'packages/core/src/catalog/store-products.sql.ts': [1, 'its conditions begin with the store'],
  'packages/core/src/customers/purge-expired.ts': [
    4,
    'finds what is old in all stores, and deletes it by store',
  ],
  'packages/core/src/customers/sessions.ts': [1, 'finds the store of a session'],
  'packages/core/src/customers/vat-checks/claim-check.ts': [1, 'a metric over all stores'],
  'packages/core/src/idempotency/delete-old-keys.ts': [
    1,
    'finds what is old in all stores, and deletes it by store',
  ],
  'packages/core/src/imports/purge.ts': [2, 'finds what is old in all stores, and deletes it by store'],
  'packages/core/src/mail/claim-mail.ts': [1, 'a metric over all stores'],
  'packages/core/src/mail/purge-old.ts': [2, 'finds what is old in all stores, and deletes it by store'],
  'packages/core/src/pictures/delete-unused.ts': [
    1,
    'finds what is old in all stores, and deletes it by store',
  ],
  'packages/core/src/privacy/process-exports.ts': [
    2,
    'finds what is old in all stores, and deletes it by store',
  ],
  'packages/core/src/refunds/send-refund.ts': [1, 'a metric over all stores'],
  'packages/core/src/search/feed-engine.ts': [1, 'a metric over all stores'],
  'packages/core/src/search/rebuild.ts': [1, 'a search engine that lost its data lost that of all stores'],
  'packages/core/src/tenants/prove-hosts.ts': [1, 'finds what is due in all stores, and takes it by store'],
  'packages/core/src/webhooks/count-by-health.ts': [1, 'a metric over all stores'],
  'packages/core/src/webhooks/log-query.ts': [1, 'its conditions begin with the store'],
  'packages/core/src/webhooks/notify-exhausted.ts': [
    1,
    'finds what is due in all stores, and takes it by store',
  ],
  'packages/core/src/webhooks/pull.ts': [1, 'finds what is due in all stores, and takes it by store'],
  'packages/delivery/src/due-subscriptions.ts': [1, 'finds what is due in all stores, and takes it by store'],
  'packages/delivery/src/measure-backlog.ts': [1, 'a metric over all stores'],
  'packages/delivery/src/roll-up-counts.sql.ts': [
    2,
    'finds what is due in all stores, and takes it by store',
  ],
  'packages/delivery/src/retention.ts': [4, 'finds what is old in all stores, and deletes it by store'],
};

/**
 * Statements that read a table into which a query of their WITH inserts, each with the reason why it doesn't matter whether the new
 * row is seen. On one PostgreSQL it isn't; Citus sends each part of such a statement by itself, and a later part sees it.
 */
const READ_AND_INSERTED: Record<string, string> = {
  'packages/core/src/access/exchange-refresh-token.sql.ts: admin_session_tokens':
    'the inserted token is another one',
  'packages/core/src/carts/add-line.sql.ts: cart_lines': 'counts the lines before it inserts one',
  'packages/core/src/orders/move-order.ts: order_history': 'leaves out the entry that it inserted',
};

describe('hand-written SQL', () => {
  const tables = tenantTables();
  const statements = readStatements();

  it('names the store as often as it names a table of stores, with few exceptions', () => {
    const found: Record<string, number> = {};
    for (const { file, sql } of statements) if (isUnscoped(sql, tables)) found[file] = (found[file] ?? 0) + 1;

    const expected = Object.entries(EXCEPTIONS).map(([file, [count]]) => [file, count]);
    expect(found).to.deep.equal(Object.fromEntries(expected));
  });

  it('reads no table into which its WITH inserts, with few exceptions', () => {
    const found = statements.flatMap(({ file, sql }) =>
      readAndInserted(sql).map((table) => `${file}: ${table}`),
    );

    expect(found).to.have.members(Object.keys(READ_AND_INSERTED));
  });

  it('is found by the patterns of this test', () => {
    expect(tables.size).to.be.above(50);
    expect(statements.length).to.be.above(100);
    const source =
      'sql`SELECT id FROM orders WHERE #{isOf ? sql`tenant_id = #{{ id }.id}` : `none`}`'.replaceAll(
        '#',
        '$',
      );
    expect(templatesOf(source)).to.deep.equal(['tenant_id = ?', 'none', 'SELECT id FROM orders WHERE ?']);
    for (const sql of [
      'SELECT id FROM orders WHERE id = ?',
      'UPDATE orders SET note = ?',
      'DELETE FROM "carts"',
      'SELECT o.id FROM orders o JOIN carts c ON c.id = o.cart_id WHERE o.tenant_id = ?',
    ])
      expect(isUnscoped(sql, tables), sql).to.equal(true);
    expect(isUnscoped('SELECT id FROM orders WHERE tenant_id = ?', tables)).to.equal(false);
    const noted = 'WITH noted AS (INSERT INTO order_history (id) VALUES (?) RETURNING id) SELECT id FROM';
    expect(readAndInserted(`${noted} order_history`)).to.deep.equal(['order_history']);
    expect(readAndInserted(`${noted} noted`)).to.deep.equal([]);
  });
});

function isUnscoped(sql: string, tables: ReadonlySet<string>): boolean {
  const named = tablesOf(sql).filter((table) => tables.has(table)).length;
  return (sql.match(/\btenant_id\b/g)?.length ?? 0) < named;
}

function readAndInserted(sql: string): string[] {
  const namesAfter = (words: RegExp) => [...sql.matchAll(words)].map(([, name = '']) => name);
  const read = namesAfter(/\b(?<!DELETE\s+)(?:FROM|JOIN|USING)\s+([a-z_]+)/g);
  return [...new Set(namesAfter(/\(\s*INSERT\s+INTO\s+([a-z_]+)/g))].filter((table) => read.includes(table));
}

/** The tables of the schema that have a `tenant_id`. */
function tenantTables(): Set<string> {
  const dir = join(ROOT, 'prisma/schema');
  const schema = readdirSync(dir)
    .map((file) => readFileSync(join(dir, file), 'utf8'))
    .join('\n');
  const models = [...schema.matchAll(/^model \w+ \{(.*?)@@map\("(\w+)"\)/gms)];
  return new Set(models.filter(([, body]) => body?.includes('"tenant_id"')).map(([, , table = '']) => table));
}
