import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PortalCapability } from '@service/contract';
import { eventually } from '@service/testing';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openWebhookScene, type WebhookScene } from '../admin/webhooks/scene.ts';
import { type ConsoleBrowser, useConsole } from './browser.ts';
import { PICTURES } from './pictures.ts';

const ALL: PortalCapability[] = ['view', 'test', 'retry', 'manage', 'rotate', 'catalogue'];
/** Unreadable as it is, on white and on black. */
const YELLOW = '#ffe600';
const LOGO = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#0b6e4f"/></svg>',
).toString('base64')}`;

describe('the subscribers’ portal in a browser', () => {
  const opened = useConsole(openWebhookScene);
  let scene: WebhookScene;
  let browser: ConsoleBrowser;
  let page: Page;
  let host: Host;

  before(async () => {
    ({ service: scene, browser, page } = opened());
    host = await startHost();
    await scene.startWorker();
  });

  after(() => host?.close());

  beforeEach(() => page.goto('about:blank'));

  async function link(capabilities = ALL, more: object = {}): Promise<string> {
    const body = { label: 'acme', capabilities, ...more };
    const answer = await scene.call('POST', '/admin/v1/webhooks/portal-sessions', body);
    return answer.expect(201).url;
  }

  /** As a path of the console's opener, which is on the same host. */
  const pathOf = (url: string, path = '') => url.replace(scene.url, '/..').replace('#', `${path}#`);

  const settings = (body: object) =>
    scene.call('PUT', '/admin/v1/settings/portal', body).then((answer) => answer.expect(200));

  it('shows a subscriber its own endpoints, and keeps the token nowhere in the browser', async () => {
    await scene.moveToNewStore();
    await scene.subscribe({ label: 'acme', description: 'Ours' });
    await scene.subscribe({ label: 'other', description: 'Theirs' });
    await page.goto(await link());

    await page.getByText('Ours').waitFor();
    await eventually(async () => expect(await page.getByText('Theirs').count()).to.equal(0));
    await page.getByText('2001:db8:7::/48').waitFor();
    await eventually(async () =>
      expect(page.url()).to.equal(`${scene.url}/portal/${scene.store.tenantId}/webhooks/subscriptions`),
    );
    const kept = await page.evaluate<string>(
      'JSON.stringify([localStorage, sessionStorage, document.cookie, history.state])',
    );
    expect(kept).to.not.include('ps_');
  });

  it('is still open after a reload and in a second tab, until it is expired in the console', async () => {
    await scene.moveToNewStore();
    await scene.subscribe({ label: 'acme', description: 'Ours' });
    const exchanged = page.waitForResponse((response) => response.url().endsWith('/session'));
    await page.goto(await link());
    await page.getByText('Ours').waitFor();
    await exchanged;

    await page.reload();
    await page.getByText('Ours').waitFor();
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.getByText('Ours').waitFor();
    const [session] = (await scene.call('GET', '/admin/v1/webhooks/portal-sessions')).expect(200).items;
    await scene.call('DELETE', `/admin/v1/webhooks/portal-sessions/${session.id}`);
    await tab.reload();
    await tab.getByText('This access has ended').waitFor();
    await tab.close();
  });

  it('sends again what failed and what was delivered, sends a test, and rotates the secret', async () => {
    await scene.moveToNewStore();
    const { id } = await scene.subscribe({ label: 'acme' });
    scene.receiver.answer(500);
    await scene.recordPaid(crypto.randomUUID());
    await page.goto(await link());
    await page.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('link', { name: 'order.paid' }).click();
    await page.getByText('Attempt 1: Failed').waitFor();
    scene.receiver.answer(200);
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('Attempt 2: Succeeded').waitFor();
    await page.getByRole('button', { name: 'Resend' }).click();
    await page.getByText('Attempt 3: Succeeded').waitFor();
    await page
      .getByText(/^Portal.* asked to send it again/)
      .nth(1)
      .waitFor();

    await page.getByRole('link', { name: scene.receiver.url }).click();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test came back with “Succeeded”.').waitFor();
    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByLabel('The old secret ends').selectOption('At once');
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByText(/^whsec_/).waitFor();

    const { items } = (await scene.call('GET', `/admin/v1/audit?subjectId=${id}`)).expect(200);
    expect(items[0].actor).to.match(/^portal:/);
  });

  it('creates an endpoint that is the subscriber’s', async () => {
    await scene.moveToNewStore();
    await page.goto(await link());
    await page.getByRole('link', { name: 'New endpoint' }).first().click();
    await page.getByRole('textbox', { name: 'Address' }).fill(scene.receiver.url);
    await page.getByLabel('order.paid').check();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/^whsec_/).waitFor();

    const [made] = (await scene.call('GET', '/admin/v1/webhooks/subscriptions')).expect(200);
    expect(made).to.include({ label: 'acme', url: scene.receiver.url });
  });

  it('builds a filter, tries it on what the subscriber got, and changes it as it was saved', async () => {
    await scene.moveToNewStore();
    await scene.subscribe({ label: 'acme' });
    await scene.store.order();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    await scene.recordPaid(first, second);
    await page.goto(await link());
    await page.getByRole('link', { name: 'New endpoint' }).first().click();
    await page.getByRole('textbox', { name: 'Address' }).fill(scene.receiver.url);
    for (const name of ['order.paid', 'order.created']) await page.getByLabel(name).check();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.locator('datalist option[value="data.orderId"]').waitFor({ state: 'attached' });
    const offered = page.locator('datalist option[value^="data."]');
    await eventually(async () => {
      const paths = await offered.evaluateAll((options) =>
        options.map((option) => option.getAttribute('value')),
      );
      expect(paths).to.have.members(
        ['orderId', 'customerId', 'status', 'previousStatus'].map((n) => `data.${n}`),
      );
    });
    await page.getByLabel('Path').fill('data.orderId');
    await page.getByLabel('Value').fill(first);
    await page.getByRole('button', { name: 'Try it on the last events' }).click();
    await page.getByText('1 of the last 2 events would be delivered').waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText(/^whsec_/).waitFor();

    const saved = () =>
      scene.store.admin.db.webhookSubscription.findFirst({ where: { filterPath: { not: null } } });
    const id = (await saved())?.id;
    expect((await saved())?.filter).to.deep.equal({ all: [{ path: 'data.orderId', equals: first }] });
    await browser.open(pathOf(await link(), `/webhooks/subscriptions/${id}`));
    const shown = (value: string) =>
      page
        .getByRole('definition')
        .filter({ hasText: `data.orderId is ${value}` })
        .waitFor();
    await shown(first);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await eventually(async () => expect(await page.getByLabel('Value').inputValue()).to.equal(first));
    await page.getByLabel('Value').fill(second);
    await page.getByRole('button', { name: 'Save' }).click();
    await shown(second);
    expect((await saved())?.filter).to.deep.equal({ all: [{ path: 'data.orderId', equals: second }] });
  });

  it('is opened by a link that an operator makes in the console, until it is expired there', async () => {
    await scene.moveToNewStore();
    await scene.subscribe({ label: 'acme', description: 'Ours' });
    await browser.signIn(scene.store);
    await browser.open('/webhooks/portal-links');
    const dialog = page.getByRole('dialog');
    const make = async (scope: () => Promise<void>) => {
      await page.getByRole('button', { name: 'New link' }).click();
      await scope();
      await dialog.getByRole('button', { name: 'Create' }).click();
      const url = (await dialog.locator('code').textContent()) ?? '';
      await dialog.getByRole('button', { name: 'I have sent it' }).click();
      return url;
    };
    const url = await make(() => dialog.getByLabel('Label').fill('acme'));
    await eventually(async () => expect(await page.content()).to.not.include('ps_'));
    const subscriber = await page.context().newPage();
    await subscriber.goto(url);
    await subscriber.getByText('Ours').waitFor();

    await page.getByRole('button', { name: 'Expire: acme' }).click();
    await dialog.getByRole('button', { name: 'Expire', exact: true }).click();
    await page.getByText('No link is open.').waitFor();
    await subscriber.getByRole('link', { name: 'Deliveries' }).click();
    await subscriber.getByRole('dialog', { name: 'Your access has ended' }).waitFor();
    await subscriber.close();

    await make(async () => {
      await dialog.getByLabel('What it shows').selectOption('endpoints');
      await dialog.getByLabel('Ours').check();
    });
    await page.getByRole('button', { name: 'Expire all' }).click();
    await dialog.getByText('The one link that is open ends at once', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Expire all' }).click();
    await page.getByText('No link is open.').waitFor();
    expect(await scene.store.admin.db.portalSession.count()).to.equal(0);
  });

  it('looks as the store’s settings in the console say', async () => {
    await scene.moveToNewStore();
    await scene.subscribe({ label: 'acme' });
    await browser.signIn(scene.store);
    await browser.open('/settings/portal');
    await page.getByLabel('Name', { exact: true }).fill('Tea for partners');
    const logo = page.getByLabel('Logo', { exact: true });
    const file = (size: number) => ({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.concat([Buffer.from(LOGO.split(',')[1] ?? '', 'base64'), Buffer.alloc(size, ' ')]),
    });
    await logo.setInputFiles(file(65_536));
    await page.getByText('This isn’t a PNG', { exact: false }).waitFor();
    await logo.setInputFiles(file(0));
    await page.getByText('PNG, JPEG, WebP or SVG of at most 64 KiB', { exact: true }).waitFor();
    await page.getByLabel('Own colour for buttons and links').check();
    await page.getByLabel('Colour', { exact: true }).fill('#0b6e4f');
    await page.getByLabel('Web origins that may embed it').fill(host.url);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();

    const saved = (await scene.call('GET', '/admin/v1/settings/portal')).expect(200);
    expect(saved).to.include({ name: 'Tea for partners', logo: LOGO, accentColor: '#0b6e4f' });
    expect(saved.embedOrigins).to.deep.equal([host.url]);
    await page.goto(await link());
    await page.getByRole('banner').getByText('Tea for partners').waitFor();
    await eventually(async () => expect(await page.locator('header img').getAttribute('src')).to.equal(LOGO));
  });

  it('has no button that its capabilities don’t allow', async () => {
    await scene.moveToNewStore();
    const { id } = await scene.subscribe({ label: 'acme' });
    const url = await link(['view']);
    for (const path of ['/webhooks/subscriptions', `/webhooks/subscriptions/${id}`, '/webhooks/deliveries']) {
      await page.goto('about:blank');
      await browser.open(pathOf(url, path));
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      const buttons = page.getByRole('button', { name: /Send|Edit|Pause|Rotate|Delete|Resend/ });
      await eventually(async () => expect(await buttons.count(), path).to.equal(0));
      await eventually(async () =>
        expect(await page.getByRole('link', { name: 'New endpoint' }).count()).to.equal(0),
      );
    }
  });

  it('says so when its access was revoked while somebody looks', async () => {
    await scene.moveToNewStore();
    await scene.subscribe({ label: 'acme' });
    await page.goto(await link());
    await page.getByText(scene.receiver.url).waitFor();
    await scene.call('POST', '/admin/v1/webhooks/portal-sessions/expire-all', {});
    await page.getByRole('link', { name: 'Deliveries' }).click();

    await page.getByRole('dialog', { name: 'Your access has ended' }).waitFor();
    browser.complaints.length = 0; // the 401 that was meant
  });

  describe('in the page of another origin', () => {
    const frame = () => page.frameLocator('iframe');

    beforeEach(async () => {
      await scene.moveToNewStore();
      await scene.subscribe({ label: 'acme' });
    });

    it('opens by the script, and is renewed when its session has ended', async () => {
      await settings({ embedOrigins: [host.url] });
      host.link = link;
      await page.goto(`${host.url}/?${scene.url}`);
      await frame().getByText(scene.receiver.url).waitFor();
      const before = host.asked;
      await scene.call('POST', '/admin/v1/webhooks/portal-sessions/expire-all', {});

      await frame().getByRole('link', { name: 'Deliveries' }).click();
      await frame().getByText('No delivery matches.', { exact: false }).waitFor();
      await frame().getByRole('dialog').waitFor({ state: 'detached' });

      expect(host.asked).to.equal(before + 1);
      await eventually(async () => expect(page.url()).to.not.include('ps_'));
      const unmeant = browser.complaints.splice(0).filter((each) => !/status of 401/.test(each));
      expect(unmeant).to.deep.equal([]);
    });

    it('believes no page of another origin, and asks it for nothing', async () => {
      await settings({ embedOrigins: [host.url] });
      const url = await link();
      await page.goto(`${host.url}/bare`);
      // A frame of another origin beside it: the browser says that it isn't the page around the portal.
      const received = await page.evaluate<string[]>(
        `(async () => {
          const got = [];
          addEventListener('message', ({ data }) => got.push(JSON.stringify(data)));
          const frame = document.createElement('iframe');
          frame.src = ${JSON.stringify(url)};
          document.body.append(frame);
          await new Promise((resolve) => frame.addEventListener('load', resolve));
          const other = document.createElement('iframe');
          other.srcdoc = '<script>parent.frames[0].postMessage({ type: "commerce-portal:token", token: "ps_theirs" }, "*")</script>';
          document.body.append(other);
          await new Promise((resolve) => other.addEventListener('load', resolve));
          return got;
        })()`,
      );
      await frame().first().getByText(scene.receiver.url).waitFor();
      expect(received).to.deep.equal([]);
      browser.complaints.length = 0;
    });

    it('is not shown where its store doesn’t allow it', async () => {
      for (const embedOrigins of [[], ['https://elsewhere.example']]) {
        await settings({ embedOrigins });
        host.link = link;
        browser.complaints.length = 0;
        await page.goto(`${host.url}/?${scene.url}`);
        await page.waitForLoadState('networkidle');

        await eventually(() => expect(browser.complaints.join()).to.match(/frame-ancestors/));
        await eventually(async () => expect(await frame().getByText(scene.receiver.url).count()).to.equal(0));
        browser.complaints.length = 0;
      }
    });
  });

  it('is there for known stores only', async () => {
    for (const path of ['not-a-store', crypto.randomUUID(), `${crypto.randomUUID()}/look.json`])
      expect((await fetch(`${scene.url}/portal/${path}`)).status, path).to.equal(404);
  });

  it('is accessible in an illegible colour, fits, and calls no other origin', async () => {
    await scene.moveToNewStore();
    await settings({ logo: LOGO, accentColor: YELLOW });
    const { id } = await scene.subscribe({ label: 'acme', description: 'Orders to the ERP' });
    scene.receiver.answer(503);
    await scene.recordPaid(crypto.randomUUID());
    await scene.receiver.received(1);
    const [delivery] = (await scene.call('GET', '/admin/v1/webhooks/deliveries')).expect(200).items;
    const url = await link();
    browser.outside.length = 0;
    browser.complaints.length = 0;

    await browser.inspect('portal', {
      'portal-subscriptions': pathOf(url, '/webhooks/subscriptions'),
      'portal-new-subscription': pathOf(url, '/webhooks/subscriptions/new'),
      'portal-subscription': pathOf(url, `/webhooks/subscriptions/${id}`),
      'portal-deliveries': pathOf(url, '/webhooks/deliveries'),
      'portal-delivery': pathOf(url, `/webhooks/deliveries/${delivery.id}`),
      'portal-statistics': pathOf(url, '/webhooks/statistics'),
      'portal-recoveries': pathOf(url, '/webhooks/recoveries'),
      'portal-events': pathOf(url, '/webhooks/events'),
      'portal-not-found': pathOf(url, '/webhooks/of/yesterday'),
    });
    expect(Object.values(PICTURES.portal)).to.have.members(await browser.routes());

    expect(browser.complaints).to.deep.equal([]);
    expect(browser.outside).to.deep.equal([]);
  });
});

interface Host {
  url: string;
  /** How the page's own server gets a link. */
  link(): Promise<string>;
  /** How often it did. */
  asked: number;
  close(): Promise<unknown>;
}

/** A page of another origin that embeds the portal, as docs/console.md says it. The query names the service. */
async function startHost(): Promise<Host> {
  const host: Host = { url: '', asked: 0, link: async () => '', close: async () => {} };
  const server: Server = createServer(async (req, res) => {
    if (req.url === '/portal-link') {
      host.asked += 1;
      return res.end(await host.link());
    }
    res.setHeader('content-type', 'text/html');
    if (req.url === '/bare')
      return res.end('<!doctype html><title>Host</title><link rel="icon" href="data:,">');
    const api = (req.url ?? '').split('?')[1];
    res.end(`<!doctype html><html lang="en"><title>Host</title><link rel="icon" href="data:,">
      <div id="webhooks"></div>
      <script src="${api}/portal/embed.js"></script>
      <script>
        commercePortal.embed(document.getElementById('webhooks'),
          () => fetch('/portal-link', { method: 'POST' }).then((response) => response.text()));
      </script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  host.close = () => new Promise((resolve) => server.close(resolve));
  return host;
}
