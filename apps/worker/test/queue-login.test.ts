import { webhooks } from '@service/core';
import {
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  queryAsOwner,
  type Receiver,
  runCommand,
  runtimeUrlOf,
  SERVICE_ENV,
  type ServiceProcess,
  startReceiver,
  startServiceProcess,
  type TestEnv,
} from '@service/testing';
import { expect } from 'chai';

describe('a queue in PostgreSQL, for the login that owns nothing', () => {
  let databaseUrl: string;
  let env: Record<string, string>;
  let domain: TestEnv;
  let receiver: Receiver;
  const processes: ServiceProcess[] = [];

  before(async () => {
    databaseUrl = await createMigratedDatabase('queue_login');
    domain = await openTestEnv({ databaseUrl });
    receiver = await startReceiver();
    // API and worker don't know the owner.
    env = {
      ...SERVICE_ENV,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      DATABASE_RUNTIME_URL: runtimeUrlOf(databaseUrl),
      QUEUE_BACKEND: 'postgres',
      PORT: String(await freePort()),
      HOST: '127.0.0.1',
    };
  });
  after(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await receiver.close();
    await domain.close();
  });

  for (const app of ['api', 'worker'] as const) {
    it(`ends the ${app} with what to do while its tables aren’t there`, async () => {
      const refusal = await startServiceProcess(app, env).catch(String);

      expect(refusal).to.include('commerce migrate').and.include('ended before it was ready');
    });
  }

  it('carries deliveries once `commerce migrate` has made them', async () => {
    await runCommand(['migrate'], { ...env, DATABASE_URL: databaseUrl });
    const store = await createStore(domain.system);
    await webhooks.createSubscription(store.admin, { url: receiver.url, events: ['product.created'] });
    // No poll comes: what arrives came by the queue.
    for (const app of ['api', 'worker'] as const) processes.push(await startServiceProcess(app, env));

    const response = await fetch(`http://127.0.0.1:${env.PORT}/admin/v1/products`, {
      method: 'POST',
      headers: { authorization: `Bearer ${store.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Sencha' }),
    });

    expect(response.status).to.equal(201);
    await receiver.received(1);
    expect(receiver.requests[0]?.headers['x-service-signature']).to.match(/^sha256=/);
  });

  it('is prepared again by an owner who is no superuser, beside sequences of the login', async () => {
    const { username } = new URL(runtimeUrlOf(databaseUrl));
    const made = await queryAsOwner(
      `SELECT FROM pg_class WHERE relkind = 'S' AND pg_get_userbyid(relowner) = $1`,
      [username],
      databaseUrl,
    );

    await runCommand(['migrate'], { ...env, DATABASE_URL: databaseUrl });

    expect(made).to.not.be.empty;
  });
});
