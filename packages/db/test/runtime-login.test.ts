import { PassThrough, Readable } from 'node:stream';
import { expect } from 'chai';
import pg from 'pg';
import { createDatabase, queryAsOwner } from '../../testing/src/database.ts';
import { backup, migrate, openDatabase, restore } from '../src/index.ts';
import { rejectionOf } from './rejection-of.ts';
import type { sampleRows } from './tenant-rows.ts';
import { writeSampleRows } from './write-sample-rows.ts';

describe('the login of API and worker', () => {
  let ownerUrl: string;
  let runtimeUrl: string;
  let name: string;
  let theirs: ReturnType<typeof sampleRows>;
  let mine: ReturnType<typeof sampleRows>;

  before(async () => {
    ownerUrl = await createDatabase('login');
    name = new URL(ownerUrl).pathname.slice(1);
    runtimeUrl = urlOf(`${name}_runtime`, 'for this: test/');
    await migrate(ownerUrl, { runtimeUrl });
    const database = openDatabase({ url: runtimeUrl, poolSize: 2 });
    mine = await writeSampleRows(database.system);
    theirs = await writeSampleRows(database.system);
    await database.close();
  });

  const urlOf = (username: string, password: string) =>
    Object.assign(new URL(ownerUrl), { username, password }).href;

  it('is made by the migration, with the configured password, and may do no more than it must', async () => {
    const [role] = await queryAsOwner(
      `SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication OR rolinherit AS mighty,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned,
         (SELECT array_agg(roleid::regrole::text ORDER BY roleid::regrole::text) FROM pg_auth_members WHERE member = r.oid) AS member_of
       FROM pg_roles r WHERE rolname = $1`,
      [`${name}_runtime`],
      ownerUrl,
    );

    expect(role).to.deep.equal({ mighty: false, owned: 0, member_of: [`${name}_system`, `${name}_tenant`] });
  });

  it('gets another password when the configuration has another', async () => {
    await migrate(ownerUrl, { runtimeUrl: urlOf(`${name}_runtime`, 'another') });
    const old = await rejectionOf(connect(runtimeUrl));
    await migrate(ownerUrl, { runtimeUrl });

    expect(old.message).to.match(/password authentication failed/);
    await (await connect(runtimeUrl)).end();
  });

  it('is refused when it is mightier', async () => {
    const refused = await rejectionOf(migrate(ownerUrl, { runtimeUrl: ownerUrl }));

    expect(refused.message).to.match(/may make roles/);
  });

  it('can’t step up: no statement makes it an owner, and without a scope it sees nothing', async () => {
    const owner = new URL(ownerUrl).username;
    const tenantId = mine.Tenant.data.id as string;
    const client = await connect(runtimeUrl);
    const enter = () =>
      client.query(
        `SELECT set_config('role', '${name}_tenant', false), set_config('app.tenant_id', '${tenantId}', false)`,
      );
    const foreign = async () =>
      (await client.query('SELECT 1 FROM products WHERE tenant_id = $1', [theirs.Tenant.data.id])).rowCount;

    await enter();
    expect(await foreign()).to.equal(0);
    for (const statement of [
      `SET ROLE ${owner}`,
      `SET SESSION AUTHORIZATION ${owner}`,
      `SELECT set_config('session_authorization', '${owner}', false)`,
      `SELECT set_config('role', '${owner}', false)`,
      'SET row_security = off; SELECT * FROM products',
      'ALTER TABLE products DISABLE ROW LEVEL SECURITY',
      'ALTER TABLE products OWNER TO CURRENT_USER',
      'DROP POLICY tenant_rows ON products',
      'CREATE POLICY open ON products USING (true)',
      `GRANT ${owner} TO CURRENT_USER`,
      `ALTER ROLE ${name}_runtime BYPASSRLS`,
      `ALTER ROLE ${name}_runtime SUPERUSER`,
      'CREATE ROLE mightier SUPERUSER LOGIN',
      'CREATE TABLE mine ()',
      'CREATE TEMPORARY TABLE money_changes ()',
      "CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
      "CREATE FUNCTION peek() RETURNS SETOF products LANGUAGE sql SECURITY DEFINER AS 'SELECT * FROM products'",
      "COPY products TO PROGRAM 'cat'",
      "SELECT pg_read_file('PG_VERSION')",
      'CREATE EXTENSION dblink',
      'SELECT * FROM payment_events',
    ]) {
      const refused = await rejectionOf(client.query(statement));
      expect(refused.message, statement).to.match(
        /permission denied|must be owner|must be superuser|query would be affected|denied|permission|privilege|attribute/i,
      );
      await client.query('RESET row_security');
      await enter();
      expect(await foreign(), statement).to.equal(0);
    }

    await client.query('RESET ROLE');
    expect((await rejectionOf(foreign())).message).to.match(/permission denied/);
    await client.query('RESET SESSION AUTHORIZATION');
    expect((await rejectionOf(foreign())).message).to.match(/permission denied/);
    await client.query('DISCARD ALL');
    expect((await rejectionOf(foreign())).message).to.match(/permission denied/);
    await client.end();
  });

  it('can’t lend its temporary tables to the owner’s functions, even where it may create some', async () => {
    const tenantId = mine.Tenant.data.id as string;
    await queryAsOwner(`GRANT TEMPORARY ON DATABASE ${name} TO ${name}_tenant`, [], ownerUrl);
    const client = await connect(runtimeUrl);
    await client.query(
      `SELECT set_config('role', '${name}_tenant', false), set_config('app.tenant_id', '${tenantId}', false)`,
    );
    const changes = async () =>
      (await queryAsOwner<{ n: number }>('SELECT count(*)::int AS n FROM money_changes', [], ownerUrl))[0]
        ?.n ?? 0;
    const before = await changes();

    await client.query(`
      CREATE TEMPORARY TABLE stolen (who text);
      GRANT ALL ON stolen TO PUBLIC;
      CREATE TEMPORARY TABLE money_changes (
        tenant_id uuid, day date, currency text, kind text, account_id uuid, country text, rate_basis_points double precision, exempt boolean,
        counted bigint, amount bigint, tax bigint);
      GRANT ALL ON pg_temp.money_changes TO PUBLIC;
      CREATE FUNCTION pg_temp.as_owner() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN INSERT INTO pg_temp.stolen VALUES (current_user); RETURN NEW; END';
      CREATE TRIGGER as_owner BEFORE INSERT ON pg_temp.money_changes
        FOR EACH ROW EXECUTE FUNCTION pg_temp.as_owner()`);
    await client.query(`UPDATE public.orders SET status = 'paid' WHERE id = $1`, [mine.Order.data.id]);

    expect((await client.query('SELECT * FROM stolen')).rows).to.be.empty;
    expect(await changes()).to.equal(before + 1);
    await client.end();
    await queryAsOwner(`REVOKE TEMPORARY ON DATABASE ${name} FROM ${name}_tenant`, [], ownerUrl);
  });

  it('meets no function of the owner’s rights that looks in temporary tables first', async () => {
    const open = await queryAsOwner(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p
       WHERE (p.prosecdef OR p.proconfig::text LIKE '%search_path=%') AND p.pronamespace = 'public'::regnamespace
         AND 'search_path=public, pg_temp' <> ALL (coalesce(p.proconfig, '{}'))`,
      [],
      ownerUrl,
    );
    const [{ count } = { count: 0 }] = await queryAsOwner<{ count: number }>(
      'SELECT count(*)::int AS count FROM pg_proc WHERE prosecdef',
      [],
      ownerUrl,
    );

    expect(open).to.be.empty;
    expect(count).to.be.above(10);
  });

  it('drops no month of the audit log before its time, and makes none for years ahead', async () => {
    const partitions = () => queryAsOwner(`SELECT * FROM month_partitions('audit_records')`, [], ownerUrl);
    const before = await partitions();
    const client = await connect(runtimeUrl);
    await client.query(`SET ROLE ${name}_system`);

    const dropped = await rejectionOf(
      client.query(`SELECT drop_months('audit_records', now() + interval '10 years')`),
    );
    const recent = await rejectionOf(
      client.query(`SELECT drop_months('audit_records', now() - interval '29 days')`),
    );
    const made = await rejectionOf(
      client.query(`SELECT make_months('audit_records', now() + interval '100 years')`),
    );
    await client.end();

    for (const { message } of [dropped, recent]) expect(message).to.match(/at least 30 days/);
    expect(made.message).to.match(/for the present only/);
    expect(await partitions()).to.deep.equal(before);
  });

  it('loses the settings that it has given to itself at the next migration', async () => {
    const client = await connect(runtimeUrl);
    await client.query(`ALTER ROLE ${name}_runtime SET statement_timeout = 1`);
    await client.query(`ALTER ROLE ${name}_runtime IN DATABASE ${name} SET work_mem = '1GB'`);
    await client.end();

    await migrate(ownerUrl, { runtimeUrl });

    expect(
      await queryAsOwner(
        'SELECT FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole WHERE r.rolname = $1',
        [`${name}_runtime`],
        ownerUrl,
      ),
    ).to.be.empty;
  });

  it('is made by an owner who is no superuser, and whose backups and restores work too', async () => {
    const owner = `${name}_ordinary`;
    await queryAsOwner(
      `CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'ordinary'; GRANT ${owner} TO CURRENT_USER`,
      [],
      ownerUrl,
    );
    await queryAsOwner(`CREATE DATABASE ${name}_own OWNER ${owner}`, [], ownerUrl);
    const url = Object.assign(new URL(ownerUrl), {
      username: owner,
      password: 'ordinary',
      pathname: `/${name}_own`,
    });
    const login = Object.assign(new URL(url), { username: `${name}_own_runtime`, password: 'runtime' }).href;

    await migrate(url.href, { runtimeUrl: login });
    const database = openDatabase({ url: login, poolSize: 1 });
    const rows = await writeSampleRows(database.system);
    const sink = new PassThrough();
    const [bytes] = await Promise.all([sink.toArray(), backup(url.href, sink)]);
    await database.system.product
      .deleteMany({ where: { id: rows.Product.data.id as string } })
      .catch(() => undefined);
    await database.close();
    await restore(url.href, () => Readable.from(bytes), { force: true, runtimeUrl: login });

    const again = openDatabase({ url: login, poolSize: 1 });
    expect(await again.tenant(rows.Tenant.data.id as string).product.count()).to.equal(1);
    await again.close();
  });

  it('lets a second deployment live on the same server, with roles of its own', async () => {
    const secondUrl = await createDatabase('second');
    const second = new URL(secondUrl).pathname.slice(1);
    const secondRuntime = Object.assign(new URL(secondUrl), {
      username: `${second}_runtime`,
      password: 'second',
    }).href;

    await migrate(secondUrl, { runtimeUrl: secondRuntime });

    const client = await connect(secondRuntime);
    for (const role of [`${name}_tenant`, `${name}_system`, `${name}_runtime`])
      expect((await rejectionOf(client.query(`SET ROLE ${role}`))).message).to.match(/permission denied/);
    await client.end();
  });
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
