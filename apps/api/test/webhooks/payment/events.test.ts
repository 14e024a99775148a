import { randomUUID } from 'node:crypto';
import { payments, webhooks } from '@service/core';
import { createStore, runs, type TestStore } from '@service/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { useApi } from '../../harness.ts';
import { snapshot } from '../../table-snapshot.ts';
import { createProvider } from './callback.ts';
import { createEvents, type ProviderEvents } from './provider-events.ts';

describe('the nine events of the payment provider', () => {
  const api = useApi();
  let store: TestStore;
  let provide: ReturnType<typeof createProvider>;
  let orderId: string;
  let events: ProviderEvents;

  before(async () => {
    provide = createProvider(api);
  });

  beforeEach(async () => {
    store = await createStore(api.env.system);
    await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid', 'order.refunded', 'order.partially_refunded', 'refund.issued'],
    });
    ({ orderId, events } = await order());
  });

  async function order() {
    const id = await store.order();
    const [payment] = await store.admin.db.payment.findMany({ where: { orderId: id } });
    return { orderId: id, events: createEvents(payment?.providerPaymentId ?? '') };
  }
  const get = async (path: string) =>
    (await api.request('GET', `/admin/v1/${path}`, { token: store.token() })).expect(200);
  const orderNow = (id = orderId) => get(`orders/${id}`);
  const tell = async (...told: object[]) => {
    for (const event of told) (await provide(event)).expect(200);
  };
  /** As if the provider had given the order's payment this id, and the process had died before it looked for events. */
  const bind = async (providerPaymentId: string) => {
    await store.admin.db.payment.updateMany({ where: { orderId }, data: { providerPaymentId } });
    await store.admin.db.paymentReference.updateMany({
      where: { payment: { orderId } },
      data: { reference: `payment:${providerPaymentId}` },
    });
  };
  const recorded = async () =>
    (await store.admin.db.webhookEvent.findMany({ orderBy: { position: 'asc' } }))
      .map(({ name }) => name)
      .filter((name) => name.startsWith('order.p') || name.includes('refund'));

  it('records a payment as processing, and one that failed with its reason', async () => {
    await tell(events.processing());
    expect((await orderNow()).payments[0]).to.include({ status: 'processing', failure: null });

    await tell(events.failed());

    const { status, payments: rows } = await orderNow();
    expect(status).to.equal('pending');
    expect(rows[0]).to.deep.include({
      status: 'failed',
      capturedAmount: 0,
      failure: { code: 'card_declined', message: 'Your card was declined.' },
    });
  });

  it('keeps the newest of its failures, whichever comes last', async () => {
    const [older, newer] = [events.failed(), events.failed()];
    Object.assign(newer.data.object, { last_payment_error: { code: 'expired_card', message: null } });

    await tell(newer, older);

    expect((await orderNow()).payments[0].failure).to.deep.equal({ code: 'expired_card', message: null });
  });

  it('never moves a payment backwards', async () => {
    const [processing, failed] = [events.processing(), events.failed()];

    await tell(failed, processing);
    expect((await orderNow()).payments[0].status).to.equal('failed');
    await tell(events.succeeded(), events.failed(), events.processing());

    const { status, payments: rows } = await orderNow();
    expect(status).to.equal('paid');
    expect(rows[0]).to.deep.include({ status: 'succeeded', capturedAmount: 1250 });
  });

  it('opens, updates and closes a dispute with its outcome, and tells the operators once', async () => {
    await tell(events.succeeded(), events.dispute('created', 'dp_1'.concat(orderId), 'needs_response'));
    expect((await orderNow()).disputes[0]).to.deep.include({
      status: 'needs_response',
      outcome: null,
      closedAt: null,
      amount: 500,
      reason: 'fraudulent',
    });
    expect((await get('disputes?state=open')).total).to.equal(1);

    await tell(events.dispute('updated', `dp_1${orderId}`, 'under_review'));
    expect((await orderNow()).disputes[0].status).to.equal('under_review');
    await tell(events.dispute('closed', `dp_1${orderId}`, 'lost'));

    expect((await orderNow()).disputes).to.have.length(1);
    expect((await get('disputes?state=closed')).items[0]).to.deep.include({
      orderId,
      status: 'lost',
      outcome: 'lost',
    });
    expect((await get('disputes?state=open')).total).to.equal(0);
    const { items } = await get('notifications');
    expect(items.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['payment.disputed']);
  });

  it('keeps a dispute closed, whatever is said of it by a later or an earlier clock', async () => {
    const id = `dp_${randomUUID()}`;
    const opened = events.dispute('created', id, 'needs_response');
    const closed = events.dispute('closed', id, 'won');
    const updated = events.dispute('updated', id, 'under_review');
    const state = async () => {
      const [{ status, outcome }] = (await orderNow()).disputes;
      return { status, outcome };
    };

    await tell(events.succeeded(), opened, updated, closed);
    const closedLate = await state();
    await tell(events.dispute('updated', id, 'under_review'));

    expect([closedLate, await state()]).to.deep.equal(Array(2).fill({ status: 'won', outcome: 'won' }));
  });

  it('follows a dispute whose events are of one second, whichever comes first', async () => {
    const inOneSecond = (id: string) => {
      const made = [
        events.dispute('created', id, 'needs_response'),
        events.dispute('updated', id, 'under_review'),
      ] as const;
      made[1].created = made[0].created;
      return made;
    };
    const [opened, updated] = inOneSecond(`dp_1${orderId}`);
    const [late, early] = inOneSecond(`dp_2${orderId}`);

    await tell(events.succeeded(), opened, updated, early, late);

    const { disputes } = await orderNow();
    expect(disputes.map(({ status }: { status: string }) => status)).to.deep.equal([
      'under_review',
      'under_review',
    ]);
  });

  it('records a refund of the provider’s, and issues its credit note once it is through', async () => {
    const re = `re_${orderId}`;
    await tell(events.succeeded(), events.refund('created', re, 500, 'pending'));
    expect((await orderNow()).refunds[0]).to.deep.include({
      status: 'pending',
      creditNoteId: null,
      amount: 500,
    });
    expect((await orderNow()).status).to.equal('paid');

    await tell(events.refund('updated', re, 500, 'succeeded'), events.chargeRefunded(500));

    const now = await orderNow();
    expect(now).to.deep.include({ status: 'partially_refunded', refundedTotal: 500 });
    expect(now.refunds).to.have.length(1);
    expect(now.refunds[0]).to.deep.include({ status: 'succeeded', creditNoteNumber: 1 });
    expect(await recorded()).to.have.members(['order.paid', 'refund.issued', 'order.partially_refunded']);
    expect((await get('refunds?status=succeeded')).total).to.equal(1);
    expect((await get(`payments?orderId=${orderId}`)).items[0]).to.deep.include({ refundedAmount: 500 });
  });

  it('tells the operators of a refund that failed, and doesn’t count it', async () => {
    const re = `re_${orderId}`;
    await tell(
      events.succeeded(),
      events.refund('created', re, 500, 'pending'),
      events.refund('updated', re, 500, 'failed'),
    );

    expect((await orderNow()).refunds[0]).to.deep.include({ status: 'failed', creditNoteId: null });
    expect((await orderNow()).status).to.equal('paid');
    expect((await get('notifications')).items[0].kind).to.equal('refund.failed');
  });

  it('reconciles by the amount that the charge reports, also without a refund event', async () => {
    const [paid, older] = [events.succeeded(), events.chargeRefunded(400)];
    await tell(paid, events.chargeRefunded(500), events.chargeRefunded(1250), older);

    expect(await orderNow()).to.deep.include({ status: 'refunded', refundedTotal: 1250 });
    expect(await recorded()).to.have.members(['order.paid', 'order.partially_refunded', 'order.refunded']);
  });

  it('takes the charge’s newest sum, where a refund that was in the one before has failed', async () => {
    const re = `re_${randomUUID()}`;
    await tell(
      events.succeeded(),
      events.refund('created', re, 300, 'succeeded'),
      events.chargeRefunded(800),
      events.refund('updated', re, 300, 'failed'),
      events.chargeRefunded(600),
    );

    const more = { token: store.token(), body: { amount: 1250 - 600 + 1 } };
    const refused = await api.request('POST', `/admin/v1/orders/${orderId}/refunds`, more);
    refused.refused('refund_exceeds_captured');
    expect((await orderNow()).refunds).to.have.length(1);
  });

  const arrivals = { neither: [0, 1, 2], 'the first': [1, 2, 0], 'the sum': [0, 2, 1] };
  for (const [late, arrival] of Object.entries(arrivals))
    it(`takes a failure that is said again for the same one, where ${late} comes late`, async () => {
      const re = `re_${randomUUID()}`;
      await tell(events.succeeded(), events.refund('created', re, 300, 'succeeded'));
      const told = [
        events.refund('updated', re, 300, 'failed'),
        events.chargeRefunded(800),
        events.refund('updated', re, 300, 'failed'),
      ];
      await tell(...arrival.map((index) => told[index] as object));

      const more = { token: store.token(), body: { amount: 1250 - 800 + 1 } };
      const refused = await api.request('POST', `/admin/v1/orders/${orderId}/refunds`, more);
      refused.refused('refund_exceeds_captured');
      expect(await orderNow()).to.deep.include({ status: 'partially_refunded', refundedTotal: 800 });
    });

  for (const type of ['created', 'updated', 'closed'] as const) {
    it(`does nothing when charge.dispute.${type} comes twice`, async () => {
      const told = events.dispute(type, `dp_${orderId}`, 'won');
      await tell(events.succeeded(), told);
      const before = await snapshot(api.env);

      await tell(told);

      expect(await snapshot(api.env)).to.deep.equal(before);
    });
  }

  it('keeps an event that matches nothing, and carries it out when its payment can be told', async () => {
    const { charge } = events;
    const dispute = events.event('charge.dispute.created', {
      id: `dp_${charge}`,
      charge,
      amount: 1,
      status: 'open',
    });
    const closed = events.event('charge.dispute.closed', { id: `dp_${charge}`, status: 'won' });

    await tell(closed, dispute);
    expect((await orderNow()).disputes).to.deep.equal([]);
    await tell(events.succeeded());

    expect((await orderNow()).disputes[0]).to.deep.include({ status: 'won', outcome: 'won' });
  });

  it('refuses a dispute whose id a payment of another store has, and writes nothing', async () => {
    const dispute = `dp_1${orderId}`;
    await tell(events.succeeded(), events.dispute('created', dispute, 'needs_response'));
    const first = store;
    store = await createStore(api.env.system);
    const other = await order();
    await tell(other.events.succeeded());
    const before = await snapshot(api.env);

    (await provide(other.events.dispute('created', dispute, 'needs_response'))).expect(500);

    expect(await snapshot(api.env)).to.deep.equal(before);
    expect((await orderNow(other.orderId)).disputes).to.deep.equal([]);
    store = first;
    expect((await orderNow()).disputes).to.have.length(1);
  });

  it('carries out what waited when a job finds the payment there, once', async () => {
    const events2 = createEvents(`pi_${randomUUID()}`);
    const told = events2.succeeded();
    await tell(told);
    await bind(told.data.object.id as string);

    await Promise.all([1, 2].map(() => payments.replayWaitingEvents(api.env.system)));

    expect((await orderNow()).status).to.equal('paid');
    expect(await recorded()).to.deep.equal(['order.paid']);
  });

  it('carries out what waited behind hundreds of events that match nothing, and deletes those', async () => {
    const { db } = api.env.system;
    // What other tests left waiting is none of this one's business.
    await db.paymentEvent.deleteMany({ where: { processedAt: null } });
    const waiting = createEvents(`pi_${randomUUID()}`).succeeded();
    await tell(waiting);
    const prefix = `evt_foreign_${randomUUID()}`;
    const foreign = createEvents(`pi_${randomUUID()}`).succeeded();
    await db.paymentEvent.createMany({
      data: Array.from({ length: 250 }, (_, index) => ({
        id: `${prefix}_${index}`,
        type: foreign.type,
        payload: foreign as object,
        matchKeys: [`payment:${prefix}`],
        receivedAt: new Date(Date.now() + 60_000),
      })),
    });
    await bind(waiting.data.object.id as string);

    await payments.replayWaitingEvents(api.env.system);

    expect((await orderNow()).status).to.equal('paid');
    const left = () => db.paymentEvent.count({ where: { id: { startsWith: prefix } } });
    expect(await payments.deleteUnmatchedEvents(api.env.system, 100)).to.equal(0);
    expect(await left()).to.equal(250);
    await db.paymentEvent.updateMany({
      where: { id: { startsWith: prefix } },
      data: { receivedAt: new Date(Date.now() - 91 * 24 * 3_600_000) },
    });
    expect(await payments.deleteUnmatchedEvents(api.env.system, 100)).to.equal(100);
    expect(await left()).to.equal(150);
    const kept = await db.paymentEvent.count({ where: { id: waiting.id } });
    expect(kept).to.equal(1);
  });

  it('skips an event that was stored in an unknown shape, without failing', async () => {
    const id = `evt_${randomUUID()}`;
    await api.env.system.db.paymentEvent.create({
      data: { id, type: 'charge.refunded', payload: {}, matchKeys: [`charge:${id}`] },
    });
    const errors: unknown[] = [];
    const log = { ...api.env.log, error: (...of: unknown[]) => errors.push(of) } as typeof api.env.log;

    await payments.replayWaitingEvents({ ...api.env.system, log });

    expect(errors).to.deep.equal([]);
    const left = await api.env.system.db.paymentEvent.findFirstOrThrow({ where: { id } });
    expect(left.processedAt).to.equal(null);
  });

  it('holds against members of any shape', async () => {
    const ids = ['', 5, null, {}, [], { id: 7 }, 'x'.repeat(5000)];
    for (const type of [
      'charge.refunded',
      'refund.created',
      'charge.dispute.closed',
      'payment_intent.succeeded',
    ])
      for (const id of ids)
        await tell({
          id: `evt_${randomUUID()}`,
          type,
          data: {
            object: {
              payment_intent: id,
              charge: id,
              amount: -1,
              amount_refunded: 'all',
              status: {},
              currency: 5,
            },
          },
        });

    expect((await orderNow()).status).to.equal('pending');
  });

  /** Everything that happens to one payment: 2 failed tries, success, 2 refunds, a failed refund and a dispute. */
  const lifeOf = (life: ProviderEvents) => {
    const [one, two, three, dispute] = [
      `re_a${life.charge}`,
      `re_b${life.charge}`,
      `re_c${life.charge}`,
      `dp_${life.charge}`,
    ];
    return [
      life.processing(),
      life.failed(),
      life.processing(),
      life.succeeded(),
      life.refund('created', one, 250, 'pending'),
      life.refund('updated', one, 250, 'succeeded'),
      life.chargeRefunded(250),
      life.refund('created', three, 100, 'pending'),
      life.refund('updated', three, 100, 'failed'),
      life.dispute('created', dispute, 'needs_response'),
      life.dispute('updated', dispute, 'under_review'),
      life.refund('created', two, 1000, 'succeeded'),
      life.chargeRefunded(1250),
      life.dispute('closed', dispute, 'won'),
    ];
  };
  const endOf = async (id: string) => {
    const { status, refundedTotal, payments: paid, refunds, disputes } = await orderNow(id);
    const told = await store.admin.db.webhookEvent.findMany();
    const names = told
      .filter(({ data }) => (data as { orderId?: string }).orderId === id)
      .map(({ name }) => name);
    return {
      // How often it is partially refunded on the way depends on the order of arrival; these don't.
      events: ['order.paid', 'order.refunded', 'refund.issued'].map(
        (name) => names.filter((each) => each === name).length,
      ),
      status,
      refundedTotal,
      paid: paid.map((each: Record<string, unknown>) => [
        each.status,
        each.capturedAmount,
        each.refundedAmount,
        each.failure,
      ]),
      refunds: refunds
        .map((each: Record<string, unknown>) => [each.amount, each.status, each.creditNoteId !== null])
        .sort(),
      disputes: disputes.map((each: Record<string, unknown>) => [each.status, each.outcome, each.amount]),
    };
  };
  const END = {
    events: [1, 1, 2],
    status: 'refunded',
    refundedTotal: 1250,
    paid: [['succeeded', 1250, 1250, { code: 'card_declined', message: 'Your card was declined.' }]],
    refunds: [
      [100, 'failed', false],
      [1000, 'succeeded', true],
      [250, 'succeeded', true],
    ],
    disputes: [['won', 'won', 500]],
  };

  /** The order of the 14 events, some of them once more anywhere, and how many are under way together. */
  const arrival = fc.record({
    order: fc.shuffledSubarray([...Array(14).keys()], { minLength: 14 }),
    again: fc.array(fc.record({ which: fc.nat({ max: 13 }), at: fc.nat() }), { maxLength: 6 }),
    together: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 5 }),
  });

  it('end the same in any order, however often each comes, and whatever comes beside it', async () => {
    await fc.assert(
      fc.asyncProperty(arrival, async ({ order: sequence, again, together }) => {
        const { orderId: id, events: life } = await order();
        const told = lifeOf(life);
        const arriving = [...sequence];
        for (const { which, at } of again) arriving.splice(at % (arriving.length + 1), 0, which);

        for (let group = 0; arriving.length > 0; group += 1) {
          const next = arriving.splice(0, together[group % together.length]);
          const answers = await Promise.all(next.map((index) => provide(told[index] as object)));
          for (const answer of answers) answer.expect(200);
        }

        expect(await endOf(id)).to.deep.equal(END);
      }),
      { numRuns: runs(8) },
    );
  });

  it('end the same when 20 and more come at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { orderId: id, events: life } = await order();
      const told = lifeOf(life);

      const answers = await Promise.all([...told, ...told.slice(0, 8)].map((event) => provide(event)));

      for (const answer of answers) answer.expect(200);
      expect(await endOf(id)).to.deep.equal(END);
    }
  });
});
