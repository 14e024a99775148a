import { randomUUID } from 'node:crypto';
import { access, rateLimits, tenants } from '@service/core';
import { openThrottleRedis } from '@service/jobs';
import {
  createStore,
  freePort,
  paymentSucceeded,
  SERVICE_ENV,
  signProviderEvent,
  spyOnPostgres,
  startServiceProcess,
  startTestRedis,
  type TestStore,
  testDatabaseUrl,
  testQueueConnection,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { type Answer, createClient } from '../client.ts';
import { startApi, type TestApi } from '../harness.ts';

type Options = Partial<rateLimits.RateLimitOptions>;

function startLimited(options: Options = {}): Promise<TestApi> {
  const limits = rateLimits.createRateLimits({ perMinute: 3, addressPerMinute: 3, ...options });
  return startApi({ settings: { rateLimits: limits, trustedProxies: ['loopback'] } });
}

/** Headers of somebody at an address of their own. */
const at = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
let strangers = 0;
function stranger(): string {
  strangers += 1;
  return `198.51.100.${strangers}`;
}

const times = (count: number, ask: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, () => ask()));
const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status).sort();

describe('rate limits', () => {
  let api: TestApi;
  let store: TestStore;

  before(async () => {
    api = await startLimited();
    store = await createStore(api.env.system);
  });

  after(() => api.close());

  const newProduct = () => ({ title: `Tea ${randomUUID()}` });
  const countProducts = () => store.admin.db.product.count();

  it('refuse one request too many of a credential, with the headers, and write nothing', async () => {
    const token = store.token();
    const before = await countProducts();

    const answers = await times(8, () =>
      api.request('POST', '/admin/v1/products', { token, body: newProduct() }),
    );

    const refused = answers.filter(({ status }) => status === 429);
    expect(statuses(answers)).to.deep.equal([201, 201, 201, 429, 429, 429, 429, 429]);
    expect(await countProducts()).to.equal(before + 3);
    for (const answer of refused) {
      answer.refused('too_many_requests');
      const seconds = Number(answer.headers.get('retry-after'));
      expect(seconds).to.be.within(1, 60);
      expect(answer.headers.get('ratelimit')).to.equal(`"credential";r=0;t=${seconds}`);
      expect(answer.headers.get('ratelimit-policy')).to.equal('"credential";q=3;w=60');
    }
    const left = answers
      .filter(({ status }) => status === 201)
      .map(({ headers }) => /r=(\d)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(left.sort()).to.deep.equal(['0', '1', '2']);
  });

  it('refuse before the body is read', async () => {
    const token = store.token();
    await times(3, () => api.request('GET', '/admin/v1/products', { token }));

    const answer = await api.request('POST', '/admin/v1/products', { token, body: '{ no JSON' });

    answer.refused('too_many_requests');
  });

  it('count what a credential may not do, too', async () => {
    const token = store.token(['orders:read']);

    const answers = await times(5, () =>
      api.request('POST', '/admin/v1/products', { token, body: newProduct() }),
    );

    expect(statuses(answers)).to.deep.equal([403, 403, 403, 429, 429]);
  });

  it('leave another credential of the store alone', async () => {
    const [busy, other] = [store.token(), store.token()];
    const shopper = await store.customer();
    await times(5, () => api.request('GET', '/admin/v1/products', { token: busy }));

    const answers = [
      await api.request('GET', '/admin/v1/products', { token: other }),
      await api.request('GET', '/store/v1/customers/me', { token: shopper.token }),
      await api.request('GET', '/store/v1/products', { key: store.publishableKey, ...at(stranger()) }),
    ];

    expect(statuses(answers)).to.deep.equal([200, 200, 200]);
  });

  it('count an API key by itself', async () => {
    const { key: token } = await access.createApiKey(store.admin, {
      name: 'Feed',
      permissions: ['catalog:read'],
    });

    const answers = await times(4, () => api.request('GET', '/admin/v1/products', { token }));

    expect(statuses(answers)).to.deep.equal([200, 200, 200, 429]);
  });

  it('count all sessions of a customer together', async () => {
    const { email, password, token } = await store.customer();
    const body = { email, password };
    const login = await api.request('POST', '/store/v1/customers/login', {
      key: store.publishableKey,
      body,
      ...at(stranger()),
    });
    const ask = (session: string) => api.request('GET', '/store/v1/customers/me', { token: session });
    await times(3, () => ask(token));

    const answer = await ask(login.expect(200).token);

    answer.refused('too_many_requests');
  });

  it('count guests by store and address', async () => {
    const [here, there] = [stranger(), stranger()];
    const elsewhere = await createStore(api.env.system);
    const ask = (address: string, key = store.publishableKey) =>
      api.request('GET', '/store/v1/products', { key, ...at(address) });
    const answers = await times(4, () => ask(here));

    expect(statuses(answers)).to.deep.equal([200, 200, 200, 429]);
    (await ask(there)).expect(200);
    (await ask(here, elsewhere.publishableKey)).expect(200);
  });

  it('count wrong credentials by address, and let a valid one of that address in', async () => {
    const address = stranger();
    const ask = (token: string) => api.request('GET', '/admin/v1/products', { token, ...at(address) });

    const answers = await times(5, () => ask(`sk_${randomUUID()}`));

    expect(statuses(answers)).to.deep.equal([401, 401, 401, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('ratelimit')).to.match(
      /^"address";r=0;/,
    );
    (await ask(store.token())).expect(200);
  });

  it('count logins by address, with one IPv6 network as one', async () => {
    const body = { email: store.adminEmail, password: store.adminPassword };
    const login = (address: string) => api.request('POST', '/admin/v1/auth/login', { body, ...at(address) });
    const neighbours = ['::1', '::2', '::3', '::4'].map((end) => `2001:db8:0:1${end}`);

    const answers = await Promise.all(neighbours.map(login));

    expect(statuses(answers)).to.deep.equal([200, 200, 200, 429]);
    (await login('2001:db8:0:2::1')).expect(200);
  });

  it('count health, the reference and what it loads by address, apart from logins', async () => {
    const address = stranger();

    for (const paths of [
      ['/health', '/health'],
      ['/openapi.json', '/'],
    ]) {
      const answers = await Promise.all(
        [0, 1, 0, 1, 0].map((index) => fetch(api.url + paths[index], at(address))),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 429, 429]);
      expect((await fetch(api.url + paths[0], at(stranger()))).status).to.equal(200);
    }
    const login = { email: store.adminEmail, password: store.adminPassword };
    (await api.request('POST', '/admin/v1/auth/login', { body: login, ...at(address) })).expect(200);
  });

  for (const [method, path] of [
    ['GET', '/DOCS'],
    ['GET', '/OPENAPI.JSON'],
    ['GET', '/Portal/unknown/look.json'],
    ['GET', '/portal/unknown'],
    ['GET', '/store/v1/nope'],
    ['PUT', '/store/v1/config'],
    ['GET', '/STORE/V1/config'],
    ['GET', '/nowhere'],
  ] as const)
    it(`count by address what no operation serves, before any query: ${method} ${path}`, async () => {
      const { headers } = at(stranger());
      const origin = `https://${randomUUID()}.example`;
      const ask = () => fetch(api.url + path, { method, headers: { ...headers, Origin: origin } });

      const answers = await Promise.all(Array.from({ length: 5 }, ask));

      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).to.have.length(2);
      for (const answer of answers) expect(answer.status).to.be.oneOf([404, 405, 429]);
      expect((await fetch(api.url + path, { method, ...at(stranger()) })).status).to.be.oneOf([404, 405]);
    });

  it('ask the database for no origin where no operation is', async () => {
    const spy = spyOnPostgres();
    try {
      const headers = { Origin: `https://${randomUUID()}.example`, ...at(stranger()).headers };

      for (const [method, path] of [
        ['GET', '/store/v1/nope'],
        ['PUT', '/store/v1/config'],
      ])
        await fetch(`${api.url}${path}`, { ...(method && { method }), headers });

      expect(spy.statements()).to.deep.equal([]);
    } finally {
      spy.close();
    }
  });

  it('never stop a callback that the provider signed, and count those of strangers', async () => {
    const address = stranger();
    const callback = (body: string, signature: string) =>
      api.request('POST', '/webhooks/payment', {
        body,
        headers: { ...at(address).headers, 'payment-signature': signature },
      });

    const forged = await times(6, () => callback('{}', 't=1,v1=00'));
    const signed = await times(10, () => {
      const body = JSON.stringify(paymentSucceeded(randomUUID()));
      return callback(body, signProviderEvent(body));
    });

    expect(forged.map(({ body }) => body.code).sort()).to.deep.equal([
      ...Array(3).fill('invalid_signature'),
      ...Array(3).fill('too_many_requests'),
    ]);
    expect(statuses(signed)).to.deep.equal(Array(10).fill(200));
  });

  it('of a store may be others, or none', async () => {
    const limited = await startLimited({ keepOverridesMs: 0 });
    try {
      const [more, free, usual] = await Promise.all([1, 2, 3].map(() => createStore(api.env.system)));
      if (!more || !free || !usual) throw new Error('No stores');
      const system = api.env.system;
      expect(await tenants.setRateLimit(more.admin, 5)).to.equal(true);
      await tenants.setRateLimit(free.admin, 0);
      const ask = (token: string) => limited.request('GET', '/admin/v1/products', { token });
      const refusedOf = async (token: string) =>
        statuses(await times(8, () => ask(token))).filter((status) => status === 429).length;
      const tokens = [more, free, usual].map((each) => each.token());

      const refused = await Promise.all(tokens.map(refusedOf));

      expect(refused).to.deep.equal([3, 0, 5]);
      await tenants.setRateLimit(more.admin, null);
      (await ask(tokens[0] ?? '')).refused('too_many_requests');
      const nobody = system.forTenant(randomUUID(), { kind: 'cli' });
      expect(await tenants.setRateLimit(nobody, 5)).to.equal(false);
    } finally {
      await limited.close();
    }
  });

  it('count preflights by address, and leave what the page asks then alone', async () => {
    const origin = `https://${randomUUID()}.example`;
    const body = { name: 'Tea', currency: 'EUR', allowedOrigins: [origin] };
    await api.request('PUT', '/admin/v1/settings', { token: store.token(), body });
    const { headers } = at(stranger());
    const preflight = () =>
      fetch(`${api.url}/store/v1/products`, {
        method: 'OPTIONS',
        headers: { ...headers, Origin: origin, 'Access-Control-Request-Method': 'GET' },
      });

    const asked = await Promise.all(Array.from({ length: 5 }, preflight));
    const answers = await times(4, () =>
      api.request('GET', '/store/v1/products', {
        key: store.publishableKey,
        headers: { ...headers, Origin: origin },
      }),
    );

    expect(asked.map(({ status }) => status).sort()).to.deep.equal([204, 204, 204, 429, 429]);
    expect(statuses(answers)).to.deep.equal([200, 200, 200, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('access-control-allow-origin')).to.equal(origin);
    expect(refused?.headers.get('access-control-expose-headers')).to.match(/RateLimit.*Retry-After/);
  });

  it('switched off count nothing', async () => {
    const free = await startLimited({ perMinute: 0, addressPerMinute: 0 });
    try {
      const token = store.token();

      const answers = await times(10, () => free.request('GET', '/admin/v1/products', { token }));

      expect(statuses(answers)).to.deep.equal(Array(10).fill(200));
      expect(answers[0]?.headers.get('ratelimit')).to.equal(null);
    } finally {
      await free.close();
    }
  });

  it('are those of the environment', async () => {
    const port = await freePort();
    const queue = await testQueueConnection();
    const service = await startServiceProcess('api', {
      ...SERVICE_ENV,
      PORT: String(port),
      DATABASE_URL: await testDatabaseUrl(),
      ...(queue.kind === 'redis' ? { REDIS_URL: queue.url } : { QUEUE_BACKEND: 'postgres' }),
      RATE_LIMIT_PER_MINUTE: '4',
      RATE_LIMIT_ADDRESS_PER_MINUTE: '2',
    });
    try {
      const request = createClient(`http://127.0.0.1:${port}`);
      const token = store.token();

      const known = await times(9, () => request('GET', '/admin/v1/products', { token }));
      const strange = await times(9, () => request('GET', '/admin/v1/products', { token: 'sk_none' }));

      // The process has a clock of its own, so that one more may be let through meanwhile.
      const refused = [known, strange].map((answers) => answers.filter(({ status }) => status === 429));
      expect(refused[0], 'of a credential').to.have.lengthOf.within(1, 5);
      expect(refused[1], 'of an address').to.have.lengthOf.within(1, 7);
      const policies = refused.map(([first]) => first?.headers.get('ratelimit-policy'));
      expect(policies).to.deep.equal(['"credential";q=4;w=60', '"address";q=2;w=60']);
    } finally {
      await service.stop();
    }
  });

  it('are shared in Redis by all processes, and hold in memory while Redis is down', async function () {
    const redis = await startTestRedis();
    if (!redis) {
      this.skipReason = 'there is no Redis';
      return this.skip();
    }
    const clients = [1, 2].map(() =>
      openThrottleRedis({ kind: 'redis', url: redis.url }, () => {}, { timeoutMs: 5000 }),
    );
    await until(() => clients.every((client) => client?.status === 'ready'), 'both connections');
    const apis = await Promise.all(clients.map((client) => startLimited({ perMinute: 6, redis: client })));
    try {
      const ask = (index: number, token: string) =>
        (apis[index % 2] as TestApi).request('GET', '/admin/v1/products', { token });
      const flood = (token: string) =>
        Promise.all(Array.from({ length: 20 }, (_, index) => ask(index, token)));
      const countAdmitted = (answers: readonly Answer[]) =>
        answers.filter(({ status }) => status === 200).length;
      const token = store.token();

      const together = await flood(token);
      const [amid] = await Promise.all([flood(store.token()), redis.kill()]);
      await until(() => clients.every((client) => client?.status !== 'ready'), 'the loss of Redis');
      const alone = await flood(store.token());

      expect(countAdmitted(together)).to.equal(6);
      expect(countAdmitted(alone)).to.equal(12);
      // Some were counted by Redis, the others by two processes.
      expect(countAdmitted(amid)).to.be.within(6, 18);
      expect(
        statuses([...together, ...amid, ...alone]).filter((status) => status !== 200 && status !== 429),
      ).to.eql([]);
      await redis.start();
      await until(() => clients.every((client) => client?.status === 'ready'), 'its return');
      expect(countAdmitted(await flood(store.token()))).to.equal(6);
    } finally {
      await Promise.all(apis.map((each) => each.close()));
      for (const client of clients) client?.disconnect();
      await redis.stop();
    }
  });
});
