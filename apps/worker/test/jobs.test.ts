import { payments, refunds } from '@service/core';
import { type Loop, MINUTE_MS } from '@service/jobs/primitives';
import {
  createClock,
  createMigratedDatabase,
  createStore,
  openTestEnv,
  paymentSucceeded,
  type TestEnv,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { startJob } from '../src/jobs.ts';
import { jobsFor } from './run-job.ts';

describe('order jobs whose payment provider hangs', () => {
  const clock = createClock();
  let domain: TestEnv;
  let store: TestStore;
  let jobs: Loop[];
  /** How often the provider was asked for a refund. */
  let asked: number;
  /** Lets the provider answer. */
  let answer: () => void;

  before(async () => {
    domain = await openTestEnv({ databaseUrl: await createMigratedDatabase('order_jobs'), now: clock.now });
  });
  beforeEach(async () => {
    store = await createStore(domain.system);
    // Another store's would be asked for side by side with these.
    await domain.system.db.refund.updateMany({ data: { sendAt: null } });
    asked = 0;
    for (let count = 0; count < 3; count += 1) await refundWhileProviderIsAway();
    clock.advance(2 * MINUTE_MS);
    let isReady = () => {};
    const answered = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    answer = () => isReady();
    domain.services.payments.provider.refund = async ({ refundId }) => {
      asked += 1;
      await answered;
      return { ok: true, providerRefundId: `re_${refundId}`, status: 'succeeded' };
    };
    jobs = jobsFor(domain.system).map((job) => startJob(domain.system, { ...job, everyMs: 5 }));
  });
  afterEach(async () => {
    answer();
    await closeJobs();
  });
  after(() => domain.close());

  async function refundWhileProviderIsAway(): Promise<void> {
    let isTried = false;
    domain.services.payments.provider.refund = async () => {
      isTried = true;
      throw new Error('away');
    };
    const id = await store.order();
    await payments.receiveProviderEvent(domain.system, paymentSucceeded(id) as payments.ProviderEvent);
    await refunds.issueRefund(store.admin, id, {});
    // Behind the answer, and until then the next provider isn't put in the place of this one.
    await until(() => isTried, 'the first question');
  }
  const closeJobs = () => Promise.all(jobs.map((job) => job.close()));
  const statusOf = async (id: string) =>
    (await store.admin.db.order.findFirstOrThrow({ where: { id } })).status;

  it('let unpaid orders expire meanwhile, in one cycle after another', async () => {
    await until(() => asked === 1, 'the question that hangs');

    for (let cycle = 0; cycle < 2; cycle += 1) {
      const unpaid = await store.order();
      clock.advance(30 * MINUTE_MS);
      await until(async () => (await statusOf(unpaid)) === 'cancelled', 'the unpaid order to expire');
    }

    expect(asked).to.equal(1);
  });

  it('stop behind the question that they are at, and leave the others to the next worker', async () => {
    const due = () => domain.system.db.refund.count({ where: { sendAt: { not: null } } });
    const before = await due();
    await until(() => asked === 1, 'the question that hangs');

    const closed = closeJobs();
    answer();
    await closed;

    expect(asked).to.equal(1);
    expect(await due()).to.equal(before - 1);
    expect(await refunds.sendDueRefunds(domain.system)).to.equal(before - 1);
    expect(asked).to.equal(before);
  });
});

describe('the log of background jobs', () => {
  it('has one line for each cycle that did something', async () => {
    const { system, close } = await openTestEnv();
    const lines: { done: number }[] = [];
    const log = Object.assign(Object.create(system.log), {
      info: (line: { done: number }, message: string) => {
        if (message === 'job') lines.push(line);
      },
    });
    const results = [2, 0, 3];
    const job = startJob({ log }, { name: 'sweeping', everyMs: 1, run: async () => results.shift() ?? 0 });
    await until(() => lines.length === 2 && results.length === 0, 'the cycles');
    await job.close();

    expect(lines.map(({ done }) => done)).to.deep.equal([2, 3]);
    expect(lines[0]).to.include({ job: 'sweeping' }).and.to.have.property('ms').that.is.a('number');
    await close();
  });
});
