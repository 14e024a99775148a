// The database layer beside its floor: the same statements through `ctx.db` and through `pg`, in one run.
import { type Database, openDatabase, type TenantDb } from '@service/db';
import pg from 'pg';
import { benchDatabase } from './shared/bench-database.ts';
import { compare, type Measured, measure } from './shared/measure.ts';
import { makeVariants, type StoreOfVariants } from './shared/store-of-variants.ts';

const CONNECTIONS = 16;

const url = await benchDatabase();
const database = openDatabase({ url, poolSize: CONNECTIONS });
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });
const subject = await makeVariants(database);

process.stdout.write(`${CONNECTIONS} connections; each line: ctx.db, then the same statements through pg\n`);
for (const { name, throughDb, throughPg } of pairs(database, pool, subject)) {
  const candidate = await measure(name, throughDb, { connections: CONNECTIONS });
  const floor: Measured = await measure('pg', throughPg, { connections: CONNECTIONS });
  process.stdout.write(`${compare(candidate, floor)}\n`);
}
await database.close();
await pool.end();

function pairs({ tenant }: Database, pgPool: pg.Pool, { tenantId, variantIds }: StoreOfVariants) {
  const db = tenant(tenantId);
  const anyId = () => variantIds[Math.floor(Math.random() * variantIds.length)] ?? '';
  const read = 'SELECT * FROM variants WHERE tenant_id = $1 AND id = $2';
  const list = 'SELECT * FROM variants WHERE tenant_id = $1 LIMIT 20';
  const update =
    'UPDATE variants SET price_amount = price_amount + 1 WHERE tenant_id = $1 AND id = $2 RETURNING *';
  const insert = `INSERT INTO webhook_events (tenant_id, name, data, occurred_at) VALUES ($1, 'bench', '{}', now())`;
  const prepared = (text: string, values: unknown[]) => ({ name: text.slice(0, 60), text, values });

  async function pgTransaction() {
    const client = await pgPool.connect();
    await client.query('BEGIN');
    await client.query(prepared(update, [tenantId, anyId()]));
    await client.query(prepared(insert, [tenantId]));
    await client.query('COMMIT');
    client.release();
  }
  const updateByModel = (via = db) =>
    via.variant.update({
      where: { tenantId_id: { tenantId, id: anyId() } },
      data: { priceAmount: { increment: 1 } },
    });
  const updateBySql = (tx: Pick<TenantDb, 'sql'> = db) =>
    tx.sql`UPDATE variants SET price_amount = price_amount + 1 WHERE tenant_id = ${tenantId}::uuid AND id = ${anyId()}::uuid RETURNING *`;
  const insertBySql = (tx: Pick<TenantDb, 'sql'> = db) =>
    tx.sql
      .count`INSERT INTO webhook_events (tenant_id, name, data, occurred_at) VALUES (${tenantId}::uuid, 'bench', '{}', now())`;

  return [
    {
      name: 'read one, by model',
      throughDb: () => db.variant.findFirst({ where: { id: anyId() } }),
      throughPg: () => pgPool.query(prepared(read, [tenantId, anyId()])),
    },
    {
      name: 'read 20, by model',
      throughDb: () => db.variant.findMany({ take: 20 }),
      throughPg: () => pgPool.query(prepared(list, [tenantId])),
    },
    {
      name: 'read 20, by SQL',
      throughDb: () => db.sql`SELECT * FROM variants WHERE tenant_id = ${tenantId}::uuid LIMIT 20`,
      throughPg: () => pgPool.query(prepared(list, [tenantId])),
    },
    {
      name: 'update one, by model',
      throughDb: () => updateByModel(),
      throughPg: () => pgPool.query(prepared(update, [tenantId, anyId()])),
    },
    {
      name: 'update one, by SQL',
      throughDb: () => updateBySql(),
      throughPg: () => pgPool.query(prepared(update, [tenantId, anyId()])),
    },
    {
      name: 'transaction: update by model, insert by SQL',
      throughDb: () =>
        db.transaction(async (tx) => {
          await updateByModel(tx);
          await insertBySql(tx);
        }),
      throughPg: pgTransaction,
    },
    {
      name: 'transaction: update and insert by SQL',
      throughDb: () =>
        db.transaction(async (tx) => {
          await updateBySql(tx);
          await insertBySql(tx);
        }),
      throughPg: pgTransaction,
    },
  ];
}
