import { expect } from 'chai';
import type { SystemDb } from '../src/clients.ts';
import { Prisma } from '../src/generated/client.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

describe('prepared statements', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openTestDatabase(1);
  });

  after(() => database.close());

  it('are still made after 1,100 texts, and have an end', async () => {
    const { system } = database;
    await askMuch(system);
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
    const askLists = () => Promise.all([1, 2, 600].map((length) => askFor(system, length)));
    expect(await askLists()).to.deep.equal([0, 0, 0]);

    await askMuch(system);
    const [{ pid } = { pid: 0 }] = await system.sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;

    expect(pid).to.not.equal(before);
    expect(await askLists()).to.deep.equal([0, 0, 0]);
  });
});

/** As many texts as a store makes that sends lists of 1,100 lengths. */
async function askMuch(system: SystemDb): Promise<void> {
  for (let number = 1; number <= 1100; number++) await system.sql`SELECT ${Prisma.raw(`${number}`)}`;
}

/** A list of ids makes a text for each length. */
function askFor(system: SystemDb, length: number): Promise<number> {
  const ids = Array.from({ length }, (_, index) => `evt_${index}`);
  return system.paymentEvent.count({ where: { id: { in: ids } } });
}
