import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import type { SystemDb } from '../src/clients.ts';
import { Prisma } from '../src/index.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { rejectionOf } from './rejection-of.ts';

describe('transactions', () => {
  let database: TestDatabase;
  let db: SystemDb;

  before(async () => {
    database = await openTestDatabase();
    db = database.system;
  });

  after(() => database.close());

  const createEvent = (id: string, via = db) =>
    via.paymentEvent.create({ data: { id, type: 'test', payload: { from: 'test' } } });
  const stored = async (...ids: string[]) => {
    const rows = await database.rows<{ id: string }>('SELECT id FROM payment_events WHERE id = ANY ($1)', [
      ids,
    ]);
    return ids.filter((id) => rows.some((row) => row.id === id));
  };

  it('shows nothing before the commit and everything after it', async () => {
    const [one, two] = [randomUUID(), randomUUID()];

    const seen = await db.transaction(async (tx) => {
      await createEvent(one, tx);
      await tx.sql.count`INSERT INTO payment_events (id, type, payload) VALUES (${two}, 'raw', '{}')`;
      return stored(one, two);
    });

    expect(seen).to.deep.equal([]);
    expect(await stored(one, two)).to.deep.equal([one, two]);
  });

  it('leaves nothing behind when it rejects', async () => {
    const [inside, control] = [randomUUID(), randomUUID()];
    await createEvent(control);

    const error = await rejectionOf(
      db.transaction(async (tx) => {
        await createEvent(inside, tx);
        throw new Error('changed my mind');
      }),
    );

    expect(error.message).to.equal('changed my mind');
    expect(await stored(inside, control)).to.deep.equal([control]);
  });

  it('holds what is sent by the driver alone', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    let seen: { id: string; at: Date }[] = [];

    const error = await rejectionOf(
      db.transaction(async (tx) => {
        await createEvent(one, tx);
        await tx.sql`INSERT INTO payment_events (id, type, payload) VALUES (${two}, 'raw', '{}')`;
        seen = await tx.sql`
          SELECT id, now() AS at FROM payment_events WHERE id = ANY (${[one, two]}) ORDER BY id = ${two}`;
        throw new Error('changed my mind');
      }),
    );

    expect(error.message).to.equal('changed my mind');
    expect(seen.map(({ id, at }) => [id, at instanceof Date])).to.deep.equal([
      [one, true],
      [two, true],
    ]);
    expect(await stored(one, two)).to.deep.equal([]);
  });

  it('holds a query that is returned and not awaited', async () => {
    const [row] = await db.transaction(
      (tx) => tx.sql<{ isInside: boolean }[]>`
        SELECT statement_timestamp() > transaction_timestamp() AS "isInside"`,
    );

    expect(row?.isInside).to.equal(true);
  });

  it('commits what was sent and not awaited', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());

    await db.transaction(async (tx) => {
      for (const id of ids)
        void tx.sql.count`INSERT INTO payment_events (id, type, payload) VALUES (${id}, 'unawaited', '{}')`;
    });

    expect(await stored(...ids)).to.deep.equal(ids);
  });

  it('joins the transaction that it is called in', async () => {
    const [outer, inner] = [randomUUID(), randomUUID()];

    const error = await rejectionOf(
      db.transaction(async (tx) => {
        await createEvent(outer, tx);
        await tx.transaction(() => createEvent(inner, tx));
        throw new Error('too late');
      }),
    );

    expect(error.message).to.equal('too late');
    expect(await stored(outer, inner)).to.deep.equal([]);
  });

  it('does not pretend to have committed when a failed statement was swallowed', async () => {
    const id = randomUUID();
    let woken = 0;

    const error = await rejectionOf(
      db.transaction(async (tx) => {
        await createEvent(id, tx);
        tx.afterCommit(() => woken++);
        await tx.sql.count`SELECT 1 / 0`.catch(() => undefined);
      }),
    );

    expect(error.message).to.match(/rolled back/);
    expect(await stored(id)).to.deep.equal([]);
    expect(woken).to.equal(0);
  });

  it('has a client that nobody can use without it', async () => {
    let kept = db;
    await db.transaction(async (tx) => {
      kept = tx;
    });

    const error = await rejectionOf(createEvent(randomUUID(), kept));

    expect(error.message).to.match(/transaction is over/);
  });

  it('gives its connection back when it fails while it is about to begin', async () => {
    const attempts = Array.from({ length: 30 }, () =>
      rejectionOf(db.transaction((tx) => Promise.all([tx.sql`SELECT 1`, Promise.reject(new Error('no'))]))),
    );

    const errors = await Promise.all(attempts);
    await Promise.all(Array.from({ length: 30 }, () => db.sql`SELECT 1`));

    for (const { message } of errors) expect(message).to.equal('no');
  });

  it('takes queries that are sent in parallel', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());

    await db.transaction((tx) => Promise.all(ids.map((each) => createEvent(each, tx))));

    expect(await stored(...ids)).to.deep.equal(ids);
  });

  it('rolls back whole when one of several parallel queries fails', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());

    const error = await rejectionOf(
      db.transaction((tx) =>
        Promise.all([tx.sql.count`SELECT 1 / 0`, ...ids.map((each) => createEvent(each, tx))]),
      ),
    );

    expect(error.message).to.match(/division by zero/);
    expect(await stored(...ids)).to.deep.equal([]);
  });

  it('refuses a query that comes after its end, instead of running it in another’s', async () => {
    const late = randomUUID();
    let sendLate = (): Promise<unknown> => Promise.resolve();
    await db.transaction(async (tx) => {
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const lateQuery = gate.then(() => createEvent(late, tx));
      sendLate = () => {
        open();
        return lateQuery;
      };
    });

    const error = await rejectionOf(sendLate());

    expect(error.message).to.match(/transaction is over/);
    expect(await stored(late)).to.deep.equal([]);
  });

  it('is asked for several relations of a row one after the other', async () => {
    const original = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
    const underWay = new Map<unknown, number>();
    let most = 0;
    async function query(this: pg.Client, ...args: unknown[]): Promise<unknown> {
      underWay.set(this, (underWay.get(this) ?? 0) + 1);
      most = Math.max(most, underWay.get(this) ?? 0);
      return original.apply(this, args).finally(() => underWay.set(this, (underWay.get(this) ?? 0) - 1));
    }
    const { id } = await db.tenant.create({
      data: { name: 'T', currency: 'EUR', country: 'DE', publishableKey: randomUUID() },
    });
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query;

    const find = (via: SystemDb) =>
      via.tenant.findFirst({ where: { id }, include: { adminUsers: true, shippingOptions: true } });
    const found = await Promise.all([find(db), db.transaction(find)]).finally(() => {
      pg.Client.prototype.query = original as typeof pg.Client.prototype.query;
    });

    expect(found.map((tenant) => tenant?.shippingOptions)).to.deep.equal([[], []]);
    expect(most).to.equal(1);
  });

  it('keeps lookups inside and outside of a transaction apart, also in the same tick', async () => {
    const id = randomUUID();
    await createEvent(id);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const lookUp = (via = db) => gate.then(() => via.paymentEvent.findUnique({ where: { id } }));

    const outside = lookUp();
    const types = await db.transaction(async (tx) => {
      await tx.paymentEvent.update({ where: { id }, data: { type: 'uncommitted' } });
      const inside = lookUp(tx);
      open();
      return (await Promise.all([inside, outside])).map((event) => event?.type);
    });

    expect(types).to.deep.equal(['uncommitted', 'test']);
  });

  it('leaves the pool usable when its connection breaks in the middle', async () => {
    const id = randomUUID();

    const error = await rejectionOf(
      db.transaction(async (tx) => {
        await createEvent(id, tx);
        const [{ pid } = { pid: 0 }] = await tx.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        await database.rows('SELECT pg_terminate_backend($1)', [pid]);
        await createEvent(randomUUID(), tx);
      }),
    );
    await Promise.all(Array.from({ length: 8 }, () => db.sql`SELECT 1`));

    expect(error).to.be.instanceOf(Error);
    expect(await stored(id)).to.deep.equal([]);
  });
});

describe('connections behind a pooler that shares sessions', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openTestDatabase(1, { sharesSessions: true });
  });

  after(() => database.close());

  const SETTINGS = Prisma.sql`
    SELECT current_user::text LIKE '%_system' AS "isSystem", current_setting('statement_timeout') AS "statementMs",
      (SELECT count(*)::int FROM pg_prepared_statements) AS prepared`;

  it('send every operation in a transaction that begins with its scope, and prepare nothing', async () => {
    const id = randomUUID();
    const { system } = database;

    await system.paymentEvent.create({ data: { id, type: 'test', payload: {} } });
    const found = await system.paymentEvent.findUnique({ where: { id }, select: { type: true } });
    const [inside] = await system.sql`${SETTINGS}`;
    const [limited] = await system.sqlWithin(1234)`${SETTINGS}`;

    expect(found).to.deep.equal({ type: 'test' });
    expect(inside).to.deep.equal({ isSystem: true, statementMs: '10min', prepared: 0 });
    expect(limited).to.deep.equal({ isSystem: true, statementMs: '1234ms', prepared: 0 });
  });
});
