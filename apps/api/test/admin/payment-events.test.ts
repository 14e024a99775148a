import { randomUUID } from 'node:crypto';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';
import { snapshot } from '../table-snapshot.ts';
import { createProvider } from '../webhooks/payment/callback.ts';
import { createEvents, type ProviderEvents } from '../webhooks/payment/provider-events.ts';

describe('stored events of the payment provider', () => {
  const api = useApi();
  const store = useStoreOfEach(api);
  let provide: ReturnType<typeof createProvider>;
  let orderId: string;
  let events: ProviderEvents;

  before(async () => {
    provide = createProvider(api);
  });

  beforeEach(async () => {
    orderId = await store.order();
    const [payment] = await store.admin.db.payment.findMany({ where: { orderId } });
    events = createEvents(payment?.providerPaymentId ?? '');
  });

  const list = async (query = '', token = store.token()) =>
    (await api.request('GET', `/admin/v1/payment-events${query}`, { token })).expect(200);
  const replay = (id: string, token = store.token()) =>
    api.request('POST', `/admin/v1/payment-events/${id}/replay`, { token });
  const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);

  /** A refund of a payment that nobody knows yet, whose metadata names the order. */
  async function waiting() {
    const outside = createEvents(`pi_${randomUUID()}`);
    const refund = outside.refund('created', `re_${randomUUID()}`, 100, 'succeeded');
    Object.assign(refund.data.object, { metadata: { orderId } });
    (await provide(refund)).expect(200);
    return { outside, id: refund.id };
  }

  it('are seen by their store alone, those without an effect first', async () => {
    const { id } = await waiting();
    const paid = events.succeeded();
    (await provide(paid)).expect(200);
    const foreign = await createStore(api.env.system);

    const { items, total } = await list();

    expect(total).to.equal(2);
    expect(items).to.deep.equal([
      { ...items[0], id, type: 'refund.created', orderId, state: 'waiting', appliedAt: null },
      { ...items[1], id: paid.id, type: paid.type, orderId, state: 'applied' },
    ]);
    expect(items[1].appliedAt).to.be.a('string');
    expect(await list('', foreign.token())).to.include({ total: 0 });
  });

  it('are filtered by type, state and order, and read by page', async () => {
    const { id } = await waiting();
    const paid = events.succeeded();
    (await provide(paid)).expect(200);

    expect(idsOf(await list('?type=refund.created'))).to.deep.equal([id]);
    expect(idsOf(await list('?state=applied'))).to.deep.equal([paid.id]);
    expect(idsOf(await list(`?orderId=${orderId}&pageSize=1&page=2`))).to.deep.equal([paid.id]);
    expect(idsOf(await list(`?orderId=${randomUUID()}`))).to.deep.equal([]);
  });

  it('are applied by a replay once their payment is there, and then never again', async () => {
    const { id, outside } = await waiting();
    expect((await replay(id)).expect(200)).to.include({ state: 'waiting' });
    const intent = outside.succeeded().data.object.id as string;
    // As if the process had died between the payment and what waited for it.
    const data = { providerPaymentId: intent, status: 'succeeded' };
    await store.admin.db.payment.updateMany({ where: { orderId }, data });
    await store.admin.db.paymentReference.updateMany({
      where: { payment: { orderId } },
      data: { reference: `payment:${intent}` },
    });

    expect((await replay(id)).expect(200)).to.include({ state: 'applied' });

    const order = await api.request('GET', `/admin/v1/orders/${orderId}`, { token: store.token() });
    expect(order.expect(200).refunds).to.have.length(1);
    (await replay(id)).refused('already_applied');
    const records = await store.admin.db.auditRecord.findMany({ where: { subjectId: id } });
    expect(records.map(({ after }) => after)).to.have.deep.members([
      { state: 'waiting' },
      { state: 'applied' },
    ]);
  });

  it('aren’t replayed by another store, nor by who may only read, and nothing is written', async () => {
    const { id } = await waiting();
    const foreign = await createStore(api.env.system);
    const before = await snapshot(api.env);

    (await replay(id, foreign.token())).refused('not_found');
    (await replay(id, store.token(['orders:read']))).refused('permission_missing');

    expect(await snapshot(api.env)).to.deep.equal(before);
  });

  it('that contradict their payment stay so, and are reported once', async () => {
    const event = events.succeeded();
    Object.assign(event.data.object, { metadata: { orderId: await store.order() } });
    (await provide(event)).expect(200);

    expect((await replay(event.id)).expect(200)).to.deep.include({ state: 'contradictory', orderId });

    expect(idsOf(await list('?state=contradictory'))).to.deep.equal([event.id]);
    const order = await api.request('GET', `/admin/v1/orders/${orderId}`, { token: store.token() });
    expect(order.expect(200)).to.include({ status: 'pending' });
    const { items } = (await api.request('GET', '/admin/v1/notifications', { token: store.token() })).expect(
      200,
    );
    expect(items.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['payment.contradiction']);
  });
});
