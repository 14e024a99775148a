import { expect } from 'chai';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

describe('prepared statements', () => {
  let database: TestDatabase;

  before(async () => {
    database = await openTestDatabase(1);
  });

  after(() => database.close());

  it('are still made after a store has sent lists of 600 lengths, and have an end', async () => {
    const { system } = database;
    for (let length = 1; length <= 600; length++) {
      const ids = Array.from({ length }, (_, index) => `evt_${index}`);
      await system.paymentEvent.findMany({ where: { id: { in: ids } }, select: { id: true } });
    }
    await system.sql`SELECT 'asked for the first time'`;

    const prepared = await system.sql<{ statement: string }[]>`SELECT statement FROM pg_prepared_statements`;

    expect(prepared.map(({ statement }) => statement)).to.include(`SELECT 'asked for the first time'`);
    expect(prepared.length).to.be.within(500, 560);
  });

  it('are prepared again after they have made room', async () => {
    const { system } = database;
    const ask = (length: number) =>
      system.paymentEvent.count({
        where: { id: { in: Array.from({ length }, (_, index) => `evt_${index}`) } },
      });

    for (let length = 1; length <= 600; length++) await ask(length);

    expect(await Promise.all([ask(1), ask(2), ask(600)])).to.deep.equal([0, 0, 0]);
  });
});
