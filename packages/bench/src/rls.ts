// Row level security beside the same statements without it, in one run: what the second wall between stores costs.
import { type Database, openDatabase, type TenantDb } from '@service/db';
import { benchDatabase } from './shared/bench-database.ts';
import { compare, measure } from './shared/measure.ts';
import { makeVariants, type StoreOfVariants } from './shared/store-of-variants.ts';

const CONNECTIONS = 16;
const TENANTS = 50;

const url = await benchDatabase();
const walled = openDatabase({ url, poolSize: CONNECTIONS });
// The owner of the tables, who sees all rows.
const open = openDatabase({ url, poolSize: CONNECTIONS, rowSecurity: false });
const stores: StoreOfVariants[] = [];
for (let number = 0; number < TENANTS; number += 1) stores.push(await makeVariants(walled));

process.stdout.write(`${CONNECTIONS} connections; each line: with row level security, then without\n`);
for (const { name, run } of workloads()) {
  const candidate = await measure(name, () => run(walled), { connections: CONNECTIONS });
  const floor = await measure('without', () => run(open), { connections: CONNECTIONS });
  process.stdout.write(`${compare(candidate, floor)}\n`);
}
await walled.close();
await open.close();

function workloads() {
  const [only = { tenantId: '', variantIds: [] }] = stores;
  const anyOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
  const readOne = (db: TenantDb, { variantIds }: StoreOfVariants) =>
    db.variant.findFirst({ where: { id: anyOf(variantIds) } });
  const readList = (db: TenantDb) => db.variant.findMany({ take: 20 });
  const update = (db: TenantDb, { tenantId, variantIds }: StoreOfVariants) =>
    db.variant.update({
      where: { tenantId_id: { tenantId, id: anyOf(variantIds) } },
      data: { priceAmount: { increment: 1 } },
    });

  const work: { name: string; run: (db: TenantDb, store: StoreOfVariants) => Promise<unknown> }[] = [
    { name: 'read one', run: readOne },
    { name: 'read 20', run: readList },
    { name: 'update one', run: update },
    {
      name: 'transaction: read, update',
      run: (db, store) =>
        db.transaction(async (tx) => {
          await readOne(tx, store);
          await update(tx, store);
        }),
    },
  ];
  return work.flatMap(({ name, run }) => [
    { name: `${name}, one store`, run: (database: Database) => run(database.tenant(only.tenantId), only) },
    {
      name: `${name}, ${TENANTS} stores by turns`,
      run: (database: Database) => {
        const store = anyOf(stores);
        return run(database.tenant(store.tenantId), store);
      },
    },
  ]);
}
