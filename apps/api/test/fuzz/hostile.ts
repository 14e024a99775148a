import fc from 'fast-check';

/** Values that no field waits for. */
export const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud83d',
  '\ude00',
  '\ufeff',
  '\u202e',
  'x'.repeat(10_000),
  '0',
  '-0',
  'NaN',
  '9'.repeat(40),
  '%00',
  "' OR 1=1 --",
  '../../etc/passwd',
  '<script>',
  '9999-99-99',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  '10000-01-01T00:00:00.000Z',
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { constructor: { prototype: { polluted: true } } },
  { length: -1 },
];

const NAMES = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'prototype',
  '',
  '0',
  'a.b',
  'id',
  'tenantId',
  'version',
];

/** The value with one place of it spoilt. */
export function spoil(value: unknown): fc.Arbitrary<unknown> {
  return fc
    .record({
      at: fc.nat(),
      what: fc.constantFrom(...HOSTILE_VALUES),
      name: fc.constantFrom(...NAMES),
      how: fc.nat(2),
    })
    .map(({ at, what, name, how }) => {
      const copy = structuredClone(value);
      const places = placesIn(copy);
      const place = places[at % Math.max(places.length, 1)];
      if (!place) return what;
      const { holder, key } = place;
      if (how === 0) holder[key] = what;
      else if (how === 1) delete holder[key];
      else holder[name] = what;
      return copy;
    });
}

function placesIn(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])]);
}

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}${close.repeat(depth)}`;

/** Bodies that are no JSON, or JSON that nobody writes. */
export const HOSTILE_BODIES: readonly (string | Uint8Array<ArrayBuffer>)[] = [
  '',
  ' ',
  '{',
  '{"a":',
  '{"a":1',
  'null',
  '[]',
  '0',
  '"text"',
  '{}{}',
  "{'a':1}",
  '{"a":1,}',
  '{"a":NaN}',
  '{"a":1e400}',
  `{"name":${'9'.repeat(400)}}`,
  `{"quantity":1e308,"amount":-1e308,"position":0.1e-400}`,
  '{"name":"a","name":null,"name":{}}',
  '{"__proto__":{"isAdmin":true,"name":"x"},"name":"y"}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"__proto__":null}',
  '{"name":"\\u0000"}',
  '{"name":"\\ud83d"}',
  '{"\\udc00":1}',
  '{"name":"\\x00"}',
  nested('[', ']', 20_000),
  nested('{"a":[', ']}', 10_000),
  `{"options":${nested('{"a":', '}', 5_000).replace('{}', '{"a":1}')}}`,
  nested('[', '', 100_000),
  `{"name":"${'x'.repeat(250_000)}"}`,
  `{"name":"${'x'.repeat(300_000)}"}`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  `[${'{},'.repeat(20_000)}{}]`,
  Buffer.from('\ufeff{"name":"a"}'),
  Buffer.from('{"name":"a"}', 'utf16le'),
  Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Uint8Array.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  Uint8Array.from([0x1f, 0x8b, 0x08, 0x00]),
  Uint8Array.from([0xed, 0xa0, 0x80]),
];

export const HOSTILE_TYPES = [
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json;',
  'application/vnd.api+json',
  'text/plain',
  'text/csv',
  'application/x-ndjson',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
];

/** What stands in a path where an id should. No dots alone: a client resolves them before it asks. */
export const HOSTILE_SEGMENTS = [
  '%00',
  '%',
  '%zz',
  '%E0%A4%A',
  '%F0%9F%98%80',
  '..%2f..%2f',
  'null',
  '0',
  '-1',
  'x'.repeat(5_000),
  '%0a',
  '__proto__',
  '00000000-0000-0000-0000-000000000000',
  "1'--",
  '%ED%A0%80',
];

export const HOSTILE_HEADERS: readonly Record<string, string>[] = [
  {},
  {},
  {},
  { 'If-Match': '"1"' },
  { 'If-Match': '"99999999999999999999"' },
  { 'If-Match': '*' },
  { 'If-Match': 'W/"x", , "' },
  { 'If-None-Match': '*' },
  { 'Idempotency-Key': 'the-same' },
  { 'Idempotency-Key': 'x'.repeat(255) },
  { 'Idempotency-Key': 'x'.repeat(300) },
  { 'X-Request-Id': '\u00ff'.repeat(20) },
  { Origin: 'null' },
  { Origin: 'https://\u00ff' },
  { 'Content-Encoding': 'gzip' },
  { 'Content-Encoding': 'br' },
  { 'Content-Encoding': 'nonsense' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { 'X-Forwarded-For': '::ffff:1.2.3.4, nonsense' },
  { Accept: 'application/xml' },
  { Range: 'bytes=0-1' },
];

export const HOSTILE_CREDENTIALS: readonly Record<string, string>[] = [
  {},
  { Authorization: 'Bearer' },
  { Authorization: 'Bearer ' },
  { Authorization: 'Basic eDp5' },
  { Authorization: `Bearer ${'x'.repeat(4_000)}` },
  { Authorization: 'Bearer sk_\u00ff' },
  { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' },
  { Authorization: 'Bearer a.b.c' },
  { 'X-Publishable-Key': 'pk_\u00ff' },
  { 'X-Publishable-Key': 'pk_' },
];
