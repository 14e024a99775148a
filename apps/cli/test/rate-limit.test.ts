import { randomUUID } from 'node:crypto';
import { createStore, openTestEnv, type TestEnv, testDatabaseUrl } from '@service/testing';
import { expect } from 'chai';
import { runCommerce } from './run-commerce.ts';

describe('commerce rate-limit', () => {
  let env: TestEnv;

  before(async () => {
    env = await openTestEnv();
  });

  after(() => env.close());

  const run = async (...args: string[]) =>
    runCommerce(['rate-limit', ...args], { DATABASE_URL: await testDatabaseUrl() });

  it('gives a store another limit, and takes it back; the store can see that', async () => {
    const { tenantId, admin } = await createStore(env.system);
    const limitOf = async () =>
      (await env.system.db.tenant.findUniqueOrThrow({ where: { id: tenantId } })).rateLimitPerMinute;

    expect((await run(tenantId, '20000')).code).to.equal(0);
    expect(await limitOf()).to.equal(20_000);
    await run(tenantId, 'default');
    expect(await limitOf()).to.equal(null);
    const records = await admin.db.auditRecord.findMany({ orderBy: { createdAt: 'asc' } });
    const told = records.map(({ actor, action, before, after }) => ({ actor, action, before, after }));
    const change = { actor: 'cli', action: 'tenant.rate_limit_set' };
    expect(told).to.deep.equal([
      { ...change, before: { rateLimitPerMinute: null }, after: { rateLimitPerMinute: 20_000 } },
      { ...change, before: { rateLimitPerMinute: 20_000 }, after: { rateLimitPerMinute: null } },
    ]);
  });

  it('says what is wrong with its arguments', async () => {
    const { tenantId } = await createStore(env.system);
    const fail = async (...args: string[]) => (await run(...args)).stderr;

    expect(await fail(tenantId, '-5')).to.match(/^error: .*'-5'/);
    expect(await fail('no-id', '5')).to.match(/^error: .*no id of a store/);
    expect(await fail(randomUUID(), '5')).to.match(/^There is no store /);
  });
});
