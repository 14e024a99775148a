import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { SystemDb } from '../src/open.ts';
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

  const createEvent = (id: string) =>
    db.paymentEvent.create({ data: { id, type: 'test', payload: { from: 'test' } } });
  const stored = async (...ids: string[]) => {
    const rows = await database.rows<{ id: string }>('SELECT id FROM payment_events WHERE id = ANY ($1)', [
      ids,
    ]);
    return ids.filter((id) => rows.some((row) => row.id === id));
  };

  it('shows nothing before the commit and everything after it', async () => {
    const [one, two] = [randomUUID(), randomUUID()];

    const seen = await db.transaction(async () => {
      await createEvent(one);
      await db.$executeRaw`INSERT INTO payment_events (id, type, payload) VALUES (${two}, 'raw', '{}')`;
      return stored(one, two);
    });

    expect(seen).to.deep.equal([]);
    expect(await stored(one, two)).to.deep.equal([one, two]);
  });

  it('leaves nothing behind when it rejects', async () => {
    const [inside, control] = [randomUUID(), randomUUID()];
    await createEvent(control);

    const error = await rejectionOf(
      db.transaction(async () => {
        await createEvent(inside);
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
      db.transaction(async () => {
        await createEvent(one);
        await db.rows`INSERT INTO payment_events (id, type, payload) VALUES (${two}, 'raw', '{}')`;
        seen = await db.rows`
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
      () => db.$queryRaw<{ isInside: boolean }[]>`
        SELECT statement_timestamp() > transaction_timestamp() AS "isInside"`,
    );

    expect(row?.isInside).to.equal(true);
  });

  it('joins the transaction that it is called in', async () => {
    const [outer, inner] = [randomUUID(), randomUUID()];

    const error = await rejectionOf(
      db.transaction(async () => {
        await createEvent(outer);
        await db.transaction(() => createEvent(inner));
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
      db.transaction(async () => {
        await createEvent(id);
        db.afterCommit(() => woken++);
        await db.$executeRaw`SELECT 1 / 0`.catch(() => undefined);
      }),
    );

    expect(error.message).to.match(/rolled back/);
    expect(await stored(id)).to.deep.equal([]);
    expect(woken).to.equal(0);
  });

  it('takes its connection with the first query, and none without one', async () => {
    const id = randomUUID();
    let [entered, committed] = [0, 0];
    let open = () => {};
    const allEntered = new Promise<void>((resolve) => {
      open = resolve;
    });

    // More of them at once than there are connections.
    await Promise.all(
      Array.from({ length: 30 }, () =>
        db.transaction(async () => {
          if (++entered === 30) open();
          await allEntered;
          db.afterCommit(() => committed++);
        }),
      ),
    );
    await db.transaction(() => createEvent(id));

    expect(committed).to.equal(30);
    expect(await stored(id)).to.deep.equal([id]);
  });

  describe('with something that comes first', () => {
    it('does that in the transaction, before its first query, however many are sent', async () => {
      const [first, second] = [randomUUID(), randomUUID()];
      let seen: string[] = [];

      const error = await rejectionOf(
        db.transaction(
          async () => {
            await Promise.all([createEvent(second), db.$queryRaw`SELECT 1`]);
            seen = (
              await db.$queryRaw<
                { id: string }[]
              >`SELECT id FROM payment_events WHERE id IN (${first}, ${second})`
            ).map((row) => row.id);
            throw new Error('changed my mind');
          },
          async () => {
            expect(await db.paymentEvent.count({ where: { id: second } })).to.equal(0);
            await createEvent(first);
          },
        ),
      );

      expect(error.message).to.equal('changed my mind');
      expect(seen).to.have.members([first, second]);
      expect(await stored(first, second)).to.deep.equal([]);
    });

    it('ends when that refuses, also when the query’s failure is passed over', async () => {
      const id = randomUUID();

      const error = await rejectionOf(
        db.transaction(
          async () => {
            await createEvent(id).catch(() => undefined);
          },
          async () => {
            await db.$queryRaw`SELECT 1`;
            throw new Error('not today');
          },
        ),
      );
      await Promise.all(Array.from({ length: 30 }, () => db.$queryRaw`SELECT 1`));

      expect(error.message).to.equal('not today');
      expect(await stored(id)).to.deep.equal([]);
    });
  });

  it('gives its connection back when it fails while it is about to begin', async () => {
    const attempts = Array.from({ length: 30 }, () =>
      rejectionOf(
        db.transaction(() => Promise.all([db.$queryRaw`SELECT 1`, Promise.reject(new Error('no'))])),
      ),
    );

    const errors = await Promise.all(attempts);
    await Promise.all(Array.from({ length: 30 }, () => db.$queryRaw`SELECT 1`));

    for (const { message } of errors) expect(message).to.equal('no');
  });

  it('takes queries that are sent in parallel', async () => {
    const ids = Array.from({ length: 20 }, () => randomUUID());

    await db.transaction(() => Promise.all(ids.map(createEvent)));

    expect(await stored(...ids)).to.deep.equal(ids);
  });

  it('rolls back whole when one of several parallel queries fails', async () => {
    const ids = Array.from({ length: 5 }, () => randomUUID());

    const error = await rejectionOf(
      db.transaction(() => Promise.all([db.$executeRaw`SELECT 1 / 0`, ...ids.map(createEvent)])),
    );

    expect(error.message).to.match(/division by zero/);
    expect(await stored(...ids)).to.deep.equal([]);
  });

  it('refuses a query that comes after its end, instead of running it in a transaction of somebody else', async () => {
    const late = randomUUID();
    let sendLate = (): Promise<unknown> => Promise.resolve();
    await db.transaction(async () => {
      let open = () => {};
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      const lateQuery = gate.then(() => createEvent(late));
      sendLate = () => {
        open();
        return lateQuery;
      };
    });

    const error = await rejectionOf(sendLate());

    expect(error.message).to.match(/transaction is over/);
    expect(await stored(late)).to.deep.equal([]);
  });

  it('keeps lookups inside and outside of a transaction apart, also in the same tick', async () => {
    const id = randomUUID();
    await createEvent(id);
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const lookUp = () => gate.then(() => db.paymentEvent.findUnique({ where: { id } }));

    const outside = lookUp();
    const types = await db.transaction(async () => {
      await db.paymentEvent.update({ where: { id }, data: { type: 'uncommitted' } });
      const inside = lookUp();
      open();
      return (await Promise.all([inside, outside])).map((event) => event?.type);
    });

    expect(types).to.deep.equal(['uncommitted', 'test']);
  });

  it('leaves the pool usable when its connection breaks in the middle', async () => {
    const id = randomUUID();

    const error = await rejectionOf(
      db.transaction(async () => {
        await createEvent(id);
        const [{ pid } = { pid: 0 }] = await db.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        await database.rows('SELECT pg_terminate_backend($1)', [pid]);
        await createEvent(randomUUID());
      }),
    );
    await Promise.all(Array.from({ length: 8 }, () => db.$queryRaw`SELECT 1`));

    expect(error).to.be.instanceOf(Error);
    expect(await stored(id)).to.deep.equal([]);
  });
});
