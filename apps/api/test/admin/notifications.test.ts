import { notifications, payments } from '@service/core';
import { createClock, createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStore } from '../harness.ts';

describe('GET /admin/v1/notifications', () => {
  const clock = createClock();
  const api = useApi({ now: clock.now });
  const store = useStore(api);

  before(async () => {
    for (const title of ['first', 'second', 'third']) {
      clock.advance(1000);
      await notifications.notifyAdmins(store.admin, { kind: 'test', title, detail: 'For the test' });
    }
  });

  const list = async (search = '', who = store) =>
    (
      await api.request('GET', `/admin/v1/notifications${search}`, { token: who.token(['settings:read']) })
    ).expect(200);
  const titlesOf = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);

  it('returns the notices, newest first', async () => {
    const body = await list();

    expect(body).to.include({ total: 3, page: 1, pageSize: 20 });
    expect(titlesOf(body)).to.deep.equal(['third', 'second', 'first']);
    expect(body.items[0]).to.include({ kind: 'test', createdAt: clock.now().toISOString() });
  });

  it('pages through them, and is empty past the end', async () => {
    const pages = [
      await list('?pageSize=2'),
      await list('?pageSize=2&page=2'),
      await list('?pageSize=2&page=3'),
    ];

    expect(pages.map(titlesOf)).to.deep.equal([['third', 'second'], ['first'], []]);
  });

  it('shows nothing of another store', async () => {
    const other = await createStore(api.env.system);

    expect(await list('', other)).to.include({ total: 0 });
  });

  it('warns each store once of payments that take no money, however often the API starts', async () => {
    const other = await createStore(api.env.system);

    await payments.reportFakePayments(api.env.system);
    await payments.reportFakePayments(api.env.system);

    for (const who of [store, other]) {
      const titles = titlesOf(await list('', who));
      expect(titles.filter((title) => title === 'Payments take no money')).to.have.length(1);
    }
  });

  describe('what is read', () => {
    const as = (token: string) => ({
      list: async (search = '') =>
        (await api.request('GET', `/admin/v1/notifications${search}`, { token })).expect(200),
      read: (id: string) => api.request('POST', `/admin/v1/notifications/${id}/read`, { token }),
      readAll: async () => (await api.request('POST', '/admin/v1/notifications/read', { token })).expect(200),
    });

    let mine: TestStore;
    beforeEach(async () => {
      mine = await createStore(api.env.system);
      for (const title of ['older', 'newer']) {
        clock.advance(1000);
        await notifications.notifyAdmins(mine.admin, { kind: 'test', title, detail: 'For the test' });
      }
    });

    it('is counted and filtered for each reader', async () => {
      const [reader, key] = [as(mine.token()), as(await apiKey(mine))];
      const [newest] = (await reader.list()).items;

      expect((await reader.read(newest.id)).expect(200)).to.include({
        id: newest.id,
        readAt: clock.now().toISOString(),
      });

      expect(await reader.list()).to.include({ total: 2, unread: 1 });
      expect(titlesOf(await reader.list('?read=false'))).to.deep.equal(['older']);
      expect(titlesOf(await reader.list('?read=true&pageSize=1'))).to.deep.equal(['newer']);
      expect(await key.list()).to.include({ total: 2, unread: 2 });
    });

    it('keeps the time of its first reading', async () => {
      const reader = as(mine.token());
      const [{ id }] = (await reader.list()).items;
      const first = (await reader.read(id)).expect(200);
      clock.advance(60_000);

      const repeated = await Promise.all([reader.read(id), reader.read(id), reader.readAll()]);

      expect(repeated[0].expect(200)).to.deep.equal(first);
      expect(repeated[2]).to.deep.equal({ marked: 1 });
      expect((await reader.list()).items[0].readAt).to.equal(first.readAt);
      expect(await reader.readAll()).to.deep.equal({ marked: 0 });
    });

    it('is of the own store alone', async () => {
      const [{ id }] = (await as(mine.token()).list()).items;
      const stranger = as((await createStore(api.env.system)).token());

      (await stranger.read(id)).refused('not_found');
      expect(await stranger.readAll()).to.deep.equal({ marked: 0 });

      expect(await as(mine.token()).list()).to.include({ unread: 2 });
    });
  });

  async function apiKey(of: TestStore): Promise<string> {
    const body = { name: 'monitoring', permissions: ['settings:read'] };
    return (await api.request('POST', '/admin/v1/api-keys', { token: of.token(), body })).expect(201).key;
  }
});
