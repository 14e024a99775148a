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

describe('hand-written SQL', () => {
  const tables = tenantTables();
  const statements = readStatements();

  it('names the store as often as it names a table of stores, with few exceptions', () => {
    const found: Record<string, number> = {};
    for (const { file, sql } of statements) if (isUnscoped(sql, tables)) found[file] = (found[file] ?? 0) + 1;

    const expected = Object.entries(EXCEPTIONS).map(([file, [count]]) => [file, count]);
    expect(found).to.deep.equal(Object.fromEntries(expected));
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
  });
});

function isUnscoped(sql: string, tables: ReadonlySet<string>): boolean {
  const named = tablesOf(sql).filter((table) => tables.has(table)).length;
  return (sql.match(/\btenant_id\b/g)?.length ?? 0) < named;
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
