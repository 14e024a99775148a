import { createServer } from 'node:net';
import { expect } from 'chai';
import { startApi, type TestApi } from './harness.ts';

describe('GET /health', () => {
  let api: TestApi | undefined;

  afterEach(() => api?.close());

  it('is ok while database and queue answer', async () => {
    api = await startApi();

    const answer = await api.request('GET', '/health');

    expect(answer.expect(200)).to.deep.equal({
      status: 'ok',
      version: '1.0.0',
      checks: { database: 'ok', queue: 'ok' },
    });
  });

  it('is degraded, and still 200, while the queue is away: orders can be taken', async () => {
    api = await startApi({ isQueueUp: async () => false });

    const answer = await api.request('GET', '/health');

    expect(answer.expect(200)).to.deep.include({
      status: 'degraded',
      checks: { database: 'ok', queue: 'down' },
    });
  });

  it('is 503 while the database is away', async () => {
    api = await startApi({ databaseUrl: `postgresql://nobody@127.0.0.1:${await freePort()}/nothing` });

    const answer = await api.request('GET', '/health');

    answer.refused('dependency_unavailable');
    expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
