import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { signProviderEvent } from '@service/testing';
import { HOSTILE_BODIES } from './hostile.ts';
import { type RawRequest, rawRequest } from './raw-request.ts';

export interface Credentials {
  token: string;
  publishableKey: string;
  paymentSecret: string;
}

type Shape = (index: number, credentials: Credentials) => RawRequest;

const JSON_TYPE = { 'Content-Type': 'application/json' };
const operator = ({ token }: Credentials) => ({ Authorization: `Bearer ${token}` });
const shopper = ({ publishableKey }: Credentials) => ({ 'X-Publishable-Key': publishableKey });

/** To operations that read a body each in its own way. */
function withBody(body: string | Uint8Array, index: number, credentials: Credentials): RawRequest {
  const path = ['/admin/v1/products', '/admin/v1/discounts', '/admin/v1/categories'][index % 3] ?? '';
  return rawRequest({ path, headers: { ...operator(credentials), ...JSON_TYPE }, body });
}

const upload = (path: string, type: string, body: string | Uint8Array, credentials: Credentials) =>
  rawRequest({ path, headers: { ...operator(credentials), 'Content-Type': type }, body });

const many = (length: number, make: (index: number) => string) => Array.from({ length }, (_, at) => make(at));
const pick = <Item>(items: readonly Item[], index: number) => items[index % items.length] as Item;

/** A header of a picture that says how large it is, and nothing behind it. */
function pngOf(width: number, height: number): Uint8Array {
  const header = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080600000000000000', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

/** A body in pieces of one byte. */
function trickled(text: string, head: RawRequest): RawRequest {
  const [start = ''] = head.parts;
  const headers = String(start).replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked');
  return { parts: [headers, `${many(text.length, (at) => `1\r\n${text[at]}\r\n`).join('')}0\r\n\r\n`] };
}

/** What an attacker sends, a kind each; the index makes each of them another one. */
export const HOSTILE_SHAPES: Readonly<Record<string, Shape>> = {
  'deep JSON': (index, to) =>
    withBody(`{"title":${'['.repeat(1000 + index)}${']'.repeat(1000 + index)}}`, index, to),
  'JSON as deep as allowed': (index, to) =>
    withBody(`{"metadata":${'{"a":'.repeat(60)}${index}${'}'.repeat(60)}}`, index, to),
  'JSON of many names': (index, to) =>
    withBody(`{${many(9000, (at) => `"name${index}-${at}":${at}`).join(',')}}`, index, to),
  'JSON of many values': (index, to) =>
    withBody(`{"n":${index},"tags":[${'{},'.repeat(60_000)}0]}`, index, to),
  'JSON of a large text': (index, to) => withBody(`{"title":"${index}${'x'.repeat(240_000)}"}`, index, to),
  'JSON of a larger text': (index, to) => withBody(`{"title":"${index}${'x'.repeat(300_000)}"}`, index, to),
  'JSON that isn’t': (index, to) => withBody(`{"title":"${index}${'x'.repeat(100_000)}`, index, to),
  'every hostile body': (index, to) => withBody(pick(HOSTILE_BODIES, index), index, to),
  'a body byte by byte': (index, to) =>
    trickled(`{"title":"${index}${'x'.repeat(20_000)}"}`, withBody('', index, to)),
  'a body that breaks off': (index, to) => {
    const { parts } = withBody(`{"title":"${'x'.repeat(100_000)}"}`, index, to);
    return { parts: [parts[0] ?? '', String(parts[1]).slice(0, 50_000)], isBrokenOff: true };
  },
  'a packed bomb': (index, to) => {
    const [encoding, pack] = pick(
      [
        ['gzip', gzipSync],
        ['deflate', deflateSync],
        ['br', brotliCompressSync],
      ] as const,
      index,
    );
    const body = pack(Buffer.alloc(8_000_000, 'a'));
    return rawRequest({
      path: '/admin/v1/products',
      headers: { ...operator(to), ...JSON_TYPE, 'Content-Encoding': encoding },
      body,
    });
  },
  'a packed body that breaks off': (index, to) =>
    rawRequest({
      path: '/admin/v1/products',
      headers: { ...operator(to), ...JSON_TYPE, 'Content-Encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(10_000 + index, 'a')).subarray(0, 20),
    }),
  'a broken form': (index, to) =>
    upload(
      '/admin/v1/pictures',
      pick(
        ['multipart/form-data; boundary=x', 'multipart/form-data', 'multipart/form-data; boundary='],
        index,
      ),
      `--x\r\nContent-Disposition: form-data; name="${'n'.repeat(50_000)}"; filename="a.png"\r\n${'X-H: 1\r\n'.repeat(2000)}\r\n${index}`,
      to,
    ),
  'a form of many parts': (_, to) =>
    upload(
      '/admin/v1/pictures',
      'multipart/form-data; boundary=x',
      `${many(3000, (at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n${at}\r\n`).join('')}--x--`,
      to,
    ),
  'a picture that is none': (index, to) =>
    upload(
      '/admin/v1/pictures',
      pick(['image/png', 'image/jpeg', 'image/webp'], index),
      `${index}${'ÿØÿà'.repeat(5000)}`,
      to,
    ),
  'a picture that says it is huge': (index, to) =>
    upload('/admin/v1/pictures', 'image/png', pngOf(60_000 + index, 60_000), to),
  'a drawing that expands': (_, to) =>
    upload(
      '/admin/v1/pictures',
      'image/svg+xml',
      `<!DOCTYPE svg [<!ENTITY a "${'x'.repeat(1000)}">${many(9, (at) => `<!ENTITY a${at} "${'&a;'.repeat(10)}">`).join('')}]><svg>&a8;</svg>`,
      to,
    ),
  'a CSV without an end': (index, to) =>
    upload(
      '/admin/v1/products/import',
      'text/csv',
      `slug,title,sku,priceAmount\n"${index}${'x'.repeat(300_000)}`,
      to,
    ),
  'a CSV of many columns': (index, to) =>
    upload(
      '/admin/v1/products/import',
      'text/csv',
      `${many(20_000, (at) => `c${index}-${at}`).join(',')}\n1,2,3\n`,
      to,
    ),
  'a CSV of nothing': (_, to) =>
    upload(
      '/admin/v1/products/import',
      'text/csv',
      `slug,title,sku,priceAmount\n${',,,\n'.repeat(3000)}`,
      to,
    ),
  'lines of deep JSON': (index, to) =>
    upload(
      '/admin/v1/products/import',
      'application/x-ndjson',
      `{"n":${index},"categories":[${'[],'.repeat(60_000)}0]}\n`,
      to,
    ),
  'many headers': (index, to) =>
    rawRequest({
      method: 'GET',
      path: '/admin/v1/products',
      headers: {
        ...operator(to),
        ...Object.fromEntries(many(150, (at) => `x${at}`).map((name) => [`X-${index}-${name}`, name])),
      },
    }),
  'headers that are too large': (index) =>
    rawRequest({
      method: 'GET',
      path: '/store/v1/products',
      headers: { 'X-Large': `${index}${'x'.repeat(40_000)}` },
    }),
  'headers that contradict each other': (index, to) => ({
    parts: [
      `POST /admin/v1/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${to.token}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${index}`,
    ],
  }),
  'headers nobody knows': (index, to) =>
    rawRequest({
      method: 'GET',
      path: `/admin/v1/orders?q=${index}`,
      headers: {
        ...operator(to),
        'If-None-Match': `"${'é'.repeat(1000)}"`,
        'Accept-Language': 'de,'.repeat(2000),
        Cookie: many(300, (at) => `c${index}${at}=${at}`).join('; '),
        'X-Request-Id': `${index}`.repeat(500),
        traceparent: `00-${'0'.repeat(32)}-${index}-01`,
        'X-Forwarded-For': many(500, (at) => `10.0.${at % 256}.${index % 256}`).join(','),
      },
    }),
  'keys of nobody': (index) =>
    rawRequest({
      method: 'GET',
      path: '/store/v1/products',
      headers: { 'X-Publishable-Key': `pk_${index}${'x'.repeat(2000)}` },
    }),
  'hosts of nobody': (index) =>
    rawRequest({
      method: 'GET',
      path: '/store/v1/config',
      headers: { Host: `shop-${index}.${'x'.repeat(60)}.example` },
    }),
  'origins of nobody': (index) =>
    rawRequest({
      method: 'OPTIONS',
      path: '/store/v1/carts',
      headers: { Origin: `https://shop-${index}.example` },
    }),
  'tokens of nobody': (index) =>
    rawRequest({
      method: 'GET',
      path: '/admin/v1/orders',
      headers: { Authorization: `Bearer ${tokenOf(index)}.${'x'.repeat(2000)}` },
    }),
  'logins of nobody': (index) =>
    rawRequest({
      path: '/admin/v1/auth/login',
      headers: JSON_TYPE,
      body: JSON.stringify({ email: `nobody-${index}@example.com`, password: 'x'.repeat(40) }),
    }),
  'addresses that lead nowhere': (index) =>
    rawRequest({ method: 'GET', path: `/store/v1/${'nowhere/'.repeat(300)}${index}%` }),
  'a long query': (index, to) =>
    rawRequest({
      method: 'GET',
      path: `/store/v1/products?${many(1500, (at) => `p${index}-${at}=${at}`).join('&')}`,
      headers: shopper(to),
    }),
  'a search for nothing': (index, to) =>
    rawRequest({
      method: 'GET',
      path: `/store/v1/products?q=${encodeURIComponent(`${'%_\\('.repeat(20)}${index}`)}`,
      headers: shopper(to),
    }),
  'a signed event of much': (index, { paymentSecret }) => {
    const object = { id: `pi_${index}`, much: many(9000, (at) => `${at}`) };
    return callback(
      { id: `evt_much_${index}`, type: 'payment_intent.succeeded', created: 1, data: { object } },
      paymentSecret,
    );
  },
  'a signed event that is deep': (index, { paymentSecret }) => {
    const body = `{"id":"evt_deep_${index}","type":"x","created":1,"data":{"object":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;
    return callback(body, paymentSecret);
  },
  'an event of nobody': (index) =>
    callback({ id: `evt_${index}`, type: 'x', much: 'x'.repeat(100_000) }, 'whsec_other'),
};

/** A token of three parts, of an issuer and with a key that nobody knows. */
function tokenOf(index: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'RS256', kid: `key-${index}` })}.${part({ iss: `https://issuer-${index}.example` })}`;
}

function callback(event: object | string, secret: string): RawRequest {
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const headers = { ...JSON_TYPE, 'payment-signature': signProviderEvent(body, { secret }) };
  return rawRequest({ path: '/webhooks/payment', headers, body });
}

/** What a shop sends. */
export const ORDINARY_SHAPES: Readonly<Record<string, Shape>> = {
  products: (_, to) => rawRequest({ method: 'GET', path: '/store/v1/products', headers: shopper(to) }),
  'a cart': (_, to) =>
    rawRequest({ path: '/store/v1/carts', headers: { ...shopper(to), ...JSON_TYPE }, body: '{}' }),
  orders: (_, to) => rawRequest({ method: 'GET', path: '/admin/v1/orders', headers: operator(to) }),
  'a product': (index, to) =>
    withBody(
      JSON.stringify({ title: `Tea ${index}`, slug: `tea-${index}-${Date.now()}`, name: `Tea ${index}` }),
      0,
      to,
    ),
  'a mistake': (index, to) => withBody('{"title":1}', index, to),
  'a login that fails': (index) =>
    rawRequest({
      path: '/admin/v1/auth/login',
      headers: JSON_TYPE,
      body: JSON.stringify({ email: `somebody-${index % 20}@example.com`, password: 'wrong password' }),
    }),
  'an import': (index, to) =>
    upload(
      '/admin/v1/products/import',
      'text/csv',
      `slug,title,sku,priceAmount\nt-${index},Tea,t-${index},100\n`,
      to,
    ),
};
