import { randomUUID } from 'node:crypto';
import {
  customers,
  inTransaction,
  mail,
  outbox,
  payments,
  type RowRef,
  refunds,
  type SystemContext,
  type vat,
} from '@service/core';
import { HOUR_MS } from '@service/jobs/primitives';
import {
  createMigratedDatabase,
  createStore,
  openTestEnv,
  paymentSucceeded,
  type TestEnv,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';

const NONE: RowRef = { tenantId: '', id: '' };

/** The same as a process sees it whose clock is wrong. */
function skewed(system: SystemContext, byMs: number): SystemContext {
  const now = () => new Date(Date.now() + byMs);
  return { ...system, now, forTenant: (...of) => ({ ...system.forTenant(...of), now }) };
}

/** Somebody outside, whose answer the first one to ask waits for. */
function createHanging() {
  let asked = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    asked: () => asked,
    release: () => release(),
    async ask() {
      asked += 1;
      await held;
    },
  };
}

// Further apart than any lease is long: a lease that were measured by anybody's own clock would be over at once.
describe('processes whose clocks are hours apart', () => {
  let domain: TestEnv;
  let store: TestStore;
  let [ahead, behind]: SystemContext[] = [];
  let hanging: ReturnType<typeof createHanging>;

  before(async () => {
    domain = await openTestEnv({ databaseUrl: await createMigratedDatabase('clock_skew') });
    ahead = skewed(domain.system, 2 * HOUR_MS);
    behind = skewed(domain.system, -2 * HOUR_MS);
  });
  beforeEach(async () => {
    store = await createStore(domain.system);
    hanging = createHanging();
  });
  after(() => domain.close());

  const of = (system: SystemContext) =>
    system.forTenant(store.tenantId, { kind: 'admin', id: randomUUID(), permissions: [] });

  /** Two workers at once, whichever comes first: one of them asks, the other sees that somebody is at it. */
  async function race(work: (system: SystemContext) => Promise<unknown>): Promise<void> {
    const first = work(behind as SystemContext);
    await until(() => hanging.asked() === 1, 'the first question');
    const second = work(ahead as SystemContext);
    await second;
    hanging.release();
    await first;
    await Promise.all([work(ahead as SystemContext), work(behind as SystemContext)]);
  }

  for (const [who, sender] of [
    ['ahead', () => ahead],
    ['behind', () => behind],
  ] as const) {
    it(`send a message once, and at once, that one ${who} has recorded`, async () => {
      const mailer: mail.Mailer = {
        links: {},
        send: hanging.ask,
        post: hanging.ask,
        close: () => {},
      };
      await inTransaction(of(sender() as SystemContext), (tx) =>
        mail.recordMail(tx, {
          kind: 'password_reset',
          to: 'ada@example.com',
          data: { name: 'Ada' },
          token: 't',
        }),
      );
      const [row = NONE] = await mail.findDueMails(behind as SystemContext, 10);

      await race((system) => outbox.sendMail(system, mailer, row));

      expect(hanging.asked()).to.equal(1);
      const { status, attempts } = await domain.system.db.mail.findFirstOrThrow({ where: row });
      expect({ status, attempts }).to.deep.equal({ status: 'sent', attempts: 1 });
    });

    it(`ask VIES once, and at once, about a number that one ${who} has saved`, async () => {
      const vies: vat.Vies = {
        reserve: () => ({ release: () => {} }),
        async ask() {
          await hanging.ask();
          return { status: 'valid', name: 'X', address: null, consultationNumber: null };
        },
      };
      const { id: customerId } = await customers.createCustomer(of(sender() as SystemContext), {
        email: `${randomUUID()}@example.com`,
        vatNumber: 'ATU12345675',
      });
      const [check = NONE] = await customers.findDueVatChecks(behind as SystemContext, 10);

      await race((system) => customers.runVatCheck(system, vies, check));

      expect(hanging.asked()).to.equal(1);
      const customer = await domain.system.db.customer.findFirstOrThrow({ where: { id: customerId } });
      expect(customer.vatStatus).to.equal('valid');
    });

    it(`ask the payment provider once for a refund that one ${who} has issued`, async () => {
      const orderId = await store.order();
      await payments.receiveProviderEvent(domain.system, paymentSucceeded(orderId) as payments.ProviderEvent);
      domain.services.payments.provider.refund = async ({ refundId }) => {
        await hanging.ask();
        return { ok: true, providerRefundId: `re_${refundId}`, status: 'succeeded' };
      };

      const { id } = await refunds.issueRefund(of(sender() as SystemContext), orderId, {});
      await race((system) => refunds.sendDueRefunds(system));

      // Whoever issued it asks behind the answer, and was first.
      const look = () => domain.system.db.refund.findFirstOrThrow({ where: { id } });
      await until(async () => (await look()).sendAt === null, 'the record of the answer');
      expect(hanging.asked()).to.equal(1);
      expect((await look()).sendAttempts).to.equal(1);
    });
  }
});
