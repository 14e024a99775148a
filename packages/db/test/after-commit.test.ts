import { expect } from 'chai';
import { testDatabaseUrl } from '../../testing/src/database.ts';
import type { SystemDb } from '../src/clients.ts';
import { openDatabase } from '../src/open.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';
import { rejectionOf } from './rejection-of.ts';

describe('afterCommit', () => {
  let database: TestDatabase;
  let db: SystemDb;

  before(async () => {
    database = await openTestDatabase();
    db = database.system;
  });

  after(() => database.close());

  it('waits for the commit of the outermost transaction', async () => {
    const steps: string[] = [];

    await db.transaction(async (tx) => {
      await tx.transaction(async () => tx.afterCommit(() => steps.push('called')));
      steps.push('still inside');
    });

    expect(steps).to.deep.equal(['still inside', 'called']);
  });

  it('is forgotten when the transaction rolls back', async () => {
    const steps: string[] = [];

    await rejectionOf(
      db.transaction(async (tx) => {
        tx.afterCommit(() => steps.push('called'));
        throw new Error('no');
      }),
    );

    expect(steps).to.deep.equal([]);
  });

  it('is called at once outside of a transaction', () => {
    const steps: string[] = [];

    db.afterCommit(() => steps.push('called'));

    expect(steps).to.deep.equal(['called']);
  });

  it('that throws is reported, and undoes neither the commit nor another callback', async () => {
    const reported: string[] = [];
    const steps: string[] = [];
    const url = await testDatabaseUrl();
    const own = openDatabase({ url, poolSize: 1, onCallbackError: ({ message }) => reported.push(message) });

    const result = await own.system.transaction(async (tx) => {
      await tx.sql`SELECT 1`;
      tx.afterCommit(() => {
        throw new Error('no');
      });
      tx.afterCommit(() => steps.push('called'));
      return 'committed';
    });

    expect({ result, reported, steps }).to.deep.equal({
      ...{ result: 'committed', reported: ['no'], steps: ['called'] },
    });
    await own.close();
  });
});
