import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import pg from 'pg';
import { freePort } from '../../dev/src/ports.ts';
import { isDatabaseUnavailable, openDatabase, Prisma } from '../src/index.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { rejectionOf } from './rejection-of.ts';

describe('isDatabaseUnavailable', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openTestDatabase(1);
  });

  after(() => database.close());

  /** Ends the only connection of the pool, as a restart of the server does. */
  async function cutConnection(db: TestDatabase['system']) {
    const [{ pid } = { pid: 0 }] = await db.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await database.rows('SELECT pg_terminate_backend($1)', [pid]);
  }

  const asks: Record<string, (db: TestDatabase['system']) => Promise<unknown>> = {
    'a model operation': (db) => db.tenant.count(),
    'hand-written SQL': (db) => db.sql`SELECT 1`,
    'a transaction': (db) => db.transaction((tx) => tx.tenant.count()),
    'a nested write': (db) =>
      db.tenant.create({
        data: {
          name: 'T',
          currency: 'EUR',
          country: 'DE',
          publishableKey: 'unavailable',
          shippingOptions: { create: { name: 'Free', amount: 0n } },
        },
      }),
  };

  it('is true where a coordinator of Citus lost the node that it was asking', () => {
    const internal = (said: string) => Object.assign(new Error(said), { code: 'XX000' });
    const lost = [
      'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
      'could not receive data from server: Connection reset by peer',
      'SSL SYSCALL error: EOF detected',
      'failure on connection marked as essential: 127.0.0.1:5432',
      "failed to prepare transaction 'citus_0_1_2_3' on host 127.0.0.1:5432",
      'could not commit transaction for shard 102635 on at least one active node',
    ];

    expect(lost.filter((said) => !isDatabaseUnavailable(internal(said)))).to.deep.equal([]);
    expect(isDatabaseUnavailable(internal('cache lookup failed'))).to.equal(false);
  });

  for (const [name, ask] of Object.entries(asks)) {
    it(`is true for ${name} when nothing listens`, async () => {
      const away = openDatabase({ url: `postgresql://nobody@127.0.0.1:${await freePort()}/nothing` });

      const error = await rejectionOf(ask(away.system));

      expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
      await away.close();
    });
  }

  for (const [name, ask] of Object.entries(asks)) {
    it(`is true for ${name} whose connection is reset`, async () => {
      const server = createServer((socket) => socket.resetAndDestroy());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const resetting = openDatabase({ url: `postgresql://nobody@127.0.0.1:${port}/nothing` });

      const error = await rejectionOf(ask(resetting.system));

      expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
      await resetting.close();
      server.close();
    });
  }

  it('is true for a connection that ends within a transaction; the next one is served', async () => {
    const { system } = database;

    const error = await rejectionOf(
      system.transaction(async (tx) => {
        await cutConnection(tx);
        await tx.tenant.count();
      }),
    );

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
    expect(await system.sql`SELECT 1 AS one`).to.deep.equal([{ one: 1 }]);
  });

  it('is true for a nested write whose connection ends before it is committed', async () => {
    const original = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
    async function query(this: pg.Client & { processID?: number }, ...args: unknown[]): Promise<unknown> {
      if (args[0] === 'COMMIT') await database.rows('SELECT pg_terminate_backend($1)', [this.processID]);
      return original.apply(this, args);
    }
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
    const data = { id: 'evt_cut', type: 'test', payload: {} };

    const error = await rejectionOf(
      database.system.paymentEvent.createMany({ data, skipDuplicates: true }),
    ).finally(() => {
      pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
    });

    expect(isDatabaseUnavailable(error), String(error)).to.equal(true);
    expect(await database.system.paymentEvent.count({ where: { id: 'evt_cut' } })).to.equal(0);
  });

  it('is false for a statement that is wrong', async () => {
    const { system } = database;
    const taken = { id: 'evt_taken', type: 'test', payload: {} };
    await system.paymentEvent.create({ data: taken });

    const refused = [
      await rejectionOf(system.paymentEvent.create({ data: taken })),
      await rejectionOf(system.sql`SELECT 1 / 0`),
      await rejectionOf(system.sql`SELECT * FROM nowhere`),
      new TypeError('x is not a function'),
      new Prisma.PrismaClientKnownRequestError('no row', { code: 'P2025', clientVersion: '7' }),
    ];

    expect(refused.map(isDatabaseUnavailable)).to.deep.equal([false, false, false, false, false]);
  });

  it('is false for what is no error', () => {
    expect([undefined, null, 'ECONNREFUSED'].map(isDatabaseUnavailable)).to.not.include(true);
  });
});
