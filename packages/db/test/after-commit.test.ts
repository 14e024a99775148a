import { expect } from 'chai';
import type { SystemDb } from '../src/clients.ts';
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
});
