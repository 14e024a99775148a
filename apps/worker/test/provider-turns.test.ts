import { inTransaction, paymentAccounts, payments, refunds } from '@service/core';
import {
  type Clock,
  createClock,
  createMigratedDatabase,
  createStore,
  openTestEnv,
  paymentSucceeded,
  queryAsOwner,
  type TestEnv,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { runJob } from './run-job.ts';

const MANY = 12;

/** A provider whose answers the test gives, call by call. */
function createSlowProvider() {
  const calls: { resolve(): void; reject(): void }[] = [];
  return {
    calls,
    ask: () =>
      new Promise<void>((resolve, reject) =>
        calls.push({ resolve, reject: () => reject(new Error('no response')) }),
      ),
  };
}

describe('a payment provider that hangs', () => {
  let clock: Clock;
  let databaseUrl: string;
  let domain: TestEnv;
  let slow: ReturnType<typeof createSlowProvider>;
  let asked: string[];
  let hanging: TestStore;
  let other: TestStore;

  before(async () => {
    databaseUrl = await createMigratedDatabase('provider_turns');
  });
  beforeEach(async () => {
    clock = createClock(new Date());
    domain = await openTestEnv({ databaseUrl, now: clock.now });
    await queryAsOwner(
      'UPDATE refunds SET send_at = NULL; UPDATE payments SET cancel_at = NULL',
      [],
      databaseUrl,
    );
    hanging = await createStore(domain.system);
    other = await createStore(domain.system);
    slow = createSlowProvider();
    asked = [];
  });
  afterEach(() => domain.close());

  /** Orders of the store that were paid at an account of its own, and what is to be asked there. */
  async function fill(store: TestStore, count: number, what: 'refunds' | 'payments'): Promise<string[]> {
    const { id: accountId } = await paymentAccounts.createPaymentAccount(store.admin, {
      provider: 'fake',
      name: 'Own',
    });
    const ids: string[] = [];
    for (let each = 0; each < count; each += 1) {
      const orderId = await store.order();
      if (what === 'refunds')
        await payments.receiveProviderEvent(
          domain.system,
          paymentSucceeded(orderId) as payments.ProviderEvent,
        );
      const payment = await store.admin.db.payment.findFirstOrThrow({ where: { orderId } });
      ids.push(what === 'refunds' ? (await refunds.issueRefund(store.admin, orderId, {})).id : payment.id);
    }
    const settled = async () =>
      (await store.admin.db.refund.count({ where: { sendAt: { not: null } } })) === 0;
    await until(settled, 'the requests that follow the commits');
    await store.admin.db.payment.updateMany({ data: { accountId } });
    const due = { cancelAt: clock.now(), cancelAttempts: 0 };
    if (what === 'payments') await store.admin.db.payment.updateMany({ data: due });
    else
      await store.admin.db.refund.updateMany({
        data: { status: 'pending', sendAt: clock.now(), sendAttempts: 0 },
      });
    const own = domain.services.payments.providerOfAccount;
    domain.services.payments.providerOfAccount = (account) => {
      const provider = own(account);
      if (account.id !== accountId) return provider;
      const before = async (id: string) => {
        asked.push(id);
        if (store === hanging) await slow.ask();
      };
      return {
        ...provider,
        async refund(refund) {
          await before(refund.refundId);
          return { ok: true, providerRefundId: `re_${refund.refundId}`, status: 'succeeded' };
        },
        async cancelPayment(payment) {
          await before(payment.paymentId);
          return 'cancelled';
        },
      };
    };
    return ids;
  }

  for (const [job, what] of [
    ['refunds', 'refunds'],
    ['payment-cancellations', 'payments'],
  ] as const)
    it(`keeps back no other store’s ${what}, and is asked once until its pause is over`, async () => {
      const mine = await fill(hanging, MANY, what);
      const theirs = await fill(other, 2, what);
      const askedFor = (ids: string[]) => asked.filter((id) => ids.includes(id)).length;

      const first = runJob(domain.system, job);
      await until(() => askedFor(theirs) === 2 && slow.calls.length > 0, 'what both stores ask for');
      const whileItHangs = askedFor(mine);
      slow.calls.at(-1)?.reject();
      await first;
      await runJob(domain.system, job);
      const inItsPause = askedFor(mine);
      const later = await fill(other, 1, what);
      await runJob(domain.system, job);
      clock.advance(60_000);
      const last = runJob(domain.system, job);
      for (let each = 1; each <= MANY; each += 1) {
        await until(() => slow.calls.length > each, 'the next question');
        slow.calls.at(-1)?.resolve();
      }
      await last;

      expect({ whileItHangs, inItsPause, later: askedFor(later) }).to.deep.equal({
        ...{ whileItHangs: 1, inItsPause: 1, later: 1 },
      });
      expect(new Set(asked)).to.include.all.keys(...mine, ...theirs);
      expect(slow.calls).to.have.length(MANY + 1);
    });

  it('is no reason for a run to go on after its signal', async () => {
    const mine = await fill(hanging, 2, 'refunds');
    const stopping = new AbortController();

    const run = refunds.sendDueRefunds(domain.system, { signal: stopping.signal });
    await until(() => slow.calls.length === 1, 'the first question');
    stopping.abort();
    slow.calls[0]?.resolve();
    await run;

    expect(asked).to.have.length(1);
    const waiting = () =>
      hanging.admin.db.refund.count({ where: { id: { in: mine }, sendAt: { not: null } } });
    expect(await waiting()).to.equal(1);
    await inTransaction(hanging.admin, (tx) => tx.db.refund.updateMany({ data: { sendAt: null } }));
  });
});
