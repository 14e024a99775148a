import { expect } from 'chai';
import { testDatabaseUrl } from '../../testing/src/database.ts';
import { openSilentWire, type SilentWire } from '../../testing/src/silent-wire.ts';
import { isDatabaseUnavailable } from '../src/index.ts';
import { type Database, openDatabase } from '../src/open.ts';
import { rejectionOf } from './rejection-of.ts';

const CONNECTIONS = 3;

// Without its deadlines each of these waits until mocha gives up.
describe('a database that says nothing more', () => {
  let wire: SilentWire;
  let database: Database;

  beforeEach(async () => {
    wire = await openSilentWire(await testDatabaseUrl());
    database = openDatabase({
      url: wire.url,
      poolSize: CONNECTIONS,
      deadlines: { statementMs: 1_000, connectMs: 3_000, transactionMs: 5_000 },
    });
  });

  afterEach(async () => {
    await database.close();
    await wire.close();
  });

  const ask = (db = database.system) => db.sql<{ one: number }[]>`SELECT 1 AS one`;
  const fillPool = () => Promise.all(Array.from({ length: CONNECTIONS }, () => pause()));
  const pause = (db = database.system) => db.sql`SELECT 1 FROM pg_sleep(0.05)`;

  for (const direction of ['both', 'to-server', 'to-client'] as const)
    it(`is asked on new connections, once the silent ones are found out (${direction})`, async () => {
      await fillPool();
      expect(wire.connections()).to.equal(CONNECTIONS);
      wire.silence({ direction });

      const error = await rejectionOf(ask());

      expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
      expect(await Promise.all([ask(), ask(), ask(), ask()])).to.deep.equal(
        Array.from({ length: 4 }, () => [{ one: 1 }]),
      );
      expect(database.poolUse().waiting).to.equal(0);
    });

  it('gives back the place of a connection that goes silent in the middle of a transaction', async () => {
    const silenced = wire.silenceAt('pg_sleep(0.05)');

    const errors = await Promise.all([
      rejectionOf(
        database.system.transaction(async (tx) => {
          await ask(tx);
          await pause(tx);
        }),
      ),
      silenced,
    ]);

    expect(isDatabaseUnavailable(errors[0]), String(errors[0])).to.equal(true);
    expect(await ask()).to.deep.equal([{ one: 1 }]);
    expect(database.poolUse().used).to.equal(0);
  });

  it('fails a COMMIT that is never confirmed', async () => {
    const silenced = wire.silenceAt('COMMIT', 'to-client');

    const error = await rejectionOf(database.system.transaction((tx) => ask(tx)));
    await silenced;

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
    expect(await ask()).to.deep.equal([{ one: 1 }]);
  });

  it('refuses who waits for a connection in vain', async () => {
    const impatient = openDatabase({ url: wire.url, poolSize: 1, deadlines: { connectMs: 1_500 } });
    let leave = () => {};
    const stays = new Promise<void>((resolve) => {
      leave = resolve;
    });
    let entered = () => {};
    const isInside = new Promise<void>((resolve) => {
      entered = resolve;
    });
    const holder = impatient.system.transaction(async (tx) => {
      await tx.sql`SELECT 1`;
      entered();
      await stays;
    });
    await isInside;

    const error = await rejectionOf(impatient.system.sql`SELECT 1`);

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
    leave();
    await holder;
    await impatient.close();
  });

  it('ends a transaction that goes on for too long, and gives its connection back', async () => {
    const strict = openDatabase({ url: wire.url, poolSize: 1, deadlines: { transactionMs: 50 } });

    const error = await rejectionOf(
      strict.system.transaction(async (tx) => {
        for (;;) await tx.sql`SELECT 1 FROM pg_sleep(0.01)`;
      }),
    );

    expect(error.message).to.match(/A transaction took longer than 50 ms/);
    expect(await strict.system.sql`SELECT 1 AS one`).to.deep.equal([{ one: 1 }]);
    await strict.close();
  });

  it('tells the server its own limits', async () => {
    const limits = await database.system.sql<{ name: string; setting: string }[]>`
      SELECT name, setting FROM pg_settings
      WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`;

    expect(limits.map(({ name, setting }) => [name, Number(setting)])).to.deep.equal([
      ['idle_in_transaction_session_timeout', 60_000],
      ['lock_timeout', 60_000],
      ['statement_timeout', 1_000],
    ]);
  });
});
