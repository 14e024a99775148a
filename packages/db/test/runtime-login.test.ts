import { PassThrough, Readable } from 'node:stream';
import { expect } from 'chai';
import pg from 'pg';
import { createDatabase, queryAsOwner } from '../../testing/src/database.ts';
import { backup, migrate, openDatabase, restore } from '../src/index.ts';
import { rejectionOf } from './rejection-of.ts';
import { type sampleRows, writeSampleRows } from './tenant-rows.ts';

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

  it('is made by the migration, with the password of the configuration, and is no more than it must be', async () => {
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

    expect(refused.message).to.match(/is a superuser/);
  });

  it('can’t step up: no statement of a store’s session makes it an owner, and without a scope it sees nothing', async () => {
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

  it('is made by an owner who is no superuser, and whose backups and restores work too', async () => {
    const owner = `${name}_ordinary`;
    await queryAsOwner(`CREATE ROLE ${owner} LOGIN CREATEROLE PASSWORD 'ordinary'`, [], ownerUrl);
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
    await restore(url.href, Readable.from(bytes), { force: true, runtimeUrl: login });

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
