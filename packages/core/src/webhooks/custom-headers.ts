import { isDeepStrictEqual } from 'node:util';
import { refuse } from '@service/contract';
import type { Sealer } from '../sealer.ts';

/** Headers that a delivery or its connection sets itself, or that could change how a request is read. */
const RESERVED = new Set([
  'accept-encoding',
  'connection',
  'content-digest',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'date',
  'expect',
  'host',
  'keep-alive',
  'signature',
  'signature-input',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);
/** Prefixes of header names with which proxies pass on the client and the request: a receiver's network may trust them. */
const RESERVED_PREFIXES = [
  'x-service-',
  'webhook-',
  'proxy-',
  'forwarded',
  'x-forwarded',
  'x-envoy-',
  'x-proxyuser-ip',
  'x-original-',
  'x-rewrite-',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-remote-',
  'x-host',
  'x-http-method',
  'x-method-override',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  ':',
];

export interface HeaderColumns {
  headerNames: string[];
  headersSealed: string | null;
}

/** The columns for custom headers; their values may be credentials. Refuses with `reserved_header`. */
export function headerColumns(
  sealer: Sealer,
  headers: Readonly<Record<string, string>> | null,
): HeaderColumns {
  const names = Object.keys(headers ?? {});
  const reserved = names.filter(isReserved);
  if (reserved.length > 0) {
    refuse(
      'reserved_header',
      `These headers can't be set: ${reserved.join(', ')}.`,
      reserved.map((name) => ({
        path: `/body/headers/${name}`,
        code: 'reserved_header',
        message: 'is set by the delivery itself',
      })),
    );
  }
  const isTwice = new Set(names.map((name) => name.toLowerCase())).size < names.length;
  if (isTwice) {
    refuse('validation_failed', 'Header names must differ by more than upper and lower case.', [
      { path: '/body/headers', code: 'uniqueNames', message: 'names the same header twice' },
    ]);
  }
  return {
    headerNames: names,
    headersSealed: names.length > 0 ? sealer.seal(JSON.stringify(headers)) : null,
  };
}

/** Whether the subscription already has exactly these headers. */
export function hasHeaders(
  sealer: Sealer,
  { headersSealed }: Pick<HeaderColumns, 'headersSealed'>,
  headers: Readonly<Record<string, string>> | null,
): boolean {
  const known = headersSealed === null ? {} : JSON.parse(sealer.open(headersSealed));
  return isDeepStrictEqual(known, headers ?? {});
}

function isReserved(name: string): boolean {
  const lower = name.toLowerCase();
  return RESERVED.has(lower) || RESERVED_PREFIXES.some((prefix) => lower.startsWith(prefix));
}
