import http from 'node:http';
import https from 'node:https';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { got, type Request } from 'got';
import { type AddressGuard, type Resolution, readSubscriptionUrl } from './address-guard.ts';
import { type AttemptError, errorOfCode, errorOfStatus } from './attempt-error.ts';
import type { AttemptOutcome, AttemptPhases, Destination, OutgoingMessage } from './destination.ts';
import { askerOf, type CheckedLookup, dnsMsOf, LOOKUP_ERRORS, lookupOf } from './resolve-host.ts';

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

const READ_LIMIT_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;

// Shorter than the 5 s after which common servers close an idle connection: a request on a socket that the other side
// is closing is reset, and it can't be repeated here because the receiver may have had it. The agent heeds a
// shorter `Keep-Alive: timeout=n` of the server by itself.
const AGENT_OPTIONS = { keepAlive: true, timeout: 4000 };

/** One POST for a message: one request on the wire. */
export function createSender(options: SenderOptions): Destination {
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
    { body, headers }: OutgoingMessage,
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

  async function send(message: OutgoingMessage): Promise<AttemptOutcome> {
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
    const url = readSubscriptionUrl(message.url, allowInsecure);
    if (!(url instanceof URL))
      return outcomeOf(answer, url.code === 'insecure_url' ? 'insecure url' : 'invalid url', 0);

    // Asked at every attempt, also when an idle socket is at hand: a name that has begun to point inwards gets nothing.
    const resolution = await guard.resolve(url.hostname, askerOf(message.tenantId, timeoutMs));
    const { lookupMs } = resolution;
    answer.dnsMs = dnsMsOf(resolution);
    if (!resolution.ok) return outcomeOf(answer, LOOKUP_ERRORS[resolution.reason], lookupMs);
    // The wait for the store's turn is nobody's time: neither the subscriber's nor the deadline's.
    const startedAt = performance.now() - lookupMs;
    const ended = await tryOnce(url, message, answer, resolution).catch((): Ending => 'network error');
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
    stream.on('error', (error: NodeJS.ErrnoException) => resolve(errorOfCode(error.code ?? '')));
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

/** A character cut in half at the end is dropped, and so are NUL bytes, which Postgres refuses in text. */
function textOf(bytes: Buffer): string {
  return new StringDecoder('utf8').write(bytes).replaceAll('\0', '');
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
