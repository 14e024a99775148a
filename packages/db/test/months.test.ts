import { expect } from 'chai';
import pg from 'pg';
import { createMigratedDatabase, queryAsOwner } from '../../testing/src/database.ts';
import { openDatabase, readDatabaseHealth } from '../src/index.ts';
import { rejectionOf } from './rejection-of.ts';

const [MINE, THEIRS] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

describe('a table that is partitioned by month', () => {
  let url: string;
  const query = <Row extends pg.QueryResultRow>(sql: string) => queryAsOwner<Row>(sql, [], url);

  before(async () => {
    url = await createMigratedDatabase('months');
    await query(`
      INSERT INTO tenants (id, name, currency, country, publishable_key)
      SELECT id, 'Store', 'EUR', 'DE', 'pk_' || id FROM unnest(ARRAY['${MINE}', '${THEIRS}']::uuid[]) AS id;
      INSERT INTO products (tenant_id, title, slug) SELECT id, 'Mug', 'mug' FROM tenants;
      INSERT INTO variants (tenant_id, product_id, sku, price_amount, currency)
      SELECT tenant_id, id, 'MUG', 100, 'EUR' FROM products;
      INSERT INTO stock_movements (tenant_id, variant_id, kind, quantity_delta, reserved_delta, quantity_after, reserved_after, actor, created_at)
      SELECT tenant_id, id, 'set', 1, 0, 1, 0, 'system', now() - n * interval '20 days' FROM variants, generate_series(0, 20) n;
      INSERT INTO audit_records (tenant_id, actor, action, subject_type, subject_id, request_id, created_at)
      SELECT id, 'cli', 'store.created', 'store', n, 'r', now() - n * interval '20 days' FROM tenants, generate_series(0, 20) n`);
  });

  it('has its rows in the first partition of a new database', async () => {
    const rows = await query(`
      SELECT 'audit_records' AS name, count(*)::int AS n FROM audit_records_first
      UNION ALL SELECT 'stock_movements', count(*)::int FROM stock_movements_first ORDER BY 1`);

    expect(rows).to.deep.equal([
      { name: 'audit_records', n: 42 },
      { name: 'stock_movements', n: 42 },
    ]);
  });

  it('shows a store its own rows, and nobody but the owner a partition', async () => {
    const database = openDatabase({ url, poolSize: 1 });
    const mine = await database.tenant(MINE).stockMovement.findMany();
    const direct = await rejectionOf(database.system.sql`SELECT * FROM stock_movements_first`);
    const foreign = await rejectionOf(
      database.tenant(MINE).sql.count`
        INSERT INTO audit_records (tenant_id, actor, action, subject_type, subject_id, request_id, created_at)
        VALUES (${THEIRS}::uuid, 'cli', 'a', 'b', 'c', 'r', '2101-01-01')`,
    );
    await database.close();

    expect(mine).to.have.length(21);
    expect(direct.message).to.match(/permission denied/);
    expect(foreign.message).to.match(/row-level security/);
  });

  /** As if the table had been partitioned long ago: its first partition ends two months before this one, and nothing came since. */
  async function endFirstMonthEarlier(table: string): Promise<Date> {
    const [{ until } = { until: new Date() }] = await query<{ until: Date }>(
      `SELECT (date_trunc('month', now() AT TIME ZONE 'UTC') - interval '2 months') AT TIME ZONE 'UTC' AS until`,
    );
    await query(`
      DELETE FROM ${table} WHERE created_at >= '${until.toISOString()}';
      ALTER TABLE ${table} DETACH PARTITION ${table}_first;
      ALTER TABLE ${table} ATTACH PARTITION ${table}_first FOR VALUES FROM (MINVALUE) TO ('${until.toISOString()}')`);
    return until;
  }

  it('gets a month at a time, each beginning where the one before ends, and drops old ones', async () => {
    const ends = () =>
      query<{ name: string; until: Date | null }>(
        `SELECT name, until FROM month_partitions('audit_records')`,
      );
    const rows = () => query<{ n: number }>('SELECT count(*)::int AS n FROM audit_records');
    const first = await endFirstMonthEarlier('audit_records');
    const before = (await rows())[0]?.n ?? 0;
    await query(
      `INSERT INTO audit_records (tenant_id, actor, action, subject_type, subject_id, request_id, created_at)
       VALUES ('${MINE}', 'cli', 'early', 'store', 's', 'r', now())`,
    );

    const made = await query<{ count: number }>(`SELECT make_months('audit_records', now()) AS count`);
    const again = await query<{ count: number }>(`SELECT make_months('audit_records', now()) AS count`);
    const months = await ends();
    const dropped = await query(`SELECT drop_months('audit_records', '${first.toISOString()}') AS count`);

    expect([made, again, dropped]).to.deep.equal([[{ count: 5 }], [{ count: 0 }], [{ count: 1 }]]);
    expect(months.map(({ name }) => name.replace(/\d{4}_\d\d/, 'month'))).to.deep.equal([
      'audit_records_first',
      ...Array(5).fill('audit_records_month'),
      'audit_records_default',
    ]);
    expect(await rows()).to.deep.equal([{ n: 1 }]);
    expect(before).to.be.above(10);
    expect(await query('SELECT count(*)::int AS n FROM audit_records_default')).to.deep.equal([{ n: 0 }]);
    expect((await ends()).map(({ name }) => name)).to.not.include('audit_records_first');
  });

  it('is left alone for now where somebody reads it: nobody waits behind the drop', async () => {
    const first = await endFirstMonthEarlier('stock_movements');
    const before = await query('SELECT count(*)::int AS n FROM stock_movements');
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN; SELECT count(*) FROM stock_movements');

    const refused = await rejectionOf(
      query(`SELECT drop_months('stock_movements', '${first.toISOString()}')`),
    );
    await reader.query('COMMIT');
    await reader.end();

    expect(refused.message).to.match(/lock timeout/);
    expect(await query('SELECT count(*)::int AS n FROM stock_movements')).to.deep.equal(before);
  });

  it('is named by `commerce doctor` until its months are made', async () => {
    const before = await readDatabaseHealth(url);

    await query(`SELECT make_months('stock_movements', now())`);

    const after = await readDatabaseHealth(url);
    expect([before.withoutNextMonth, after.withoutNextMonth]).to.deep.equal([['stock_movements'], []]);
  });
});
