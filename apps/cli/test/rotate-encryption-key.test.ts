import { randomUUID } from 'node:crypto';
import { verifyWebhook } from '@service/client-js/webhooks';
import {
  customers,
  idempotency,
  inTransaction,
  notifications,
  rotateEncryptionKey,
  webhooks,
} from '@service/core';
import { Prisma } from '@service/db';
import {
  createMigratedDatabase,
  createStore,
  openTestEnv,
  type Receiver,
  runCommand,
  type ServiceProcess,
  startReceiver,
  startServiceProcess,
  startTestRedis,
  TEST_SETTINGS,
  type TestEnv,
  until,
} from '@service/testing';
import { expect } from 'chai';

const [OLD, NEW] = [TEST_SETTINGS.secretsKeys[0] ?? '', Buffer.alloc(32, 8).toString('base64')];
const API_KEY = 'the key of the receiver';

/**
 * A store whose secrets the old key has sealed: `count` subscriptions, the first with a custom header and a rotated secret
 * whose predecessor is still valid, a kept answer, a message that waits.
 */
async function openOldStore(count: number) {
  const databaseUrl = await createMigratedDatabase('reseal');
  const env = await openTestEnv({ databaseUrl });
  const store = await createStore(env.system);
  const receiver = await startReceiver();
  const secrets = new Map<string, string>();
  for (let made = 0; made < count; made += 1) {
    const { id, secret } = await webhooks.createSubscription(store.admin, {
      url: `${receiver.url}/${made}`,
      events: ['order.paid'],
      headers: made === 0 ? { 'X-Api-Key': API_KEY } : null,
    });
    secrets.set(id, secret);
  }
  const [[rotated = '', former = ''] = []] = secrets;
  const { secret } = await webhooks.rotateSubscriptionSecret(store.admin, rotated, { overlapHours: 24 });
  secrets.set(rotated, secret);
  const shopper = await store.customer();
  await customers.requestReset(store.storefront, { email: shopper.email });
  const answer = { key: randomUUID(), route: 'POST /carts', body: Buffer.from('{}') };
  const once = idempotency.onceByKey(store.storefront, answer);
  await inTransaction({ ...store.storefront, once }, async () => 'the first answer');
  return { databaseUrl, env, store, receiver, secrets, former, answer };
}

/** Every sealed text of the database with the table it stands in. */
async function sealedTexts({ system }: TestEnv): Promise<{ table: string; text: string }[]> {
  const columns = await system.db.sql<{ table: string; column: string }[]>`
    SELECT table_name::text AS table, column_name::text AS column FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name LIKE '%sealed'`;
  const found = await Promise.all(
    columns.map(({ table, column }) => {
      const name = Prisma.raw(`"${column}"`);
      return system.db.sql<{ table: string; text: string }[]>`
        SELECT ${table}::text AS table, ${name} AS text FROM ${Prisma.raw(`"${table}"`)} WHERE ${name} IS NOT NULL`;
    }),
  );
  return found.flat();
}

/** What goes with a subscription beside its secret: a broker's password, an endpoint's credentials and their token, a key pair. */
async function addCredentials({ env: { system, services }, store, secrets }: OldStore): Promise<void> {
  const broker = await webhooks.createSubscription(store.admin, {
    kind: 'amqp',
    url: 'amqp://127.0.0.1:1/shop',
    events: ['order.cancelled'],
    amqp: { username: 'shop', password: 'of the broker' },
  });
  secrets.set(broker.id, broker.secret);
  const [subscriptionId = ''] = secrets.keys();
  await webhooks.updateSubscription(store.admin, subscriptionId, {
    auth: { kind: 'bearer', token: 'of-the-endpoint' },
    signature: 'ed25519',
  });
  await system.db.webhookAccessToken.create({
    data: {
      tenantId: store.tenantId,
      subscriptionId,
      tokenSealed: services.sealer.seal('of-the-token-server'),
    },
  });
  const slackUrl = 'http://127.0.0.1:1/of-slack';
  await notifications.putNotificationSettings(store.admin, { slackUrl });
}

type OldStore = Awaited<ReturnType<typeof openOldStore>>;

const keyOf = (sealed: string) => sealed.split('.')[1];

describe('sealing every secret anew', () => {
  it('leaves nothing that the old key sealed, in whatever table, and the same secrets', async () => {
    const old = await openOldStore(7);
    const { databaseUrl, env, store, secrets, former, answer, receiver } = old;
    await addCredentials(old);
    const both = await openTestEnv({ databaseUrl, settings: { secretsKeys: [NEW, OLD] } });
    const before = await sealedTexts(env);

    const report = await rotateEncryptionKey(both.system, { batch: 2 });

    const after = await sealedTexts(env);
    expect(new Set(before.map(({ table }) => table))).to.deep.equal(
      new Set([
        'webhook_subscriptions',
        'webhook_access_tokens',
        'webhook_signing_keys',
        'notification_settings',
        'mails',
        'idempotency_keys',
      ]),
    );
    expect(report.reduce((sum, { resealed }) => sum + resealed, 0)).to.equal(before.length);
    expect(report.every(({ unopened }) => unopened === 0)).to.equal(true);
    expect(after).to.have.length(before.length);
    const next = await openTestEnv({ databaseUrl, settings: { secretsKeys: [NEW] } });
    const { sealer } = next.services;
    for (const { text } of after) expect(() => sealer.open(text)).to.not.throw();
    const rows = await next.system.db.webhookSubscription.findMany();
    for (const row of rows) expect(sealer.open(row.secretSealed)).to.equal(secrets.get(row.id));
    const previous = rows.flatMap(({ previousSecretSealed }) => previousSecretSealed ?? []);
    expect(previous.map(sealer.open)).to.deep.equal([former]);
    const headers = rows.flatMap(({ headersSealed }) => headersSealed ?? []);
    expect(headers.map((text) => JSON.parse(sealer.open(text)))).to.deep.equal([{ 'X-Api-Key': API_KEY }]);
    const opened = after.map(({ text }) => sealer.open(text));
    expect(opened).to.include.members([
      'of the broker',
      '{"kind":"bearer","token":"of-the-endpoint"}',
      'of-the-token-server',
      'http://127.0.0.1:1/of-slack',
    ]);
    const storefront = next.system.forTenant(store.tenantId, { kind: 'storefront' });
    const once = idempotency.onceByKey(storefront, answer);
    const repeated = await inTransaction({ ...storefront, once }, async () => 'another');
    expect(repeated).to.equal('the first answer');
    await Promise.all([env, both, next, receiver].map((each) => each.close()));
  });

  it('goes on where it was cut off, and has nothing to do the second time', async () => {
    const { databaseUrl, env, receiver } = await openOldStore(9);
    const both = await openTestEnv({ databaseUrl, settings: { secretsKeys: [NEW, OLD] } });
    const cut = new AbortController();
    const sealer = { ...both.services.sealer };
    let opened = 0;
    sealer.open = (sealed) => {
      opened += 1;
      if (opened === 4) cut.abort();
      return both.services.sealer.open(sealed);
    };
    const system = { ...both.system, services: { ...both.services, sealer } };
    const sum = (report: { resealed: number }[]) => report.reduce((all, { resealed }) => all + resealed, 0);
    const { length } = await sealedTexts(env);

    const first = sum(await rotateEncryptionKey(system, { batch: 2, signal: cut.signal }));
    const second = sum(await rotateEncryptionKey(both.system));
    const third = sum(await rotateEncryptionKey(both.system));

    expect(first).to.be.within(4, length - 1);
    expect([first + second, third]).to.deep.equal([length, 0]);
    await Promise.all([env, both, receiver].map((each) => each.close()));
  });

  it('passes over a row that changed after it was read, and seals it in the next pass', async () => {
    const { databaseUrl, env, store, receiver, secrets } = await openOldStore(3);
    const both = await openTestEnv({ databaseUrl, settings: { secretsKeys: [NEW, OLD] } });
    const id = [...secrets.keys()].at(-1) ?? '';
    const secretSealed = env.services.sealer.seal('whsec_of a process with the old list');
    let isFirst = true;
    // While the batch is in our hands, a process that still seals with the old key writes another secret.
    const count = (async (strings: TemplateStringsArray, ...values: { sql?: string }[]) => {
      if (isFirst && values.some((value) => value.sql === '"webhook_subscriptions"')) {
        isFirst = false;
        await store.admin.db.webhookSubscription.updateMany({ where: { id }, data: { secretSealed } });
      }
      return both.system.db.sql.count(strings, ...values);
    }) as typeof both.system.db.sql.count;
    const sql = new Proxy(both.system.db.sql, {
      get: (target, name) => (name === 'count' ? count : Reflect.get(target, name)),
    });
    const db = new Proxy(both.system.db, {
      get: (target, name) => (name === 'sql' ? sql : Reflect.get(target, name, target)),
    });

    const report = await rotateEncryptionKey({ ...both.system, db });

    const row = await env.system.db.webhookSubscription.findFirstOrThrow({ where: { id } });
    const next = await openTestEnv({ databaseUrl, settings: { secretsKeys: [NEW] } });
    expect(next.services.sealer.open(row.secretSealed)).to.equal('whsec_of a process with the old list');
    expect(report.find(({ name }) => name === 'webhook_subscriptions.secret_sealed')?.resealed).to.equal(3);
    expect(isFirst).to.equal(false);
    await Promise.all([env, both, next, receiver].map((each) => each.close()));
  });
});

describe('commerce rotate-encryption-key', () => {
  const run = (env: Record<string, string>) => runCommand(['rotate-encryption-key'], env);

  const received = ({ requests }: Receiver) => requests.length;

  /** Every delivery verifies with every secret that is valid for its subscription. */
  async function verifyAll({ requests }: Receiver, secretsOf: (path: string) => string[]): Promise<void> {
    for (const { body, headers, path } of requests)
      for (const secret of secretsOf(path)) await verifyWebhook(body, headers, secret);
  }

  it('runs beside a worker, whose deliveries verify before, meanwhile and afterwards', async function () {
    const redis = await startTestRedis();
    if (!redis) {
      this.skipReason = 'there is no Redis';
      return this.skip();
    }
    const { databaseUrl, env, store, receiver, secrets, former } = await openOldStore(15);
    const settings = {
      DATABASE_URL: databaseUrl,
      REDIS_URL: redis.url,
      ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets.join(','),
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      WEBHOOK_POLL_INTERVAL_MS: '50',
      JOB_POLL_INTERVAL_MS: '50',
      WEBHOOK_POLL_BATCH: '1000',
    };
    const paths = [...secrets.values()].map((secret, made) => (made === 0 ? [secret, former] : [secret]));
    const workers: ServiceProcess[] = [];
    workers.push(await startServiceProcess('worker', { ...settings, SECRETS_KEY: `${NEW},${OLD}` }));
    const recordEvents = (count: number) =>
      Promise.all(
        Array.from({ length: count }, () =>
          inTransaction(store.admin, (tx) =>
            webhooks.recordEvent(tx, 'order.paid', {
              orderId: randomUUID(),
              status: 'paid',
              previousStatus: 'pending',
            }),
          ),
        ),
      );

    await recordEvents(3);
    const both = await openTestEnv({ databaseUrl, settings: { secretsKeys: [NEW, OLD] } });
    const admin = both.system.forTenant(store.tenantId, store.admin.principal);
    const [{ stdout }] = await Promise.all([
      run({ ...settings, SECRETS_KEY: `${NEW},${OLD}` }),
      recordEvents(3),
      webhooks.createSubscription(admin, { url: `${receiver.url}/late`, events: ['order.shipped'] }),
    ]);
    await until(() => received(receiver) >= 90, 'deliveries with both keys');
    await workers[0]?.stop();
    workers.push(await startServiceProcess('worker', { ...settings, SECRETS_KEY: NEW }));
    await recordEvents(1);
    await until(() => received(receiver) >= 105, 'deliveries with the new key alone');
    await workers[1]?.stop();

    expect(stdout).to.match(/^webhook_subscriptions\.secret_sealed: 15 sealed again$/m);
    expect(stdout).to.match(/Every stored secret is sealed with the first key/);
    expect((await sealedTexts(env)).map(({ text }) => keyOf(text))).to.satisfy(
      (keys: string[]) => new Set(keys).size === 1,
    );
    await verifyAll(receiver, (path) => paths[Number(path.split('/').at(-1))] ?? []);
    const keys = receiver.requests.flatMap(({ headers }) => headers['x-api-key'] ?? []);
    expect(keys).to.deep.equal(Array(7).fill(API_KEY));
    const failed = await env.system.db.webhookDelivery.count({
      where: { status: { not: 'delivered' } },
    });
    expect(failed).to.equal(0);
    await Promise.all([env.close(), both.close(), receiver.close(), redis.stop()]);
  });

  it('says what no key of the list opens, and ends with code 1', async () => {
    const { databaseUrl, env, receiver } = await openOldStore(2);
    const variables = { DATABASE_URL: databaseUrl, SECRETS_KEY: NEW };

    const failed = await run(variables).then(
      () => undefined,
      (error: { code: number; stdout: string; stderr: string }) => error,
    );

    expect(failed?.code).to.equal(1);
    expect(failed?.stdout).to.match(
      /webhook_subscriptions\.secret_sealed: 0 sealed again, 2 can’t be opened without key [0-9a-f]{8}/,
    );
    expect(failed?.stderr).to.match(/sealed with a key that SECRETS_KEY doesn’t list: add [0-9a-f]{8}\.$/m);
    expect(`${failed?.stdout}${failed?.stderr}`).to.not.include(NEW);
    await Promise.all([env.close(), receiver.close()]);
  });
});
