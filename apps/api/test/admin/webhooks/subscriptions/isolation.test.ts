import { randomUUID } from 'node:crypto';
import { createStore, type NameServer, startNameServer, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../../../harness.ts';

const PATH = '/admin/v1/webhooks/subscriptions';

describe('subscriptions of one store', () => {
  let names: NameServer;
  let api: TestApi;
  let store: TestStore;
  let other: TestStore;
  before(async () => {
    names = await startNameServer({
      addresses: { 'hooks.fine.test': ['127.0.0.1'] },
      silent: ['.silent.test'],
    });
    api = await startApi({ settings: { nameServers: [names.address], maxSubscriptions: 3 } });
    store = await createStore(api.env.system);
    other = await createStore(api.env.system);
  });
  after(async () => {
    await api.close();
    await names.close();
  });

  const create = (of: TestStore, url: string, headers = {}) =>
    api.request('POST', PATH, { token: of.token(), body: { url, events: ['order.paid'] }, headers });
  const urlsOf = async (of: TestStore) =>
    (await of.admin.db.webhookSubscription.findMany({ where: { deletedAt: null } })).map(({ url }) => url);

  it('whose names no name server answers for hold up no request of another store', async () => {
    const url = 'https://hooks.fine.test/';
    const { id } = (await create(store, url)).expect(201);
    const asked = () => new Set(names.questions.filter((name) => name.endsWith('.silent.test')));
    const changes = Array.from({ length: 15 }, (_, index) =>
      api.request('PATCH', `${PATH}/${id}`, {
        token: store.token(),
        body: { url: `https://change-${index}.silent.test/` },
        headers: { 'If-Match': '"1"' },
      }),
    );
    await until(() => asked().size === 15, 'the changes to ask');
    const creations = Array.from({ length: 40 }, (_, index) =>
      create(store, `https://create-${index}.silent.test/`, { 'Idempotency-Key': randomUUID() }),
    );
    await until(() => asked().size === 20, 'the creations to ask');

    const login = { email: other.adminEmail, password: other.adminPassword };
    (await api.request('POST', '/admin/v1/auth/login', { body: login })).expect(200);
    (await create(other, url)).expect(201);
    (await api.request('GET', '/admin/v1/orders', { token: other.token() })).expect(200);

    expect(asked().size, 'at once').to.equal(20);
    names.answerAll();
    for (const answer of await Promise.all([...changes, ...creations])) answer.refused('unresolvable_host');
    expect(await urlsOf(store)).to.deep.equal([url]);
  });

  it('are at most as many as the deployment allows, also when they are created at once', async () => {
    const full = await createStore(api.env.system);
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((index) => create(full, `https://hooks.fine.test/${index}`)),
    );

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 201, 201, 409, 409]);
    for (const answer of answers) if (answer.status === 409) answer.refused('too_many_subscriptions');
    expect(await urlsOf(full)).to.have.length(3);
    const { id } = answers.find(({ status }) => status === 201)?.body ?? {};
    await api.request('DELETE', `${PATH}/${id}`, { token: full.token() });
    (await create(full, 'https://hooks.fine.test/again')).expect(201);
    (await create(other, 'https://hooks.fine.test/other')).expect(201);
  });
});
