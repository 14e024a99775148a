import { expect } from 'chai';
import type { SystemDb } from '../src/clients.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

describe('prepared statements', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openTestDatabase(1);
  });

  after(() => database.close());

  it('are still made after a store has sent lists of 1,100 lengths, and have an end', async () => {
    const { system } = database;
    for (let length = 1; length <= 1100; length++) await askFor(system, length);
    await system.sql`SELECT 'asked for the first time'`;

    const prepared = await system.sql<{ statement: string }[]>`SELECT statement FROM pg_prepared_statements`;

    expect(prepared.map(({ statement }) => statement)).to.include(`SELECT 'asked for the first time'`);
    expect(prepared.length).to.be.within(50, 150);
  });

  it('are prepared again on the connection that takes the place of a full one', async () => {
    const { system } = database;
    const [{ pid: before } = { pid: 0 }] = await system.sql<
      { pid: number }[]
    >`SELECT pg_backend_pid() AS pid`;

    for (let length = 1; length <= 1100; length++) await askFor(system, length);
    const [{ pid } = { pid: 0 }] = await system.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;

    expect(pid).to.not.equal(before);
    expect(await Promise.all([1, 2, 600].map((length) => askFor(system, length)))).to.deep.equal([0, 0, 0]);
  });
});

/** A list of ids makes a text for each length. */
function askFor(system: SystemDb, length: number): Promise<number> {
  const ids = Array.from({ length }, (_, index) => `evt_${index}`);
  return system.paymentEvent.count({ where: { id: { in: ids } } });
}
