import { expect } from 'chai';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

/** Belong to the deployment, not to a store. */
const WITHOUT_TENANT = [
  '_commerce_maintenance',
  '_commerce_versions',
  '_prisma_migrations',
  'payment_events',
  'tenants',
];

/** Unique without naming the store first, each with its reason. */
const ACROSS_STORES: Record<string, string> = {
  store_hosts_pkey: 'look-up: which store a host name belongs to',
  admin_user_emails_pkey: 'look-up: who logs in names an e-mail address and no store',
  admin_session_tokens_pkey: 'look-up: a refresh token says nothing of its store',
  admin_invitation_tokens_pkey: 'look-up: who accepts an invitation has its token and knows no store',
  api_key_hashes_pkey: 'look-up: an API key says nothing of its store',
  customer_session_tokens_pkey: 'look-up: a session token may come without the store’s key',
  payment_references_pkey: 'look-up: an event of the provider’s names its own ids and no store',
  customer_token_hashes_pkey: 'look-up: a token that went out by mail names its store, too',
};

describe('the tables of a store', () => {
  let database: TestDatabase;
  let tenantTables: string[];

  before(async () => {
    database = await openTestDatabase(2);
    const tables = await database.rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
    );
    tenantTables = tables.map(({ name }) => name).filter((name) => !WITHOUT_TENANT.includes(name));
  });

  after(() => database.close());

  it('all have a tenant_id that is never null', async () => {
    const rows = await database.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
         AND a.attname = 'tenant_id' AND a.attnotnull AND a.atttypid = 'uuid'::regtype`,
    );

    expect(rows.map(({ name }) => name)).to.have.members(tenantTables);
  });

  it('reference each other by keys that include the tenant, else only the tenant', async () => {
    const links = await database.rows<{ name: string; from: string; to: string; pairs: string[] }>(
      `SELECT c.conname AS name, c.conrelid::regclass::text AS from, c.confrelid::regclass::text AS to,
              (SELECT array_agg(f.attname || '→' || t.attname)
               FROM unnest(c.conkey, c.confkey) AS k(f, t)
               JOIN pg_attribute f ON f.attrelid = c.conrelid AND f.attnum = k.f
               JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = k.t) AS pairs
       FROM pg_constraint c WHERE c.contype = 'f' AND c.conparentid = 0 AND c.connamespace = 'public'::regnamespace`,
    );

    const between = links.filter(({ from, to }) => tenantTables.includes(from) && tenantTables.includes(to));
    const others = links.filter((link) => !between.includes(link));

    expect(between).to.not.be.empty;
    expect(between.filter(({ pairs }) => !pairs.includes('tenant_id→tenant_id'))).to.deep.equal([]);
    expect(others.filter(({ pairs }) => pairs.join() !== 'tenant_id→id')).to.deep.equal([]);
  });

  it('have keys that begin with the tenant: primary, unique and foreign', async () => {
    const keys = await database.rows<{ name: string; table: string; kind: string; columns: string[] }>(
      `SELECT coalesce(c.conname, i.indexrelid::regclass::name) AS name, i.indrelid::regclass::text AS table,
              CASE WHEN i.indisprimary THEN 'primary' ELSE 'unique' END AS kind,
              (SELECT array_agg(a.attname::text ORDER BY k.n)
               FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
               JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum) AS columns
       FROM pg_index i LEFT JOIN pg_constraint c ON c.conindid = i.indexrelid AND c.contype IN ('p', 'u')
       WHERE i.indisunique AND i.indrelid::regclass::text = ANY ($1)
       UNION ALL
       SELECT c.conname, c.conrelid::regclass::text, 'foreign',
              (SELECT array_agg(a.attname::text ORDER BY k.n)
               FROM unnest(c.conkey) WITH ORDINALITY AS k(attnum, n)
               JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.attnum)
       FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid::regclass::text = ANY ($1)`,
      [tenantTables],
    );

    const others = keys.filter(({ columns }) => columns[0] !== 'tenant_id').map(({ name }) => name);
    const withId = await database.rows<{ name: string }>(
      `SELECT attrelid::regclass::text AS name FROM pg_attribute
       WHERE attname = 'id' AND attrelid::regclass::text = ANY ($1)`,
      [tenantTables],
    );
    const primary = new Map(
      keys.filter(({ kind }) => kind === 'primary').map(({ table, columns }) => [table, columns]),
    );
    // Of a table with months the time as well.
    const byOwnKey = withId.filter(
      ({ name }) => !/^tenant_id,id(,created_at)?$/.test(primary.get(name)?.join() ?? ''),
    );

    expect([...primary.keys()]).to.have.members(tenantTables);
    expect(others).to.have.members(Object.keys(ACROSS_STORES));
    expect(byOwnKey).to.deep.equal([]);
  });

  it('all reach their tenant, by themselves or through a parent', async () => {
    const links = await database.rows<{ from: string; to: string }>(
      `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
    );
    const reaching = new Set(['tenants']);
    for (const _ of tenantTables) {
      for (const { from, to } of links) if (reaching.has(to)) reaching.add(from);
    }

    expect(tenantTables.filter((name) => !reaching.has(name))).to.deep.equal([]);
  });
});
