import { cp, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { catalog, webhooks } from '@service/core';
import {
  BROKER_LOGIN,
  createMigratedDatabase,
  createStore,
  type FakeBroker,
  openTestEnv,
  programOf,
  runCommand,
  SERVICE_ENV,
  type ServiceProcess,
  startFakeBroker,
  startServiceProcess,
  type TestEnv,
  until,
} from '@service/testing';
import { expect } from 'chai';

/** Node 20 remembers a load that failed, so only another process can load what the worker couldn't (V19). */
describe('a worker that can’t read one of its files for a moment', () => {
  let folder: string;
  let domain: TestEnv;
  let broker: FakeBroker;
  const processes: ServiceProcess[] = [];

  before(async () => {
    // The files of this test's own worker: another test may be loading those of the run.
    folder = await mkdtemp(join(tmpdir(), 'commerce-load-fault-'));
    await cp(dirname(await programOf('worker')), folder, { recursive: true });
    broker = await startFakeBroker();
  });
  after(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await broker.close();
    await domain.close();
    await rm(folder, { recursive: true });
  });

  it('stops with an error, so that its supervisor starts one that can, and which delivers', async () => {
    const databaseUrl = await createMigratedDatabase('load_fault');
    domain = await openTestEnv({ databaseUrl });
    const settings = {
      ...SERVICE_ENV,
      DATABASE_URL: databaseUrl,
      QUEUE_BACKEND: 'postgres',
      WEBHOOK_POLL_INTERVAL_MS: '200',
      WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s,1s',
    };
    await runCommand(['migrate'], settings);
    const start = async () => {
      const worker = await startServiceProcess('worker', settings, join(folder, 'worker.mjs'));
      processes.push(worker);
      return worker;
    };
    const store = await createStore(domain.system);
    await webhooks.createSubscription(store.admin, {
      kind: 'amqp',
      url: broker.url,
      events: ['product.created'],
      amqp: { ...BROKER_LOGIN, exchange: 'shop', routingKey: '{type}' },
    });
    const [file = ''] = (await readdir(folder)).filter((name) => name.startsWith('amqp-sender-'));
    const [sender, away] = [join(folder, file), join(folder, 'away')];
    await rename(sender, away);
    const worker = await start();

    await catalog.createProduct(store.admin, { title: 'Sencha' });
    await until(() => worker.output().includes('"error":"network error"'), 'an attempt without the file');
    await rename(away, sender);

    expect(await worker.exited).to.equal(1);
    expect(worker.output()).to.include('a module can’t be loaded');
    await start();
    await until(() => broker.messages.length > 0, 'the message');
    expect(broker.messages).to.have.length(1);
  });
});
