import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  type ServiceProcess,
  startServiceProcess,
  TEST_SETTINGS,
  type TestEnv,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';

const EXAMPLES = fileURLToPath(new URL('../../../packages/module-sdk/examples', import.meta.url));

/** Nothing but the public API, and the real processes with all example modules. */
describe('the example modules in a running service', () => {
  let base: string;
  let dir: string;
  let domain: TestEnv;
  let store: TestStore;
  let variant: { path: string; id: string };
  const processes: ServiceProcess[] = [];

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'commerce-modules-'));
    await writeFile(
      join(dir, 'modules.json'),
      JSON.stringify({
        'table-post': { apiUrl: 'http://127.0.0.1:1', key: 'unused' },
        'tax-desk': { apiUrl: 'http://127.0.0.1:1', key: 'unused' },
        'bank-link': { apiUrl: 'http://127.0.0.1:1' },
        'price-drop-mailer': { to: 'watch@example.com', atLeastPercent: 20 },
      }),
    );
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const databaseUrl = await createMigratedDatabase('modules');
    domain = await openTestEnv({ databaseUrl });
    store = await createStore(domain.system);
    const env = {
      LOG_LEVEL: 'info',
      DATABASE_URL: databaseUrl,
      QUEUE_BACKEND: 'postgres',
      DATA_DIR: dir,
      ADMIN_JWT_SECRET: TEST_SETTINGS.adminJwtSecrets.join(','),
      SETUP_TOKEN: TEST_SETTINGS.setupToken,
      SECRETS_KEY: TEST_SETTINGS.secretsKeys.join(','),
      PAYMENT_WEBHOOK_SECRET: TEST_SETTINGS.paymentWebhookSecret,
      WEBHOOK_POLL_INTERVAL_MS: '200',
      JOB_POLL_INTERVAL_MS: '200',
      MODULES_DIR: EXAMPLES,
      // They import the SDK, which isn't built here.
      NODE_OPTIONS: '--conditions=source --import tsx',
      MODULES_CONFIG: join(dir, 'modules.json'),
      PORT: String(port),
      HOST: '127.0.0.1',
    };
    processes.push(await startServiceProcess('api', env), await startServiceProcess('worker', env));
    const product = await call('POST', '/products', {
      title: 'Tea',
      slug: 'tea',
      variants: [{ sku: 'TEA', priceAmount: 1000, stockQuantity: 1 }],
    });
    variant = {
      id: product.variants[0].id,
      path: `/products/${product.id}/variants/${product.variants[0].id}`,
    };
  });

  after(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await domain.close();
    await rm(dir, { recursive: true, force: true });
  });

  async function call(method: string, path: string, body?: unknown, type = 'application/json') {
    const response = await fetch(`${base}/admin/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${store.token()}`,
        ...(body === undefined ? {} : { 'Content-Type': type }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.ok, `${method} ${path} answered ${response.status} ${text}`).to.equal(true);
    return JSON.parse(text);
  }

  const notices = async (): Promise<string[]> =>
    (await call('GET', '/notifications')).items.map(({ title }: { title: string }) => title);

  /** What the worker sent so far. */
  async function mails(): Promise<string[]> {
    const folder = join(dir, 'mail');
    const all = await readdir(folder).catch((): string[] => []);
    const files = all.filter((name) => name.endsWith('.eml'));
    return Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  }

  it('are all enabled', async () => {
    const { items } = await call('GET', '/modules');

    expect(items.map(({ name, state }: { name: string; state: string }) => [name, state])).to.deep.equal([
      ['bank-link', 'enabled'],
      ['low-stock-notifier', 'enabled'],
      ['price-drop-mailer', 'enabled'],
      ['table-post', 'enabled'],
      ['tax-desk', 'enabled'],
    ]);
  });

  it('mail a price that fell far enough, changed at the API, and no other', async () => {
    await call('PATCH', variant.path, { priceAmount: 900 });
    await call('PATCH', variant.path, { priceAmount: 450 });

    await until(async () => (await mails()).length > 0, 'the message');
    const [message, ...more] = await mails();
    expect(more).to.deep.equal([]);
    expect(message).to.match(/^To: watch@example.com/m);
    expect(message).to.match(/^Subject: A price fell by 50 %/m);
    expect(message).to.include(`Variant ${variant.id} costs 4.50 EUR instead of 9.00`);
  });

  it('notify the operators of a variant that is sold out, and of one that is back', async () => {
    await call('POST', `${variant.path}/stock/adjustments`, { delta: -1 });
    await until(async () => (await notices()).length === 1, 'the notice');
    await call('POST', `${variant.path}/stock/adjustments`, { delta: 7 });
    await until(async () => (await notices()).length === 2, 'the second notice');

    expect(await notices()).to.deep.equal(['A variant is back in stock', 'A variant is sold out']);
  });

  it('hear of what the worker changes by an import, too', async () => {
    const [sent, noted] = [(await mails()).length, (await notices()).length];
    const row = { slug: 'tea', title: 'Tea', sku: 'TEA', priceAmount: 100, stockQuantity: 0 };

    await call('POST', '/products/import', `${JSON.stringify(row)}\n`, 'application/x-ndjson');

    await until(async () => (await mails()).length === sent + 1, 'the message');
    await until(async () => (await notices()).length === noted + 1, 'the notice');
    expect((await notices())[0]).to.equal('A variant is sold out');
  });
});
