import { randomUUID } from 'node:crypto';
import {
  createMigratedDatabase,
  createStore,
  freePort,
  openSilentWire,
  openTestEnv,
  SERVICE_ENV,
  type ServiceProcess,
  type SilentWire,
  startServiceProcess,
  type TestEnv,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { createClient, type Request } from '../client.ts';

const POOL_SIZE = 10;

/** Nothing is waited for longer than a test likes. */
const SHORT_DEADLINES = {
  DATABASE_CONNECT_TIMEOUT_MS: '10000',
  DATABASE_STATEMENT_TIMEOUT_MS: '2000',
  DATABASE_LOCK_TIMEOUT_MS: '1000',
  DATABASE_TRANSACTION_TIMEOUT_MS: '5000',
};

describe('an API whose connections to the database say nothing more', () => {
  let wire: SilentWire;
  let outside: TestEnv;
  let store: TestStore;
  let api: ServiceProcess;
  let request: Request;
  let metricsUrl: string;

  before(async () => {
    const databaseUrl = await createMigratedDatabase('silent_api');
    outside = await openTestEnv({ databaseUrl });
    store = await createStore(outside.system);
    wire = await openSilentWire(databaseUrl);
    const [port, metricsPort] = [await freePort(), await freePort()];
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    api = await startServiceProcess('api', {
      ...SERVICE_ENV,
      ...SHORT_DEADLINES,
      DATABASE_URL: wire.url,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      // Nothing of this needs a queue.
      REDIS_URL: 'redis://127.0.0.1:1',
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    });
    request = createClient(`http://127.0.0.1:${port}`);
  });
  after(async () => {
    await api?.kill();
    await wire.close();
    await outside.close();
  });

  const list = () => request('GET', '/admin/v1/products', { token: store.token() });
  const create = () =>
    request('POST', '/admin/v1/products', { token: store.token(), body: { title: randomUUID() } });
  const many = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 2 * POOL_SIZE }, ask));
  const statusesOf = async (ask: typeof list) => [...new Set((await many(ask)).map(({ status }) => status))];
  const metric = async (name: string) => {
    const text = await (await fetch(metricsUrl)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  };
  const connections = async (state: string) =>
    metric(`commerce_database_connections{server="primary",state="${state}"}`);

  it('refuses whom they concern, responds to all others, and has all its places again (H2)', async () => {
    await until(async () => {
      await many(list);
      return (await connections('idle')) === POOL_SIZE;
    }, 'a full pool');
    wire.silence();

    const [meanwhile, created] = await Promise.all([many(list), many(create)]);
    const refused = [...meanwhile, ...created].filter(({ status }) => status >= 400);
    const afterwards = [await statusesOf(list), await statusesOf(create)];

    expect(refused.length, 'refused').to.be.above(0);
    for (const answer of refused) answer.refused('dependency_unavailable');
    expect(afterwards).to.deep.equal([[200], [201]]);
    expect(await connections('used'), 'places that are taken').to.equal(0);
    expect(await metric('commerce_database_connection_waiters{server="primary"}')).to.equal(0);
    // What was refused left nothing behind.
    const made = created.filter(({ status }) => status === 201).length + 2 * POOL_SIZE;
    expect(await outside.system.db.product.count({ where: { tenantId: store.tenantId } })).to.equal(made);
  });
});
