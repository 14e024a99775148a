import { randomUUID } from 'node:crypto';
import { inTransaction, webhooks } from '@service/core';
import { createStore, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi, useApi, useStoreOfEach } from '../../../harness.ts';
import { recordedDelivery } from './recorded-delivery.ts';

const PATH = '/admin/v1/webhooks/deliveries';
const MANY = 20;

interface Tail {
  items: { id: string; createdAt: string }[];
  tailCursor: string;
}

describe('GET /admin/v1/webhooks/deliveries?after', () => {
  const api = useApi();
  const store = useStoreOfEach(api);
  let subscriptionId: string;
  beforeEach(async () => {
    const input = { url: 'http://127.0.0.1:1/hook', events: ['order.paid' as const] };
    subscriptionId = (await webhooks.createSubscription(store.admin, input)).id;
  });

  const get = (query = '', of = store) =>
    api.request('GET', `${PATH}${query}`, { token: of.token(['webhooks:read']) });
  const list = async (query = '', of = store): Promise<Tail> => (await get(query, of)).expect(200);
  const idsOf = ({ items }: Tail) => items.map(({ id }) => id);

  const paid = () => ({ orderId: randomUUID(), status: 'paid', previousStatus: 'pending' }) as const;
  const record = (of = store) =>
    inTransaction(of.admin, (tx) => webhooks.recordEvent(tx, 'order.paid', paid()));

  /** Resolves when somebody waits in a process. */
  function waiters(of: TestApi, count: number): Promise<void> {
    const { waits } = of.env.services.deliveryLog;
    const { acquire } = waits;
    const entered = new Set<string>();
    waits.acquire = (ref) => {
      const slot = acquire(ref);
      if (slot) entered.add(ref.subscriptionId);
      return slot;
    };
    return until(() => entered.size === count, 'the requests to wait').finally(() => {
      waits.acquire = acquire;
    });
  }

  it('has what is new since the page before, and nothing twice when there is nothing', async () => {
    await record();
    const first = await list();
    const nothing = await list(`?after=${first.tailCursor}`);
    expect(nothing.items).to.deep.equal([]);

    await record();
    const next = await list(`?after=${nothing.tailCursor}`);

    expect(idsOf(next)).to.have.lengthOf(2).and.include(idsOf(first)[0]);
    expect(idsOf(await list(`?after=${next.tailCursor}`))).to.deep.equal([]);
  });

  it('answers a waiting request once its store records something that fits its filter', async () => {
    const other = await createStore(api.env.system);
    const { tailCursor } = await list('?event=order.paid');
    const waits = waiters(api, 1);
    const answer = list(`?event=order.paid&after=${tailCursor}&wait=30`);
    await waits;

    await record(other);
    await record();

    const { items } = await answer;
    expect(items).to.have.lengthOf(1);
    expect(items[0]).to.include({ subscriptionId });
  });

  it('does not miss what was recorded earlier and committed later', async () => {
    const { tailCursor } = await list();
    let isOpen = false;
    let commit = () => {};
    const late = inTransaction(store.admin, async (tx) => {
      await webhooks.recordEvent(tx, 'order.paid', paid());
      isOpen = true;
      await new Promise<void>((resolve) => {
        commit = resolve;
      });
    });
    await until(() => isOpen, 'the transaction to be open');
    await record();
    const before = await list(`?after=${tailCursor}`);
    commit();
    await late;

    const after = await list(`?after=${before.tailCursor}`);

    expect(after.items).to.have.lengthOf(before.items.length + 1);
  });

  it('ends every wait when the process stops, and limits the waits of a store', async () => {
    const own = await startApi();
    const stranger = await createStore(own.env.system);
    const wait = async (of: TestStore) => {
      const token = of.token();
      const { tailCursor } = (await own.request('GET', PATH, { token })).expect(200);
      return own.request('GET', `${PATH}?after=${tailCursor}&wait=30`, { token });
    };
    const allWait = waiters(own, MANY);
    const held = Array.from({ length: MANY }, () => wait(stranger));
    await allWait;
    (await wait(stranger)).refused('too_many_requests');

    own.env.services.deliveryLog.waits.close();

    for (const answer of await Promise.all(held)) expect(answer.expect(200).items).to.deep.equal([]);
    await own.close();
  });

  it('refuses a cursor of another kind', async () => {
    await record();
    const { nextCursor } = (await get('?pageSize=1')).body;
    (await get(`?after=${nextCursor ?? 'nonsense'}`)).refused('validation_failed');
    const { tailCursor } = await list();
    (await get(`?after=${tailCursor}&cursor=${tailCursor}`)).refused('validation_failed');
  });

  describe('the filters', () => {
    it('find by response, error, event and resource, together with the others', async () => {
      const make = (input: object) => recordedDelivery(store, { subscriptionId, ...input });
      const [bad, slow, well] = [
        await make({ status: 'exhausted', responseCode: 503, lastError: 'unexpected status 503' }),
        await make({ status: 'failed', responseCode: null, lastError: 'timeout' }),
        await make({ status: 'delivered', responseCode: 200, lastError: null }),
      ];
      const { eventId, resourceId } = (await api.request('GET', `${PATH}/${slow}`, { token: store.token() }))
        .body;

      for (const [query, expected] of [
        ['responseCode=503', bad],
        ['responseCode=200', well],
        ['error=timeout', slow],
        [`eventId=${eventId}`, slow],
        [`resourceId=${resourceId}`, slow],
        ['responseCode=503&status=exhausted&event=order.paid', bad],
      ])
        expect(idsOf(await list(`?${query}`)), query).to.deep.equal([expected]);
      for (const query of [
        'responseCode=503&status=failed',
        'error=timeout&event=order.shipped',
        `eventId=${bad}`,
      ])
        expect(idsOf(await list(`?${query}`)), query).to.deep.equal([]);
      const stranger = await createStore(api.env.system);
      for (const query of [`eventId=${eventId}`, `resourceId=${resourceId}`, 'error=timeout'])
        expect(idsOf(await list(`?${query}`, stranger)), query).to.deep.equal([]);
    });
  });
});
