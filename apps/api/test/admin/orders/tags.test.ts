import { randomUUID } from 'node:crypto';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../../harness.ts';
import { writesNothing } from '../../table-snapshot.ts';
import { eventsOf } from '../events-of.ts';

describe('the tags of orders', () => {
  const api = useApi();
  const store = useStoreOfEach(api);

  const send = (method: string, path: string, body?: object) =>
    api.request(method, `/admin/v1/orders${path}`, { token: store.token(), ...(body ? { body } : {}) });
  const tag = (orderIds: string[], lists: object) => send('POST', '/tags', { orderIds, ...lists });
  const found = async (query: string) =>
    (await send('GET', `?${query}`)).expect(200).items.map(({ id }: { id: string }) => id);

  it('are kept in one case, each once and sorted, and find their orders', async () => {
    const [one, other] = [await store.order(), await store.order()];
    const { tags, version } = (await send('PATCH', `/${one}`, { tags: ['VIP', 'call first', 'vip'] })).expect(
      200,
    );
    expect(tags).to.deep.equal(['call first', 'vip']);

    expect(await found('tag=Vip')).to.deep.equal([one]);
    expect(await found('tag=call first&status=pending')).to.deep.equal([one]);
    expect(await found('tag=vip&status=paid')).to.deep.equal([]);
    expect(await found('tag=call')).to.deep.equal([]);
    expect(
      (await send('GET', '')).expect(200).items.map((order: { tags: string[] }) => order.tags),
    ).to.deep.equal([[], tags]);
    await writesNothing(api.env, async () => {
      expect((await send('PATCH', `/${one}`, { tags: ['vip', 'call first'] })).expect(200).version).to.equal(
        version,
      );
    });
    (await send('PATCH', `/${one}`, { tags: [] })).expect(200);
    expect(await found('tag=vip')).to.deep.equal([]);
    expect((await send('GET', `/${other}`)).expect(200).version).to.equal(1);
  });

  it('are added to many orders at once and removed, each with its event and its record', async () => {
    const [first, second, third] = [await store.order(), await store.order(), await store.order()];
    (await send('PATCH', `/${second}`, { tags: ['gift', 'old'] })).expect(200);

    const lists = { add: ['Gift'], remove: ['old'] };
    expect((await tag([first, second, first.toUpperCase()], lists)).expect(200)).to.deep.equal({
      changed: 2,
    });

    expect((await found('tag=gift')).sort()).to.deep.equal([first, second].sort());
    expect((await send('GET', `/${second}`)).expect(200)).to.deep.include({ tags: ['gift'], version: 3 });
    expect((await send('GET', `/${third}`)).expect(200)).to.deep.include({ tags: [], version: 1 });
    const told = (await eventsOf(api, store)).filter(({ name }) => name === 'order.updated');
    expect(told.map(({ data }) => (data as { orderId: string }).orderId)).to.have.members([
      second,
      first,
      second,
    ]);
    const audit = await api.request('GET', `/admin/v1/audit?subjectId=${first}`, { token: store.token() });
    expect(audit.expect(200).items[0]).to.deep.include({
      action: 'order.updated',
      before: { tags: [] },
      after: { tags: ['gift'] },
    });
    await writesNothing(api.env, async () => {
      expect((await tag([first, second], lists)).expect(200)).to.deep.equal({ changed: 0 });
    });
  });

  it('are refused for all when one order isn’t there or has too many, or they are no words', async () => {
    const id = await store.order();
    const many = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    (await send('PATCH', `/${id}`, { tags: many })).expect(200);
    const other = await store.order();
    const foreign = await (await createStore(api.env.system)).order();
    await writesNothing(api.env, async () => {
      for (const missing of [randomUUID(), foreign])
        (await tag([other, missing], { add: ['gift'] })).refused('not_found');
      (await tag([other, id], { add: ['gift'] })).refused('validation_failed');
      (await tag([], { add: ['gift'] })).refused('validation_failed');
      for (const wrong of ['', ' gift', 'gift ', 'a,b', 'a  b', 'a\nb', 'x'.repeat(41)]) {
        (await tag([other], { add: [wrong] })).refused('validation_failed');
        (await send('PATCH', `/${other}`, { tags: [wrong] })).refused('validation_failed');
      }
    });
    (await tag([id], { add: ['gift'], remove: ['tag 0'] })).expect(200);
  });

  it('of two requests at once both hold', async () => {
    const ids = [await store.order(), await store.order(), await store.order()];
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (word, index) =>
        (await tag(index % 2 ? [...ids].reverse() : ids, { add: [word] })).expect(200),
      ),
    );
    for (const id of ids)
      expect((await send('GET', `/${id}`)).expect(200).tags).to.deep.equal(['a', 'b', 'c', 'd']);
  });
});
