import { notifications, payments } from '@service/core';
import { createClock, createStore, type TestStore } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';

describe('GET /admin/v1/notifications', () => {
  const clock = createClock();
  let api: TestApi;
  let store: TestStore;

  before(async () => {
    api = await startApi({ now: clock.now });
    store = await createStore(api.env.system);
    for (const title of ['first', 'second', 'third']) {
      clock.advance(1000);
      await notifications.notifyAdmins(store.admin, { kind: 'test', title, detail: 'For the test' });
    }
  });

  after(() => api.close());

  const list = async (search = '', who = store) =>
    (
      await api.request('GET', `/admin/v1/notifications${search}`, { token: who.token(['settings:read']) })
    ).expect(200);
  const titlesOf = ({ items }: { items: { title: string }[] }) => items.map(({ title }) => title);

  it('answers the notices, newest first', async () => {
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
});
