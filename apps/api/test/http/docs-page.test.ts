import { ALL_OPERATIONS, EVENT_NAMES, openApiDocument } from '@service/contract';
import { openTestPage, type TestPage } from '@service/testing';
import { expect } from 'chai';
import { GUIDES } from '../../src/http/guides.ts';
import { findViolations, loadAxe } from '../axe.ts';
import { startApi, type TestApi } from '../harness.ts';

/** Guides have one layout: axe reads those with the longest tables, code of six languages and lists of links. */
const READ_BY_AXE = ['client', 'errors', 'webhooks', 'operating'];

describe('the reference in a browser that reaches no other host', () => {
  let api: TestApi;
  let browser: TestPage;

  before(async function () {
    api = await startApi();
    const opened = await openTestPage(api.url);
    if (!opened) {
      this.skipReason = 'there is no Chromium for this machine';
      return this.skip();
    }
    browser = opened;
  });

  after(async () => {
    await browser?.close();
    await api.close();
  });

  function expectCalm(): void {
    expect(browser.complaints, 'complaints').to.deep.equal([]);
    expect(browser.outside, 'requests to elsewhere').to.deep.equal([]);
  }

  async function openReference(): Promise<void> {
    // To draw it takes seconds.
    if (browser.page.url() !== `${api.url}/docs`) await browser.page.goto(`${api.url}/docs`);
    await browser.page.waitForSelector('[data-section-id*="operation/"]');
  }

  it('draws every operation and every event, with its address, its codes and its examples', async () => {
    const { page } = browser;

    await openReference();
    const drawn = await page.$$eval('[data-section-id*="/operation/"]', (sections) =>
      sections.map((section) => section.getAttribute('data-section-id')?.split('/').at(-1)),
    );
    const { webhooks } = openApiDocument(ALL_OPERATIONS) as {
      webhooks: Record<string, { post: { operationId: string } }>;
    };
    const eventIds = EVENT_NAMES.map((name) => webhooks[name]?.post.operationId);
    const text = await page.textContent('[data-section-id$="/operation/createSubscription"]');

    expect(new Set(drawn)).to.deep.equal(new Set([...ALL_OPERATIONS.map(({ id }) => id), ...eventIds]));
    expect(text).to.include('/admin/v1/webhooks/subscriptions').and.include('order.created');
    expect(text).to.include('201').and.include('400').and.include('429');
    expectCalm();
  });

  it('finds what is searched for', async () => {
    const { page } = browser;

    await page.fill('input[aria-label="Search"]', 'refund');
    await page.waitForSelector('[data-role="search:results"] li');
    const found = await page.textContent('[data-role="search:results"]');

    expect(found).to.match(/refund/i);
    expectCalm();
  });

  it('leads to every guide and back', async () => {
    const { page } = browser;

    for (const { slug, title } of GUIDES) {
      await page.setViewportSize({ width: 1280, height: 720 });
      const isReference = new URL(page.url()).pathname === '/docs';
      if (isReference) await page.click('header summary');
      await page.click(`${isReference ? 'header' : '.sidebar'} a[href="/docs/${slug}"]`);
      await page.waitForURL(`${api.url}/docs/${slug}`);
      expect(await page.textContent('.sidebar a[aria-current="page"]')).to.equal(title);
      expect(await page.textContent('main h1'), slug).to.match(/\S/);
      // As the style sheet says it.
      const width = await page.evaluate('getComputedStyle(document.querySelector("main")).maxWidth');
      expect(width, slug).to.not.equal('none');
      if (READ_BY_AXE.includes(slug)) await expectReadable(slug);
      await expectFits(slug);
    }
    // On a phone the list is in the header.
    await page.click('header summary');
    await page.click('header a[href="/docs/paging"]');
    await page.waitForURL(`${api.url}/docs/paging`);
    await page.click('header a[href="/docs"]');
    await page.waitForSelector('[data-section-id*="operation/"]');

    await expectFits('/docs');
    expectCalm();
  });

  async function expectReadable(path: string): Promise<void> {
    await loadAxe(browser.page);
    expect(await findViolations(browser.page), path).to.deep.equal([]);
  }

  /** A screen of 360 pixels, with a header of one line. */
  async function expectFits(path: string): Promise<void> {
    await browser.page.setViewportSize({ width: 360, height: 740 });
    const { width, header } = await browser.page.evaluate<{ width: number; header: number }>(
      '({ width: document.documentElement.scrollWidth, header: document.querySelector("header").offsetHeight })',
    );
    expect(width, path).to.be.at.most(360);
    expect(header, path).to.be.below(60);
  }

  it('can be read in curl and JavaScript', async () => {
    const { page } = browser;
    const operation = '[data-section-id$="/operation/createSubscription"]';
    await page.setViewportSize({ width: 1280, height: 720 });
    await openReference();
    // Axe reads the whole page to judge a part of it: for half a minute when it is all there.
    await page.$$eval('[data-section-id*="/operation/"]', (sections) => {
      for (const section of sections)
        if (!section.getAttribute('data-section-id')?.endsWith('/createSubscription')) section.remove();
    });
    await loadAxe(page);

    for (const language of ['JavaScript', 'curl']) {
      await page.click(`${operation} [role="tab"]:has-text("${language}")`);
      await page.waitForSelector(`${operation} [role="tab"][aria-selected="true"]:has-text("${language}")`);
      const unreadable = await findViolations(page, {
        rules: ['color-contrast'],
        within: `${operation} pre`,
      });
      expect(unreadable, language).to.deep.equal([]);
    }
  });

  it('searches the guides, and copies a block of code as it stands', async () => {
    const { page } = browser;
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

    await page.goto(`${api.url}/docs/paging`);
    await page.fill('.sidebar input[type="search"]', 'address secrets quick');
    await page.press('.sidebar input[type="search"]', 'Enter');
    await expectReadable('/docs/search');
    await expectFits('/docs/search');
    await page.click('.found a[href="/docs/quick-start#address-and-secrets"]');
    await page.click('.code:has-text("SETUP_TOKEN=") .copy');
    await page.waitForSelector('.copy:has-text("Copied")');

    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).to.match(/^BASE=http[^\n]+\nSETUP_TOKEN=[^\n]+\nPAYMENT_WEBHOOK_SECRET=[^\n]+$/);
    expectCalm();
  });

  it('begins with a page that fits, too', async () => {
    await browser.page.goto(api.url);

    await expectFits('/');
    await browser.page.setViewportSize({ width: 1280, height: 720 });
  });

  it('would report a request to elsewhere', async () => {
    const { page, complaints } = browser;

    await page.evaluate("fetch('https://elsewhere.example/').catch(() => 'refused')");

    expect(complaints.splice(0).join()).to.include('Content Security Policy');
  });
});
