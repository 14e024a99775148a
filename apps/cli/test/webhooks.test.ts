import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyWebhook } from '@service/client-js/webhooks';
import { signWebhook } from '@service/client-js/webhooks/sign';
import { inTransaction, webhooks } from '@service/core';
import {
  createMigratedDatabase,
  createStore,
  freePort,
  openTestEnv,
  type Receiver,
  runtimeUrlOf,
  SERVICE_ENV,
  type ServiceProcess,
  startCommand,
  startReceiver,
  startServiceProcess,
  type TestEnv,
  type TestStore,
  until,
} from '@service/testing';
import { expect } from 'chai';
import { eventsLike } from '../src/listen/subscription.ts';
import { examineRequest } from '../src/verify-request.ts';
import { runCommerce, startCommerce } from './run-commerce.ts';

describe('commerce webhooks', () => {
  let env: TestEnv;
  let store: TestStore;
  let receiver: Receiver;
  let apiUrl: string;
  let databaseUrl: string;
  let apiKey: string;
  const processes: ServiceProcess[] = [];

  before(async () => {
    databaseUrl = await createMigratedDatabase('listen');
    env = await openTestEnv({ databaseUrl: runtimeUrlOf(databaseUrl) });
    const port = await freePort();
    apiUrl = `http://127.0.0.1:${port}`;
    const settings = {
      ...SERVICE_ENV,
      DATABASE_URL: databaseUrl,
      QUEUE_BACKEND: 'postgres',
      LOG_LEVEL: 'warn',
      WEBHOOK_PUBLISHED_ADDRESSES: '198.51.100.7',
    };
    processes.push(
      ...(await Promise.all([
        startServiceProcess('api', { ...settings, PORT: String(port), HOST: '127.0.0.1' }),
        startServiceProcess('worker', settings),
      ])),
    );
  });
  after(async () => {
    await Promise.all(processes.map((each) => each.kill()));
    await env.close();
  });
  beforeEach(async () => {
    store = await createStore(env.system);
    receiver = await startReceiver();
    const response = await fetch(`${apiUrl}/admin/v1/api-keys`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${store.token()}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Listener', permissions: ['webhooks:read', 'webhooks:write'] }),
    });
    apiKey = ((await response.json()) as { key: string }).key;
  });
  afterEach(() => receiver.close());

  const access = () => ({ COMMERCE_API_URL: apiUrl, COMMERCE_API_KEY: apiKey });
  const run = (...args: string[]) => runCommerce(['webhooks', ...args], access());

  async function listen(...args: string[]): Promise<ServiceProcess> {
    const listener = await startCommand(
      ['webhooks', 'listen', '--forward-to', receiver.url, '--output', 'compact', ...args],
      access(),
    );
    processes.push(listener);
    await until(() => listener.output().includes('Ready'), 'the listener to be ready');
    return listener;
  }

  const record = (...orderIds: string[]) =>
    inTransaction(store.admin, async (tx) => {
      for (const orderId of orderIds)
        await webhooks.recordEvent(tx, 'order.paid', { orderId, status: 'paid', previousStatus: 'pending' });
    });
  const received = () => receiver.envelopes().map(({ data }) => data.orderId);

  it('forwards the exact bytes and headers, reports, and ends with what it did', async () => {
    const listener = await listen('--events', 'order.*', '--print-secret');
    const secret = /whsec_\S+/.exec(listener.output())?.[0] ?? '';
    const orderId = randomUUID();

    await record(orderId);

    await until(() => listener.output().includes('delivered'), 'the delivery to be reported');
    const [request] = receiver.requests;
    const envelope = await verifyWebhook(request?.body ?? '', request?.headers ?? {}, secret);
    expect(envelope.data).to.include({ orderId });
    expect(request?.headers).to.include({ 'content-type': 'application/json', 'x-service-sequence': '1' });
    const delivery = await store.admin.db.webhookDelivery.findFirstOrThrow({ include: { ledger: true } });
    expect(delivery).to.include({ status: 'delivered', responseCode: 200 });
    expect(delivery.ledger[0]).to.include({ via: 'pull', outcome: 'succeeded' });
    expect(await listener.stop()).to.equal(0);
    expect(listener.output()).to.match(/received 1, delivered 1, gaps 0\n$/);
  });

  it('says where a key comes from when it has none', async () => {
    const { code, stderr } = await runCommerce(['webhooks', 'subscriptions'], {
      COMMERCE_API_URL: apiUrl,
    });

    expect(code).to.equal(2);
    expect(stderr).to.include('COMMERCE_API_KEY').and.include(`${apiUrl}/console/settings/api-keys`);
  });

  it('names the setting when the address of the API is none', async () => {
    for (const args of [['subscriptions'], ['addresses']])
      for (const address of ['localhost:3300', 'shop.example', 'ftp://shop.example', 'http://:1']) {
        const { code, stderr } = await runCommerce(['webhooks', ...args], {
          COMMERCE_API_URL: address,
          COMMERCE_API_KEY: apiKey,
        });

        expect(code, address).to.equal(2);
        expect(stderr)
          .to.match(/^COMMERCE_API_URL, or --api-url, must be .*\n$/)
          .and.include(`"${address}"`);
      }
  });

  it('sets what an endpoint asks for from a file, and lists where deliveries come from', async () => {
    const { id } = await webhooks.createSubscription(store.admin, {
      url: receiver.url,
      events: ['order.paid'],
    });
    const folder = await mkdtemp(join(tmpdir(), 'commerce-auth-'));
    const file = join(folder, 'auth.json');
    await writeFile(file, JSON.stringify({ kind: 'bearer', token: 'a-token-from-a-file' }));

    const set = await run('auth', id, file, '--json');
    const taken = await run('auth', id, 'none');
    const missing = await run('auth', id, join(folder, 'nowhere.json'));
    const addresses = await runCommerce(['webhooks', 'addresses', '--json'], access());

    expect(JSON.parse(set.stdout)).to.deep.equal({ subscriptionId: id, auth: { kind: 'bearer' } });
    expect(set.stdout + set.stderr).to.not.include('a-token-from-a-file');
    expect(taken.stdout).to.include('with the signature alone');
    expect(missing.stderr).to.include('can’t be read (ENOENT)');
    expect(JSON.parse(addresses.stdout)).to.deep.equal({ addresses: ['198.51.100.7'] });
    await rm(folder, { recursive: true });
  });

  it('creates and changes a subscription of any kind from a file, and shows no secret of it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'commerce-subscription-'));
    const write = async (name: string, content: object) => {
      await writeFile(join(folder, name), JSON.stringify(content));
      return join(folder, name);
    };
    const amqp = { exchange: 'orders', username: 'shop', password: 'a-password-from-a-file' };
    const broker = { kind: 'amqp', url: 'amqp://127.0.0.1:1/shop', events: ['order.paid'], amqp };
    const created = await run('create', await write('new.json', broker), '--json');
    const { id, secret } = JSON.parse(created.stdout);
    const pull = await write('change.json', { kind: 'pull', signature: 'ed25519', ordered: true });

    const shown = await run('subscriptions', id);
    const changed = await run('change', id, pull);
    const all = await run('subscriptions');
    const keys = JSON.parse((await run('keys', '--json')).stdout).keys;
    const refused = await run('change', id, await write('wrong.json', { kind: 'sqs' }));
    const none = await run('create', join(folder, 'nowhere.json'));

    expect(secret).to.match(/^whsec_/);
    expect(shown.stdout)
      .to.include('kind: amqp\nurl: amqp://127.0.0.1:1/shop\n')
      .and.include('"exchange":"orders"')
      .and.include('signature: hmac')
      .and.not.include('a-password-from-a-file');
    expect(changed.stdout).to.include('kind: pull').and.include('signature: ed25519').and.not.include('amqp');
    expect(all.stdout).to.equal(`${id}  pull  ed25519  active  -  order.paid\n`);
    expect(keys.map(({ publicKey }: { publicKey: string }) => publicKey.slice(0, 5))).to.deep.equal([
      'whpk_',
    ]);
    expect(refused.code).to.equal(1);
    expect(refused.stderr).to.include('url');
    expect(none.code).to.equal(2);
    expect(await store.admin.db.webhookSubscription.count()).to.equal(1);
    await rm(folder, { recursive: true });
  });

  it('are sent at once when a suspended store is resumed, and not by the next poll', async () => {
    await webhooks.createSubscription(store.admin, { url: receiver.url, events: ['order.paid'] });
    // As the worker has them.
    const settings = { ...SERVICE_ENV, DATABASE_URL: databaseUrl, QUEUE_BACKEND: 'postgres' };
    await runCommerce(['store', 'suspend', store.tenantId], settings);
    const orderId = randomUUID();
    await record(orderId);

    const resumed = await runCommerce(['store', 'resume', store.tenantId, '--json'], settings);

    expect(JSON.parse(resumed.stdout)).to.include({ state: 'open', deliveries: 'sent' });
    // The worker's poll comes once an hour.
    await until(() => receiver.requests.length > 0, 'the delivery');
    expect(received()).to.deep.equal([orderId]);
  });

  it('misses nothing when it is killed and started again, and recovers what was before it', async () => {
    const first = randomUUID();
    await record(first);
    receiver.answer((_request, response) => response.writeHead(500).end());
    const killed = await listen();
    const during = randomUUID();
    let isHeld = false;
    receiver.answer(() => {
      isHeld = true;
    });
    await record(during);
    await until(() => isHeld, 'a request that gets no response');
    await killed.kill();
    const away = [randomUUID(), randomUUID()];
    await record(...away);
    receiver.requests.length = 0;
    receiver.answer(200);
    // As if the minute of its claim were over.
    await store.admin.db.webhookDelivery.updateMany({
      where: { leaseUntil: { not: null } },
      data: { leaseUntil: new Date(0) },
    });

    const again = await listen('--since', '2h');

    await until(() => received().length === 4, 'all four');
    expect(received()).to.have.members([first, during, ...away]);
    await until(
      async () => (await store.admin.db.webhookDelivery.count({ where: { status: 'delivered' } })) === 4,
      'the reports',
    );
    const outcomes = await store.admin.db.webhookAttempt.groupBy({ by: ['outcome'], _count: true });
    expect(outcomes.find(({ outcome }) => outcome === 'unknown')?._count).to.equal(1);
    expect(await again.stop()).to.equal(0);
    expect(again.output()).to.include('received 4, delivered 4, gaps 0');
    expect(await store.admin.db.webhookSubscription.count()).to.equal(1);
  });

  it('shares the work between two listeners to one target', async () => {
    const [one, other] = [await listen(), await listen()];
    const orderIds = Array.from({ length: 40 }, () => randomUUID());
    for (const orderId of orderIds) await record(orderId);

    await until(() => received().length === 40, 'all forty');
    expect(new Set(received()).size).to.equal(40);
    await until(
      async () => (await store.admin.db.webhookDelivery.count({ where: { status: 'delivered' } })) === 40,
      'the reports',
    );
    await Promise.all([one.stop(), other.stop()]);
    const counts = [one, other].map((each) => Number(/received (\d+)/.exec(each.output())?.[1]));
    expect((counts[0] ?? 0) + (counts[1] ?? 0)).to.equal(40);
  });

  it('forwards an event at once while an earlier one still waits for its response', async () => {
    const [held, next] = [randomUUID(), randomUUID()];
    const waiting: (() => void)[] = [];
    receiver.answer((request, response) => {
      const answer = () => response.writeHead(200).end();
      if (request.body.includes(held)) waiting.push(answer);
      else answer();
    });
    const listener = await listen();
    await record(held);
    await until(() => waiting.length === 1, 'the first request');

    await record(next);

    await until(() => listener.output().includes('delivered'), 'the second delivery');
    expect(received()).to.deep.equal([held, next]);
    waiting[0]?.();
    await until(() => listener.output().split(' delivered').length === 3, 'the first delivery');
    expect(await listener.stop()).to.equal(0);
  });

  it('resends, shows details and opens the console by a key', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'commerce-keys-'));
    const opened = join(dir, 'opened');
    const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
    await writeFile(join(dir, opener), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 });
    const { stdin, ran, ended } = startCommerce(['webhooks', 'listen', '--forward-to', receiver.url], {
      ...access(),
      PATH: `${dir}:${process.env.PATH}`,
    });
    await until(
      () => ran.stderr.includes('(r resend, d details, o open, q quit)'),
      'the listener to be ready',
    );

    stdin.write('d');
    await until(() => ran.stderr.includes('Nothing has come yet'), 'the hint');
    const orderId = randomUUID();
    await record(orderId);
    await until(() => ran.stdout.includes('✓'), 'the delivery');
    stdin.write('r');
    await until(() => receiver.requests.length === 2, 'the same again');
    stdin.write('d');
    await until(() => ran.stderr.includes(`"orderId":"${orderId}"`), 'the details');
    stdin.write('o');
    const page = () => readFile(opened, 'utf8').catch(() => '');
    await until(async () => (await page()).endsWith('\n'), 'the page');
    stdin.write('q');

    const { id } = await store.admin.db.webhookDelivery.findFirstOrThrow();
    expect(received()).to.deep.equal([orderId, orderId]);
    expect(ran.stderr)
      .to.match(new RegExp(`again: order.paid ${id} 200 \\d+ ms`))
      .and.match(/x-service-signature: /i);
    expect(await page()).to.equal(`${apiUrl}/console/webhooks/deliveries/${id}\n`);
    expect((await ended).code).to.equal(0);
    expect(ran.stdout).to.match(/received 1, delivered 1, gaps 0\n$/);
    expect(await store.admin.db.webhookAttempt.count()).to.equal(1);

    receiver.answer(500);
    const again = startCommerce(['webhooks', 'listen', '--forward-to', receiver.url], access());
    await until(() => again.ran.stderr.includes('Ready'), 'the listener to be ready');
    await record(randomUUID());
    await until(() => again.ran.stdout.includes('✗ 500'), 'the failure');
    receiver.answer(200);
    again.stdin.write('r');
    await until(() => again.ran.stdout.includes('attempt 2'), 'the retry that is due at once');
    again.stdin.write('\x03');
    expect((await again.ended).stdout).to.match(/received 2, delivered 1, gaps 0\n$/);
    await rm(dir, { recursive: true });
  });

  it('triggers a marked test, and shows gaps, retries and recoveries', async () => {
    const listener = await listen();
    const triggered = await run('trigger', 'order.paid');
    expect(triggered, triggered.stderr).to.include({ code: 0 });
    expect(receiver.requests[0]?.headers).to.include({ 'x-service-test': 'true' });

    receiver.answer(500);
    await record(randomUUID());
    await until(() => listener.output().includes('failed'), 'the failure');
    const { id, subscriptionId } = await store.admin.db.webhookDelivery.findFirstOrThrow({
      where: { isTest: false },
    });
    const gaps = await run('gaps', subscriptionId);
    expect(gaps.code).to.equal(4);
    expect(gaps.stdout).to.include(id).and.include('1 gaps up to 1');
    receiver.answer(200);
    expect((await run('retry', id)).stdout).to.include('is due now');
    await until(async () => (await run('gaps', subscriptionId)).code === 0, 'the gap to close');
    const dry = await run('recover', subscriptionId, '--since', '1h', '--dry-run');
    expect(dry.stdout).to.equal('0 would be sent\n');
    await listener.stop();
  });

  it('goes to no other machine unless it is told to, and makes nothing then', async () => {
    const refused = await run('listen', '--forward-to', 'https://example.com/hooks');
    expect(refused).to.include({ code: 2, stdout: '' });
    expect(refused.stderr).to.include('--allow-external');
    const unknown = await run('listen', '--forward-to', receiver.url, '--events', 'orders.*');
    expect(unknown.code).to.equal(2);
    expect(await store.admin.db.webhookSubscription.count()).to.equal(0);

    const wrong = await runCommerce(['webhooks', 'listen', '--forward-to', receiver.url], {
      ...access(),
      COMMERCE_API_KEY: 'sk_wrong',
    });
    expect(wrong.code).to.equal(1);
    expect(wrong.stderr).to.include('unauthenticated').and.not.include('    at ');
  });

  it('names what is wrong with a saved request: the clock, the secret, a changed body', async () => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const body = JSON.stringify({
      id: randomUUID(),
      event: 'order.paid',
      occurredAt: new Date().toISOString(),
      data: {},
    });
    const at = Math.floor(Date.now() / 1000);
    const saved = (text = body, timestamp = at) => {
      const headers = Object.entries(signWebhook({ body, secret, timestamp }));
      return ['POST /hooks HTTP/1.1', ...headers.map(([name, value]) => `${name}: ${value}`), '', text].join(
        '\r\n',
      );
    };
    const problems = async (text: string, by = secret) =>
      (await examineRequest(Buffer.from(text), by, Date.now())).problems
        .map(({ code, message }) => `${code}: ${message}`)
        .join();

    expect(await problems(saved())).to.equal('');
    expect(await problems(saved(body, at - 7200))).to.match(/^stale_timestamp: .*clock/);
    expect(await problems(saved(), 'whsec_another')).to.match(/^signature_mismatch: .*secret/);
    expect(await problems(saved(), secret.slice('whsec_'.length))).to.include('lacks its whsec_');
    expect(await problems(saved(`${body}\n`))).to.include('line break');
    expect(await problems(saved(JSON.stringify(JSON.parse(body), null, 2)))).to.include(
      'parsed and serialised again',
    );
    expect(await problems(body)).to.match(/^missing_header/);

    const file = join(tmpdir(), `${randomUUID()}.txt`);
    await writeFile(file, saved());
    const genuine = await runCommerce(['webhooks', 'verify', file], { COMMERCE_WEBHOOK_SECRET: secret });
    expect(genuine, genuine.stderr).to.include({ code: 0 });
    expect(genuine.stdout).to.match(/^Genuine: order\.paid /);
    const forged = await runCommerce(['--json', 'webhooks', 'verify', file], {
      COMMERCE_WEBHOOK_SECRET: 'whsec_x',
    });
    expect(forged.code).to.equal(4);
    expect(JSON.parse(forged.stdout)).to.include({ isGenuine: false });
  });

  it('knows events by patterns', () => {
    const catalogue = ['order.created', 'order.paid', 'product.created'] as const;
    expect(eventsLike('order.*', catalogue)).to.deep.equal(['order.created', 'order.paid']);
    expect(eventsLike('*.created', catalogue)).to.deep.equal(['order.created', 'product.created']);
    expect(eventsLike('order', catalogue)).to.be.empty;
  });
});
