import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import { verifyWebhook } from '@service/client-js/webhooks';
import { eventually, until } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openWebhookScene, type WebhookScene } from '../admin/webhooks/scene.ts';
import { type ConsoleBrowser, useConsole } from './browser.ts';
import { unreached } from './keyboard.ts';

describe('webhooks in the console', () => {
  const opened = useConsole(openWebhookScene);
  let scene: WebhookScene;
  let browser: ConsoleBrowser;
  let page: Page;

  before(async () => {
    ({ service: scene, browser, page } = opened());
    await scene.startWorker({ WEBHOOK_RETRY_DELAYS: '1h,1h' });
  });

  beforeEach(async () => {
    await scene.moveToNewStore();
    scene.receiver.answer(200);
  });

  const record = (count: number) => scene.recordPaid(...Array.from({ length: count }, () => randomUUID()));
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const choose = (label: string, value: string) =>
    page.getByLabel(label, { exact: true }).selectOption(value);
  const rowsOf = (status: string) => page.locator('tbody tr', { hasText: status });

  /** Deliveries that failed, as a worker left them. */
  async function failed(count: number): Promise<string> {
    const { id } = await scene.subscribe();
    scene.receiver.answer(503);
    await record(count);
    await until(async () => (await statuses(id)).every((each) => each === 'failed'), 'all to fail');
    return id;
  }
  const statuses = async (subscriptionId: string) =>
    (await scene.system.db.webhookDelivery.findMany({ where: { subscriptionId } })).map(
      ({ status }) => status,
    );

  it('gives a new subscription’s receiver its code in six languages', async () => {
    await browser.signIn(scene.store);
    await browser.open('/webhooks/subscriptions/new');
    await page.getByRole('textbox', { name: 'Address' }).fill(scene.receiver.url);
    await page.getByLabel('order.paid').check();
    await page.getByLabel('Maximum requests per second').fill('2.5');
    await button('Create').click();

    const secret = await page
      .getByText(/^whsec_/)
      .first()
      .textContent();
    await page.getByText(`WEBHOOK_SECRETS=${secret}`).waitFor();
    for (const [language, part] of [
      ['TypeScript', 'createWebhookMiddleware'],
      ['Python', 'hmac.compare_digest'],
      ['PHP', 'hash_equals'],
      ['Go', 'func IsFromService'],
      ['Ruby', 'OpenSSL.secure_compare'],
      ['Shell', 'openssl dgst'],
    ] as const) {
      await button(language).click();
      await page.getByText(part, { exact: false }).first().waitFor();
    }
    const [made] = (await scene.call('GET', '/admin/v1/webhooks/subscriptions')).expect(200);
    expect(made.maxPerSecond).to.equal(2.5);
  });

  it('subscribes to a family and to all, paused, and says where an address is used already', async () => {
    await scene.subscribe({ description: 'ERP' });
    await browser.signIn(scene.store);
    await browser.open('/webhooks/subscriptions/new');
    const used = page.getByText('Another endpoint sends to this address already.', { exact: false });
    await eventually(async () => expect(await used.count()).to.equal(0));
    await page.getByRole('textbox', { name: 'Address' }).fill(scene.receiver.url);
    await used.waitFor();

    await page.getByLabel('All of order.*').check();
    await eventually(async () => expect(await page.getByLabel('order.paid').isChecked()).to.equal(true));
    await eventually(async () => expect(await page.getByLabel('order.paid').isDisabled()).to.equal(true));
    await page.getByLabel('All events of the shop').check();
    await eventually(async () =>
      expect(await page.getByLabel('product.created').isDisabled()).to.equal(true),
    );
    await eventually(async () =>
      expect(await page.getByLabel('webhook.endpoint_failing').isDisabled()).to.equal(false),
    );
    await page.getByLabel('Create it paused', { exact: false }).check();
    await button('Create').click();

    await page
      .getByText(/^whsec_/)
      .first()
      .waitFor();
    const [made] = (await scene.call('GET', '/admin/v1/webhooks/subscriptions')).expect(200);
    expect(made).to.deep.include({ events: ['order.*', '*'], active: false });
  });

  it('takes the whole key file for a topic of Pub/Sub, and sends the three members it needs', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const file = {
      type: 'service_account',
      client_email: 'shop@example.iam.gserviceaccount.com',
      private_key_id: 'key-1',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      token_uri: 'https://oauth2.googleapis.com/token',
    };
    await browser.signIn(scene.store);
    await browser.open('/webhooks/subscriptions/new');
    await choose('Where deliveries go', 'pubsub');
    await page.getByRole('textbox', { name: 'Address' }).fill(`${scene.receiver.url}/v1/projects/a/topics/b`);
    await page.getByLabel('Key file').fill(JSON.stringify(file));
    await eventually(async () =>
      expect(await page.getByLabel('Service account').inputValue()).to.equal(file.client_email),
    );
    await page.getByLabel('order.paid').check();
    await button('Create').click();

    await page
      .getByText(/^whsec_/)
      .first()
      .waitFor();
    const [made] = (await scene.call('GET', '/admin/v1/webhooks/subscriptions')).expect(200);
    expect(made).to.deep.include({
      kind: 'pubsub',
      pubsub: { clientEmail: file.client_email, privateKeyId: 'key-1' },
    });
  });

  it('makes messages for a chat, shows what is sent, and says so of the subscription', async () => {
    await browser.signIn(scene.store);
    await browser.open('/webhooks/subscriptions/new');
    await page.getByRole('textbox', { name: 'Address' }).fill(`${scene.receiver.url}/chat`);
    await page.getByLabel('Format').selectOption('Message for Slack');
    await page.getByLabel('Language of the messages').selectOption('German');
    await page.getByLabel('order.created').check();
    await button('Create').click();
    await page
      .getByText(/^whsec_/)
      .first()
      .waitFor();
    const [made] = (await scene.call('GET', '/admin/v1/webhooks/subscriptions')).expect(200);
    expect(made).to.include({ format: 'slack', locale: 'de' });
    await scene.store.order();
    const { items } = (
      await scene.call('GET', `/admin/v1/webhooks/deliveries?subscriptionId=${made.id}`)
    ).expect(200);

    await browser.open(`/webhooks/deliveries/${items[0].id}`);
    await page.getByText('"Eine Bestellung ist eingegangen"', { exact: false }).first().waitFor();
    await browser.open(`/webhooks/subscriptions/${made.id}`);
    await page.getByText('Message for Slack').first().waitFor();
  });

  it('builds a filter from rows, tries it on the last events, and changes it as it was saved', async () => {
    await scene.store.order();
    await record(2);
    await browser.signIn(scene.store);
    await browser.open('/webhooks/subscriptions/new');
    await page.getByRole('textbox', { name: 'Address' }).fill(scene.receiver.url);
    for (const name of ['order.paid', 'order.created']) await page.getByLabel(name).check();
    const add = async (path: string, operator: string, value: string) => {
      await button('Add a condition').click();
      await page.getByLabel('Path').last().fill(path);
      await page.getByLabel('Operator').last().selectOption({ label: operator });
      await page.getByLabel('Value').last().fill(value);
    };
    await add('data.object.total', 'is greater than', '100');
    await add('event', 'is none of', 'order.shipped, order.cancelled');
    await button('Try it on the last events').click();
    await page.getByText('never holds at event').first().waitFor();

    await page.getByLabel('Value').last().fill('order.paid');
    await button('Try it on the last events').click();
    await page.getByText('1 of the last 3 events would be delivered').waitFor();
    await eventually(async () => expect(await rowsOf('not delivered').count()).to.equal(2));
    await button('Create').click();
    await page
      .getByText(/^whsec_/)
      .first()
      .waitFor();

    const { webhookSubscription } = scene.store.admin.db;
    const [{ id, filter } = { id: '', filter: null }] = await webhookSubscription.findMany();
    expect(filter).to.deep.equal({
      all: [{ path: 'data.object.total', greater: 100 }, { not: { path: 'event', in: ['order.paid'] } }],
    });
    await browser.open(`/webhooks/subscriptions/${id}`);
    const summary = page.getByRole('definition').filter({ hasText: 'all conditions hold' });
    await summary.waitFor();
    await eventually(async () =>
      expect(await summary.getByRole('listitem').allInnerTexts()).to.deep.equal([
        'data.object.total is greater than 100',
        'event is none of order.paid',
      ]),
    );
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await eventually(async () => expect(await page.getByLabel('Path').last().inputValue()).to.equal('event'));
    await button('Remove condition 2').click();
    await button('Save').click();
    const saved = async () => (await webhookSubscription.findMany({ select: { filter: true } }))[0]?.filter;
    await until(async () => !JSON.stringify(await saved()).includes('event'), 'the change');
    expect(await saved()).to.deep.equal({ all: [{ path: 'data.object.total', greater: 100 }] });
  });

  it('sets what an endpoint asks for, and shows of it what is no secret', async () => {
    const { id } = await scene.subscribe();
    await browser.signIn(scene.store);
    await browser.open(`/webhooks/subscriptions/${id}`);

    await button('Change authentication').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Kind').selectOption('basic');
    await dialog.getByLabel('User name').fill('tea');
    await dialog.getByLabel('Password').fill('the password of tea');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const shown = (text: string) => page.getByRole('definition').filter({ hasText: text }).waitFor();
    await shown('User name and password');
    await shown('tea');
    await dialog.waitFor({ state: 'detached' });

    await eventually(async () => expect(await page.content()).to.not.include('the password of tea'));
    const { auth } = (await scene.call('GET', `/admin/v1/webhooks/subscriptions/${id}`)).expect(200);
    expect(auth).to.deep.equal({ kind: 'basic', username: 'tea' });
  });

  it('says how often an endpoint succeeds, how many gaps it has, and finds it by a word', async () => {
    await scene.moveToNewStore();
    const { id } = await scene.subscribe({ description: 'ERP of Nordlicht' });
    await scene.subscribe({ description: 'Mailing' });
    await failed(12);
    await scene.subscribe({ description: 'Warehouse' });
    await browser.signIn(scene.store);
    await browser.open('/webhooks/subscriptions');

    const idle = rowsOf('Warehouse').getByText('No deliveries yet');
    await idle.waitFor();
    await eventually(async () => expect(await idle.getAttribute('data-tone')).to.equal('idle'));
    await page.getByLabel('Search by address or description').fill('nordlicht');
    const row = rowsOf('ERP of Nordlicht');
    await row.getByText('0% of 12').waitFor();
    await eventually(async () => expect(await rowsOf('Mailing').count()).to.equal(0));
    await row.getByRole('link').click();
    await page.getByText('12 missing events up to number 12').waitFor();
    await page.getByRole('link', { name: 'Show them' }).click();
    await page.waitForURL(`**/webhooks/gaps?subscriptionId=${id}`);
  });

  it('says why a delivery waits', async () => {
    const id = await failed(1);
    (await scene.call('PATCH', `/admin/v1/webhooks/subscriptions/${id}`, { active: false })).expect(200);
    await browser.signIn(scene.store);
    await browser.open('/webhooks/deliveries');

    await rowsOf('Waiting: the endpoint is paused').getByRole('link', { name: 'order.paid' }).click();

    await page.locator('.timeline', { hasText: 'Waiting: the endpoint is paused' }).waitFor();
  });

  it('follows the log live, filters it in the address, and retries what is picked', async () => {
    await failed(3);
    await browser.signIn(scene.store);
    await browser.open('/webhooks/deliveries');
    await choose('Status', 'failed');
    await choose('Error', 'timeout');
    await page.getByText('No delivery matches.', { exact: false }).waitFor();
    await eventually(async () => expect(new URL(page.url()).search).to.equal('?status=failed&error=timeout'));
    await button('Clear the filters').click();
    await page.getByLabel('Response code').fill('503');
    await page.getByLabel('Response code').press('Enter');
    await page.waitForURL(/responseCode=/);
    await until(async () => (await rowsOf('503').count()) === 3, 'all that got this response');

    await button('Clear the filters').click();
    await page.getByRole('checkbox', { name: 'Live', exact: true }).check();
    scene.receiver.answer(200);
    await record(1);
    await page.locator('tr.fresh').waitFor();
    await eventually(async () => expect(await page.locator('tbody tr').count()).to.equal(4));

    await page.getByLabel('Select all 3', { exact: false }).check();
    await page
      .getByLabel(/^Select order.paid/)
      .first()
      .uncheck();
    await button('Resend 2 selected').click();
    await page.getByRole('alertdialog').getByText('2 deliveries are being sent again').waitFor();
    await until(async () => (await rowsOf('Delivered').count()) === 3, 'both to be delivered');
  });

  it('sorts endpoints by a column of the list, and back', async () => {
    await scene.moveToNewStore();
    for (const description of ['Warehouse', 'Accounting', 'Search']) await scene.subscribe({ description });
    await browser.signIn(scene.store);
    await browser.open('/webhooks/subscriptions');
    const table = page.getByRole('region', { name: 'Endpoints' });
    const names = () => table.locator('tbody tr a').allInnerTexts();
    await table.getByRole('link', { name: 'Search' }).waitFor();
    await table.getByRole('button', { name: 'Endpoint' }).click();
    await eventually(async () => expect(await names()).to.deep.equal(['Accounting', 'Search', 'Warehouse']));
    await table.getByRole('button', { name: 'Endpoint' }).click();

    await eventually(async () => expect(await names()).to.deep.equal(['Warehouse', 'Search', 'Accounting']));
    await eventually(async () =>
      expect(await table.locator('th[aria-sort=descending]').textContent()).to.equal('Endpoint'),
    );
    await table.locator('tbody tr').first().locator('td').nth(2).click();
    await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor();
  });

  it('sorts figures by what they are, not by their digits', async () => {
    const [half, third] = [
      await scene.subscribe({ description: 'Half' }),
      await scene.subscribe({ description: 'Third' }),
    ];
    const tried = async (id: string, status: string) =>
      until(async () => (await statuses(id)).includes(status), `${status} of ${id}`);
    await record(1);
    for (const { id } of [half, third]) await tried(id, 'delivered');
    scene.receiver.answer(503);
    await record(1);
    for (const { id } of [half, third]) await tried(id, 'failed');
    (await scene.call('PATCH', `/admin/v1/webhooks/subscriptions/${half.id}`, { active: false })).expect(200);
    await record(1);
    await until(
      async () => (await statuses(third.id)).join().match(/failed/g)?.length === 2,
      'the third to fail',
    );
    await browser.signIn(scene.store);
    await browser.open('/webhooks/subscriptions');
    await rowsOf('Half').getByText('50% of 2').waitFor();
    await rowsOf('Third').getByText('33.3% of 3').waitFor();

    await page.getByRole('button', { name: 'Last hour' }).click();
    await eventually(async () =>
      expect(await page.locator('tbody tr a').allInnerTexts()).to.deep.equal(['Third', 'Half']),
    );
  });

  it('counts before it sends again, shows the progress, and can be paused and cancelled', async () => {
    const id = await failed(12);
    await browser.signIn(scene.store);
    await browser.open('/webhooks/recoveries');
    await button('New bulk resend').click();
    await page.getByLabel('Maximum per second').fill('1');
    await button('Count first').click();
    await page.getByText('12 deliveries would be sent.', { exact: false }).waitFor();
    expect(new Set(await statuses(id))).to.deep.equal(new Set(['failed']));

    scene.receiver.answer(200);
    await button('Send 12 deliveries').click();
    await page.getByText('of 12 sent', { exact: false }).waitFor();
    await button('Pause').click();
    await page.getByText('Paused').waitFor();
    await button('Resume').click();
    await page.getByText('Running').waitFor();
    await button('Cancel').click();
    await page.getByText('Cancelled').waitFor();
    expect(await statuses(id)).to.include('failed');
  });

  it('explains what of a delivery is signed, and verifies it, without showing the secret', async () => {
    const { secret } = await scene.subscribe();
    await record(1);
    const [{ id }] = (await scene.call('GET', '/admin/v1/webhooks/deliveries')).expect(200).items;
    // What an earlier test left under way arrives here too.
    const arrived = () => scene.receiver.requests.find((request) => request.headers['webhook-id'] === id);
    await until(() => arrived() !== undefined, 'the delivery');
    const { headers, body } = arrived() ?? expect.fail('nothing arrived');
    await browser.signIn(scene.store);
    await browser.open(`/webhooks/deliveries/${id}`);
    await page.getByText('Attempt 1: Succeeded').waitFor();
    await page.getByText('How it is signed').click();
    await page.getByText('The signed string', { exact: true }).click();
    const code = async (name: string) =>
      (await page.getByRole('region', { name, exact: true }).locator('pre').textContent()) ?? '';

    const signature = String(headers['x-service-signature']);
    const signed = await code('The signed string');
    expect(`sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`).to.equal(signature);
    expect(signed.endsWith(body.toString())).to.equal(true);
    await eventually(async () => expect(await code('What the signature must be')).to.include(`'${signed}'`));

    const command = (await code('Verify this delivery')).replace('sha256=…', signature);
    const [, head = '', sent = ''] =
      /^commerce webhooks verify <<'REQUEST'\n(.*?)\n\n(.*)\nREQUEST$/s.exec(command) ?? [];
    const lines = head.split('\n').map((line) => line.split(': ') as [string, string]);
    const now = () => Number(headers['x-service-timestamp']) * 1000;
    expect(await verifyWebhook(sent, Object.fromEntries(lines), secret, { now })).to.include({
      event: 'order.paid',
    });
    await eventually(async () => expect(await page.content()).to.not.include(secret.replace('whsec_', '')));
  });

  it('counts what went through, and leads from an error to its deliveries', async () => {
    await failed(2);
    await browser.signIn(scene.store);
    await browser.open('/webhooks/statistics');
    await page.getByRole('link', { name: 'HTTP 503' }).click();
    await page.waitForURL(/error=unexpected/);
    await until(async () => (await rowsOf('503').count()) === 2, 'the two that failed');

    await browser.open('/webhooks/gaps');
    await page.getByText('2 missing events up to number 2').waitFor();
  });

  it('lets a viewer look, and refuses what a forged request would change', async () => {
    const id = await failed(1);
    await scene.system.db.adminUser.updateMany({
      where: { email: scene.store.adminEmail },
      data: { role: 'viewer' },
    });
    await browser.signIn(scene.store);
    for (const [path, seen] of [
      ['/webhooks/deliveries', '503'],
      ['/webhooks/recoveries', 'There was no bulk resend yet.'],
      [`/webhooks/subscriptions/${id}`, scene.receiver.url],
    ] as const) {
      await browser.open(path);
      await page.getByText(seen).first().waitFor();
      await eventually(async () =>
        expect(
          await page
            .getByRole('main')
            .getByRole('button', { name: /Resend|New|Send|Pause|Rotate|Delete/ })
            .count(),
        ).to.equal(0),
      );
      await eventually(async () => expect(await page.locator('main input.pick').count()).to.equal(0));
    }
    const body = JSON.stringify({ from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' });
    const forged = await page.evaluate(
      ([path, json]: [string, string]) =>
        fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: json }).then(
          (response) => response.status,
        ),
      ['/admin/v1/webhooks/recoveries', body] as [string, string],
    );
    expect(forged).to.equal(403);
    expect(
      await scene.system.db.webhookRecovery.count({ where: { tenantId: scene.store.tenantId } }),
    ).to.equal(0);
  });

  describe('by keyboard alone', () => {
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    const title = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

    it('finds a page and an order, goes where keys lead, and retries', async () => {
      const id = await scene.store.order();
      const { number } = await scene.system.db.order.findFirstOrThrow({ where: { id } });
      await failed(1);
      await browser.signIn(scene.store);

      await press('ControlOrMeta+k');
      await page.keyboard.type('half a word');
      await press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await press('ControlOrMeta+k');
      await page.keyboard.type('statist');
      await press('Enter');
      await title('Statistics');
      await press('ControlOrMeta+k');
      await page.keyboard.type(String(number));
      await page.getByRole('option', { name: `Order ${number}` }).waitFor();
      await press('Enter');
      await title(`Order ${number}`);

      await press('g', 'o');
      await title('Orders');
      await press('g', 'd');
      await title('Deliveries');
      await page.getByRole('link', { name: 'order.paid' }).waitFor();
      await press('j', 'Enter');
      await title('order.paid');
      await button('Resend').waitFor();
      scene.receiver.answer(200);
      await press('r');
      await page.getByText('Attempt 2: Succeeded').waitFor();
    });

    it('shows its keys, and does nothing by them once they are switched off', async () => {
      await browser.signIn(scene.store);
      await press('?');
      await page.getByRole('dialog', { name: 'Keys' }).waitFor();
      await page.getByLabel('Use these keys', { exact: false }).press('Space');
      await press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await press('g', 'o', '?');
      await eventually(async () => expect(await page.getByRole('dialog').count()).to.equal(0));
      await title('Home');
      await browser.choose('Keys');
      await page.getByLabel('Use these keys', { exact: false }).check();
      await press('Escape');
    });

    it('reaches the menu and everything in it, and sees where it is', async () => {
      await browser.signIn(scene.store);
      expect(await unreached(page, 'body')).to.deep.equal([]);
    });
  });

  describe('every page', () => {
    it('fits at 360, 768 and 1440 px, and is accessible, light and dark', async () => {
      const id = await failed(3);
      scene.receiver.answer(200);
      await record(2);
      await scene.call('POST', '/admin/v1/webhooks/recoveries', {
        from: '2020-01-01T00:00:00Z',
        to: '2100-01-01T00:00:00Z',
        dryRun: true,
      });
      await until(
        async () => (await statuses(id)).filter((each) => each === 'delivered').length === 2,
        'deliveries',
      );
      await until(async () => (await total()) >= 5, 'the counts');
      await scene.call('POST', '/admin/v1/webhooks/portal-sessions', {
        label: 'customer-4711',
        capabilities: ['view', 'test', 'retry'],
      });
      await browser.signIn(scene.store);
      await browser.inspect('webhooks', {
        'deliveries-filtered': '/webhooks/deliveries?status=failed&responseCode=503',
        statistics: '/webhooks/statistics?range=hour',
        subscription: `/webhooks/subscriptions/${id}`,
      });
    });

    it('logged no error, and called no other origin', () => {
      // A filter that holds of nothing is refused.
      browser.assertQuiet(/status of 40[034]/);
    });
  });

  const total = async () =>
    (await scene.call('GET', '/admin/v1/webhooks/metrics?interval=hour')).body.total.attempts as number;
});
