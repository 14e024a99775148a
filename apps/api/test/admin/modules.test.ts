import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modules } from '@service/core';
import { createLog } from '@service/observability';
import { createStore, TEST_SETTINGS, type TestEnv, type TestStore, until } from '@service/testing';
import { expect } from 'chai';
import { startApi, type TestApi } from '../harness.ts';

const EXAMPLES = join(dirname(fileURLToPath(import.meta.url)), '../../../../packages/module-sdk/examples');

const NO_OFFERS = { paymentProviders: [], carriers: [], taxProviders: [] };

describe('modules', () => {
  let dir: string;
  let api: TestApi;
  let store: TestStore;
  let bus: modules.ModuleBus;
  let found: modules.LoadedModule[];

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-modules-'));
    await writeRefusedModule(dir);
    const options = { log: createLog({ name: 'test', level: 'silent' }), handlerTimeoutMs: 5000 };
    const configs = { 'price-drop-mailer': { to: 'watch@example.com' } };
    for (const example of ['price-drop-mailer', 'low-stock-notifier'])
      await symlink(join(EXAMPLES, example), join(dir, example));
    ({ bus, modules: found } = await modules.connectModules({ modulesDir: dir, configs }, options));
    api = await startApi();
    api.env.services.modules = bus;
    store = await createStore(api.env.system);
  });
  after(async () => {
    await api.close();
    await rm(dir, { recursive: true });
  });

  it('GET /admin/v1/modules lists them with their state and needs settings:read', async () => {
    const allowed = await api.request('GET', '/admin/v1/modules', { token: store.token(['settings:read']) });
    const refused = await api.request('GET', '/admin/v1/modules', { token: store.token(['catalog:read']) });

    const enabled = { version: '1.0.0', state: 'enabled', reason: null, failures: 0, ...NO_OFFERS };
    expect(allowed.body.items).to.deep.equal([
      { name: 'low-stock-notifier', ...enabled },
      {
        name: 'next',
        version: '1.0.0',
        state: 'disabled',
        reason: 'next 1.0.0 declares compatibleCore ^2.0.0, which does not include core 1.0.0.',
        failures: 0,
        ...NO_OFFERS,
      },
      { name: 'price-drop-mailer', ...enabled },
    ]);
    expect(refused.status).to.equal(403);
  });

  it('notifies the operators of a refused module, once for all starts', async () => {
    await modules.reportDisabledModules(api.env.system, found);
    await modules.reportDisabledModules(api.env.system, found);

    const { body } = await api.request('GET', '/admin/v1/notifications', { token: store.token() });

    expect(body.items).to.have.length(1);
    expect(body.items[0]).to.include({
      kind: 'module.disabled',
      title: 'The module next is disabled',
      detail: 'next 1.0.0 declares compatibleCore ^2.0.0, which does not include core 1.0.0.',
    });
  });

  it('notifies a store that is created after the start', async () => {
    const owner = { email: `owner-${randomUUID()}@example.com`, password: 'a long enough password' };
    const made = await api.request('POST', '/setup/v1/tenants', {
      token: TEST_SETTINGS.setupToken,
      body: { name: 'Late', currency: 'EUR', country: 'DE', admin: owner },
    });
    made.expect(201);
    const login = await api.request('POST', '/admin/v1/auth/login', { body: owner });

    const { body } = await api.request('GET', '/admin/v1/notifications', { token: login.body.accessToken });

    expect(body.items.map(({ title }: { title: string }) => title)).to.deep.equal([
      'The module next is disabled',
    ]);
  });

  it('lets a handler notify the operators of the store in which it happened, and no other', async () => {
    const other = await createStore(api.env.system);

    bus.announce(store.admin, 'product.stock_changed', {
      productId: 'p',
      variantId: 'v-1',
      available: false,
    });
    await bus.settled();

    const mine = await api.request('GET', '/admin/v1/notifications', { token: store.token() });
    const theirs = await api.request('GET', '/admin/v1/notifications', { token: other.token() });
    expect(mine.body.items.map(({ kind }: { kind: string }) => kind)).to.include('module.low-stock-notifier');
    expect(theirs.body.items.map(({ kind }: { kind: string }) => kind)).not.to.include(
      'module.low-stock-notifier',
    );
  });

  it('keeps what a handler mails in the outbox', async () => {
    const prices = { oldPriceMinor: 1000, newPriceMinor: 500, currency: 'EUR' };

    bus.announce(store.admin, 'product.price_changed', { productId: 'p', variantId: 'v-2', ...prices });
    await bus.settled();

    await until(async () => (await mailsTo('watch@example.com', api.env)) === 1, 'the mail in the outbox');
  });

  function mailsTo(recipient: string, { system }: TestEnv): Promise<number> {
    return system.db.mail.count({ where: { tenantId: store.tenantId, recipient, status: 'pending' } });
  }
});

async function writeRefusedModule(dir: string): Promise<void> {
  await mkdir(join(dir, 'next'));
  await cp(join(EXAMPLES, 'low-stock-notifier/index.js'), join(dir, 'next/index.js'));
  const manifest = { name: 'next', version: '1.0.0', compatibleCore: '^2.0.0' };
  await writeFile(join(dir, 'next/module.json'), JSON.stringify(manifest));
}
