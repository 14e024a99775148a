import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ALL_OPERATIONS, type AnyOperation } from '@service/contract';
import { DOCUMENTED_ID, documentedCalls, ROOT } from '@service/testing';
import { expect } from 'chai';
import { createValidator } from '../../src/http/validate.ts';

const PAGES = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((page) => page !== '' && !page.startsWith('.changeset/'));
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

interface DocumentedRequest {
  page: string;
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}

/** The options of curl that the documents use. */
const CURL_OPTIONS = {
  request: { type: 'string', short: 'X' },
  header: { type: 'string', short: 'H', multiple: true },
  data: { type: 'string', short: 'd' },
  'data-binary': { type: 'string' },
  form: { type: 'string', short: 'F' },
  silent: { type: 'boolean', short: 's' },
  'show-error': { type: 'boolean' },
  'fail-with-body': { type: 'boolean' },
} as const;

/** As curl sends it. */
function requestOf(page: string, args: string[]): DocumentedRequest {
  const { values, positionals } = parseArgs({ args, options: CURL_OPTIONS, allowPositionals: true });
  expect(positionals, `${page}: ${args.join(' ')}`).to.have.length(1);
  const [address = ''] = positionals;
  const sent = values.data ?? values['data-binary'] ?? values.form;
  const headers = new Headers(
    values.header?.map((each) => each.split(/: (.*)/s).slice(0, 2) as [string, string]),
  );
  if (values.data !== undefined && !headers.has('content-type')) headers.set('content-type', 'not said');
  return {
    page,
    method: values.request ?? (sent === undefined ? 'GET' : 'POST'),
    url: new URL(/^https?:/.test(address) ? address : `http://${address}`),
    headers,
    body: values.data ?? '',
  };
}

/** The blocks in ```http that show a request, not a response. */
function requestsInHttp(page: string): DocumentedRequest[] {
  return [...read(page).matchAll(/^```http\n(GET|POST|PUT|PATCH|DELETE) (\S+)\n(.*?)^```$/gms)].map(
    ([, method = '', path = '', rest = '']) => {
      const [head = '', body = ''] = rest.includes('\n{') ? rest.split(/\n(?=\{)/) : [rest, ''];
      const headers = [...head.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = '', value = '']) => [
        name,
        value,
      ]);
      return {
        page,
        method,
        url: new URL(path, 'http://localhost'),
        headers: new Headers(headers as [string, string][]),
        body,
      };
    },
  );
}

const PARAMETER = /\{\w+\}|%7B\w+%7D/g;

function operationOf(method: string, path: string): AnyOperation | undefined {
  const shape = path.replaceAll(DOCUMENTED_ID, '{}').replaceAll(PARAMETER, '{}');
  return ALL_OPERATIONS.find(
    (each) => each.method === method && each.path.replaceAll(PARAMETER, '{}') === shape,
  );
}

function isNamed(method: string, path: string): boolean {
  if (!path.startsWith('…')) return operationOf(method, path) !== undefined;
  const end = path.slice(1).replaceAll(PARAMETER, '{}');
  return ALL_OPERATIONS.some(
    (each) => each.method === method && each.path.replaceAll(PARAMETER, '{}').endsWith(end),
  );
}

/** The reader fills in what `…` stands for: an id, or the rest of a key. */
const filledIn = (body: string) =>
  body.replaceAll(/(Id": ?)"[0-9a-f]*…"/g, `$1"${DOCUMENTED_ID}"`).replaceAll('…', '0000000000000000');

function check({ page, method, url, headers, body }: DocumentedRequest): void {
  const about = `${page}: ${method} ${url.pathname}`;
  const operation = operationOf(method, url.pathname);
  if (!operation) throw new Error(`${about} is no operation`);
  const { auth } = operation;
  if (headers.has('authorization') || headers.has('x-publishable-key')) {
    const credential = auth.kind === 'store' ? 'x-publishable-key' : 'authorization';
    if (auth.kind !== 'public') expect([...headers.keys()], about).to.include(credential);
  }
  if (body === '') return;
  expect(headers.get('content-type') ?? 'application/json', about).to.equal('application/json');
  const input = { params: {}, query: Object.fromEntries(url.searchParams), body: JSON.parse(filledIn(body)) };
  try {
    createValidator({ ...operation, params: undefined })(input, { isStrict: true });
  } catch (error) {
    expect.fail(`${about}: ${JSON.stringify((error as { errors?: object }).errors ?? String(error))}`);
  }
}

describe('the requests of the documents', () => {
  it('are operations with the credential, query and body that they take, where curl sends them', async () => {
    const calls = (await Promise.all(PAGES.map((page) => documentedCalls(page, read(page))))).flat();
    const requests = calls
      .filter(({ program }) => program === 'curl')
      .map(({ page, args }) => requestOf(page, args))
      .filter(({ url }) => /^\/(admin|store|setup|webhooks)\//.test(url.pathname));

    expect(requests).to.have.length.above(30);
    for (const each of requests) check(each);
  });

  it('are operations with the body that they take, where they stand as HTTP', () => {
    const requests = PAGES.flatMap(requestsInHttp).filter(({ url }) => url.pathname !== '/hooks');

    expect(requests).to.have.length.above(7);
    for (const each of requests) check(each);
  });

  it('are operations where sentences name them, in full or by their end', () => {
    const named = PAGES.flatMap((page) =>
      [
        ...read(page).matchAll(
          /`(GET|POST|PUT|PATCH|DELETE) ((?:\/(?:admin|store|setup)\/v1|…)\/[^\s`?…]+)[`?]/g,
        ),
      ].map(([, method = '', path = '']) => ({ page, method, path })),
    );
    const unknown = named.filter(({ method, path }) => !isNamed(method, path));

    expect(named).to.have.length.above(150);
    expect(unknown).to.deep.equal([]);
  });

  it('are methods of the client where code calls them', () => {
    const named = PAGES.flatMap((page) =>
      [...read(page).matchAll(/^ *```(?:js|ts)\n(.*?)^ *```$/gms)].flatMap(([, code = '']) =>
        [...code.matchAll(/\b(?:admin|shop)\.(\w+)(?=\(|\.all\()/g)].map(([, method = '']) => method),
      ),
    );

    expect(named).to.have.length.above(10);
    expect(ALL_OPERATIONS.map(({ id }) => id)).to.include.members(named);
  });
});
