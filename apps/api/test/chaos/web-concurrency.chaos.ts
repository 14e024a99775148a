import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import {
  createMigratedDatabase,
  freePort,
  queryAsOwner,
  runtimeUrlOf,
  SERVICE_ENV,
  type ServiceProcess,
  startServiceProcess,
  testQueueConnection,
  until,
} from '@service/testing';
import { expect } from 'chai';

const PROCESSES = 2;

describe('an API of several processes', () => {
  let databaseUrl: string;
  let settings: Record<string, string>;
  let api: ServiceProcess;
  const urlOf = (port: string | undefined) => `http://127.0.0.1:${port}`;
  const lines = () =>
    api
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { pid: number; msg: string; method?: string });
  const serving = () => [...new Set(lines().flatMap(({ pid, method }) => (method ? [pid] : [])))];
  /** Every request has a connection of its own, so that all processes get some. One that a process took with it gets no response. */
  const request = () =>
    fetch(`${urlOf(settings.PORT)}/store/v1/config`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5000),
    })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  const requestUntil = (isSo: () => boolean, what: string) =>
    until(async () => {
      await request();
      return isSo();
    }, what);
  /** Requests, by the metrics of all processes. */
  async function countRequests(): Promise<number> {
    const metrics = await (await fetch(`${urlOf(settings.METRICS_PORT)}/metrics`)).text();
    const counts = metrics.matchAll(/^commerce_http_request_duration_seconds_count\{.*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }

  before(async () => {
    databaseUrl = await createMigratedDatabase('several');
    const queue = await testQueueConnection();
    settings = {
      ...SERVICE_ENV,
      DATABASE_URL: databaseUrl,
      DATABASE_RUNTIME_URL: runtimeUrlOf(databaseUrl),
      QUEUE_BACKEND: queue.kind,
      REDIS_URL: queue.url,
      DATABASE_POOL_SIZE: '6',
      WEB_CONCURRENCY: String(PROCESSES),
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
    };
    api = await startServiceProcess('api', settings);
  });
  after(() => api?.kill());

  it('serves one port by all of them, and their metrics in one', async () => {
    await requestUntil(() => serving().length === PROCESSES, 'all processes to serve');

    const inLog = () => lines().filter(({ method }) => method).length;
    await until(async () => (await countRequests()) === inLog(), 'metrics that count what the log shows');
    const metrics = await (await fetch(`${urlOf(settings.METRICS_PORT)}/metrics`)).text();
    expect(metrics).to.match(/^commerce_build_info\{.*\} 1$/m);
    expect(metrics).to.match(/^commerce_redis_up 1$/m);
  });

  it('divides the connections to the database among them', async () => {
    await Promise.all(Array.from({ length: 40 }, request));

    const [row] = await queryAsOwner<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'commerce api %'`,
      [],
      databaseUrl,
    );
    expect(row?.count).to.be.within(PROCESSES, 6);
  });

  it('replaces one that died', async () => {
    const [victim = 0, ...others] = serving();

    process.kill(victim, 'SIGKILL');
    await requestUntil(
      () => serving().some((pid) => pid !== victim && !others.includes(pid)),
      'another process',
    );

    expect(lines().some(({ msg }) => /another one takes its place/.test(msg))).to.equal(true);
  });

  it('finishes the request that is under way when it is stopped, and leaves no process', async () => {
    const body = JSON.stringify({ email: 'nobody@tea.example', password: 'a long enough password' });
    const login = httpRequest(`${urlOf(settings.PORT)}/admin/v1/auth/login`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        Expect: '100-continue',
        // Else the connection would wait for another request, until the API cuts it.
        Connection: 'close',
      },
    });
    login.flushHeaders();
    await once(login, 'continue');

    const exited = api.stop();
    const stopping = () => lines().filter(({ msg }) => msg === 'stopping').length;
    await until(() => stopping() === 1 + PROCESSES, 'all processes to be stopping');
    const [response] = (await Promise.all([once(login, 'response'), login.end(body)]))[0];

    expect(response.statusCode).to.equal(401);
    expect(await exited).to.equal(0);
    for (const pid of serving()) expect(() => process.kill(pid, 0)).to.throw('ESRCH');
  });

  it('ends when they can’t start, and says why', async () => {
    const broken = { ...settings, MODULES_CONFIG: '/nowhere.json' };

    const failure = await startServiceProcess('api', broken).catch((error: Error) => error);

    expect(String(failure))
      .to.match(/ended before it was ready/)
      .and.match(/MODULES_CONFIG/);
  });
});
