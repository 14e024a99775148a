import { expect } from 'chai';
import { createMigratedDatabase, queryAsOwner } from '../../testing/src/database.ts';
import { hasCitus, readObstacles } from '../src/cluster.ts';
import { type Distribution, distribute, planDistribution } from '../src/distribute.ts';
import { rejectionOf } from './rejection-of.ts';

/** Not of a store, and on the node that takes the requests: what the provider told, and the records of the schema itself. */
const ON_ONE_NODE = ['_commerce_maintenance', '_commerce_versions', '_prisma_migrations', 'payment_events'];

/** Few have Citus: what it asks of a schema is held by these tests, and its functions are stood in for. */
describe('the distribution of stores over the nodes of Citus', () => {
  let url: string;
  let plan: Distribution;

  before(async () => {
    url = await createMigratedDatabase('distribute');
    plan = await planDistribution(url);
  });

  it('has a place for every table', async () => {
    const tables = await queryAsOwner<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
      [],
      url,
    );

    expect([...plan.everywhere, ...plan.byStore, ...ON_ONE_NODE]).to.have.members(
      tables.map(({ name }) => name),
    );
  });

  it('spreads tables whose keys all have the store, and no key or constraint without it', async () => {
    const keys = await queryAsOwner<{ name: string }>(
      `SELECT i.indexrelid::regclass::text AS name FROM pg_index i
       WHERE (i.indisunique OR i.indisexclusion) AND i.indrelid::regclass::text = ANY ($1) AND NOT EXISTS (
         SELECT FROM pg_attribute a WHERE a.attrelid = i.indrelid AND a.attname = 'tenant_id' AND a.attnum = ANY (i.indkey))`,
      [plan.byStore],
      url,
    );

    expect(keys).to.deep.equal([]);
  });

  it('has no foreign key that would write the store of a row, which Citus refuses', async () => {
    const keys = await queryAsOwner<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND (confupdtype <> 'a' OR confdeltype IN ('n', 'd'))`,
      [],
      url,
    );

    expect(keys).to.deep.equal([]);
  });

  it('keeps foreign keys with the store on both sides, or to a table that is everywhere', async () => {
    const links = await queryAsOwner<{ name: string; from: string; to: string; pairs: string[] }>(
      `SELECT c.conname AS name, c.conrelid::regclass::text AS from, c.confrelid::regclass::text AS to,
              (SELECT array_agg(f.attname || '→' || t.attname)
               FROM unnest(c.conkey, c.confkey) AS k(f, t)
               JOIN pg_attribute f ON f.attrelid = c.conrelid AND f.attnum = k.f
               JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = k.t) AS pairs
       FROM pg_constraint c WHERE c.contype = 'f' AND c.conparentid = 0 AND c.connamespace = 'public'::regnamespace`,
      [],
      url,
    );
    const dropped = plan.dropped.map(({ name }) => name);
    const isKept = ({ from, to, pairs }: (typeof links)[number]) =>
      plan.byStore.includes(from)
        ? plan.everywhere.includes(to) || pairs.includes('tenant_id→tenant_id')
        : plan.everywhere.includes(from) && plan.everywhere.includes(to);

    expect(links.filter((link) => !isKept(link)).map(({ name }) => name)).to.have.members(dropped);
    expect(plan.dropped.map(({ table }) => table)).to.have.members([
      'admin_invitation_tokens',
      'admin_session_tokens',
      'admin_user_emails',
      'api_key_hashes',
      'customer_session_tokens',
      'customer_token_hashes',
      'payment_references',
    ]);
  });

  it('goes on where it ended, and has every foreign key again that Citus can hold', async () => {
    expect(await hasCitus(url)).to.equal(false);
    const before = await keysOf(url);
    await queryAsOwner(STAND_IN, [], url);
    expect(await hasCitus(url)).to.equal(true);
    await queryAsOwner(`INSERT INTO refused VALUES ('orders')`, [], url);

    const { message } = await rejectionOf(distribute(url, () => {}));

    expect(message).to.equal('orders is refused');
    expect(await keysOf(url)).to.deep.equal([]);
    const between = await queryAsOwner<{ done: string }>('SELECT done FROM calls ORDER BY number', [], url);
    const [, ...left] = (await planDistribution(url)).steps;
    await queryAsOwner('DELETE FROM refused', [], url);
    const noted: string[] = [];

    await distribute(url, (statement, number, total) => noted.push(`${number}/${total} ${statement}`));

    const calls = await queryAsOwner<{ done: string }>('SELECT done FROM calls ORDER BY number', [], url);
    const [first] = plan.byStore;
    expect(calls.map(({ done }) => done)).to.deep.equal(
      [
        ...plan.everywhere.map((table) => `${table} everywhere`),
        ...plan.byStore.map((table) => `${table} by tenant_id beside ${table === first ? 'none' : first}`),
      ].flatMap((spread) => [spread, `${spread.split(' ')[0]} truncated`]),
    );
    expect(calls.slice(0, between.length)).to.deep.equal(between);
    expect(noted[0]).to.match(/^1\/\d+ SELECT create_distributed_table\('orders'/);
    expect(noted).to.have.length(left.length + 1);
    const asleep = await queryAsOwner(
      `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'`,
      [],
      url,
    );
    expect(asleep).to.deep.equal([]);
    const dropped = plan.dropped.map(({ name }) => name);
    expect(await keysOf(url)).to.deep.equal(before.filter(({ name }) => !dropped.includes(name)));
  });

  it('makes functions in SQL functions in PL/pgSQL, which say the same', async () => {
    const languages = await queryAsOwner<{ name: string }>(
      `SELECT p.proname AS name FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
       WHERE l.lanname = 'sql' AND p.provolatile <> 'i' AND p.pronamespace = 'public'::regnamespace
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
      [],
      url,
    );
    const store = '00000000-0000-4000-8000-000000000001';
    const prices = await queryAsOwner<{ amount: string }>(
      `SELECT amount FROM lowest_price($1, $1, 500, 'EUR', 'EUR', 1, '{}', NULL, true, 0)`,
      [store],
      url,
    );

    await queryAsOwner(
      `INSERT INTO tenants (id, name, currency, country, publishable_key) VALUES ('${store}', 'Store', 'EUR', 'DE', 'pk_spread');
       INSERT INTO products (tenant_id, id, title, slug) VALUES ('${store}', '${store}', 'Mug', 'mug');
       INSERT INTO variants (tenant_id, product_id, sku, price_amount, currency) VALUES ('${store}', '${store}', 'MUG', 100, 'EUR')`,
      [],
      url,
    );
    const offers = await queryAsOwner('SELECT price_from, currency FROM product_offer($1, $1)', [store], url);

    expect(languages).to.deep.equal([]);
    expect(offers).to.deep.equal([{ price_from: '100', currency: 'EUR' }]);
    expect(prices).to.deep.equal([{ amount: '500' }]);
    for (const call of [
      'wrong_product_listings()',
      'wrong_product_search()',
      'wrong_product_sales()',
      'wrong_ledgers($1, NULL)',
      'missing_money(NULL)',
      "buyer_of($1, 'EUR', true, NULL, NULL, NULL, now())",
      'goods_of_order($1, $1)',
      'money_of_order($1, $1)',
      'entries_of_payment($1, $1)',
      'missing_entries($1, $1)',
      'money_of_days($1, current_date, current_date)',
    ]) {
      const { length } = await queryAsOwner(`SELECT * FROM ${call}`, call.includes('$') ? [store] : [], url);
      expect(length, call).to.be.below(2);
    }
  });

  it('lets the functions that look for words name the store by its column', async () => {
    const bodies = await queryAsOwner<{ body: string }>(
      `SELECT prosrc AS body FROM pg_proc WHERE prosrc LIKE '%tenant_id::text%' AND pronamespace = 'public'::regnamespace`,
      [],
      url,
    );

    expect(bodies).to.have.length(2);
    for (const { body } of bodies)
      expect(body.match(/tenant_id::text = store/g)).to.have.length(
        body.match(/ (\w\.tenant_id) = store AND \1::text = store/g)?.length ?? 0,
      );
  });

  it('leaves nothing to do behind it', async () => {
    const before = await queryAsOwner('SELECT * FROM calls', [], url);

    const again = await planDistribution(url);
    await distribute(url, () => {});

    expect(again).to.deep.equal({ ...plan, dropped: [], steps: [] });
    expect(await queryAsOwner('SELECT * FROM calls', [], url)).to.deep.equal(before);
    expect(await queryAsOwner(`SELECT to_regclass('_commerce_foreign_keys') AS kept`, [], url)).to.deep.equal(
      [{ kept: null }],
    );
  });

  it('says what keeps it from beginning, and what puts that right', async () => {
    const name = new URL(url).pathname.slice(1);

    const found = await readObstacles(url);
    await queryAsOwner(
      `UPDATE pg_dist_node SET shouldhaveshards = false;
       INSERT INTO pg_dist_node VALUES (1, 'one', 5432, true, true);
       CREATE OR REPLACE FUNCTION run_command_on_workers(command text)
         RETURNS TABLE (nodename text, nodeport int, success boolean) LANGUAGE sql AS $$ SELECT 'one', 5432, true $$`,
      [],
      url,
    );

    expect(found.map((each) => each.split(/[ :]/)[0])).to.deep.equal([
      'Citus',
      'The',
      'Row',
      'citus.propagate_set_commands',
      'citus.enable_unsafe_triggers',
      'citus.allow_nested_distributed_execution',
      'jit',
      'one',
      'one',
    ]);
    expect(found[1]).to.include(`citus_set_node_property('first', 5432, 'shouldhaveshards', false)`);
    expect(found[3]).to.include(`ALTER DATABASE "${name}" SET citus.propagate_set_commands = 'local'`);
    expect(found[7]).to.include(`ALTER ROLE "${name}_tenant" LOGIN`);
    expect(found[8]).to.include(`ALTER ROLE "${name}_system" LOGIN`);
    expect(await readObstacles(url)).to.deep.equal(found.slice(2, -2));
  });
});

/** What Citus has, as far as this needs it. It refuses the tables in `refused`, and reaches no node by the roles of the service. */
const STAND_IN = `
  CREATE TABLE calls (number int GENERATED ALWAYS AS IDENTITY, done text);
  CREATE TABLE refused (name text);
  CREATE TABLE pg_dist_partition (logicalrelid regclass);
  CREATE TABLE pg_dist_node (groupid int, nodename text, nodeport int, isactive boolean, shouldhaveshards boolean);
  INSERT INTO pg_dist_node VALUES (0, 'first', 5432, true, true);
  CREATE FUNCTION create_reference_table(t regclass) RETURNS void LANGUAGE sql AS $$
    INSERT INTO calls (done) VALUES (t::text || ' everywhere');
    INSERT INTO pg_dist_partition VALUES (t)
  $$;
  CREATE FUNCTION create_distributed_table(t regclass, by text, colocate_with text) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = t AND NOT tgisinternal AND tgenabled <> 'D') THEN
      RAISE 'copied rows call triggers of %', t;
    END IF;
    IF t::text IN (SELECT name FROM refused) THEN
      RAISE '% is refused', t;
    END IF;
    INSERT INTO calls (done) VALUES (t::text || ' by ' || by || ' beside ' || colocate_with);
    INSERT INTO pg_dist_partition VALUES (t);
  END
  $$;
  CREATE FUNCTION truncate_local_data_after_distributing_table(t regclass) RETURNS void LANGUAGE sql AS $$
    INSERT INTO calls (done) VALUES (t::text || ' truncated')
  $$;
  CREATE FUNCTION run_command_on_workers(command text)
    RETURNS TABLE (nodename text, nodeport int, success boolean) LANGUAGE sql AS $$ SELECT 'one', 5432, false $$`;

/** The foreign keys between the tables of the service. */
function keysOf(url: string): Promise<{ name: string; definition: string }[]> {
  return queryAsOwner(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace ORDER BY 1`,
    [],
    url,
  );
}
