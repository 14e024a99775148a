import { expect } from 'chai';
import { createMigratedDatabase, queryAsOwner } from '../../testing/src/database.ts';
import {
  type Distribution,
  distribute,
  hasCitus,
  planDistribution,
  statementsOf,
} from '../src/distribute.ts';

/** Not of a store, and on the node that takes the requests: what the provider told, and the records of the schema itself. */
const ON_ONE_NODE = ['_commerce_maintenance', '_commerce_versions', '_prisma_migrations', 'payment_events'];

/** Nobody can install Citus here: what it asks of a schema is held by these tests, and its functions are stood in for. */
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

  it('is done in one transaction: first what is everywhere, then tables by their references', async () => {
    expect(await hasCitus(url)).to.equal(false);
    await queryAsOwner(
      `CREATE TABLE calls (number int GENERATED ALWAYS AS IDENTITY, done text);
       CREATE FUNCTION create_reference_table(t regclass) RETURNS void LANGUAGE sql AS
         $$ INSERT INTO calls (done) VALUES (t::text || ' everywhere') $$;
       CREATE FUNCTION create_distributed_table(t regclass, by text, colocate_with text) RETURNS void LANGUAGE sql AS
         $$ INSERT INTO calls (done) VALUES (t::text || ' by ' || by || ' beside ' || colocate_with) $$`,
      [],
      url,
    );
    expect(await hasCitus(url)).to.equal(true);
    const noted: string[] = [];

    await distribute(url, (statement) => noted.push(statement));

    const [first] = plan.byStore;
    const calls = await queryAsOwner<{ done: string }>('SELECT done FROM calls ORDER BY number', [], url);
    expect(noted).to.deep.equal(statementsOf(plan));
    expect(calls.map(({ done }) => done)).to.deep.equal([
      ...plan.everywhere.map((table) => `${table} everywhere`),
      ...plan.byStore.map((table) => `${table} by tenant_id beside ${table === first ? 'none' : first}`),
    ]);
    const late = await queryAsOwner<{ from: string; to: string }>(
      `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
       WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
      [],
      url,
    );
    const place = (table: string) => [...plan.everywhere, ...plan.byStore].indexOf(table);
    expect(late.filter(({ from, to }) => place(to) > place(from))).to.deep.equal([]);
    expect((await planDistribution(url)).dropped).to.deep.equal([]);
  });
});
