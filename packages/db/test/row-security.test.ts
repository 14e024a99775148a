import { expect } from 'chai';
import pg from 'pg';
import { createDatabase, testDatabaseUrl } from '../../testing/src/database.ts';
import { migrate, openDatabase, Prisma } from '../src/index.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { rejectionOf } from './rejection-of.ts';
import type { sampleRows } from './tenant-rows.ts';
import { writeSampleRows } from './write-sample-rows.ts';

type Samples = ReturnType<typeof sampleRows>;

const TENANT_TABLES = `
  SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
    (SELECT array_agg(polname::text ORDER BY polname) FROM pg_policy WHERE polrelid = c.oid) AS policies
  FROM pg_class c
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
    AND (c.relname = 'tenants' OR EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped))
  ORDER BY 1`;

interface TenantTable {
  name: string;
  forced: boolean;
  policies: string[] | null;
}

describe('row level security', () => {
  let database: TestDatabase;
  let mine: Samples;
  let theirs: Samples;

  before(async () => {
    // One connection, which everybody takes over from somebody else.
    database = await openTestDatabase(1);
    mine = await writeSampleRows(database.system);
    theirs = await writeSampleRows(database.system);
  });

  after(() => database.close());

  const idOf = ({ Tenant }: Samples) => Tenant.data.id as string;
  const db = (samples: Samples) => database.tenant(idOf(samples));
  const table = (name: string) => Prisma.raw(`"${name}"`);
  const databaseName = async () => new URL(await testDatabaseUrl()).pathname.slice(1);
  const tables = () => database.rows<TenantTable>(TENANT_TABLES);

  it('is forced on every table of a store, with a policy for each role', async () => {
    const found = await tables();

    expect(found.length).to.be.greaterThan(20);
    for (const { name, forced, policies } of found)
      expect({ forced, policies }, name).to.deep.equal({
        forced: true,
        policies: ['owner_rows', 'system_rows', 'tenant_rows'],
      });
  });

  it('binds roles that own nothing and bypass nothing', async () => {
    const roles = await database.rows(
      `SELECT rolname AS name, rolsuper OR rolbypassrls OR rolcreaterole OR rolcanlogin AS mighty,
         (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owned
       FROM pg_roles r WHERE rolname IN (current_database() || '_tenant', current_database() || '_system') ORDER BY 1`,
    );
    const memberships = await database.rows(
      `SELECT 1 FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.member
       WHERE r.rolname IN (current_database() || '_tenant', current_database() || '_system')`,
    );

    expect(roles).to.deep.equal([
      { name: `${await databaseName()}_system`, mighty: false, owned: '0' },
      { name: `${await databaseName()}_tenant`, mighty: false, owned: '0' },
    ]);
    expect(memberships).to.deep.equal([]);
  });

  it('is what the service runs under', async () => {
    const who = Prisma.sql`SELECT current_user::text AS name`;

    expect(await db(mine).sql`${who}`).to.deep.equal([{ name: `${await databaseName()}_tenant` }]);
    expect(await database.system.sql`${who}`).to.deep.equal([{ name: `${await databaseName()}_system` }]);
  });

  it('shows a raw query without a tenant no row of any table', async () => {
    const client = new pg.Client({ connectionString: await testDatabaseUrl() });
    await client.connect();
    await client.query(`SET ROLE ${await databaseName()}_tenant`);

    for (const { name } of await tables()) {
      const { rows } = await client.query(`SELECT * FROM "${name}"`);
      expect(rows, name).to.deep.equal([]);
    }
    await client.end();
  });

  it('shows a raw query that forgets the tenant only the rows of its own', async () => {
    for (const { name } of await tables()) {
      const key = table(name === 'tenants' ? 'id' : 'tenant_id');
      const seen = (of: Samples) =>
        db(of).sql<{ tenant: string }[]>`SELECT DISTINCT ${key}::text AS tenant FROM ${table(name)}`;

      for (const samples of [mine, theirs, mine])
        expect(await seen(samples), name).to.deep.equal([{ tenant: idOf(samples) }]);
    }
  });

  it('lets a raw statement that forgets the tenant change and remove nothing of another', async () => {
    const before = await database.rows('SELECT * FROM products WHERE tenant_id = $1', [idOf(theirs)]);

    const changed = await db(mine).sql.count`UPDATE products SET title = 'mine' WHERE id IS NOT NULL`;
    const removed = await db(mine).sql.count`DELETE FROM products WHERE id = ${theirs.Product.data.id}::uuid`;

    expect([changed, removed]).to.deep.equal([1, 0]);
    expect(await database.rows('SELECT * FROM products WHERE tenant_id = $1', [idOf(theirs)])).to.deep.equal(
      before,
    );
  });

  it('refuses a row for another tenant, and what belongs to no store', async () => {
    const insert = db(mine).sql.count`
      INSERT INTO products (tenant_id, title, slug) VALUES (${idOf(theirs)}::uuid, 'T', 'given')`;
    const move = db(mine).sql.count`UPDATE products SET tenant_id = ${idOf(theirs)}::uuid`;
    const read = db(mine).sql`SELECT * FROM payment_events`;

    expect((await rejectionOf(insert)).message).to.match(/row-level security/);
    expect((await rejectionOf(move)).message).to.match(/row-level security|foreign key/);
    expect((await rejectionOf(read)).message).to.match(/permission denied/);
  });

  it('keeps to the tenant after a rollback, on the same connection', async () => {
    const titles = (of: Samples, via = db(of)) =>
      via.sql<object[]>`SELECT tenant_id::text AS id FROM products`;
    await titles(mine);

    await rejectionOf(
      db(theirs).transaction(async (tx) => {
        expect(await titles(theirs, tx)).to.deep.equal([{ id: idOf(theirs) }]);
        throw new Error('rolled back');
      }),
    );

    expect(await titles(theirs)).to.deep.equal([{ id: idOf(theirs) }]);
    expect(await titles(mine)).to.deep.equal([{ id: idOf(mine) }]);
  });

  it('follows a transaction that crosses tenants', async () => {
    const count = (of: Pick<TestDatabase['system'], 'sql'>) =>
      of.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM products`.then((rows) => rows[0]?.n ?? 0);

    const counts = await db(mine).transaction(async (tx) => [
      await count(tx),
      await count(tx.system),
      await count(tx.system.forTenant(idOf(theirs))),
      await count(tx),
    ]);

    const [own, all, foreign, again] = counts;
    expect([own, foreign, again]).to.deep.equal([1, 1, 1]);
    expect(all).to.be.at.least(2);
  });

  it('keeps many requests at once apart', async () => {
    const wide = openDatabase({ url: await testDatabaseUrl(), poolSize: 4 });
    const asked = Array.from({ length: 60 }, (_, index) => (index % 2 ? idOf(mine) : idOf(theirs)));

    const answers = await Promise.all(
      asked.map((id) => wide.tenant(id).sql<object[]>`SELECT tenant_id::text AS id FROM products`),
    );

    expect(answers).to.deep.equal(asked.map((id) => [{ id }]));
    await wide.close();
  });

  it('refuses a tenant that is no id before it reaches the database', async () => {
    const error = await rejectionOf(database.tenant("x', false); --").sql`SELECT 1`);

    expect(error.message).to.match(/named by its UUID/);
  });

  describe('after a migration', () => {
    let url: string;

    before(async () => {
      url = await createDatabase('row_security');
      await migrate(url);
    });

    async function asOwner<T extends pg.QueryResultRow>(sql: string): Promise<T[]> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query<T>(sql)).rows;
      } finally {
        await client.end();
      }
    }

    it('needs no superuser, and says what an administrator must do for one who may not make roles', async () => {
      const name = `owner_${process.pid}`;
      const database = `owned_${process.pid}`;
      await asOwner(`CREATE ROLE ${name} LOGIN PASSWORD 'for-this-test'; GRANT ${name} TO CURRENT_USER`);
      await asOwner(`CREATE DATABASE ${database} OWNER ${name}`);
      const owned = Object.assign(new URL(url), {
        username: name,
        password: 'for-this-test',
        pathname: `/${database}`,
      });

      const refused = await rejectionOf(migrate(owned.href));
      const roles = `${database}_tenant, ${database}_system`;
      await asOwner(
        `CREATE ROLE ${database}_tenant; CREATE ROLE ${database}_system; GRANT ${roles} TO ${name}`,
      );
      await migrate(owned.href);

      expect(refused.message).to.include(`GRANT ${roles} TO ${name}`);
      const opened = openDatabase({ url: owned.href, poolSize: 2 });
      const [one] = [await writeSampleRows(opened.system), await writeSampleRows(opened.system)];
      const variants = await opened.tenant(idOf(one)).variant.findMany();
      expect(variants.map(({ tenantId }) => tenantId)).to.deep.equal([idOf(one)]);
      await opened.close();
      await asOwner(`DROP DATABASE ${database} WITH (FORCE)`);
      await asOwner(`DROP ROLE ${name}, ${roles}`);
    });

    it('covers a table that was added, without being told', async () => {
      await asOwner(`CREATE TABLE later (id BIGSERIAL PRIMARY KEY, tenant_id UUID NOT NULL)`);

      await migrate(url);

      const later = (await asOwner<TenantTable>(TENANT_TABLES)).find(({ name }) => name === 'later');
      expect(later).to.deep.equal({
        name: 'later',
        forced: true,
        policies: ['owner_rows', 'system_rows', 'tenant_rows'],
      });
      const tenantId = '00000000-0000-4000-8000-000000000001';
      const opened = openDatabase({ url, poolSize: 1 });
      await opened.tenant(tenantId).sql.count`INSERT INTO later (tenant_id) VALUES (${tenantId}::uuid)`;
      await opened.close();
    });

    it('waits for nobody when there is nothing to do', async () => {
      const reader = new pg.Client({ connectionString: url });
      await reader.connect();
      await reader.query('BEGIN; SELECT * FROM products; SELECT * FROM tenants');

      await migrate(url);

      await reader.query('COMMIT');
      await reader.end();
    });
  });
});
