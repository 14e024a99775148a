import { expect } from 'chai';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

/** Belong to the deployment, not to a store. */
const WITHOUT_TENANT = ['_prisma_migrations', 'payment_events', 'tenants'];

describe('the tables of a store', () => {
  let database: TestDatabase;
  let tenantTables: string[];

  before(async () => {
    database = await openTestDatabase(2);
    const tables = await database.rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    tenantTables = tables.map(({ name }) => name).filter((name) => !WITHOUT_TENANT.includes(name));
  });

  after(() => database.close());

  it('all have a tenant_id that is never null', async () => {
    const rows = await database.rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.columns
       WHERE table_schema = 'public' AND column_name = 'tenant_id' AND is_nullable = 'NO' AND data_type = 'uuid'`,
    );

    expect(rows.map(({ name }) => name)).to.have.members(tenantTables);
  });

  it('link to each other by keys that include the tenant, and to nothing but the tenant otherwise', async () => {
    const links = await database.rows<{ name: string; from: string; to: string; pairs: string[] }>(
      `SELECT c.conname AS name, c.conrelid::regclass::text AS from, c.confrelid::regclass::text AS to,
              (SELECT array_agg(f.attname || '→' || t.attname)
               FROM unnest(c.conkey, c.confkey) AS k(f, t)
               JOIN pg_attribute f ON f.attrelid = c.conrelid AND f.attnum = k.f
               JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = k.t) AS pairs
       FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
    );

    const between = links.filter(({ from, to }) => tenantTables.includes(from) && tenantTables.includes(to));
    const others = links.filter((link) => !between.includes(link));

    expect(between).to.not.be.empty;
    expect(between.filter(({ pairs }) => !pairs.includes('tenant_id→tenant_id'))).to.deep.equal([]);
    expect(others.filter(({ pairs }) => pairs.join() !== 'tenant_id→id')).to.deep.equal([]);
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
