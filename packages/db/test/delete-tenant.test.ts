import { PassThrough, Readable } from 'node:stream';
import { expect } from 'chai';
import {
  CITUS_URL,
  createDatabase,
  createMigratedDatabase,
  queryAsOwner,
} from '../../testing/src/database.ts';
import { backup, countTenantRows, deleteTenant, migrate, openDatabase, restore } from '../src/index.ts';
import { readCatalogue } from './catalogue.ts';
import { rejectionOf } from './rejection-of.ts';
import { writeSampleRows } from './write-sample-rows.ts';

describe('a store that is deleted', () => {
  let url: string;
  let gone: string;
  let kept: string;
  let tables: string[];

  before(async () => {
    url = await (CITUS_URL ? createMigratedDatabase : createDatabase)('delete_store');
    await migrate(url);
    const database = openDatabase({ url, poolSize: 2 });
    for (let store = 0; store < 2; store += 1) await writeSampleRows(database.system);
    await database.close();
    const stores = await query<{ id: string }>('SELECT id FROM tenants ORDER BY id');
    [gone = '', kept = ''] = stores.map(({ id }) => id);
    // A tree, and what a webhook of the provider's has left.
    await query(
      `INSERT INTO categories (tenant_id, name, slug, position, parent_id)
       SELECT tenant_id, 'child', 'child', 0, id FROM categories`,
    );
    await query(
      `INSERT INTO payment_events (id, type, payload, order_id) SELECT 'evt_' || id, 'x', '{}', id FROM orders`,
    );
    const named = await query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace`,
    );
    tables = [...named.map(({ name }) => name), 'tenants', 'payment_events'].sort();
  });

  const query = <Row extends object>(sql: string) => queryAsOwner<Row>(sql, [], url);

  /** Every row of every table that holds anything of stores, as text. */
  async function rowsOf(database = url): Promise<Record<string, string[]>> {
    const all: Record<string, string[]> = {};
    for (const name of tables) {
      const rows = await queryAsOwner<{ row: string }>(
        `SELECT t::text AS row FROM ${name} t ORDER BY 1`,
        [],
        database,
      );
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  }
  const orderOf = async (tenantId: string) =>
    (await query<{ id: string }>(`SELECT id FROM orders WHERE tenant_id = '${tenantId}'`))[0]?.id ?? '';
  /** What names the store, or its order where a row names no store. */
  const only = (rows: Record<string, string[]>, ids: string[]) =>
    Object.fromEntries(
      Object.entries(rows).map(([name, texts]) => [
        name,
        texts.filter((row) => ids.some((id) => row.includes(id))),
      ]),
    );

  it('can be exported before, as a backup that holds it alone', async () => {
    const sink = new PassThrough();
    const [chunks, { rows }] = await Promise.all([sink.toArray(), backup(url, sink, { tenantId: gone })]);
    const target = await createDatabase('one_store');

    await restore(target, () => Readable.from(chunks));

    const before = only(await rowsOf(), [gone, await orderOf(gone)]);
    expect(await rowsOf(target)).to.deep.equal(before);
    expect(Object.values(before).filter((texts) => texts.length === 0)).to.deep.equal([]);
    expect(rows).to.be.greaterThan(tables.length);
    // Functions and foreign keys are others where stores are spread.
    if (!CITUS_URL) expect(await readCatalogue(target)).to.deep.equal(await readCatalogue(url));
  });

  it('leaves none of the store’s rows after an interruption, and all of other stores', async () => {
    const others = only(await rowsOf(), [kept, await orderOf(kept)]);
    const ids = [gone, await orderOf(gone)];
    const counted = await countTenantRows(url, gone);
    let batches = 0;
    const interrupted = await rejectionOf(
      deleteTenant(url, gone, () => {
        batches += 1;
        if (batches === 20) throw new Error('power cut');
      }),
    );
    const [marked] = await query<{ suspended: boolean; deleting: boolean }>(
      `SELECT suspended_at IS NOT NULL AS suspended, deleting_since IS NOT NULL AS deleting FROM tenants WHERE id = '${gone}'`,
    );

    await deleteTenant(url, gone);

    expect(counted.map(({ table }) => table).sort()).to.deep.equal(tables);
    expect(interrupted.message).to.equal('power cut');
    expect(marked).to.deep.equal({ suspended: true, deleting: true });
    const left = await rowsOf();
    expect(left).to.deep.equal(others);
    expect(Object.values(only(left, ids)).flat()).to.deep.equal([]);
  });

  it('takes along what a background job writes meanwhile', async () => {
    const [{ id = '' } = {}] = await query<{ id: string }>('SELECT id FROM tenants');
    let isWritten = false;

    await deleteTenant(url, id, async ({ table }) => {
      // Its table is done by then; the store can't be removed before it.
      if (isWritten || table !== 'orders') return;
      isWritten = true;
      await writeLate(id);
    });

    expect(isWritten).to.equal(true);
    expect(Object.values(await rowsOf()).flat()).to.deep.equal([]);
  });

  const writeLate = (id: string) =>
    query(
      `INSERT INTO admin_notifications (tenant_id, kind, title, detail) VALUES ('${id}', 'late', 'T', 'D')`,
    );
});
