import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Prisma } from '@service/db';
import {
  createStore,
  freePort,
  type Inbox,
  openTestEnv,
  type RedisSpy,
  type ServiceProcess,
  spyOnRedis,
  startInbox,
  startServiceProcess,
  startVies,
  TEST_SETTINGS,
  type TestEnv,
  type TestStore,
  type TestVies,
  testDatabaseUrl,
  testQueueConnection,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { createClient, type Request } from '../../client.ts';
import { newEmail } from './scene.ts';

/** The real processes with everything they write: their logs, all commands to Redis, every row of the database. */
describe('the secrets of customers', () => {
  let domain: TestEnv;
  let store: TestStore;
  let inbox: Inbox;
  let vies: TestVies;
  let redis: RedisSpy | undefined;
  let api: ServiceProcess;
  let worker: ServiceProcess | undefined;
  let env: Record<string, string>;
  let request: Request;

  before(async () => {
    const port = await freePort();
    const queue = await testQueueConnection();
    domain = await openTestEnv();
    store = await createStore(domain.system);
    inbox = await startInbox();
    vies = await startVies();
    redis = queue.kind === 'redis' ? await spyOnRedis(queue.url) : undefined;
    env = {
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'trace',
      DATABASE_URL: await testDatabaseUrl(),
      QUEUE_BACKEND: queue.kind,
      ...(queue.kind === 'redis' ? { REDIS_URL: queue.url } : {}),
      ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets[0] ?? '',
      SECRETS_KEY: TEST_SETTINGS.secretsKeys[0] ?? '',
      DATA_DIR: await mkdtemp(join(tmpdir(), 'commerce-secrets-')),
      SMTP_URL: inbox.url,
      VIES_URL: vies.url,
      WEBHOOK_POLL_INTERVAL_MS: '100',
      JOB_POLL_INTERVAL_MS: '100',
    };
    api = await startServiceProcess('api', env);
    request = createClient(`http://127.0.0.1:${port}`);
  });

  after(async () => {
    await Promise.all([api.stop(), worker?.stop()]);
    redis?.close();
    await Promise.all([inbox.close(), vies.close(), domain.close()]);
  });

  async function everyRow(): Promise<string> {
    const db = domain.database.system;
    const tables = await db.sql<{ name: string }[]>`
      SELECT relname::text AS name FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace
        AND relname <> '_prisma_migrations'`;
    const dumps = await Promise.all(
      tables.map(
        ({ name }) => db.sql<{ row: string }[]>`SELECT t::text AS row FROM ${Prisma.raw(`"${name}"`)} t`,
      ),
    );
    return dumps
      .flat()
      .map(({ row }) => row)
      .join('\n');
  }

  const tokenTo = async (address: string, subject: string) => {
    const find = () =>
      inbox.mails.find((mail) => mail.recipient === address && mail.subject?.includes(subject));
    await until(() => find() !== undefined, `${subject} to ${address}`);
    return /pt_[\w-]{43}/.exec(find()?.text ?? '')?.[0] ?? '';
  };

  it('are nowhere in plain: not in the logs, not in the queue, not in the database', async () => {
    const key = store.publishableKey;
    const email = newEmail();
    const address = newEmail();
    const [first, second, wrong, typo] = ['first', 'second', 'wrong', 'short'].map(
      (word) => `${word} plain secret`,
    );
    const ask = (path: string, body: unknown, token?: string) =>
      request('POST', `/store/v1/customers${path}`, { key, body, ...(token ? { token } : {}) });

    (await ask('', { email, password: first })).expect(201);
    const { token: session } = (await ask('/login', { email, password: first })).expect(200);
    (await ask('/login', { email, password: wrong })).refused('invalid_credentials');
    (await ask('/login', { email, password: [wrong] })).refused('validation_failed');
    (await request('POST', '/store/v1/customers/login', { key, body: `{"password":"${wrong}"` })).refused(
      'malformed_json',
    );
    (await ask('/me/email/change', { newEmail: address, currentPassword: typo }, session)).refused(
      'step_up_failed',
    );
    (await ask('/me/email/change', { newEmail: address, currentPassword: first }, session)).expect(202);
    (await ask('/reset/request', { email })).expect(202);
    // While the messages wait: sealed.
    const waiting = await everyRow();
    worker = await startServiceProcess('worker', env);
    const [verification, change, reset] = [
      await tokenTo(email, 'Confirm your e-mail'),
      await tokenTo(address, 'Confirm your new'),
      await tokenTo(email, 'Reset your password'),
    ];
    const sent = await everyRow();
    (await ask('/verify', { token: verification })).expect(200);
    (await ask('/reset', { token: 'pt_wrong plain secret', newPassword: second })).refused('token_invalid');
    (await ask('/reset', { token: reset, newPassword: second })).expect(204);
    (await ask('/email/confirm', { token: change })).refused('token_invalid');
    const { token: nextSession } = (await ask('/login', { email, password: second })).expect(200);
    (await request('GET', '/store/v1/customers/me', { key, token: session })).refused('unauthenticated');
    (await request('GET', '/store/v1/customers/me', { key, token: nextSession })).expect(200);
    await until(() => inbox.mails.length >= 5, 'all messages');

    const places = {
      'the log of the API': api.output(),
      'the log of the worker': worker.output(),
      'the queue': redis?.commands() ?? '',
      'the rows while messages wait': waiting,
      'the rows when they are sent': sent,
      'the rows at the end': await everyRow(),
    };
    const secrets = { first, second, wrong, typo, session, nextSession, verification, change, reset };
    for (const [place, text] of Object.entries(places)) {
      for (const [name, secret = ''] of Object.entries(secrets)) {
        expect(secret).to.have.length.above(10);
        for (const shape of [
          secret,
          Buffer.from(secret).toString('hex'),
          Buffer.from(secret).toString('base64'),
        ])
          expect(text.includes(shape), `${name} in ${place}`).to.equal(false);
      }
    }
    // The spies see: what is no secret is there.
    expect(places['the log of the API']).to.include('loginCustomer');
    if (redis) expect(places['the queue']).to.include('mails');
    expect(waiting).to.include(email);
  });
});
