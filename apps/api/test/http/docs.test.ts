import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_OPERATIONS, ERRORS, EVENT_NAMES } from '@service/contract';
import { eventually, openTestPage, TEST_SETTINGS, type TestPage } from '@service/testing';
import { expect } from 'chai';
import express from 'express';
import { buildDocs } from '../../../../packages/dev/bin/bootstrap.mjs';
import { createSite } from '../../src/http/docs.ts';
import { findViolations, loadAxe } from '../axe.ts';
import { startApi, useApi, useStore } from '../harness.ts';
import { pasteLines } from './paste-lines.ts';

/** One page of each kind, with the longest tables, code in six languages, and the most fields. */
const KINDS = [
  '',
  'errors',
  'webhooks',
  'console',
  'reference/',
  'reference/webhooks/',
  'reference/webhooks/createSubscription',
  'reference/orders/listOrders',
  'events/order.paid',
  'objects/Order',
];

/** Else most operations have an address and no page: all of them take a minute of one core to build. */
const IS_WHOLE = process.env.DOCS_SAMPLE === 'false';
const OPERATION_IDS = new Set<string>(ALL_OPERATIONS.map(({ id }) => id));
/** Whether this may be left out of what is built here. */
const mayLack = (page: string) => !IS_WHOLE && OPERATION_IDS.has(page.split('/').at(-1) ?? '');

/** Where nothing else runs a minute is enough for all pages; six times that beside three busy loops a core. */
const BUILD_HANGS_AFTER_MS = 1_200_000;

const linksOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href);

describe('the documentation', () => {
  const api = useApi();
  const store = useStore(api);

  before(async function () {
    this.timeout(BUILD_HANGS_AFTER_MS);
    await buildDocs({ isSample: !IS_WHOLE });
  });

  async function read(path: string): Promise<string> {
    const answer = await fetch(api.url + path);
    expect(answer.status, path).to.equal(200);
    return answer.text();
  }

  async function listedPages(): Promise<string[]> {
    return [...(await read('/llms.txt')).matchAll(/\]\((\/docs\/[^)]+)\.md\)/g)].map(([, at = '']) => at);
  }

  it('names the demo shop and its login on the start page where there is one, and else nowhere', async () => {
    const development = await startApi({ settings: { demoShopUrl: 'http://localhost:3100' } });

    const html = await (await fetch(development.url)).text();

    await development.close();
    expect(linksOf(html)).to.include.members(['http://localhost:3100', '/console/', '/docs/', '/health']);
    expect(html).to.include('demo@commerce.example').and.include('npm run demo');
    expect(await read('/')).to.not.include('demo');
  });

  it('takes no script but its own and those of the build, and nothing from elsewhere', async () => {
    const answer = await fetch(`${api.url}/docs/`, { headers: { 'X-Request-Id': 'trace-1' } });
    const policy = answer.headers.get('content-security-policy') ?? '';
    const html = await answer.text();

    expect(answer.headers.get('content-type')).to.equal('text/html;charset=utf-8');
    expect(answer.headers.get('x-request-id')).to.equal('trace-1');
    expect(policy).to.match(/^default-src 'none';script-src 'self'( 'sha256-[\w+/=]+')+;style-src 'self';/);
    for (const [, address = ''] of html.matchAll(/(?:src|<link[^>]*href)="([^"]*)"/g))
      expect(address).to.match(/^\/docs\//);
  });

  it('has a page for every operation and event, as HTML and Markdown, listed for programs', async () => {
    const pages = await listedPages();

    const has = (end: string) => pages.some((page) => page.endsWith(end));
    for (const { id } of ALL_OPERATIONS) expect(has(`/${id}`), id).to.equal(true);
    for (const name of EVENT_NAMES) expect(has(`/events/${name}`), name).to.equal(true);
    for (const page of pages) {
      const markdown = await fetch(`${api.url}${page}.md`);
      if (mayLack(page) && markdown.status === 404) continue;
      expect(await markdown.text(), page).to.match(/^# /);
      expect(await read(page.replace(/index$/, '')), page).to.include('<h1');
    }
    expect(await read('/docs/reference/webhooks/createSubscription.md'))
      .to.include('POST /admin/v1/webhooks/subscriptions')
      .and.include('webhooks:write')
      .and.include('createAdminClient')
      .and.include('import requests')
      .and.include('url_in_use');
  });

  it('links to places that are there', async () => {
    const pages = await listedPages();
    const texts = new Map<string, Promise<string>>();
    const readOnce = (path: string) => {
      const text = texts.get(path) ?? read(path);
      texts.set(path, text);
      return text;
    };
    for (const kind of KINDS)
      for (const link of linksOf(await readOnce(`/docs/${kind}`))) {
        const { origin, pathname, hash } = new URL(link, `${api.url}/docs/${kind}`);
        if (origin !== api.url || (mayLack(pathname) && pages.includes(pathname))) continue;
        const target = await readOnce(pathname);
        if (hash) expect(target, link).to.include(`id="${decodeURIComponent(hash.slice(1))}"`);
      }
  });

  it('explains every error code at an anchor of its own', async () => {
    const html = await read('/docs/errors');

    for (const code of Object.keys(ERRORS))
      expect(html).to.include(`<a id="${code}"></a><code>${code}</code>`);
  });

  it('has the golden vectors of webhooks, which the guide leads to', async () => {
    const vectors = JSON.parse(await read('/docs/webhook-vectors.json'));

    expect(await read('/docs/webhooks')).to.include('webhook-vectors.json"');
    expect(vectors.accepted).to.not.be.empty;
  });

  it('begins with where, by which credential and with which operation to begin', async () => {
    const { info } = JSON.parse(await read('/openapi.json'));
    const links = [...info.description.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => String(link));

    expect(links).to.include.members([
      '/docs/quick-start',
      '/docs/authentication',
      '/docs/errors',
      '/docs/reference/setup/createTenant',
    ]);
    for (const link of links) await read(link);
  });

  it('sends pages compressed, and not again to who has them; assets stay', async () => {
    const [, asset = ''] = /"(\/docs\/assets\/[^"]+\.js)"/.exec(await read('/docs/')) ?? [];
    for (const [path, lifetime] of [
      ['/docs/errors', 'no-cache'],
      [asset, 'public, max-age=31536000, immutable'],
    ] as const) {
      const load = (headers: Record<string, string>) => fetch(api.url + path, { headers });
      const plain = await load({ 'Accept-Encoding': 'identity' });
      const texts = [await plain.text()];
      for (const encoding of ['gzip', 'br']) {
        const sent = await load({ 'Accept-Encoding': encoding });
        texts.push(await sent.text());
        expect(sent.headers.get('content-encoding'), path).to.equal(encoding);
        expect(sent.headers.get('cache-control'), path).to.equal(lifetime);
        const etag = sent.headers.get('etag') ?? '';
        const again = await load({ 'Accept-Encoding': encoding, 'If-None-Match': etag });
        expect([again.status, await again.text()], path).to.deep.equal([304, '']);
      }
      expect(new Set(texts).size, path).to.equal(1);
    }
  });

  it('says that it is being built until it is, and shows what is built anew', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'commerce-docs-'));
    const server = express()
      .use(createSite(join(folder, 'dist')))
      .listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const show = () => fetch(`http://127.0.0.1:${port}/`, { headers: { Accept: 'text/html' } });

    const before = await show();
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist/index.html'), 'the start');
    await writeFile(join(folder, 'dist/scripts.txt'), '');
    const after = await show();

    expect([before.status, before.headers.get('retry-after')]).to.deep.equal([503, '5']);
    expect(await before.text())
      .to.include('being built')
      .and.include('http-equiv="refresh"');
    expect([after.status, await after.text()]).to.deep.equal([200, 'the start']);
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });

  it('shows a browser a page where there is none, and a program a problem', async () => {
    for (const path of ['/docs/nope', '/nope', '/docs/architecture', '/docs/assets/..%2findex.html']) {
      const shown = await fetch(api.url + path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
      expect(shown.status, path).to.equal(404);
      expect(linksOf(await shown.text()), path).to.include('/docs/');
      (await api.request('GET', path)).refused('route_not_found');
    }
    const posted = await fetch(`${api.url}/nope`, { method: 'POST', headers: { Accept: 'text/html' } });
    expect(posted.headers.get('content-type')).to.include('application/problem+json');
  });

  it('has a quick start that works as it stands', async function () {
    const guide = await readFile(new URL('../../../../docs/guides/quick-start.md', import.meta.url), 'utf8');
    const lines = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block).join('\n');
    const here = lines
      .replace(/^BASE=.*$/m, `BASE=${api.url}`)
      .replace(/^SETUP_TOKEN=.*$/m, `SETUP_TOKEN=${TEST_SETTINGS.setupToken}`)
      .replace(
        /^PAYMENT_WEBHOOK_SECRET=.*$/m,
        `PAYMENT_WEBHOOK_SECRET=${TEST_SETTINGS.paymentWebhookSecret}`,
      );

    const printed = await pasteLines(this, here);

    const [last] = printed.trim().split('\n').slice(-1);
    expect(last).to.equal('the order is paid, and 2 webhooks are on their way');
    expect(guide).to.include(`\`${last}\``);
  });

  describe('in a browser that reaches no other host', () => {
    let browser: TestPage;

    before(async function () {
      const opened = await openTestPage(api.url);
      if (!opened) {
        this.skipReason = 'there is no Chromium for this machine';
        return this.skip();
      }
      browser = opened;
    });

    after(() => browser?.close());

    function expectCalm(): void {
      expect(browser.complaints, 'complaints').to.deep.equal([]);
      expect(browser.outside, 'requests to elsewhere').to.deep.equal([]);
    }

    /** The page complains a moment after it did something. */
    async function expectComplaint(words: string): Promise<void> {
      await eventually(() => expect(browser.complaints.join()).to.include(words));
      browser.complaints.length = 0;
    }

    /** Its scripts run once the page has been taken over. */
    async function open(path: string): Promise<void> {
      await browser.page.goto(`${api.url}/docs/${path}`, { waitUntil: 'networkidle' });
    }

    it('is accessible, light and dark, on a desk and on a phone', async () => {
      const { page } = browser;
      for (const path of KINDS) {
        await page.setViewportSize({ width: 360, height: 740 });
        await open(path);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width, path).to.be.at.most(360);
        await page.setViewportSize({ width: 1440, height: 900 });
        await loadAxe(page);
        expect(await findViolations(page), path).to.deep.equal([]);
        await page.emulateMedia({ colorScheme: 'dark' });
        const dark = await findViolations(page, { rules: ['color-contrast'] });
        expect(dark, `${path} dark`).to.deep.equal([]);
        await page.emulateMedia({ colorScheme: 'light' });
      }
      expectCalm();
    });

    it('finds a guide and an operation by one search', async () => {
      const { page } = browser;
      await open('');

      for (const [words, path] of [
        ['golden vectors', '/docs/webhooks#golden-vectors'],
        ['create a webhook subscription', '/docs/reference/webhooks/createSubscription'],
      ] as const) {
        await page.keyboard.press('Control+k');
        await page.fill('.VPLocalSearchBox input', words);
        await page.click(`.VPLocalSearchBox a[href^="${path}"]`);
        await page.waitForURL(`${api.url}${path}*`);
      }
      // The address is there before the page.
      await page.waitForSelector('main h1:has-text("Create a webhook subscription")');
      expectCalm();
    });

    it('sends an operation with a token that is typed, and shows the response', async () => {
      const { page } = browser;
      await open('reference/orders/listOrders');
      await page.click('.try-it > summary');

      await page.fill('.try-it input[type="password"]', 'wrong');
      await page.click('.try-it button');
      await page.waitForSelector('.response .bad:has-text("401")');
      await page.fill('.try-it input[type="password"]', store.token());
      await page.click('.try-it button');
      await page.waitForSelector('.response .good:has-text("200")');

      await eventually(async () =>
        expect(JSON.parse((await page.textContent('.response pre')) ?? '')).to.have.property('items'),
      );
      await expectComplaint('401');
    });

    it('executes what changes the store, as the form says it', async () => {
      const { page } = browser;
      await open('reference/catalogue/createCategory');
      await page.click('.try-it > summary');

      await page.fill('.try-it input[type="password"]', store.token());
      await page.fill('.try-it textarea', JSON.stringify({ name: 'From the docs' }));
      await page.click('.try-it button');
      await page.waitForSelector('.response .good:has-text("201")');

      const tree = await api.request('GET', '/admin/v1/categories', { token: store.token() });
      expect(JSON.stringify(tree.expect(200))).to.include('From the docs');
      expectCalm();
    });

    it('copies a sample, and keeps the language that was chosen', async () => {
      const { page } = browser;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await open('reference/webhooks/createSubscription');

      await page.click('.vp-code-group label:has-text("Ruby")');
      await page.click('.vp-code-group .active button.copy');
      await page.waitForSelector('.vp-code-group .active button.copied');
      await eventually(async () =>
        expect(await page.evaluate('navigator.clipboard.readText()')).to.match(/^require "net\/http"/),
      );

      await open('reference/orders/listOrders');
      await page.waitForSelector('.vp-code-group .active:has-text("Net::HTTP")');
      expectCalm();
    });

    it('would report a request to elsewhere', async () => {
      await open('');

      await browser.page.evaluate("fetch('https://elsewhere.example/').catch(() => 'refused')");

      await expectComplaint('Content Security Policy');
    });
  });
});
