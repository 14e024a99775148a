const text = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

/** Headers of responses. */
export const HEADERS = {
  'X-Request-Id': text('The request’s own id, or a generated one', '08c5dd2c-8e9d-4a59-9bd0-1f5f8bd3cf2e'),
  'X-API-Version': text('Version of the interface', '1.0.0'),
  ETag: text('Version of the resource, for `If-Match` and `If-None-Match`', '"3"'),
  'Idempotent-Replayed': text(
    '`true` if this is the response to an earlier request with this Idempotency-Key',
    'true',
  ),
  'Idempotent-Omitted': text(
    'The member that is missing from this repeated response, because it is a secret that is shown once',
    'secret',
  ),
  'WWW-Authenticate': text('Always `Bearer`', 'Bearer'),
  'Retry-After': text('Seconds to wait before the next attempt', '5'),
  'RateLimit-Policy': text(
    'The limit: requests (`q`) in a window of seconds (`w`). Other responses carry it too',
    '"credential";q=6000;w=60',
  ),
  RateLimit: text(
    'Requests left (`r`), and seconds until the limit is reset (`t`). Other responses carry it too',
    '"credential";r=0;t=17',
  ),
  'X-API-Deprecation': text(
    'This operation goes away: since which release, with which it is removed, and when at the earliest',
    'since=1.4.0; removal=2.0.0; sunset=2028-01-31',
  ),
  Deprecation: text('Since when, as Unix seconds (RFC 9745)', '@1796083200'),
  Sunset: text('From when on it may be gone (RFC 8594)', 'Mon, 31 Jan 2028 00:00:00 GMT'),
  'Preference-Applied': text('`handling=strict` if the request asked for it (RFC 7240)', 'handling=strict'),
  Link: text(
    'Where the way out is described (RFC 8288)',
    '</docs/versioning>; rel="deprecation"; type="text/html"',
  ),
};

/** A header that every request may have. */
export const PREFER = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'With `handling=strict` (RFC 7240) members of the body and of the query that the operation doesn’t know are refused with `validation_failed`, which names the nearest known one. Without it they are dropped',
  schema: { type: 'string' },
  example: 'handling=strict',
};

export type HeaderName = keyof typeof HEADERS;

export function headerRefs(...names: HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
