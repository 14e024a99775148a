import { ALL_OPERATIONS, type AnyOperation, commonErrors, ERRORS, type ErrorCode } from '@service/contract';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { AssertionError, expect } from 'chai';
import { assertNone } from './check-response.ts';
import { ajv, bodyValidatorOf } from './response-bodies.ts';

export interface RequestOptions {
  /** Sent as `Authorization: Bearer …`. */
  token?: string;
  /** Sent as `X-Publishable-Key`. */
  key?: string;
  /** An object is sent as JSON; text and bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of answers, whose shape is checked here.
  body: any;
  /** Throws with the body unless the status is this one; answers the body. */
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  expect(status: number): any;
  /** Throws unless this is the refusal; answers the problem. */
  refused(code: ErrorCode): Problem;
}

export interface Problem {
  detail: string;
  requestId: string;
  errors?: { path: string; code: string; message: string }[];
}

export type Request = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

/** Sends requests, and holds every answer against the contract, to the last member. */
export function createClient(baseUrl: string, breaches: string[] = []): Request {
  return async (method, path, { token, key, body, headers } = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'X-Publishable-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const answer = readAnswer(`${method} ${path}`, response, await response.text());
    assertNone(breaches);
    assertContract(method, path, answer);
    return answer;
  };
}

/** `fetch` for a client under test: every answer in JSON is held against the contract as well. */
export function createCheckedFetch(baseUrl: string) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (!/^application\/(problem\+)?json/.test(response.headers.get('content-type') ?? '')) return response;
    const { status, headers } = response;
    const body = JSON.parse(await response.clone().text());
    assertContract(init.method ?? 'GET', url.slice(baseUrl.length), { status, headers, body });
    return response;
  };
}

/** The cookie that a response sets, as a request sends it back. */
export function cookieOf({ headers }: Response): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array;
}

function readAnswer(request: string, { status, headers }: Response, text: string): Answer {
  const said = `${request} answered ${status} ${text}`;
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const body: any = readText(headers.get('content-type'), text);
  return {
    status,
    headers,
    body,
    expect(wanted) {
      if (status !== wanted) throw new AssertionError(`expected ${wanted}; ${said}`);
      return body;
    },
    refused(code) {
      if (body?.code !== code) throw new AssertionError(`expected ${code}; ${said}`);
      return body;
    },
  };
}

function readText(type: string | null, text: string): unknown {
  if (type === null) return undefined;
  return /\bjson\b/.test(type) ? JSON.parse(text) : text;
}

const isProblem = ajv.compile({
  type: 'object',
  additionalProperties: false,
  required: ['type', 'title', 'status', 'code', 'detail', 'remedy', 'requestId'],
  properties: {
    type: { type: 'string', pattern: '^urn:commerce-service:error:[a-z_]+$' },
    title: { type: 'string', minLength: 1 },
    status: { type: 'integer' },
    code: { enum: Object.keys(ERRORS) },
    detail: { type: 'string', minLength: 1 },
    remedy: { type: 'string', minLength: 1 },
    requestId: { type: 'string', minLength: 1 },
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string', pattern: '^/' },
          code: { type: 'string', minLength: 1 },
          message: { type: 'string', minLength: 1 },
        },
      },
    },
  },
});

// Where two paths fit, the one with fewer parameters is meant.
const answers = ALL_OPERATIONS.map((operation) => ({
  operation,
  path: new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/?]+')}$`),
})).sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);

function assertContract(
  method: string,
  path: string,
  { status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>,
): void {
  const place = `${method} ${path} answered ${status} ${JSON.stringify(body)}`;
  expect(headers.get('x-request-id'), place).to.match(/^[\w.:-]{1,128}$/);
  expect(headers.get('x-api-version'), place).to.equal('1.0.0');
  const [address = ''] = path.split('?');
  const known = answers.find(
    ({ operation, path: pattern }) => operation.method === method && pattern.test(address),
  );
  if (status >= 400) {
    assertProblem(place, { status, headers, body });
    // A client may prepare for the refusals that are documented, and for no more.
    if (known && !['route_not_found', 'method_not_allowed'].includes(body.code))
      expect([...commonErrors(known.operation), ...known.operation.errors], place).to.include(body.code);
    return;
  }
  if (status === 304) return;
  if (known) assertBody(place, known.operation, status, body);
}

function assertProblem(
  place: string,
  { status, headers, body }: Pick<Answer, 'status' | 'headers' | 'body'>,
): void {
  assertValid(place, isProblem, body);
  const { status: wanted, title } = ERRORS[body.code as ErrorCode];
  expect({ status, title: body.title, said: body.status }, place).to.deep.equal({
    status: wanted,
    title,
    said: wanted,
  });
  expect(body.type, place).to.equal(`urn:commerce-service:error:${body.code}`);
  expect(body.requestId, place).to.equal(headers.get('x-request-id'));
  expect(headers.get('content-type'), place).to.match(/^application\/problem\+json/);
  if (status === 401) expect(headers.get('www-authenticate'), place).to.equal('Bearer');
}

function assertBody(place: string, operation: AnyOperation, status: number, body: unknown): void {
  expect(status, place).to.equal(operation.response.status);
  // Sent in pieces, as text: also where that is JSON.
  if (operation.response.contentTypes) return;
  const isBody = bodyValidatorOf(operation);
  if (isBody) assertValid(place, isBody, body);
  else if (!operation.response.contentType) expect(body, place).to.equal(undefined);
}

function assertValid(place: string, validate: ValidateFunction, value: unknown): void {
  if (validate(value)) return;
  throw new AssertionError(`${place}, which breaks the contract: ${ajv.errorsText(validate.errors)}`);
}
