import { expect } from 'chai';
import pg from 'pg';
import { CITUS_URL, queryAsOwner, runtimeUrlOf } from '../../testing/src/database.ts';
import { Prisma } from '../src/index.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { rejectionOf } from './rejection-of.ts';
import { sampleRows } from './tenant-rows.ts';

interface Shard {
  host: string;
  port: number;
  table: string;
}

/** What only Citus itself can show. Skipped where TEST_CITUS_URL names no database of one. */
describe('row level security on Citus', () => {
  let database: TestDatabase;
  let mine: string;
  let theirs: string;
  let shards: Shard[];

  before(async function () {
    if (!CITUS_URL) {
      this.skipReason = 'TEST_CITUS_URL names no database of Citus';
      return this.skip();
    }
    this.timeout(600_000);
    database = await openTestDatabase(2, { url: runtimeUrlOf(CITUS_URL), isSpread: true });
    [mine, theirs] = [await makeStore(), await makeStore()];
    shards = await queryAsOwner<Shard & pg.QueryResultRow>(
      `SELECT nodename AS host, nodeport AS port, shard_name AS table FROM citus_shards
       WHERE table_name = 'categories'::regclass`,
    );
  });

  after(() => database?.close());

  async function makeStore(): Promise<string> {
    const { data } = sampleRows().Tenant;
    await database.system.tenant.create({ data: data as never });
    await database.system.sql.count`
      INSERT INTO categories (tenant_id, name, slug, position, updated_at) VALUES (${data.id}::uuid, 'Tea', 'tea', 1, now())`;
    return data.id as string;
  }

  it('shows a statement that forgets the store only rows of its own, through the coordinator', async () => {
    const seen = (tenantId: string) =>
      database.tenant(tenantId).sql<{ id: string }[]>`SELECT tenant_id::text AS id FROM categories`;

    expect(await seen(mine)).to.deep.equal([{ id: mine }]);
    expect(await seen(theirs)).to.deep.equal([{ id: theirs }]);
    expect(await seen(mine)).to.deep.equal([{ id: mine }]);
  });

  it('lets nobody change, remove or make a row of another store, through the coordinator', async () => {
    const { sql } = database.tenant(mine);
    const of = Prisma.sql`tenant_id = ${theirs}::uuid`;

    const changed = await sql.count`UPDATE categories SET name = 'mine' WHERE ${of}`;
    const removed = await sql.count`DELETE FROM categories WHERE ${of}`;
    const refused = await rejectionOf(sql.count`
      INSERT INTO categories (tenant_id, name, slug, position, updated_at) VALUES (${theirs}::uuid, 'mine', 'mine', 2, now())`);

    expect([changed, removed]).to.deep.equal([0, 0]);
    expect(refused.message).to.match(/row-level security/);
    const left = await queryAsOwner('SELECT name, slug FROM categories WHERE tenant_id = $1', [theirs]);
    expect(left).to.deep.equal([{ name: 'Tea', slug: 'tea' }]);
  });

  it('holds on every node, also for who asks it for a shard itself', async () => {
    const seen: string[] = [];
    const withoutStore: string[] = [];
    for (const { host, port, table } of shards) {
      const url = new URL(runtimeUrlOf(CITUS_URL ?? ''));
      Object.assign(url, { hostname: host, port: String(port) });
      const node = new pg.Client({ connectionString: url.href });
      await node.connect();
      await node.query(`SET ROLE "${url.pathname.slice(1)}_tenant"`);
      const read = async () => {
        const { rows } = await node.query<{ id: string }>(`SELECT tenant_id::text AS id FROM ${table}`);
        return rows.map(({ id }) => id);
      };
      withoutStore.push(...(await read()));
      await node.query(`SELECT set_config('app.tenant_id', $1, false)`, [mine]);
      seen.push(...(await read()));
      await node.end();
    }

    expect(shards.length).to.be.greaterThan(1);
    expect(withoutStore).to.deep.equal([]);
    expect(seen).to.deep.equal([mine]);
  });
});
