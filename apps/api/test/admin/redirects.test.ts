import { redirects } from '@service/core';
import { createStore } from '@service/testing';
import { expect } from 'chai';
import { useApi, useStoreOfEach } from '../harness.ts';

const CSV = 'text/csv';

describe('/admin/v1/redirects', () => {
  const api = useApi();
  const store = useStoreOfEach(api);

  const admin = (method: string, path: string, body?: unknown) =>
    api.request(method, `/admin/v1${path}`, { token: store.token(), ...(body ? { body } : {}) });
  const set = (from: string, to: string) => admin('POST', '/redirects', { from, to });
  const list = async (query = '') => (await admin('GET', `/redirects${query}`)).expect(200).items;
  const pairs = async () => (await list()).map(({ from, to }: Pair) => `${from} ${to}`).sort();
  const look = (path: string, key = store.publishableKey) =>
    api.request('GET', `/store/v1/redirects?path=${encodeURIComponent(path)}`, { key });
  async function take(body: string, query = '') {
    const { id } = (
      await api.request('POST', `/admin/v1/redirects/import${query}`, {
        token: store.token(),
        body,
        headers: { 'Content-Type': CSV },
      })
    ).expect(202);
    await redirects.processRedirectImports(api.env.system);
    return (await admin('GET', `/redirect-imports/${id}`)).expect(200);
  }

  it('lead an address to a page, and one with its query to another', async () => {
    (await set('/products/grüner tee/', '/p/sencha')).expect(201);
    (await set('/item.php?id=7', '/c/tea?page=2')).expect(201);
    (await set('/item.php', '/c/tea')).expect(201);

    const asked: [string, string][] = [
      ['/products/gr%C3%BCner%20tee', '/p/sencha'],
      ['/products/grüner tee/?utm=1', '/p/sencha'],
      ['/item.php?id=7', '/c/tea?page=2'],
      ['/item.php?id=8', '/c/tea'],
    ];
    for (const [path, to] of asked) expect((await look(path)).expect(200), path).to.deep.equal({ to });
    for (const path of ['/products', '/', '//evil.example', 'x', '/products/gr%C3%BCner%20tee/more'])
      (await look(path)).refused('not_found');
    expect(await list('?q=item.php')).to.have.length(2);
  });

  it('are found in either case of an encoded letter, and with a query longer than any redirect', async () => {
    (await set('/produkt/gr%c3%bcner-tee', '/p/sencha')).expect(201);

    expect((await set('/produkt/grüner-tee', '/p/green')).expect(201)).to.include({ to: '/p/green' });

    for (const path of [
      '/produkt/gr%C3%BCner-tee',
      '/produkt/gr%c3%bcner-tee/',
      `/produkt/grüner-tee?gclid=${'x'.repeat(1500)}`,
    ])
      expect((await look(path)).expect(200), path).to.deep.equal({ to: '/p/green' });
    expect(await pairs()).to.have.length(1);
  });

  it('are replaced, deleted, and in the audit log', async () => {
    const { id } = (await set('/old', '/p/a')).expect(201);
    expect((await set('/old', '/p/b')).expect(201)).to.include({ id, to: '/p/b' });
    expect(await pairs()).to.deep.equal(['/old /p/b']);

    (await admin('DELETE', `/redirects/${id}`)).expect(204);

    (await look('/old')).refused('not_found');
    (await admin('DELETE', `/redirects/${id}`)).refused('not_found');
    const records = await store.admin.db.auditRecord.findMany({ where: { subjectId: id } });
    const actions = records.map(({ action }) => action).sort();
    expect(actions).to.deep.equal(['redirect.deleted', 'redirect.set', 'redirect.set']);
    const replaced = records.find(({ action, before }) => action === 'redirect.set' && before !== null);
    expect(replaced?.before).to.include({ to: '/p/a' });
    expect(replaced?.after).to.include({ to: '/p/b' });
  });

  it('are refused where they leave the shop, or lead back, and nothing is written', async () => {
    for (const [from, to] of [
      ['/a', '/b'],
      ['/b', '/c'],
      ['/d', '/e?page=2'],
      ...Array.from({ length: 11 }, (_, at) => [`/long/${at}`, `/long/${at + 1}`]),
    ])
      (await set(from as string, to as string)).expect(201);
    const before = await pairs();

    const refused: [string, string][] = [
      ['/x', 'https://evil.example/'],
      ['/x', '//evil.example'],
      ['/x', '/\\evil.example'],
      ['/x', '/.//evil.example'],
      ['/x', '/\t/evil.example'],
      ['/x', '/y#z'],
      ['x', '/y'],
      ['/', '/y'],
      [`/${'x'.repeat(998)}ü`, '/y'],
      ['/x', '/x/'],
      ['/c', '/a'],
      ['/x', '/x?page=2'],
      ['/e', '/d?page=3'],
      ['/x', '/long/0'],
      ['/x', '/long/0?page=2'],
    ];
    for (const [from, to] of refused) (await set(from, to)).refused('validation_failed');

    expect(await pairs()).to.deep.equal(before);
  });

  it('may lead from one query to another of the same path', async () => {
    (await set('/item.php?id=8', '/p/tea')).expect(201);
    (await set('/item.php', '/item.php?id=8')).expect(201);
    (await set('/item.php?id=7', '/item.php')).expect(201);

    expect(await pairs()).to.have.length(3);
  });

  it('never lead an address to itself, also when its own redirect was deleted', async () => {
    const { id } = (await set('/item.php?id=8', '/p/tea')).expect(201);
    (await set('/item.php', '/item.php?id=8')).expect(201);
    (await set('/item.php?id=7', '/item.php')).expect(201);
    (await admin('DELETE', `/redirects/${id}`)).expect(204);

    (await look('/item.php?id=8')).refused('not_found');

    expect((await look('/item.php')).expect(200)).to.deep.equal({ to: '/item.php?id=8' });
    expect((await look('/item.php?id=7')).expect(200)).to.deep.equal({ to: '/item.php' });
  });

  it('make no circle when two are set at the same moment', async () => {
    const answers = await Promise.all([set('/a', '/b'), set('/b', '/a')]);

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 400]);
    expect(await pairs()).to.have.length(1);
  });

  it('are at most 100,000 in a store; those that are there may still be changed', async () => {
    await api.env.database.system.sql.count`
      INSERT INTO redirects (tenant_id, from_path, to_path, created_at)
      SELECT ${store.tenantId}::uuid, '/former/' || n, '/p/tea', now() FROM generate_series(1, 99999) n`;

    expect(await take('from,to\n/a,/p/a\n/b,/p/b\n/former/1,/p/b\n')).to.include({
      created: 1,
      updated: 1,
      refused: 1,
    });
    (await set('/c', '/p/c')).refused('validation_failed');

    (await set('/a', '/p/c')).expect(201);
    for (const path of ['/b', '/c']) (await look(path)).refused('not_found');
  });

  it('are imported from a file, with what was refused', async () => {
    const file = 'from;to\n/1;/p/1\n/2;/3\n/3;/2\n/4;https://evil.example\n/1;/p/one\n;\n';

    const done = await take(file);

    expect(done).to.include({ status: 'completed', rows: 6, created: 2, updated: 1, refused: 3 });
    expect(await pairs()).to.deep.equal(['/1 /p/one', '/2 /3']);
    const { items } = (await admin('GET', `/redirect-imports/${done.id}/refused-rows`)).expect(200);
    expect(
      items.map(({ number, reason }: { number: number; reason: string }) => `${number} ${reason}`),
    ).to.deep.equal([
      '3 /to leads back to where it comes from',
      '4 /to is no path of the shop, such as /p/tea, of at most 1,000 characters',
      '6 must have required properties from, to',
    ]);
    expect(await take('from,to\n/1,/p/one\n/2,/3\n')).to.include({ unchanged: 2, refused: 0 });
    expect(await take('Redirect from,Redirect to\n/7,/p/7\n', '?dryRun=true')).to.include({ created: 1 });
    expect(await pairs()).to.have.length(2);
    expect(await take('Redirect from,Redirect to\n/7,/p/7\n')).to.include({ created: 1 });
  });

  it('are those of one store', async () => {
    (await set('/old', '/p/a')).expect(201);
    const other = await createStore(api.env.system);

    (await look('/old', other.publishableKey)).refused('not_found');
    expect(await other.admin.db.redirect.count()).to.equal(0);
  });
});

interface Pair {
  from: string;
  to: string;
}
