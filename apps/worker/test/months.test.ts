import { audit, catalog, inTransaction } from '@service/core';
import { Prisma } from '@service/db';
import { DAY_MS } from '@service/jobs/primitives';
import {
  createClock,
  createMigratedDatabase,
  createStore,
  openTestEnv,
  queryAsOwner,
  type TestEnv,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';
import { runJob } from './run-job.ts';

describe('tables that are kept by month', () => {
  // In the past, because no month is made for the future or dropped before its time.
  const clock = createClock(new Date(Date.now() - 430 * DAY_MS));
  let databaseUrl: string;
  let domain: TestEnv;
  let store: TestStore;
  before(async () => {
    databaseUrl = await createMigratedDatabase('months');
    for (const table of ['audit_records', 'stock_movements'])
      await queryAsOwner(
        `ALTER TABLE ${table} DETACH PARTITION ${table}_first;
         ALTER TABLE ${table} ATTACH PARTITION ${table}_first
           FOR VALUES FROM (MINVALUE) TO ('${new Date(clock.now().getTime() + 40 * DAY_MS).toISOString()}')`,
        [],
        databaseUrl,
      );
    domain = await openTestEnv({ databaseUrl, now: clock.now });
    store = await createStore(domain.system);
  });
  after(() => domain.close());

  async function idsOf(variantId: string) {
    const { productId } = await store.admin.db.variant.findFirstOrThrow({ where: { id: variantId } });
    return { productId, variantId };
  }
  async function adjust(variantId: string, note: string): Promise<void> {
    await catalog.adjustStock(store.admin, await idsOf(variantId), { delta: 1, note });
  }
  const records = async () => (await audit.listAuditRecords(store.admin, { page: 1, pageSize: 100 })).items;
  const movements = async (id: string) =>
    (await catalog.listStockMovements(store.admin, await idsOf(id), { page: 1, pageSize: 100 })).items;
  const inDefault = () =>
    queryAsOwner<{ n: number }>(
      'SELECT (SELECT count(*) FROM audit_records_default)::int + (SELECT count(*) FROM stock_movements_default)::int AS n',
      [],
      databaseUrl,
    );
  const work = (audit?: number, stockMovements?: number) =>
    runJob(domain.system, 'months', { audit, stockMovements });

  it('take what comes for a month that isn’t there, give it its month later, and drop old ones', async () => {
    const id = await store.variant();
    await adjust(id, 'old');
    clock.advance(200 * DAY_MS);
    await adjust(id, 'newer');
    const before = { records: await records(), movements: await movements(id) };
    expect((await inDefault())[0]?.n).to.be.above(0);

    await work();
    expect({ records: await records(), movements: await movements(id) }).to.deep.equal(before);
    expect(await inDefault()).to.deep.equal([{ n: 0 }]);

    await work(100, 100);
    expect((await movements(id)).map(({ note }) => note)).to.deep.equal(['newer']);
    const kept = before.records.filter(({ createdAt }) => createdAt >= clock.now().toISOString());
    expect(kept.length).to.be.within(1, before.records.length - 1);
    expect(await records()).to.deep.equal(kept);
  });

  it('are kept each by itself: what keeps one from its months keeps back no other', async () => {
    const id = await store.variant();
    await adjust(id, 'old');
    clock.advance(200 * DAY_MS);
    await queryAsOwner('ALTER TABLE audit_records RENAME TO audit_records_away', [], databaseUrl);

    const failed = await work(100, 100).catch((error: Error) => error.message);
    await queryAsOwner('ALTER TABLE audit_records_away RENAME TO audit_records', [], databaseUrl);

    expect(failed).to.include('audit_records');
    expect(await movements(id)).to.be.empty;
  });

  it('hide a person in the rows that name them, and in no row of another month', async () => {
    const [one, two] = [await store.variant(0), await store.variant(0)];
    await queryAsOwner('TRUNCATE stock_movements', [], databaseUrl);
    await adjust(one, 'for ada@byron.example');
    clock.advance(31 * DAY_MS);
    await adjust(two, 'counted');

    const rows = await inTransaction(store.admin, (tx) =>
      catalog.eraseFromStock(
        tx,
        { customerId: one, guestEmail: null, ownTexts: [], confirmedEmail: 'ada@byron.example' },
        Prisma.sql`true`,
      ),
    );

    expect(rows).to.equal(1);
    expect((await movements(one)).map(({ note }) => note)).to.deep.equal(['for [erased]']);
    expect((await movements(two)).map(({ note }) => note)).to.deep.equal(['counted']);
  });
});
