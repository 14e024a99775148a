import { randomUUID } from 'node:crypto';
import { inTransaction, webhooks } from '@service/core';
import {
  findDueInTurns,
  findDueStores,
  findDueSubscriptions,
  measureBacklog,
  runPollCycle,
  runRecoveries,
} from '@service/delivery';
import { createPullNotifier, openPullWaits } from '@service/delivery/pull';
import {
  createMigratedDatabase,
  createStore,
  openTestEnv,
  type TestEnv,
  type TestStore,
} from '@service/testing';
import { expect } from 'chai';
import { jobsOf } from '../src/jobs.ts';
import { noFile } from './run-job.ts';

const A_WHILE_MS = 600_000;

describe('a pull subscription, as workers see it', () => {
  let databaseUrl: string;
  let env: TestEnv;
  let store: TestStore;
  let id: string;

  before(async () => {
    databaseUrl = await createMigratedDatabase('pull');
    env = await openTestEnv({ databaseUrl });
    store = await createStore(env.system);
    ({ id } = await webhooks.createSubscription(store.admin, { kind: 'pull', events: ['order.paid'] }));
    await inTransaction(store.admin, (tx) =>
      webhooks.recordEvent(tx, 'order.paid', {
        orderId: randomUUID(),
        status: 'paid',
        previousStatus: 'pending',
      }),
    );
  });
  after(() => env.close());

  it('has nothing due for them, however they look', async () => {
    const made: string[] = [];
    const queue = {
      findUnqueued: async <Ref>(deliveries: readonly Ref[]) => [...deliveries],
      addTenants: async () => {},
    };
    const deliver = async ({ id: each }: { id: string }) => {
      made.push(each);
      return null;
    };

    expect(await findDueInTurns(env.system, { perSubscription: 5, limit: 5 })).to.be.empty;
    expect(await findDueStores(env.system)).to.be.empty;
    expect(await findDueSubscriptions(env.system, { tenantId: store.tenantId })).to.be.empty;
    expect(await measureBacklog(env.system)).to.deep.equal({ due: 0, oldestSeconds: 0 });
    await runPollCycle(env.system, { queue, deliver, batch: 5 });
    expect(made).to.be.empty;
    expect(await store.admin.db.webhookAttempt.count()).to.equal(0);
  });

  it('is paused by a job once it has expired', async () => {
    const [name, everyMs] = ['expired-pull-subscriptions', 0];
    const job = jobsOf(env.system, {
      fetchFile: noFile,
      monthDays: { audit: undefined, stockMovements: undefined },
      retention: { everyMs, days: { delivered: 1, all: 1, events: 1 } },
    }).find((each) => each.name === name);
    const { id: short } = await webhooks.createSubscription(store.admin, {
      kind: 'pull',
      events: ['order.paid'],
      expiresIn: 60,
    });
    await store.admin.db.webhookSubscription.update({
      where: { tenantId_id: { tenantId: store.tenantId, id: short } },
      data: { expiresAt: new Date(0) },
    });

    await job?.run(new AbortController().signal);

    const subscriptions = await webhooks.listSubscriptions(store.admin);
    const active = Object.fromEntries(subscriptions.map((each) => [each.id, each.active]));
    expect(active).to.deep.equal({ [short]: false, [id]: true });
  });

  it('wakes who waits in another process, also by a recovery', async () => {
    const errors: unknown[] = [];
    const fail = (error: unknown) => errors.push(error);
    const waits = openPullWaits(databaseUrl, fail);
    const notifier = createPullNotifier(env.system.db, fail);
    const slot = waits.acquire({ tenantId: store.tenantId, subscriptionId: id });
    // The first wake says that it listens.
    await slot?.wait(A_WHILE_MS, new AbortController().signal);
    slot?.watch();

    notifier.notify([randomUUID(), id]);
    expect(await slot?.wait(A_WHILE_MS, new AbortController().signal)).to.equal(true);

    slot?.watch();
    const { id: late } = await webhooks.createSubscription(store.admin, {
      kind: 'pull',
      events: ['order.paid'],
    });
    const waiting = waits.acquire({ tenantId: store.tenantId, subscriptionId: late });
    waiting?.watch();
    const hour = 3_600_000;
    await webhooks.createRecovery(store.admin, {
      subscriptionId: late,
      missing: true,
      dryRun: false,
      ratePerSecond: 100,
      from: new Date(Date.now() - hour).toISOString(),
      to: new Date(Date.now() + hour).toISOString(),
    });
    await runRecoveries(env.system);
    expect(await waiting?.wait(A_WHILE_MS, new AbortController().signal)).to.equal(true);
    expect(await store.admin.db.webhookDelivery.count({ where: { subscriptionId: late } })).to.equal(1);

    await notifier.close();
    await waits.close();
    expect(errors).to.be.empty;
  });
});
