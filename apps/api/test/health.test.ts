import { migrate } from '@service/db';
import { createDatabase, createStore, freePort, queryAsOwner } from '@service/testing';
import { expect } from 'chai';
import { createDrain } from '../src/http/drain.ts';
import { startApi, type TestApi } from './harness.ts';

describe('GET /health', () => {
  let api: TestApi | undefined;

  afterEach(() => api?.close());

  it('is ok while database and queue respond', async () => {
    api = await startApi();

    const answer = await api.request('GET', '/health');

    expect(answer.expect(200)).to.deep.equal({
      status: 'ok',
      version: '1.0.0',
      checks: { database: 'ok', schema: 'ok', queue: 'ok' },
    });
  });

  it('is 503 while the process drains, which serves everything else and ends each connection', async () => {
    const drain = createDrain();
    api = await startApi({ settings: { drain } });
    const { publishableKey } = await createStore(api.env.system);
    const config = () =>
      fetch(`${api?.url}/store/v1/config`, { headers: { 'X-Publishable-Key': publishableKey } });
    expect((await config()).headers.get('connection')).to.equal('keep-alive');

    await drain.begin(0);

    (await api.request('GET', '/health')).refused('dependency_unavailable');
    const served = await config();
    expect([served.status, served.headers.get('connection')]).to.deep.equal([200, 'close']);
  });

  it('is degraded, and still 200, while the queue is away: orders can be taken', async () => {
    api = await startApi({ isQueueUp: async () => false });

    const answer = await api.request('GET', '/health');

    expect(answer.expect(200)).to.deep.include({
      status: 'degraded',
      checks: { database: 'ok', schema: 'ok', queue: 'down' },
    });
  });

  it('is 503 on a database without migrations, and names the expected version', async () => {
    api = await startApi({ databaseUrl: await createDatabase('empty') });

    const answer = await api.request('GET', '/health');

    answer.refused('dependency_unavailable');
    expect(answer.body.detail).to.match(
      /^This process is version 1\.0\.0 and needs migration \d+_\w+, .*commerce migrate/,
    );
  });

  it('is 503 on a half-migrated database, and on that of a newer major version', async () => {
    const databaseUrl = await createDatabase('other');
    await migrate(databaseUrl);
    api = await startApi({ databaseUrl });
    (await api.request('GET', '/health')).expect(200);

    await queryAsOwner("INSERT INTO _commerce_versions (version) VALUES ('2.0.0')", [], databaseUrl);
    const newer = await api.request('GET', '/health');
    await queryAsOwner('DELETE FROM _commerce_versions', [], databaseUrl);
    const last = '(SELECT max(migration_name) FROM _prisma_migrations)';
    await queryAsOwner(
      `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`,
      [],
      databaseUrl,
    );
    const half = await api.request('GET', '/health');

    newer.refused('dependency_unavailable');
    expect(newer.body.detail).to.match(/belongs to version 2\.0\.0/);
    half.refused('dependency_unavailable');
    expect(half.body.detail).to.match(/needs migration/);
  });

  it('is 503 while the database is away', async () => {
    api = await startApi({ databaseUrl: `postgresql://nobody@127.0.0.1:${await freePort()}/nothing` });

    const answer = await api.request('GET', '/health');

    answer.refused('dependency_unavailable');
    expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
  });
});
