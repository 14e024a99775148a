import { measurePool, migrate, openReplica, type Replica, readReplicaHealth } from '@service/db';
import { createMetrics } from '@service/observability';
import {
  createStore,
  queryAsOwner,
  startTestPostgres,
  type TestPostgres,
  type TestReplica,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';

const ROUNDS = 20;

describe('lists and reports of an API with a read replica', () => {
  let primary: TestPostgres;
  let replica: TestReplica;
  /** Two processes would be as far apart: they share nothing but the servers. */
  const apis: { api: TestApi; reading: Replica }[] = [];
  let store: TestStore;

  before(async () => {
    primary = await startTestPostgres();
    await migrate(primary.url);
    replica = await primary.startReplica();
    // Commits wait for no replica, as it is by default.
    await queryAsOwner(`ALTER SYSTEM SET synchronous_standby_names = ''`, [], primary.superuserUrl);
    await queryAsOwner('SELECT pg_reload_conf()', [], primary.superuserUrl);
    for (const _ of [1, 2]) apis.push(await openApi());
    store = await createStore((apis[0] as (typeof apis)[number]).api.env.system);
  });

  after(async () => {
    for (const { api } of apis) await api.close();
    await replica?.close();
    await primary?.close();
  });

  async function openApi() {
    const reading = openReplica(primary.url, { url: replica.url });
    const api = await startApi({ databaseUrl: primary.url, settings: { replica: reading } });
    const close = api.close;
    return {
      api: { ...api, close: () => close().finally(reading.close) },
      reading,
    };
  }

  async function ask(index: number, method: 'GET' | 'POST', path: string, body?: object) {
    const { api } = apis[index] as (typeof apis)[number];
    const answer = await api.request(method, `/admin/v1${path}`, { token: store.token(), body });
    return answer.expect(method === 'POST' ? 201 : 200);
  }
  const create = (index: number, title: string) => ask(index, 'POST', '/products', { title });
  const titles = async (index: number) =>
    (await ask(index, 'GET', '/products?pageSize=100')).items.map(({ title }: { title: string }) => title);
  const readsOf = (index: number) => (apis[index] as (typeof apis)[number]).reading.reads();

  it('show what any process has committed before, and come from the replica', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await create(round % 2, `Tea ${round}`);

      expect(await titles((round + 1) % 2)).to.include(`Tea ${round}`);
    }

    await until(async () => {
      await ask(0, 'GET', '/reports/sales');
      return readsOf(0).replica > 0;
    }, 'a read from the replica');
  });

  it('take connections that the metrics show beside those to the primary', async () => {
    const { api, reading } = apis[0] as (typeof apis)[number];
    const metrics = createMetrics();
    measurePool(metrics, api.env.database, reading);
    const { port, close } = await metrics.serve(0);

    await ask(0, 'GET', '/products');

    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    await close();
    for (const server of ['primary', 'replica']) {
      expect(text).to.match(
        new RegExp(`commerce_database_connections\\{server="${server}",state="idle"\\} [1-9]`),
      );
      expect(text).to.include(`commerce_database_connection_waiters{server="${server}"} 0\n`);
    }
  });

  it('come from a server that the doctor finds well, unless it is no copy of the primary', async () => {
    const elsewhere = process.env.TEST_DATABASE_URL ?? '';

    const well = await readReplicaHealth(primary.url, replica.url);
    const other = await readReplicaHealth(elsewhere, replica.url);
    const itself = await readReplicaHealth(primary.url, primary.url);

    expect(well).to.deep.include({ isReadOnly: true, isCopy: true, behindBytes: 0, hasFeedback: false });
    expect(other).to.include({ isReadOnly: true, isCopy: false });
    expect(itself).to.include({ isReadOnly: false });
  });

  it('are repeated on the primary only for the replica’s fault, not for what takes too long', async () => {
    const impatient = openReplica(primary.url, { url: replica.url, deadlines: { statementMs: 100 } });
    const patient = openReplica(primary.url, { url: replica.url });
    let repeated = 0;
    const onPrimary = async () => {
      repeated += 1;
    };
    const read = (fail: Parameters<Replica['read']>[0], from = patient) =>
      from.read(fail, onPrimary).catch((error: { code?: string }) => error.code);

    const tooSlow = await read(({ system }) => system.sql`SELECT pg_sleep(60)`, impatient);
    const locked = await read(({ system }) => system.sql.count`DO $$ BEGIN RAISE lock_not_available; END $$`);
    const wrong = await read(({ system }) => system.sql`SELECT 1 / 0`);
    const afterThose = repeated;
    await read(({ system }) =>
      system.transaction(async (tx) => {
        const [row] = await tx.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        await queryAsOwner('SELECT pg_terminate_backend($1)', [row?.pid], replica.superuserUrl);
        await tx.sql`SELECT 1`;
      }),
    );

    expect({ tooSlow, locked, wrong, afterThose, repeated }).to.deep.equal({
      ...{ tooSlow: '57014', locked: '55P03', wrong: '22012', afterThose: 0, repeated: 1 },
    });
    await Promise.all([impatient.close(), patient.close()]);
  });

  it('come from the primary while the replica is behind', async () => {
    await queryAsOwner('SELECT pg_wal_replay_pause()', [], replica.superuserUrl);
    await create(0, 'Coffee');
    const before = readsOf(1);

    expect(await titles(1)).to.include('Coffee');

    expect(readsOf(1).replica).to.equal(before.replica);
    expect((await readReplicaHealth(primary.url, replica.url)).behindBytes).to.be.above(0);
    await queryAsOwner('SELECT pg_wal_replay_resume()', [], replica.superuserUrl);
  });

  it('come from the primary while the replica is away', async () => {
    await replica.close();
    await create(0, 'Cocoa');
    const before = readsOf(0);

    expect(await titles(0)).to.include('Cocoa');

    expect(readsOf(0).replica).to.equal(before.replica);
  });
});
