import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { keyIdOf, payments, webhooks } from '@service/core';
import { backup, openDatabase } from '@service/db';
import {
  createDatabase,
  createMigratedDatabase,
  createStore,
  openTestEnv,
  queryAsOwner,
  runtimeUrlOf,
  SERVICE_ENV,
  startCommand,
  startMeilisearch,
  startReceiver,
  TEST_SETTINGS,
  type TestEnv,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { ERASE_LINE } from '../src/progress-line.ts';
import { runCommerce } from './run-commerce.ts';

describe('the commands of who runs the deployment', () => {
  let databaseUrl: string;
  let env: TestEnv;

  before(async () => {
    databaseUrl = await createMigratedDatabase('commands');
    env = await openTestEnv({ databaseUrl });
  });

  after(() => env.close());

  const settings = () => ({
    DATABASE_URL: databaseUrl,
    DATABASE_RUNTIME_URL: runtimeUrlOf(databaseUrl),
    QUEUE_BACKEND: 'postgres',
    SECRETS_KEY: TEST_SETTINGS.secretsKeys.join(','),
  });
  const run = (args: string[], more: Record<string, string> = {}, typed?: string) =>
    runCommerce(args, { ...settings(), ...more }, typed);
  const json = async (args: string[]) => JSON.parse((await run([...args, '--json'])).stdout);
  const stateOf = async ({ tenantId }: TestStore) =>
    (await json(['store', 'list'])).stores.find(({ id }: { id: string }) => id === tenantId)?.state;
  const canLogIn = async (email: string, password: string) => {
    const operator = await env.system.db.adminUser.findFirstOrThrow({ where: { lookUp: { email } } });
    return (
      operator.disabledAt === null && env.services.passwords.verify(operator.passwordHash, password, 'test')
    );
  };

  it('migrate refuses the database of an unreleased version, and changes nothing', async () => {
    const old = await createDatabase('unreleased');
    await queryAsOwner(
      `CREATE TABLE _prisma_migrations (migration_name text, finished_at timestamptz, rolled_back_at timestamptz);
       INSERT INTO _prisma_migrations VALUES ('20261122000000_first_release', now())`,
      [],
      old,
    );

    for (const args of [['migrate'], ['migrate', '--dry-run']]) {
      const { code, stderr } = await run(args, { DATABASE_URL: old });
      expect(code).to.equal(1);
      expect(stderr.trimEnd()).to.match(
        /^This database was made by an unreleased version .* still reads it\.$/,
      );
    }
    const tables = await queryAsOwner(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
      [],
      old,
    );
    expect(tables).to.deep.equal([{ name: '_prisma_migrations' }]);
  });

  it('distribute nothing where the database lacks the extension, and print what they would do', async () => {
    const { byStore, steps } = await json(['distribute', '--dry-run']);
    const refusals = [
      await run(['distribute', '--yes']),
      await run(['distribute', 'rebalance']),
      await run(['distribute', 'apart', randomUUID(), '10.0.0.7:5432']),
    ];
    const noNode = await run(['distribute', 'apart', randomUUID(), 'ten']);

    expect(byStore).to.include.members(['orders', 'webhook_deliveries']);
    expect(steps.flat().filter((each: string) => each.includes('create_distributed_table'))).to.have.length(
      byStore.length,
    );
    for (const refused of refusals) {
      expect(refused).to.include({ code: 1, stdout: '' });
      expect(refused.stderr).to.include('citus').and.include('Nothing was done');
    }
    expect(noNode.code).to.equal(2);
    expect(noNode.stderr).to.include('It is no host and port');
  });

  it('make a store and its operators, and disable one', async () => {
    const [owner, manager] = [`owner-${randomUUID()}@tea.example`, `manager-${randomUUID()}@tea.example`];
    const store = ['--name', 'Tea House', '--currency', 'EUR', '--country', 'DE'];

    const made = await json(['store', 'create', ...store, '--owner', owner]);
    const { stores } = await json(['store', 'list']);
    const { user, password } = await json([
      'operator',
      'create',
      manager,
      '--store',
      made.id,
      '--role',
      'manager',
    ]);
    const twice = await run(['operator', 'create', manager, '--store', made.id, '--role', 'owner']);
    const both = [await canLogIn(owner, made.password), await canLogIn(manager, password)];
    await run(['operator', 'disable', manager]);
    const lastOwner = await run(['operator', 'disable', owner]);
    const nobody = await run(['operator', 'disable', 'nobody@tea.example']);

    expect(stores.map(({ id }: { id: string }) => id)).to.deep.equal([made.id]);
    expect(user).to.include({ email: manager, role: 'manager' });
    expect(both).to.deep.equal([true, true]);
    expect(twice).to.include({ code: 1, stdout: '' });
    expect(twice.stderr)
      .to.match(/has this e-mail/)
      .and.not.match(/ {4}at /);
    expect(await canLogIn(manager, password)).to.equal(false);
    expect(lastOwner.stderr).to.match(/only owner/);
    expect(await canLogIn(owner, made.password)).to.equal(true);
    expect(nobody.stderr).to.match(/^There is no operator/);
    const audit = await queryAsOwner(
      'SELECT actor, action FROM audit_records ORDER BY created_at',
      [],
      databaseUrl,
    );
    expect(audit).to.deep.equal([
      { actor: 'cli', action: 'user.created' },
      { actor: 'cli', action: 'user.updated' },
    ]);
  });

  it('refuse arguments that are none, and write nothing', async () => {
    const before = await env.system.db.tenant.count();
    const store = ['store', 'create', '--name', 'X', '--owner', 'x@tea.example'];

    const codes = await Promise.all([
      run([...store, '--currency', 'EURO', '--country', 'DE']),
      run([...store, '--currency', 'EUR', '--country', 'UK']),
      run(['operator', 'create', 'no address', '--store', randomUUID(), '--role', 'owner']),
      run(['operator', 'create', 'x@tea.example', '--store', randomUUID(), '--role', 'king']),
    ]);

    expect(codes.map(({ code }) => code)).to.deep.equal([2, 2, 2, 2]);
    expect(await env.system.db.tenant.count()).to.equal(before);
  });

  it('write everything about a customer to a file, and have one erased', async () => {
    const store = await createStore(env.system);
    const { id, email } = await store.customer();
    const folder = await mkdtemp(join(tmpdir(), 'commerce-customer-'));
    const of = ['--store', store.tenantId];
    const to = ['--to', join(folder, 'customer.json')];
    try {
      expect(await json(['customer', 'export', email, ...of, ...to])).to.deep.equal({ id, file: to[1] });
      expect(JSON.parse(await readFile(to[1] ?? '', 'utf8')).customer[0]).to.include({ id, email });
      expect((await stat(to[1] ?? '')).mode & 0o777).to.equal(0o600);
      expect(await run(['customer', 'export', email, ...of, ...to])).to.include({ code: 1 });
    } finally {
      await rm(folder, { recursive: true });
    }
    const preview = await json(['customer', 'erase', email, ...of, '--dry-run']);
    const asked = await run(['customer', 'erase', email, ...of]);
    const status = async () => (await json(['customer', 'erase', email, ...of, '--dry-run'])).status;

    expect(preview).to.deep.include({ customerId: id, status: 'none', blockedBy: [] });
    expect(asked).to.include({ code: 2, stdout: '' });
    expect(await status()).to.equal('none');
    expect(await json(['customer', 'erase', email, ...of, '--yes'])).to.include({ status: 'pending' });
    expect(await status()).to.equal('pending');
    expect((await run(['customer', 'erase', `x${email}`, ...of, '--yes'])).stderr).to.match(
      /^No customer or guest of this store has/,
    );
  });

  it('list the provider’s events that belong to no payment', async () => {
    await queryAsOwner(
      `INSERT INTO payment_events (id, type, payload, match_keys, received_at)
       VALUES ('evt_nobody', 'charge.refunded', '{}', '{"payment:pi_1"}', now())`,
      [],
      databaseUrl,
    );

    const { events } = await json(['events', 'unmatched']);
    const { replayed } = await json(['events', 'replay']);

    expect(events.map(({ id, type }: { id: string; type: string }) => ({ id, type }))).to.deep.equal([
      { id: 'evt_nobody', type: 'charge.refunded' },
    ]);
    expect(replayed).to.equal(0);
  });

  it('carry out one stored event by its id, once, and tell why another has no effect', async () => {
    const store = await createStore(env.system);
    const orderId = await store.order();
    const payment = await store.admin.db.payment.findFirstOrThrow({ where: { orderId } });
    const id = `evt_${randomUUID()}`;
    const type = 'payment_intent.succeeded';
    await env.system.db.paymentEvent.create({
      // Without a key by which its payment would have found it.
      data: { id, type, payload: { id, type, data: { object: { id: payment.providerPaymentId } } } },
    });

    const applied = await json(['events', 'replay', id]);
    const twice = await run(['events', 'replay', id]);
    const waiting = await run(['events', 'replay', 'evt_nobody']);
    const unknown = await run(['events', 'replay', 'evt_none']);

    expect(applied).to.deep.equal({ id, state: 'applied' });
    expect([twice.code, twice.stdout, twice.stderr]).to.deep.equal([
      1,
      '',
      `The event ${id} was already applied.\n`,
    ]);
    expect(waiting.stdout).to.match(/evt_nobody has no payment yet/);
    expect(unknown).to.include({ code: 1, stderr: 'There is no event evt_none.\n' });
    const order = await store.admin.db.order.findFirstOrThrow({ where: { id: orderId } });
    expect(order.status).to.equal('paid');
    const audit = 'SELECT actor, action, after FROM audit_records WHERE subject_id = $1';
    expect(await queryAsOwner(audit, [id], databaseUrl)).to.deep.equal([
      { actor: 'cli', action: 'payment_event.replayed', after: { state: 'applied' } },
    ]);
  });

  it('play what the fake provider reports, signed, and nothing of a provider that moves money', async () => {
    const secret = { PAYMENT_WEBHOOK_SECRET: TEST_SETTINGS.paymentWebhookSecret };
    const store = await createStore(env.system);
    const orderId = await store.order();
    const receiver = await startReceiver();
    const to = ['--forward-to', receiver.url];
    const trigger = (...args: string[]) => run(['payments', 'trigger', 'succeed', ...args], secret);

    const sent = await trigger(orderId, ...to, '--json');
    const elsewhere = await trigger(orderId, '--forward-to', 'https://example.com');
    receiver.answer(500);
    const failed = await trigger(orderId, ...to);
    await store.admin.db.payment.updateMany({ where: { orderId }, data: { provider: 'stripe' } });
    const real = await trigger(orderId, ...to);
    const unlisted = await run(['payments', 'listen', ...to], secret);

    expect(JSON.parse(sent.stdout)).to.include({ type: 'payment_intent.succeeded', responseCode: 200 });
    expect(elsewhere).to.include({ code: 2, stdout: '' });
    expect(elsewhere.stderr).to.include('--allow-external');
    expect(failed.code).to.equal(1);
    expect(failed.stdout).to.match(/^✗ 500 {2}payment_intent.succeeded /);
    expect(real.code).to.equal(1);
    expect(real.stderr)
      .to.match(/is of stripe/)
      .and.not.match(/ {4}at /);
    expect(unlisted.stderr).to.include('The provider fake has no list of events.');
    expect(receiver.requests).to.have.length(2);
    const { path, body, headers } = receiver.requests[0] as (typeof receiver.requests)[number];
    expect(path).to.equal('/webhooks/payment');
    const header = (name: string) => headers[name] as string;
    await payments.assertSigned(env.system, undefined, { rawBody: Buffer.from(body), header });
    await payments.receiveProviderEvent(env.system, JSON.parse(body.toString()));
    expect((await store.admin.db.order.findFirstOrThrow({ where: { id: orderId } })).status).to.equal('paid');
    await receiver.close();
  });

  it('suspend a store, resume it, and show which are', async () => {
    const store = await createStore(env.system);
    const suspended = await json(['store', 'suspend', store.tenantId]);
    const whileSuspended = await stateOf(store);
    await json(['store', 'suspend', store.tenantId]);
    const resumed = await json(['store', 'resume', store.tenantId]);
    const unknown = await Promise.all([
      run(['store', 'suspend', randomUUID()]),
      run(['store', 'resume', randomUUID()]),
      run(['store', 'delete', randomUUID(), '--yes']),
    ]);

    expect(suspended).to.include({ id: store.tenantId, state: 'suspended' });
    expect(whileSuspended).to.equal('suspended');
    expect(resumed).to.include({ state: 'open' });
    expect(await stateOf(store)).to.equal('open');
    for (const { code, stderr } of unknown) expect([code, stderr]).to.match(/^1,There is no store /);
  });

  it('delete a store once its name is typed: exported, removed, also after a kill', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-delete-'));
    const file = join(dir, 'tea.backup');
    const [store, other] = [await createStore(env.system), await createStore(env.system)];
    for (const each of [store, other]) await each.order();
    const remove = ['store', 'delete', store.tenantId, '--export', file];
    const rows = async (tenantId: string) =>
      (await json(['store', 'delete', tenantId, '--dry-run'])).tables.reduce(
        (sum: number, table: { rows: number }) => sum + table.rows,
        0,
      );
    const [before, others] = [await rows(store.tenantId), await rows(other.tenantId)];

    const refusals = [await run(remove), await run(remove, {}, 'Another Store\n'), await run(remove, {}, '')];
    const untouched = { rows: await rows(store.tenantId), state: await stateOf(store) };
    const killed = await startCommand([...remove, '--yes'], { ...SERVICE_ENV, ...settings() });
    await until(() => killed.output().includes('Exporting'), 'the export');
    await killed.kill();
    const half = await stateOf(store);
    const typed = await run(remove, {}, 'Test Store\n');

    expect(refusals.map(({ code }) => code)).to.deep.equal([2, 1, 1]);
    expect(refusals[1]?.stderr).to.include('Type “Test Store” to go on: \r\x1b[KNothing was done.\n');
    expect(untouched).to.deep.equal({ rows: before, state: 'open' });
    expect(half).to.equal('suspended');
    expect(typed, typed.stderr).to.include({ code: 0 });
    expect(typed.stdout).to.match(/^Test Store is gone: \d+ rows\. .*tea\.backup has them\.\n$/);
    expect(await env.system.db.tenant.count({ where: { id: store.tenantId } })).to.equal(0);
    expect(await rows(other.tenantId)).to.equal(others);
    expect(JSON.parse((await run(['backup', 'verify', file, '--json'])).stdout).rows).to.be.greaterThan(
      before,
    );
    await rm(dir, { recursive: true });
  });

  it('find what is wrong, and say what to do', async () => {
    const checks = async (more: Record<string, string> = {}) => {
      const { code, stdout } = await run(['doctor', '--json'], more);
      const found: { name: string; level: string; remedy?: string }[] = JSON.parse(stdout).checks;
      return { code, level: (name: string) => found.find((check) => check.name === name)?.level, found };
    };

    const well = await checks({ VIES_URL: 'http://localhost' });
    await queryAsOwner('ALTER TABLE products DISABLE ROW LEVEL SECURITY', [], databaseUrl);
    const open = await checks({ DATABASE_RUNTIME_URL: databaseUrl });
    await queryAsOwner('ALTER TABLE products ENABLE ROW LEVEL SECURITY', [], databaseUrl);
    const promoted = await checks({ DATABASE_REPLICA_URL: databaseUrl });
    const away = await checks({ DATABASE_REPLICA_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    const engine = await startMeilisearch();
    const unbuilt = await checks({ SEARCH_URL: engine.url, SEARCH_KEY: engine.key });
    const locked = await checks({ SEARCH_URL: engine.url, SEARCH_KEY: 'another key' });
    await engine.close();
    const misspelt = await checks({ WEBHOOK_CONCURENCY: '5' });

    for (const name of [
      'configuration',
      'database',
      'migrations',
      'row security',
      'login',
      'clock',
      'deliveries',
    ])
      expect(well.level(name), name).to.equal('ok');
    expect(well.code).to.equal(0);
    expect([open.level('row security'), open.level('login'), open.code]).to.deep.equal(['fail', 'fail', 4]);
    expect([promoted.level('replica'), promoted.code]).to.deep.equal(['fail', 4]);
    expect(away.level('replica')).to.equal('fail');
    expect([well, unbuilt, locked].map(({ level }) => level('search'))).to.deep.equal([
      undefined,
      'warn',
      'fail',
    ]);
    expect(misspelt.code).to.equal(4);
    expect(misspelt.found).to.have.length(1);
    expect(misspelt.found[0]).to.deep.include({ level: 'fail' });
    for (const { level, name, remedy } of [
      ...well.found,
      ...open.found,
      ...promoted.found,
      ...away.found,
      ...unbuilt.found,
      ...locked.found,
    ])
      if (level !== 'ok') expect(remedy, name).to.be.a('string');
  });

  it('back up and restore by files, which only their owner can read', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-backup-'));
    const file = join(dir, 'shop.backup');
    const target = await createMigratedDatabase('target');

    const backedUp = await run(['backup', '--to', file, '--json']);
    const verified = await run(['backup', 'verify', file, '--json']);
    const refused = await run(['restore', file, '--force'], { DATABASE_URL: target });
    const restored = await run(['restore', file, '--force', '--yes', '--json'], {
      DATABASE_URL: target,
      DATABASE_RUNTIME_URL: runtimeUrlOf(target),
    });
    const taken = await readFile(file);
    const again = await run(['backup', '--to', file]);
    const nowhere = await run(['backup', '--to', join(dir, 'nowhere', 'shop.backup')]);

    expect(again.stderr).to.match(/is there already: .*--overwrite/);
    expect(nowhere.stderr).to.equal(`There is no folder ${join(dir, 'nowhere')}.\n`);
    expect(await readFile(file)).to.deep.equal(taken);
    const { rows } = JSON.parse(backedUp.stdout);
    expect(JSON.parse(verified.stdout).rows).to.equal(rows);
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.match(/Say --yes/);
    expect(JSON.parse(restored.stdout).rows).to.equal(rows);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    const names = 'SELECT name FROM tenants ORDER BY 1';
    expect(await queryAsOwner(names, [], target)).to.deep.equal(await queryAsOwner(names, [], databaseUrl));
    await rm(dir, { recursive: true });
  });

  it('replace no database under a running process, unless they are told to', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-running-'));
    const file = join(dir, 'shop.backup');
    const target = await createMigratedDatabase('running');
    const settings = { DATABASE_URL: target, DATABASE_RUNTIME_URL: runtimeUrlOf(target) };
    const api = openDatabase({ url: runtimeUrlOf(target), work: 'api' });
    const tenants = () => queryAsOwner('SELECT id FROM tenants ORDER BY 1', [], target);
    await createStore(env.system);
    await api.system.tenant.count();
    await run(['backup', '--to', file]);

    const refused = await run(['restore', file, '--force', '--yes'], settings);
    const untouched = await tenants();
    const restored = await run(['restore', file, '--force', '--yes', '--while-running'], settings);

    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.match(/commerce api .* connected to the database.*--while-running/);
    expect(untouched).to.be.empty;
    expect(restored.stdout).to.match(/restart API and worker/);
    expect(await tenants()).to.not.be.empty;
    await api.close();
    await rm(dir, { recursive: true });
  });

  it('name the key that a restored database lacks', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-keys-'));
    const file = join(dir, 'shop.backup');
    const target = await createMigratedDatabase('lost_key');
    const store = await createStore(env.system);
    await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.paid'],
    });
    const id = keyIdOf(TEST_SETTINGS.secretsKeys[0] ?? '');
    const lost = {
      DATABASE_URL: target,
      DATABASE_RUNTIME_URL: runtimeUrlOf(target),
      SECRETS_KEY: randomBytes(32).toString('base64'),
    };
    await run(['backup', '--to', file]);

    const whole = await run(['backup', 'verify', file]);
    const verified = await run(['backup', 'verify', file], lost);
    const restored = await run(['restore', file, '--force', '--yes'], lost);
    const doctor = await run(['doctor'], lost);
    const healthy = await run(['doctor'], { ...lost, SECRETS_KEY: TEST_SETTINGS.secretsKeys[0] ?? '' });
    const rotation = await run(['rotate-encryption-key', '--dry-run'], lost);

    expect(whole.stdout).to.not.include(id);
    for (const { stdout } of [verified, restored])
      expect(stdout).to.include(`SECRETS_KEY lacks the key ${id}`);
    expect(doctor.code).to.equal(4);
    expect(doctor.stdout).to.match(new RegExp(`✗ sealed secrets: .*sealed with key ${id}.*secret_sealed`));
    expect(healthy.stdout).to.match(/✓ sealed secrets: SECRETS_KEY opens all/);
    expect(rotation.stderr).to.include(id).and.not.include('    at ');
    await rm(dir, { recursive: true });
  });

  it('show on a terminal how much of long work is done, and elsewhere nothing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-bar-'));
    const file = join(dir, 'shop.backup');
    const percentages = (stderr: string) => [...stderr.matchAll(/^.*?(\d+) % (?:Reading|Restoring)/gm)];

    const onTerminal = [
      await run(['backup', '--to', file], {}, ''),
      await run(['restore', file, '--dry-run'], {}, ''),
      await run(['backup', 'verify', file], {}, ''),
    ];
    const elsewhere = await run(['backup', '--to', file, '--overwrite']);

    for (const { code, stderr } of onTerminal) {
      const shown = percentages(stderr.replaceAll('\r', '\n')).map(([, share]) => Number(share));
      expect(code).to.equal(0);
      expect(shown).to.deep.equal([...shown].sort((a, b) => a - b));
      expect(shown.at(-1)).to.be.within(90, 100);
      expect(stderr).to.match(/█+░* \d+ % \w+ing orders …/);
      expect(stderr.endsWith(ERASE_LINE)).to.equal(true);
    }
    expect(elsewhere.stderr).to.equal('');
    await rm(dir, { recursive: true });
  });

  it('call deliveries overdue only where nothing holds them back', async () => {
    const store = await createStore(env.system);
    const { id } = await webhooks.createSubscription(store.admin, {
      url: 'http://127.0.0.1:1/hook',
      events: ['order.created'],
    });
    await store.order();
    const late =
      "UPDATE webhook_deliveries SET next_retry_at = now() - interval '1 hour' WHERE tenant_id = $1";
    await queryAsOwner(late, [store.tenantId], databaseUrl);
    const levelOfDeliveries = async () =>
      (await json(['doctor'])).checks.find(({ name }: { name: string }) => name === 'deliveries').level;

    const overdue = await levelOfDeliveries();
    await json(['store', 'suspend', store.tenantId]);
    const suspended = await levelOfDeliveries();
    await json(['store', 'resume', store.tenantId]);
    await webhooks.updateSubscription(store.admin, id, { active: false });
    const paused = await levelOfDeliveries();

    expect({ overdue, suspended, paused }).to.deep.equal({ overdue: 'warn', suspended: 'ok', paused: 'ok' });
  });

  it('give a search engine the products of a store, and remove them with the store', async () => {
    const engine = await startMeilisearch();
    const dir = await mkdtemp(join(tmpdir(), 'commerce-search-'));
    const [store, other] = [await createStore(env.system), await createStore(env.system)];
    for (const each of [store, other]) await each.variant();
    const searched = { SEARCH_URL: engine.url, SEARCH_KEY: engine.key };

    const rebuilt = [];
    for (const { tenantId } of [store, other])
      rebuilt.push(await run(['search', 'rebuild', tenantId], searched));
    const remove = ['store', 'delete', store.tenantId, '--export', join(dir, 'tea.backup'), '--yes'];
    const deleted = await run(remove, searched);
    const { checks } = JSON.parse((await run(['doctor', '--json'], searched)).stdout);
    const left = [...engine.documents.values()].map(({ tenantId }) => tenantId);
    await engine.close();
    await rm(dir, { recursive: true });

    for (const { stdout } of rebuilt) expect(stdout).to.equal('The search engine finds 1 products.\n');
    expect(deleted, deleted.stderr).to.include({ code: 0 });
    expect(left).to.deep.equal([other.tenantId]);
    expect(checks.find(({ name }: { name: string }) => name === 'search').level).to.equal('ok');
  });

  it('only say with --dry-run what they would do, and write nothing', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-dry-'));
    const file = join(dir, 'shop.backup');
    const store = await createStore(env.system);
    await store.customer();
    const orderId = await store.order();
    const { providerPaymentId } = await store.admin.db.payment.findFirstOrThrow({ where: { orderId } });
    const id = `evt_${randomUUID()}`;
    const payload = { id, type: 'payment_intent.succeeded', data: { object: { id: providerPaymentId } } };
    await env.system.db.paymentEvent.create({
      data: { id, type: payload.type, payload, matchKeys: [`payment:${providerPaymentId}`] },
    });
    await queryAsOwner(
      "DELETE FROM _prisma_migrations WHERE migration_name LIKE '%webhooks'",
      [],
      databaseUrl,
    );
    const backedUp = JSON.parse((await run(['backup', '--to', file, '--json'])).stdout);
    const contents = async () => (await backup(databaseUrl, new PassThrough().resume())).tables;
    const before = await contents();
    const keys = [randomBytes(32).toString('base64'), ...TEST_SETTINGS.secretsKeys].join(',');

    const { pending } = await json(['migrate', '--dry-run']);
    const restored = await json(['restore', file, '--dry-run']);
    const { replayed } = await json(['events', 'replay', '--dry-run']);
    const rotated = await run(['rotate-encryption-key', '--dry-run', '--json'], { SECRETS_KEY: keys });
    const deleted = await json(['store', 'delete', store.tenantId, '--dry-run']);

    const { columns } = JSON.parse(rotated.stdout) as { columns: { resealed: number }[] };
    expect(pending).to.have.length(1);
    expect(restored).to.deep.include({ rows: backedUp.rows });
    expect(restored.replacedTables).to.be.greaterThan(50);
    expect(replayed).to.equal(1);
    expect(columns.reduce((sum, { resealed }) => sum + resealed, 0)).to.be.greaterThan(0);
    expect(deleted.tables).to.deep.include({ table: 'orders', rows: 1 });
    expect(await contents()).to.deep.equal(before);
    await rm(dir, { recursive: true });
  });
});
