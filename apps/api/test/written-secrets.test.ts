import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, Prisma } from '@service/db';
import {
  createMigratedDatabase,
  freePort,
  type Inbox,
  issueToken,
  paymentSucceeded,
  type Receiver,
  type RedisSpy,
  type ServiceProcess,
  signProviderEvent,
  spyOnRedis,
  startInbox,
  startReceiver,
  startServiceProcess,
  startTestRedis,
  startTokenServer,
  TEST_ADDRESS,
  type TokenServer,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { type Answer, createClient, type Request, type RequestOptions } from './client.ts';
import { findSecrets } from './find-secrets.ts';

const random = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`;

const ENVIRONMENT = {
  ADMIN_JWT_SECRET: random('jwt-'),
  SETUP_TOKEN: random('setup-'),
  SECRETS_KEY: randomBytes(32).toString('base64'),
  PAYMENT_WEBHOOK_SECRET: random('payment-'),
};

/** The real processes through a shop's whole life, and then a look at everything that they have written. */
describe('what a whole run writes', () => {
  let inbox: Inbox;
  let receiver: Receiver;
  let tokenServer: TokenServer;
  let redis: NonNullable<Awaited<ReturnType<typeof startTestRedis>>> | undefined;
  let commands: RedisSpy | undefined;
  let databaseUrl: string;
  let api: ServiceProcess;
  let worker: ServiceProcess;
  let request: Request;
  let dataDir: string;

  before(async () => {
    const port = await freePort();
    [inbox, receiver, redis] = [await startInbox(), await startReceiver(), await startTestRedis()];
    tokenServer = await startTokenServer();
    databaseUrl = await createMigratedDatabase('written');
    commands = redis ? await spyOnRedis(redis.url) : undefined;
    dataDir = await mkdtemp(join(tmpdir(), 'commerce-written-'));
    const env = {
      ...ENVIRONMENT,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'trace',
      DATABASE_URL: databaseUrl,
      ...(redis ? { REDIS_URL: redis.url } : { QUEUE_BACKEND: 'postgres' }),
      DATA_DIR: dataDir,
      SMTP_URL: inbox.url,
      WEBHOOK_ALLOW_INSECURE: 'true',
      WEBHOOK_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      WEBHOOK_POLL_INTERVAL_MS: '200',
      JOB_POLL_INTERVAL_MS: '200',
    };
    [api, worker] = await Promise.all([startServiceProcess('api', env), startServiceProcess('worker', env)]);
    request = createClient(`http://127.0.0.1:${port}`);
  });

  after(async () => {
    await Promise.all([api?.stop(), worker?.stop()]);
    commands?.close();
    await Promise.all([inbox.close(), receiver.close(), tokenServer.close(), redis?.stop()]);
  });

  /** Secrets by name, in the order in which they came to be. */
  const secrets: Record<string, string> = {};
  const keep = (name: string, value: string) => {
    secrets[name] = value;
    return value;
  };
  /** Tokens that may stand in one place: the message to the one who is to use them. */
  const mailed: Record<string, { token: string; recipient: string }> = {};

  async function tokenTo(recipient: string, name: string, pattern: RegExp): Promise<string> {
    const find = () =>
      inbox.mails
        .filter((mail) => mail.recipient === recipient)
        .flatMap((mail) => pattern.exec(mail.text ?? '')?.[0] ?? [])
        .find((token) => !Object.values(mailed).some((known) => known.token === token));
    await until(() => find() !== undefined, `${name} to ${recipient}`);
    const token = find() ?? '';
    mailed[name] = { token, recipient };
    return keep(name, token);
  }

  it('holds no secret anywhere but where it belongs', async () => {
    const listed: string[] = [];
    const ask = async (method: string, path: string, options: RequestOptions = {}): Promise<Answer> => {
      const answer = await request(method, path, options);
      if (method === 'GET') listed.push(JSON.stringify(answer.body));
      return answer;
    };

    // Operators.
    const owner = {
      email: 'owner@tea.example',
      password: keep('the password of the owner', random('password ')),
    };
    const tenant = await ask('POST', '/setup/v1/tenants', {
      token: ENVIRONMENT.SETUP_TOKEN,
      body: { name: 'Tea House', currency: 'EUR', country: 'DE', admin: owner },
    });
    const { publishableKey: key } = tenant.expect(201);
    const wrong = keep('a wrong password', random('wrong '));
    (await ask('POST', '/admin/v1/auth/login', { body: { ...owner, password: wrong } })).refused(
      'invalid_credentials',
    );
    const login = (await ask('POST', '/admin/v1/auth/login', { body: owner })).expect(200);
    keep('the first access token', login.accessToken);
    keep('the first refresh token', login.refreshToken);
    const refreshed = (
      await ask('POST', '/admin/v1/auth/refresh', { body: { refreshToken: login.refreshToken } })
    ).expect(200);
    const token = keep('the access token', refreshed.accessToken);
    keep('the refresh token', refreshed.refreshToken);
    const admin = (method: string, path: string, body?: object, headers = {}) =>
      ask(method, `/admin/v1${path}`, { token, headers, ...(body ? { body } : {}) });
    (await admin('POST', '/users', { email: 'grace@tea.example', role: 'support' })).expect(202);
    const invitation = await tokenTo('grace@tea.example', 'the invitation', /inv_[\w-]{20,}/);
    const grace = { password: keep('the password of the invited', random('password ')) };
    (await ask('POST', '/admin/v1/auth/accept-invitation', { body: { token: invitation, ...grace } })).expect(
      201,
    );
    const apiKey = (
      await admin('POST', '/api-keys', { name: 'Warehouse', permissions: ['orders:read', 'catalog:write'] })
    ).expect(201);
    keep('the API key', apiKey.key);
    (await ask('GET', '/admin/v1/orders', { token: apiKey.key })).expect(200);

    // Subscribers: one that answers, one that fails; both repeat all that they got.
    receiver.answer(({ path, headers, body }, response) => {
      response.setHeader('X-Echo', String(headers['x-service-signature']));
      response.setHeader('X-Echo-Key', String(headers['x-receiver-key']));
      response.writeHead(path.endsWith('/failing') ? 500 : 200);
      response.end(
        `${headers['webhook-signature']} ${headers['x-receiver-key']} ${headers.authorization} ${body}`,
      );
    });
    const headers = { 'X-Receiver-Key': keep('the value of a custom header', random('receiver-')) };
    const events = ['product.created', 'order.created', 'order.paid'];
    const accessToken = keep('the access token of an endpoint', random('token-'));
    tokenServer.answer((response) => issueToken(response, { access_token: accessToken }));
    const clientSecret = keep('the secret of an OAuth client', random('client-'));
    const auth = { kind: 'oauth2', tokenUrl: tokenServer.url, clientId: 'tea', clientSecret };
    const repeated = { 'Idempotency-Key': random('key-') };
    const good = (
      await admin('POST', '/webhooks/subscriptions', { url: receiver.url, events, headers, auth }, repeated)
    ).expect(201);
    keep('the first signing secret', good.secret);
    const failing = (
      await admin('POST', '/webhooks/subscriptions', {
        url: `${receiver.url}/failing`,
        events,
        headers,
        auth: {
          kind: 'basic',
          username: 'tea',
          password: keep('the password of an endpoint', random('basic ')),
        },
      })
    ).expect(201);
    keep('the signing secret of the failing one', failing.secret);
    const rotated = (
      await admin('POST', `/webhooks/subscriptions/${good.id}/rotate-secret`, { overlapHours: 24 })
    ).expect(200);
    keep('the signing secret', rotated.secret);
    for (const { id } of [good, failing])
      (await admin('POST', `/webhooks/subscriptions/${id}/test`, { event: 'order.paid' })).expect(200);

    // Shoppers.
    const shop = (method: string, path: string, body?: object, session?: string) =>
      ask(method, `/store/v1${path}`, {
        key,
        ...(body ? { body } : {}),
        ...(session ? { token: session } : {}),
      });
    const ada = { email: 'ada@example.com', password: keep('the first password', random('password ')) };
    (await shop('POST', '/customers', ada)).expect(201);
    await tokenTo(ada.email, 'the verification', /pt_[\w-]{43}/);
    const session = keep(
      'the first session',
      (await shop('POST', '/customers/login', ada)).expect(200).token,
    );
    (
      await shop(
        'POST',
        '/customers/me/email/change',
        { newEmail: 'lovelace@example.com', currentPassword: wrong },
        session,
      )
    ).refused('step_up_failed');
    (
      await shop(
        'POST',
        '/customers/me/email/change',
        { newEmail: 'lovelace@example.com', currentPassword: ada.password },
        session,
      )
    ).expect(202);
    await tokenTo('lovelace@example.com', 'the change of address', /pt_[\w-]{43}/);
    (await shop('POST', '/customers/reset/request', { email: ada.email })).expect(202);
    const reset = await tokenTo(ada.email, 'the reset', /pt_[\w-]{43}/);
    const newPassword = keep('the new password', random('password '));
    (await shop('POST', '/customers/reset', { token: reset, newPassword })).expect(204);
    const again = (await shop('POST', '/customers/login', { ...ada, password: newPassword })).expect(200);
    keep('the session', again.token);

    // An order, paid; and a callback that nobody signed.
    const product = (
      await admin('POST', '/products', {
        title: 'Sencha',
        status: 'published',
        variants: [{ sku: 'SENCHA', priceAmount: 990, stockQuantity: 10 }],
      })
    ).expect(201);
    const cart = (await shop('POST', '/carts', {})).expect(201);
    const inCart = (path: string, body: object) => shop('POST', `/carts/${cart.id}${path}`, body);
    (await inCart('/lines', { variantId: product.variants[0].id, quantity: 1 })).expect(200);
    (await inCart('/shipping-address', TEST_ADDRESS)).expect(200);
    const options = (await shop('GET', `/carts/${cart.id}/shipping-options`)).expect(200);
    (await inCart('/shipping-option', { shippingOptionId: options.items[0].id })).expect(200);
    const { order, payment } = (await inCart('/checkout', {})).expect(201);
    keep('the client secret of the payment', payment.clientSecret);
    const event = JSON.stringify(paymentSucceeded(order.id));
    const signature = signProviderEvent(event, { secret: ENVIRONMENT.PAYMENT_WEBHOOK_SECRET });
    keep('the signature of the callback', /v1=(\w+)/.exec(signature)?.[1] ?? '');
    const callBack = (value: string) =>
      ask('POST', '/webhooks/payment', { body: event, headers: { 'payment-signature': value } });
    expect((await callBack('t=1,v1=00')).status).to.equal(400);
    (await callBack(signature)).expect(200);

    // Everything that was to be sent has been tried.
    const hasEnded = async () => {
      const { body } = await request('GET', '/admin/v1/webhooks/deliveries?pageSize=200', { token });
      return body.total >= 8 && body.items.every(({ attempts }: { attempts: number }) => attempts > 0);
    };
    await until(hasEnded, 'the deliveries');
    for (const path of [
      '/webhooks/subscriptions',
      `/webhooks/subscriptions/${good.id}`,
      '/webhooks/deliveries',
      '/webhooks/events',
      '/users',
      '/invitations',
      '/api-keys',
      '/audit',
      '/notifications',
      '/customers',
      '/payments',
      '/orders',
      '/settings',
    ])
      (await admin('GET', path)).expect(200);
    const { items } = (await admin('GET', '/webhooks/deliveries')).body;
    for (const { id } of items) (await admin('GET', `/webhooks/deliveries/${id}`)).expect(200);
    for (const [index, { headers: sent }] of receiver.requests.entries()) {
      keep(`signature ${index}`, String(sent['x-service-signature']).replace('sha256=', ''));
      for (const [at, standard] of String(sent['webhook-signature']).split(' ').entries())
        keep(`standard signature ${index}.${at}`, standard.replace('v1,', ''));
    }

    const places = {
      'the log of the API': api.output(),
      'the log of the worker': worker.output(),
      'the commands to Redis': commands?.commands() ?? '',
      'the keys of Redis': redis ? await everyKey(redis.url) : '',
      'the rows of Postgres': await everyRow(databaseUrl),
      'the answers to GET': listed.join('\n'),
      'the files': (await readdir(dataDir, { recursive: true })).join('\n'),
    };
    const mails = Object.fromEntries(
      inbox.mails.map(({ recipient, raw, text, html }, index) => [
        `message ${index} to ${recipient}`,
        `${raw}\n${text}\n${html}`,
      ]),
    );
    const password = decodeURIComponent(new URL(databaseUrl).password);
    const all = {
      ...ENVIRONMENT,
      ...secrets,
      ...(password.length >= 8 ? { 'the password of Postgres': password } : {}),
    };

    expect(findSecrets(places, all)).to.deep.equal([]);
    const inMails = findSecrets(mails, all);
    expect(
      inMails.filter(({ secret, place }) => !place.endsWith(` to ${mailed[secret]?.recipient}`)),
    ).to.deep.equal([]);
    expect(inMails.map(({ secret }) => secret)).to.include.members(Object.keys(mailed));

    // The search sees: what is no secret is found in every place where it must be.
    const seen = (what: string) =>
      findSecrets({ ...places, ...mails }, { what })
        .map(({ place }) => place)
        .filter((place) => !place.startsWith('message'));
    expect(seen(good.id)).to.include.members(['the rows of Postgres', 'the answers to GET']);
    expect(seen('createSubscription')).to.include('the log of the API');
    if (redis) expect(seen(items[0].id)).to.include('the commands to Redis');
    expect(worker.output()).to.include('ready');
    expect(receiver.requests.length).to.be.at.least(8);
    expect(tokenServer.questions.length).to.be.at.least(1);
  });

  it('is searched by something that finds a secret in each of these places', async () => {
    const planted = random('planted-');
    const database = openDatabase({ url: databaseUrl, poolSize: 2 });
    const { id: tenantId } = await database.system.tenant.findFirstOrThrow();

    await database.system.auditRecord.create({
      data: {
        tenantId,
        actor: 'system',
        action: 'planted',
        subjectType: 'secret',
        subjectId: 'one',
        after: { deep: [{ secret: planted }] },
        requestId: 'test',
        createdAt: new Date(),
      },
    });
    expect(findSecrets({ rows: await everyRow(databaseUrl) }, { planted })).to.have.length(1);
    await database.system.auditRecord.deleteMany({ where: { action: 'planted' } });
    expect(findSecrets({ rows: await everyRow(databaseUrl) }, { planted })).to.have.length(0);
    await database.system.apiKey.updateMany({ data: { keyHash: new Uint8Array(Buffer.from(planted)) } });
    expect(findSecrets({ rows: await everyRow(databaseUrl) }, { planted })).to.have.length(1);

    if (redis) {
      const client = new Redis(redis.url);
      for (const write of [
        () => client.set('planted', planted),
        () => client.hset('planted:hash', 'data', JSON.stringify({ planted })),
        () => client.rpush('planted:list', planted),
        () => client.zadd('planted:sorted', 1, planted),
        () => client.sadd('planted:set', planted),
        () => client.xadd('planted:stream', '*', 'field', planted),
        () => client.set(`planted:${planted}`, 'as a key'),
      ]) {
        await write();
        expect(findSecrets({ redis: await everyKey(redis.url) }, { planted })).to.have.length(1);
        await client.flushall();
        expect(findSecrets({ redis: await everyKey(redis.url) }, { planted })).to.have.length(0);
      }
      client.disconnect();
    }
    await database.close();
  });
});

/** Every column of every row, as text; a bytea as hexadecimal. */
async function everyRow(url: string): Promise<string> {
  const database = openDatabase({ url, poolSize: 2 });
  const tables = await database.system.sql<{ name: string }[]>`
    SELECT relname::text AS name FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'`;
  const dumps: string[] = [];
  for (const { name } of tables) {
    const rows = await database.system.sql<{ row: string }[]>`
      SELECT t::text AS row FROM ${Prisma.raw(`"${name}"`)} t`;
    // A row as text doubles its quotation marks.
    dumps.push(...rows.map(({ row }) => row.replaceAll('""', '"')));
  }
  await database.close();
  return dumps.join('\n');
}

/** Every key of a Redis with all it holds. */
async function everyKey(url: string): Promise<string> {
  const redis = new Redis(url);
  const lines: string[] = [];
  for (const key of await redis.keys('*')) {
    const read: Record<string, () => Promise<unknown>> = {
      string: () => redis.get(key),
      hash: () => redis.hgetall(key),
      list: () => redis.lrange(key, 0, -1),
      set: () => redis.smembers(key),
      zset: () => redis.zrange(key, 0, -1),
      stream: () => redis.xrange(key, '-', '+'),
    };
    lines.push(key, ...[await read[await redis.type(key)]?.()].flatMap(textsOf));
  }
  redis.disconnect();
  return lines.join('\n');
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, member]) => [name, ...textsOf(member)])
    : [];
}
