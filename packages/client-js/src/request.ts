import type { CallOptions } from './call-types.ts';
import type { Route } from './route.ts';

export type Input = Record<string, unknown>;

export interface PreparedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  /** May be sent again even though it may have been executed. */
  isRepeatable: boolean;
  /** May be sent again if it was certainly not executed. */
  isSendableAgain: boolean;
}

/** Path, query, headers and body of a call; created once, so that every attempt has the same idempotency key. */
export function prepareRequest(
  baseUrl: string,
  route: Route,
  input: Input,
  options: CallOptions,
): PreparedRequest {
  const { body, contentType, ...rest } = input;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (route.response !== 'json') headers.Accept = '*/*';
  if (body !== undefined) headers['Content-Type'] = route.isUpload ? String(contentType) : 'application/json';
  if (options.ifMatch !== undefined) headers['If-Match'] = etag(options.ifMatch);
  const key = options.idempotencyKey ?? (route.isIdempotent ? randomKey() : undefined);
  if (key !== undefined) headers['Idempotency-Key'] = key;
  const isStream = typeof body === 'object' && body !== null && 'getReader' in body;
  return {
    method: route.method,
    url: baseUrl + addressOf(route.path, rest),
    headers: { ...headers, ...options.headers },
    body: route.isUpload || body === undefined ? body : JSON.stringify(body),
    isRepeatable: !isStream && (route.isIdempotent || ['GET', 'PUT', 'DELETE'].includes(route.method)),
    isSendableAgain: !isStream,
  };
}

/** Parameters that aren't in the path become the query. */
function addressOf(template: string, input: Input): string {
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left.get(name) ?? '');
    // An empty segment, or one of dots, would lead to another operation.
    if (/^\.{0,2}$/.test(value))
      throw new TypeError(`\`${name}\` is missing or can't be part of an address.`);
    left.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of left) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

function etag(version: number | string): string {
  return typeof version === 'number' ? `"${version}"` : version;
}

/** 128 random bits. Not `randomUUID`, which pages served without TLS don't have. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
