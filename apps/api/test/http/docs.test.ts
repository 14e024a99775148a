import { readFileSync } from 'node:fs';
import { ERRORS } from '@service/contract';
import { TEST_SETTINGS } from '@service/testing';
import { expect } from 'chai';
import { GUIDES } from '../../src/http/guides.ts';
import { startApi, useApi } from '../harness.ts';
import { pasteLines } from './paste-lines.ts';

const PAGES = [
  '/',
  '/docs',
  '/docs/search',
  '/docs/search?q=signature',
  ...GUIDES.map(({ slug }) => `/docs/${slug}`),
];

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';');

/** What a browser fetches by itself to show the page. */
function fetchedBy(html: string): string[] {
  return [
    ...html.matchAll(/<(?:script|img|iframe|source)[^>]*\ssrc="([^"]*)"|<link[^>]*\shref="([^"]*)"/g),
  ].map(([, src, href]) => src ?? href ?? '');
}

const linksOf = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href ?? '');

describe('the reference', () => {
  const api = useApi();

  async function read(path: string): Promise<string> {
    const answer = await fetch(api.url + path);
    expect(answer.status, path).to.equal(200);
    return answer.text();
  }

  const pages = new Map<string, Promise<string>>();

  /** Once for all pages that link to it. */
  function readLinked(path: string): Promise<string> {
    const known = pages.get(path) ?? read(path);
    pages.set(path, known);
    return known;
  }

  it('names the demo shop and its login on the start page where there is one, and else nowhere', async () => {
    const development = await startApi({ settings: { demoShopUrl: 'http://localhost:3100' } });

    const html = await (await fetch(development.url)).text();

    await development.close();
    expect(linksOf(html)).to.include.members(['http://localhost:3100', '/console/']);
    expect(html).to.include('demo@commerce.example').and.include('npm run demo');
    expect(await read('/')).to.not.include('demo');
  });

  for (const path of PAGES) {
    it(`shows ${path} with nothing from elsewhere, and links that lead somewhere`, async () => {
      const answer = await fetch(api.url + path, { headers: { 'X-Request-Id': 'trace-1' } });
      const html = await answer.text();

      expect(answer.status).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(answer.headers.get('content-security-policy')).to.equal(POLICY);
      expect(answer.headers.get('x-request-id')).to.equal('trace-1');
      expect(fetchedBy(html)).to.not.be.empty;
      for (const asset of fetchedBy(html)) expect(asset).to.match(/^\/docs\/assets\/|^data:,$/);
      for (const link of linksOf(html).filter((each) => each.startsWith('/'))) {
        const [page = '', anchor] = link.split('#');
        const target = await readLinked(page);
        if (anchor) expect(target, link).to.include(`id="${anchor}"`);
      }
    });
  }

  it('draws from /openapi.json with scripts and styles of its own', async () => {
    const html = await read('/docs');

    for (const asset of fetchedBy(html).filter((each) => each.startsWith('/'))) {
      const code = await read(asset);
      expect(code, asset).to.have.length.above(100);
      // Addresses in code are names of standards and links for the reader; none of them is fetched.
      expect(code, asset).to.not.match(/cdn\.|fonts\.google|url\(\s*["']?https?:|@import/);
    }
    expect(await read('/docs/assets/reference.js')).to.include("'/openapi.json'");
  });

  it('begins with where, by which credential and with which operation to begin', async () => {
    const { info, paths } = JSON.parse(await read('/openapi.json'));
    const links = [...info.description.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => String(link));

    expect(links).to.include.members(['/docs/quick-start', '/docs/authentication', '/docs/errors']);
    for (const link of links.filter((each) => each.startsWith('/'))) await read(link);
    expect(Object.keys(paths)[0]).to.equal('/setup/v1/tenants');
    expect(links).to.include(`#tag/Setup/operation/${paths['/setup/v1/tenants'].post.operationId}`);
  });

  it('has all guides beside each, and leads to the ones before and behind', async () => {
    const html = await read('/docs/paging');
    const [, sidebar = ''] = /<nav class="sidebar"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];

    expect(linksOf(sidebar)).to.deep.equal(GUIDES.map(({ slug }) => `/docs/${slug}`));
    expect(sidebar).to.include('<a href="/docs/paging" aria-current="page">');
    expect(html)
      .to.include('<a href="/docs/errors" rel="prev">')
      .and.include('rel="next">Next: Idempotency<');
    expect(await read('/docs/quick-start')).to.not.include('rel="prev"');
  });

  it('finds the section of a guide by its words, and shows what was asked for as text', async () => {
    const found = async (query: string) =>
      linksOf((await read(`/docs/search?q=${encodeURIComponent(query)}`)).split('<ol')[1] ?? '');

    expect((await found('golden vectors'))[0]).to.equal('/docs/webhooks#golden-vectors');
    expect(await found('GOLDEN openssl')).to.include('/docs/webhooks#golden-vectors');
    expect(await found('xyzzy')).to.deep.equal([]);
    const hostile = await read(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(hostile)
      .to.include('No guide has all')
      .and.not.match(/<script>/);
    expect(await read('/docs/search?q=a&q=b')).to.include('<h1>Search');
  });

  it('explains every error code', async () => {
    const html = await read('/docs/errors');

    for (const code of Object.keys(ERRORS))
      expect(html).to.include(`<code>${code}</code>`).and.include(`<tr id="${code}">`);
  });

  it('has the golden vectors of webhooks, which the guide leads to', async () => {
    const vectors = JSON.parse(await read('/docs/webhook-vectors.json'));

    expect(linksOf(await read('/docs/webhooks'))).to.include('/docs/webhook-vectors.json');
    expect(vectors.accepted).to.not.be.empty;
  });

  it('leads on from /, which was a 404 in JSON', async () => {
    const html = await read('/');

    expect(linksOf(html)).to.include.members(['/docs', '/docs/quick-start', '/openapi.json', '/health']);
  });

  it('sends what it loads compressed, with a lifetime, and not again to who has it', async () => {
    for (const [path, lifetime] of [
      ['/openapi.json', 300],
      ['/docs', 300],
      ['/docs/assets/redoc.js', 86_400],
    ] as const) {
      const load = (headers: Record<string, string>) => fetch(api.url + path, { headers });
      const plain = await load({ 'Accept-Encoding': 'identity' });
      const texts = [await plain.text()];
      expect(plain.headers.get('content-encoding'), path).to.equal(null);
      for (const encoding of ['gzip', 'br']) {
        const sent = await load({ 'Accept-Encoding': encoding });
        texts.push(await sent.text());
        expect(sent.headers.get('content-encoding'), path).to.equal(encoding);
        expect(sent.headers.get('cache-control'), path).to.equal(`public, max-age=${lifetime}`);
        expect(sent.headers.get('vary'), path).to.include('Accept-Encoding');
        const [length, whole] = [Number(sent.headers.get('content-length')), texts[0]?.length ?? 0];
        expect(length, path).to.be.lessThan(whole / 2);

        const etag = sent.headers.get('etag') ?? '';
        const again = await load({ 'Accept-Encoding': encoding, 'If-None-Match': etag });
        expect([again.status, await again.text()], path).to.deep.equal([304, '']);
      }
      expect(new Set(texts).size, path).to.equal(1);
    }
  });

  it('has every guide as Markdown too, and a list of them for programs', async () => {
    const list = await read('/llms.txt');
    const paths = [...list.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, path = '']) => path);

    expect(paths).to.have.length(GUIDES.length);
    for (const path of paths) expect(await read(path), path).to.match(/^# /);
  });

  it('shows a browser a page where there is none, and a program a problem', async () => {
    for (const path of ['/docs/nope', '/nope', '/docs/quickstart']) {
      const shown = await fetch(api.url + path, { headers: { Accept: 'text/html,*/*;q=0.8' } });
      expect(shown.status, path).to.equal(404);
      expect(shown.headers.get('content-security-policy'), path).to.equal(POLICY);
      expect(linksOf(await shown.text()), path).to.include('/docs/quick-start');
      (await api.request('GET', path)).refused('route_not_found');
    }
    const posted = await fetch(`${api.url}/nope`, { method: 'POST', headers: { Accept: 'text/html' } });
    expect(posted.headers.get('content-type')).to.include('application/problem+json');
  });

  it('has no other pages', async () => {
    for (const path of ['/docs/architecture', '/docs/assets/..%2fdocs.css', '/docs/assets/redoc.js.map'])
      (await api.request('GET', path)).refused('route_not_found');
  });

  it('has a quick start that works as it stands', async function () {
    const guide = readFileSync(new URL('../../../../docs/guides/quick-start.md', import.meta.url), 'utf8');
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
});
