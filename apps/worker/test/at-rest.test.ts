import { customers, mail, refunds, type SystemContext, search } from '@service/core';
import { Prisma } from '@service/db';
import { createMigratedDatabase, openTestEnv, type TestEnv } from '@service/testing';
import { expect } from 'chai';
import { jobsFor } from './run-job.ts';

/** Prisma loads 20 MB for the first query that names a model, and keeps them. */
describe('a worker that has nothing to do', () => {
  let env: TestEnv;
  let system: SystemContext;
  let used: string[];

  before(async () => {
    env = await openTestEnv({ databaseUrl: await createMigratedDatabase('worker_at_rest') });
    const models = new Set(Object.values(Prisma.ModelName).map((name) => name.toLowerCase()));
    const watched = (db: object): object =>
      new Proxy(db, {
        get(target, name) {
          if (models.has(String(name).toLowerCase())) used.push(String(name));
          const found: unknown = Reflect.get(target, name);
          if (name !== 'transaction' || typeof found !== 'function') return found;
          return (fn: (tx: object) => unknown) => found.call(target, (tx: object) => fn(watched(tx)));
        },
      });
    system = { ...env.system, db: watched(env.system.db) as SystemContext['db'] };
  });
  beforeEach(() => {
    used = [];
  });
  after(() => env.close());

  it('uses no model of Prisma in its jobs', async () => {
    for (const job of jobsFor(system)) await job.run(new AbortController().signal);
    await mail.findDueMails(system, 1);
    await customers.findDueVatChecks(system, 1);

    expect(used).to.deep.equal([]);
  });

  it('uses none when Prometheus asks', async () => {
    const counts = [
      mail.countWaitingMails,
      customers.countWaitingVatChecks,
      refunds.countWaitingRefunds,
      search.countUntold,
    ].map((count) => count(system));

    expect(await Promise.all(counts)).to.deep.equal([0, 0, 0, 0]);
    expect(used).to.deep.equal([]);
  });
});
