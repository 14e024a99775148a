import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import type { SystemDb } from '../src/clients.ts';
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

  it('that one connection has freed are prepared again there, while another keeps their names', async () => {
    const two = await openTestDatabase(2);
    const bell = new EventEmitter();
    const kept = (via: SystemDb) => via.sql<{ word: string }[]>`SELECT 'kept by both' AS word`;
    let isOver = false;
    // Holds one of the two connections, and uses the text there, so that its name lives on.
    const holding = two.system.transaction(async (tx) => {
      while (!isOver) {
        await kept(tx);
        bell.emit('used');
        await once(bell, 'again');
      }
    });
    await once(bell, 'used');
    await kept(two.system);

    for (let length = 1; length <= 600; length++) {
      const ids = Array.from({ length }, (_, index) => `evt_${index}`);
      await two.system.paymentEvent.findMany({ where: { id: { in: ids } }, select: { id: true } });
      if (length % 100 > 0) continue;
      const used = once(bell, 'used');
      bell.emit('again');
      await used;
    }
    const again = await kept(two.system);

    isOver = true;
    bell.emit('again');
    await holding;
    expect(again).to.deep.equal([{ word: 'kept by both' }]);
    await two.close();
  });
});
