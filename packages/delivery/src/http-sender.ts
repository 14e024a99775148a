import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { got, type Request } from 'got';
import {
  type AddressGuard,
  type Resolution,
  type ResolvedAddress,
  readSubscriptionUrl,
} from './address-guard.ts';
import { type AttemptError, errorOfStatus } from './attempt-error.ts';

export interface AttemptOutcome {
  ok: boolean;
  /** Null when no status line arrived. */
  responseCode: number | null;
  /** Null exactly when `ok`. */
  error: AttemptError | null;
  durationMs: number;
  /** Where the socket went or, when it never opened, where it was to go; null when nothing could be tried. */
  resolvedAddress: string | null;
  /** The first KiB of the answer; null when there is none, or when it is compressed. */
  responseBody: string | null;
  /** Null when no status line arrived. */
  responseHeaders: Record<string, string> | null;
  /** Where the time went; null where a phase did not happen or did not end. */
  phases: AttemptPhases;
}

export interface AttemptPhases {
  dnsMs: number | null;
  /** Null on a connection that was open already. */
  connectMs: number | null;
  tlsMs: number | null;
  /** From the last byte sent to the first one received. */
  firstByteMs: number | null;
}

export interface AttemptRequest {
  /** Whose limit of look-ups it counts for. */
  tenantId: string;
  url: string;
  body: Buffer;
  headers: Record<string, string>;
}

export interface SenderOptions {
  guard: AddressGuard;
  /** Specification, Limits: covers DNS, connect, TLS, headers and body together. */
  timeoutMs: number;
  /** `WEBHOOK_ALLOW_INSECURE`: plain HTTP is allowed. */
  allowInsecure: boolean;
  userAgent: string;
  /** PEM of a private certificate authority; the usual public ones when absent. */
  certificateAuthority?: string;
}

export interface Sender {
  /** One POST, one request on the wire, one outcome. Never rejects. */
  send(request: AttemptRequest): Promise<AttemptOutcome>;
  /** Closes idle sockets and cuts those in use: drain first. */
  close(): void;
}

const LOOKUP_ERRORS: Readonly<Record<Extract<Resolution, { ok: false }>['reason'], AttemptError>> = {
  refused_address: 'refused address',
  unresolvable: 'host not found',
  silent: 'timeout',
  busy: 'timeout',
};

/** Shorter than the margin of a lease: another worker must not take the delivery while it waits. */
const TURN_MS = 5000;

const READ_LIMIT_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;

// Shorter than the 5 s after which common servers close an idle connection: a request on a socket that the other side
// is closing is reset, and it can't be repeated here because the receiver may have had it. The agent heeds a
// shorter `Keep-Alive: timeout=n` of the server by itself.
const AGENT_OPTIONS = { keepAlive: true, timeout: 4000 };

export function createSender(options: SenderOptions): Sender {
  const { guard, timeoutMs, allowInsecure, userAgent, certificateAuthority } = options;
  const agent = {
    http: apartByAddress(new http.Agent(AGENT_OPTIONS)),
    https: apartByAddress(new https.Agent(AGENT_OPTIONS)),
  };
  // A stream and not got's promise, which buffers a whole answer however long it is, and is slower.
  const client = got.extend({
    method: 'POST',
    agent,
    headers: { 'user-agent': userAgent, 'content-type': 'application/json', 'accept-encoding': 'identity' },
    followRedirect: false,
    retry: { limit: 0 },
    throwHttpErrors: false,
    decompress: false,
    enableUnixSockets: false,
    request: sendOver,
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in somebody's environment changes nothing.
    https: {
      rejectUnauthorized: true,
      ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    },
    mutableDefaults: true,
  });
  // Nothing is cached. got copies these options into every request, which then takes 50 µs more than without any.
  client.defaults.options.cacheOptions = {};

  async function tryOnce(
    url: URL,
    { body, headers }: AttemptRequest,
    answer: Answer,
    { addresses, lookupMs }: Extract<Resolution, { ok: true }>,
  ): Promise<Ending> {
    answer.resolvedAddress = addresses[0].address;
    const deadline = startDeadline(timeoutMs - lookupMs);
    const stream = client.stream(url, { body, headers, dnsLookup: lookupOf(addresses) });
    const ended = await Promise.race([readAnswer(stream, answer), deadline.expired]);
    deadline.clear();
    answer.resolvedAddress = stream.ip ?? answer.resolvedAddress;
    answer.timings = stream.timings?.phases ?? {};
    // After a whole answer the socket is back in the pool and survives this; else it closes here.
    stream.destroy();
    return ended;
  }

  async function send(request: AttemptRequest): Promise<AttemptOutcome> {
    const answer: Answer = {
      status: null,
      headers: {},
      resolvedAddress: null,
      isCompressed: false,
      kept: [],
      size: 0,
      dnsMs: null,
      isReused: false,
      timings: {},
    };
    const url = readSubscriptionUrl(request.url, allowInsecure);
    if (!(url instanceof URL))
      return outcomeOf(answer, url.code === 'insecure_url' ? 'insecure url' : 'invalid url', 0);

    // Asked at every attempt, also when an idle socket is at hand: a name that has begun to point inwards gets nothing.
    const asker = { tenantId: request.tenantId, waitMs: TURN_MS, timeoutMs };
    const resolution = await guard.resolve(url.hostname, asker);
    const { lookupMs } = resolution;
    if (resolution.ok || !['silent', 'busy'].includes(resolution.reason)) answer.dnsMs = lookupMs;
    if (!resolution.ok) return outcomeOf(answer, LOOKUP_ERRORS[resolution.reason], lookupMs);
    // The wait for the store's turn is nobody's time: neither the subscriber's nor the deadline's.
    const startedAt = performance.now() - lookupMs;
    const ended = await tryOnce(url, request, answer, resolution).catch((): Ending => 'network error');
    return outcomeOf(answer, ended, Math.round(performance.now() - startedAt));
  }

  function close(): void {
    agent.http.destroy();
    agent.https.destroy();
  }

  return { send, close };
}

/** got names thirty options, most of them unset, and Node copies them several times for each request. These are the ones that are set. */
function sendOver(url: URL, options: https.RequestOptions): http.ClientRequest {
  const { agent, headers, lookup, method } = options;
  const used = { agent, headers, lookup, method };
  if (url.protocol === 'http:') return http.request(url, used);
  const { ca, rejectUnauthorized, checkServerIdentity } = options;
  return https.request(url, { ...used, ca, rejectUnauthorized, checkServerIdentity });
}

/** How the try ended, whatever the status. */
type Ending = AttemptError | 'answered';

interface Answer {
  status: number | null;
  headers: http.IncomingHttpHeaders;
  resolvedAddress: string | null;
  isCompressed: boolean;
  kept: Buffer[];
  size: number;
  dnsMs: number | null;
  isReused: boolean;
  timings: { tcp?: number; tls?: number; firstByte?: number };
}

/** Resolves when the answer has ended, has reached the limit, or has broken off; says what broke it. */
function readAnswer(stream: Request, answer: Answer): Promise<Ending> {
  return new Promise((resolve) => {
    stream.once('request', (request: http.ClientRequest) => {
      answer.isReused = request.reusedSocket;
    });
    stream.once('response', (response) => {
      answer.status = response.statusCode;
      answer.headers = response.headers;
      answer.resolvedAddress = response.ip ?? answer.resolvedAddress;
      answer.isCompressed = (response.headers['content-encoding'] ?? 'identity') !== 'identity';
    });
    stream.on('data', (chunk: Buffer) => {
      if (answer.size < KEPT_BYTES) answer.kept.push(chunk.subarray(0, KEPT_BYTES - answer.size));
      answer.size += chunk.length;
      if (answer.size >= READ_LIMIT_BYTES) resolve('answered');
    });
    stream.once('end', () => resolve('answered'));
    // Node lets go of a socket that switches protocols: nobody else would close it.
    stream.once('upgrade', (response: http.IncomingMessage, socket: Duplex) => {
      answer.status = response.statusCode ?? null;
      answer.headers = response.headers;
      socket.destroy();
      resolve('answered');
    });
    // Stays attached: an error after the end must not bring the process down.
    stream.on('error', (error: NodeJS.ErrnoException) => resolve(attemptErrorOf(error.code ?? '')));
  });
}

/**
 * "Only the status code of the answer matters; the body is ignored" (specification, Delivery semantics). So once a
 * status has arrived nothing that happens to the body counts: not its length, not a reset, not the deadline.
 */
function outcomeOf(answer: Answer, ended: Ending, durationMs: number): AttemptOutcome {
  const { status, resolvedAddress } = answer;
  const error = status === null ? errorOfSilence(ended) : errorOfStatus(status);
  const responseBody = status === null || answer.isCompressed ? null : textOf(Buffer.concat(answer.kept));
  const responseHeaders = status === null ? null : keptHeaders(answer.headers);
  const phases = phasesOf(answer);
  return {
    ok: error === null,
    responseCode: status,
    error,
    durationMs,
    resolvedAddress,
    responseBody,
    responseHeaders,
    phases,
  };
}

function phasesOf({ dnsMs, isReused, timings }: Answer): AttemptPhases {
  return {
    dnsMs,
    connectMs: isReused ? null : phase(timings.tcp),
    tlsMs: isReused ? null : phase(timings.tls),
    firstByteMs: phase(timings.firstByte),
  };
}

/** Differences of the wall clock: one that was set back meanwhile measures nothing. */
function phase(ms: number | undefined): number | null {
  return ms !== undefined && ms >= 0 ? ms : null;
}

const KEPT_HEADERS = 40;
const KEPT_HEADER_LENGTH = 256;

/** Enough to find a request in the receiver's log. A cookie is the receiver's secret and isn't kept. */
function keptHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers).slice(0, KEPT_HEADERS)) {
    if (value === undefined || name === 'set-cookie') continue;
    kept[name.slice(0, KEPT_HEADER_LENGTH)] = String(value).slice(0, KEPT_HEADER_LENGTH);
  }
  return kept;
}

function errorOfSilence(ended: Ending): AttemptError {
  return ended === 'answered' ? 'network error' : ended;
}

const ERROR_BY_CODE: Readonly<Record<string, AttemptError>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ECONNABORTED: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'network unreachable',
  ENETUNREACH: 'network unreachable',
  EADDRNOTAVAIL: 'network unreachable',
  EPROTO: 'tls error',
};

const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_)/;

function attemptErrorOf(code: string): AttemptError {
  if (code.startsWith('HPE_')) return 'invalid response';
  if (TLS_CODE.test(code)) return 'tls error';
  return ERROR_BY_CODE[code] ?? 'network error';
}

/** A character cut in half at the end is dropped, and so are NUL bytes, which Postgres refuses in text. */
function textOf(bytes: Buffer): string {
  return new StringDecoder('utf8').write(bytes).replaceAll('\0', '');
}

type CheckedLookup = LookupFunction & { checked?: string };

/** Serves the addresses that were checked and no others: between the check and the connection nothing is asked. */
function lookupOf(addresses: readonly [ResolvedAddress, ...ResolvedAddress[]]): CheckedLookup {
  const [first] = addresses;
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    if (all) process.nextTick(callback, null, addresses);
    else process.nextTick(callback, null, first.address, first.family);
  };
  // In whatever order the name server lists them.
  const checked = addresses.map(({ address }) => address).sort();
  return Object.assign(lookup, { checked: checked.join() });
}

/** An attempt goes over no kept socket to an address that only an earlier attempt had checked. */
function apartByAddress<A extends http.Agent>(agent: A): A {
  const nameOf = agent.getName.bind(agent);
  agent.getName = (options) =>
    `${nameOf(options)}:${(options?.lookup as CheckedLookup | undefined)?.checked}`;
  return agent;
}

function startDeadline(timeoutMs: number): { expired: Promise<'timeout'>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timeout');
  });
  return { expired, clear: () => clearTimeout(timer) };
}
