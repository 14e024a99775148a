import type { ServerResponse } from 'node:http';
import { freePort, type Receiver, startReceiver } from '@service/testing';
import { expect } from 'chai';
import { openShop } from './use-shop.ts';

/** What a shop in front of this API shows at an address. */
async function pageOf(apiUrl: string, path: string, options: RequestInit = {}) {
  const shop = await openShop({ apiUrl, publishableKey: 'pk_1' });
  const response = await fetch(shop.url + path, { redirect: 'manual', ...options });
  const text = await response.text();
  await shop.close();
  return { status: response.status, headers: response.headers, text };
}

/** Responds to everything with a fault of its own, where a path includes `missing`, that it doesn't exist. */
async function startFaultyApi(missing?: string): Promise<Receiver> {
  const api = await startReceiver();
  api.answer(({ path }, response) =>
    sendProblem(response, missing !== undefined && path.includes(missing) ? ABSENCE : FAULT),
  );
  return api;
}

const FAULT = { status: 500, title: 'Internal error', code: 'internal_error' };
const ABSENCE = { status: 404, title: 'Not found', code: 'not_found' };

function sendProblem(response: ServerResponse, problem: typeof FAULT): void {
  response.writeHead(problem.status, { 'content-type': 'application/problem+json' });
  response.end(JSON.stringify({ ...problem, type: 'about:blank', detail: 'db', requestId: 'r' }));
}

describe('the shop’s page while the API can’t be asked', () => {
  let awayUrl: string;

  before(async () => {
    awayUrl = `http://127.0.0.1:${await freePort()}`;
  });

  it('is its own, in the visitor’s language, and no cache keeps it', async () => {
    for (const [path, language, text] of [
      ['/', 'en', 'The shop does not respond. Try again in a moment.'],
      ['/de/cart', 'de', 'Der Shop antwortet nicht.'],
      ['/nothing', 'en', 'The shop does not respond.'],
    ] as const) {
      const page = await pageOf(awayUrl, path);
      expect(page.status, path).to.equal(502);
      expect(page.text, path)
        .to.include(`<html lang="${language}">`)
        .and.include(text)
        .and.include('href="/style.css"')
        .and.include('content="noindex"')
        .and.not.include('127.0.0.1');
      expect(page.headers.get('cache-control'), path).to.equal('private, no-store');
      expect(page.headers.get('content-security-policy'), path).to.include("default-src 'none'");
    }
  });

  it('is its own where the API has a fault, with the status of that', async () => {
    const api = await startFaultyApi();
    const page = await pageOf(api.url, '/');
    await api.close();

    expect(page.status).to.equal(500);
    expect(page.text).to.include('That did not work.').and.not.include('internal_error');
  });
});

describe('the shop’s page of what is missing', () => {
  it('says so in the shop’s words, also while redirects can’t be read', async () => {
    const api = await startFaultyApi('/carts/');
    const page = await pageOf(api.url, '/order/invoice', { headers: { cookie: 'order=gone' } });
    await api.close();

    expect(page.status).to.equal(404);
    expect(page.text).to.include('We don’t have that any more.').and.include('href="/style.css"');
    expect(api.requests.some(({ path }) => path.includes('/redirects'))).to.equal(true);
  });

  it('asks the API for each thing once', async () => {
    const api = await startReceiver();
    const config = { name: 'Tea house', currency: 'EUR', locale: 'en', timeZone: 'UTC' };
    const known = ['config', 'categories', 'legal-texts'];
    const nameOf = (path: string) => /\/store\/v1\/([^?]+)/.exec(path)?.[1] ?? path;
    api.answer(({ path }, response) => {
      if (!known.includes(nameOf(path))) return sendProblem(response, ABSENCE);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...config, items: [] }));
    });
    const page = await pageOf(api.url, '/p/unknown');
    await api.close();

    expect(page.status).to.equal(404);
    expect(page.text).to.include('We don’t have that any more.').and.include('Tea house');
    expect(api.requests.map(({ path }) => nameOf(path)).sort()).to.deep.equal(
      [...known, 'products/unknown', 'redirects'].sort(),
    );
  });
});

describe('the shop’s page of a request', () => {
  let api: Receiver;

  beforeEach(async () => {
    api = await startFaultyApi();
  });
  afterEach(() => api.close());

  const form = (size = 0) => ({ method: 'POST', body: new URLSearchParams({ text: 'x'.repeat(size) }) });

  it('without a cart or an order says that there is none, and asks the API for nothing of it', async () => {
    for (const path of [
      '/cart/lines/1',
      '/cart/discount',
      '/checkout',
      '/checkout/shipping',
      '/checkout/review',
    ])
      expect((await pageOf(api.url, path, form())).status, path).to.equal(404);
    for (const path of ['/order/payment', '/order/pay', '/order/withdrawal'])
      expect((await pageOf(api.url, path, form())).status, path).to.equal(404);
    const { status, text } = await pageOf(api.url, '/order/invoice');

    expect(status).to.equal(404);
    expect(text).to.include('We don’t have that any more.');
    expect(api.requests.filter(({ path }) => path.includes('/carts'))).to.deep.equal([]);
    expect(api.requests.filter(({ method }) => method !== 'GET')).to.deep.equal([]);
  });

  it('that Express doesn’t take has the status of that', async () => {
    expect((await pageOf(api.url, '/p/%E0%A4%A')).status).to.equal(400);
    expect((await pageOf(api.url, '/cart/lines', form(20_000))).status).to.equal(413);
    const headers = { 'content-type': 'application/json' };
    const json = await pageOf(api.url, '/account/verify', { method: 'POST', headers, body: '{}' });
    expect([json.status, api.requests.some(({ method }) => method === 'POST')]).to.deep.equal([500, true]);
  });
});
