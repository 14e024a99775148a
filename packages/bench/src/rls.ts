// Row level security beside the same statements without it, in one run: what the second wall between stores costs.
import { type Database, migrate, openDatabase, type TenantDb } from '@service/db';
import { compare, measure } from './shared/measure.ts';

const CONNECTIONS = 16;
const TENANTS = 50;
const VARIANTS = 200;

interface Store {
  tenantId: string;
  variantIds: string[];
}

const url = process.env.BENCH_DATABASE_URL;
if (!url) throw new Error('BENCH_DATABASE_URL is not set; run this with `npm run bench rls`');
await migrate(url);
const walled = openDatabase({ url, poolSize: CONNECTIONS });
// The owner of the tables, who sees all rows.
const open = openDatabase({ url, poolSize: CONNECTIONS, rowSecurity: false });
const stores: Store[] = [];
for (let number = 0; number < TENANTS; number += 1) stores.push(await makeStore(walled, number));

process.stdout.write(`${CONNECTIONS} connections; each line: with row level security, then without\n`);
for (const { name, run } of workloads()) {
  const candidate = await measure(name, () => run(walled), { connections: CONNECTIONS });
  const floor = await measure('without', () => run(open), { connections: CONNECTIONS });
  process.stdout.write(`${compare(candidate, floor)}\n`);
}
await walled.close();
await open.close();

async function makeStore({ system }: Database, number: number): Promise<Store> {
  const { id: tenantId } = await system.tenant.create({
    data: {
      name: 'Bench',
      currency: 'EUR',
      country: 'DE',
      publishableKey: `pk_bench_${number}_${Date.now()}`,
    },
  });
  const product = await system.product.create({ data: { tenantId, title: 'Bench', slug: 'bench' } });
  const variants = await system.variant.createManyAndReturn({
    data: Array.from({ length: VARIANTS }, (_, index) => ({
      tenantId,
      productId: product.id,
      sku: `SKU-${index}`,
      priceAmount: 100n,
      currency: 'EUR',
    })),
  });
  return { tenantId, variantIds: variants.map(({ id }) => id) };
}

function workloads() {
  const [only = { tenantId: '', variantIds: [] }] = stores;
  const anyOf = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
  const readOne = (db: TenantDb, { variantIds }: Store) =>
    db.variant.findFirst({ where: { id: anyOf(variantIds) } });
  const readList = (db: TenantDb) => db.variant.findMany({ take: 20 });
  const update = (db: TenantDb, { tenantId, variantIds }: Store) =>
    db.variant.update({
      where: { tenantId_id: { tenantId, id: anyOf(variantIds) } },
      data: { priceAmount: { increment: 1 } },
    });

  const work: { name: string; run: (db: TenantDb, store: Store) => Promise<unknown> }[] = [
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
