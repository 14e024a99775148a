import http from 'node:http';
import https from 'node:https';
import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import { got, type Request } from 'got';
import { type AddressGuard, type Resolution, readSubscriptionUrl } from './address-guard.ts';
import { errorOfCode } from './attempt-error.ts';
import { createAgents, ofFamilyFirst } from './checked-sockets.ts';
import type { AttemptOutcome, Destination, OutgoingMessage } from './destination.ts';
import { type Answer, type Ending, outcomeOf } from './http-answer.ts';
import { createProxyTunnels } from './proxy-tunnel.ts';
import { askerOf, dnsMsOf, LOOKUP_ERRORS, lookupOf } from './resolve-host.ts';

export interface SenderOptions {
  guard: AddressGuard;
  /** Specification, Limits: covers DNS, connect, TLS, headers and body together. */
  timeoutMs: number;
  /** `WEBHOOK_ALLOW_INSECURE`: plain HTTP is allowed. */
  allowInsecure: boolean;
  userAgent: string;
  /** PEM of a private certificate authority; the usual public ones when absent. */
  certificateAuthority?: string;
  /** A forward proxy that every request goes through; the address guard judges before it is asked. */
  proxyUrl?: string | undefined;
  /** The address of this machine that connections come from. */
  sourceAddress?: string | undefined;
}

const READ_LIMIT_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;

/** One POST for a message: one request on the wire. */
export function createSender(options: SenderOptions): Destination {
  const { guard, timeoutMs: longestMs, allowInsecure, userAgent, certificateAuthority, proxyUrl } = options;
  const localAddress = options.sourceAddress;
  const tunnels =
    proxyUrl === undefined
      ? undefined
      : createProxyTunnels({ url: new URL(proxyUrl), timeoutMs: longestMs, localAddress });
  const agent = createAgents(tunnels);
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
    ...(localAddress === undefined ? {} : { localAddress }),
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
    { tenantId, body, headers, keptBytes = KEPT_BYTES, clientCertificate }: OutgoingMessage,
    answer: Answer,
    resolution: Extract<Resolution, { ok: true }>,
    timeoutMs: number,
  ): Promise<Ending> {
    const { lookupMs } = resolution;
    const addresses = ofFamilyFirst(localAddress, resolution.addresses);
    const { address } = addresses[0];
    answer.resolvedAddress = address;
    const deadline = startDeadline(timeoutMs - lookupMs);
    const lookup = lookupOf(addresses);
    // What shows a certificate shares no connection with another store.
    if (clientCertificate) lookup.checked += ` ${tenantId}`;
    const stream = client.stream(url, {
      body,
      headers,
      dnsLookup: lookup,
      ...(clientCertificate ? { https: presented(clientCertificate) } : {}),
    });
    const ended = await Promise.race([readAnswer(stream, answer, keptBytes), deadline.expired]);
    deadline.clear();
    answer.resolvedAddress = stream.ip ?? answer.resolvedAddress;
    answer.timings = stream.timings?.phases ?? {};
    if (tunnels) {
      // The socket's own address is the proxy's.
      answer.resolvedAddress = address;
      answer.timings = { ...answer.timings, tcp: lookup.tunnelMs };
    }
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

    const { spentMs = 0, mayTakeMs = longestMs } = message;
    const timeoutMs = Math.max(1, Math.min(longestMs - spentMs, mayTakeMs));
    // Asked at every attempt, also when an idle socket is at hand: a name that has begun to point inwards gets nothing.
    const resolution = await guard.resolve(url.hostname, askerOf(message.tenantId, timeoutMs));
    const { lookupMs } = resolution;
    answer.dnsMs = dnsMsOf(resolution);
    if (!resolution.ok) return outcomeOf(answer, LOOKUP_ERRORS[resolution.reason], lookupMs);
    // The wait for the store's turn is nobody's time: neither the subscriber's nor the deadline's.
    const startedAt = performance.now() - lookupMs;
    const ended = await tryOnce(url, message, answer, resolution, timeoutMs).catch(
      (): Ending => 'network error',
    );
    return outcomeOf(answer, ended, Math.round(performance.now() - startedAt));
  }

  function close(): void {
    agent.http.destroy();
    agent.https.destroy();
    tunnels?.close();
  }

  return { send, close };
}

/** got names thirty options, most of them unset, and Node copies them several times for each request. These are the ones that are set. */
function sendOver(url: URL, options: https.RequestOptions): http.ClientRequest {
  const { agent, headers, lookup, localAddress, method } = options;
  const used = { agent, headers, lookup, localAddress, method };
  if (url.protocol === 'http:') return http.request(url, used);
  const { cert, key, ca, rejectUnauthorized, checkServerIdentity } = options;
  return https.request(url, { ...used, cert, key, ca, rejectUnauthorized, checkServerIdentity });
}

/** Sockets are kept apart by it: the agent names them by certificate and key. */
function presented({ certificate, privateKey }: NonNullable<OutgoingMessage['clientCertificate']>) {
  return { certificate, key: privateKey };
}

/** Resolves when the answer has ended, has reached the limit, or has broken off; says what broke it. */
function readAnswer(stream: Request, answer: Answer, keptBytes: number): Promise<Ending> {
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
      if (answer.size < keptBytes) answer.kept.push(chunk.subarray(0, keptBytes - answer.size));
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

export function startDeadline(timeoutMs: number): { expired: Promise<'timeout'>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timeout');
  });
  return { expired, clear: () => clearTimeout(timer) };
}
