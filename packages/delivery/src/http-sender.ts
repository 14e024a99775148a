import http from 'node:http';
import https from 'node:https';
import { performance } from 'node:perf_hooks';
import { create, Options, type Request } from 'got';
import { type AddressGuard, type Resolution, readSubscriptionUrl } from './address-guard.ts';
import { errorOfCode } from './attempt-error.ts';
import { createAgents, ofFamilyFirst } from './checked-sockets.ts';
import type { AttemptOutcome, Destination, OutgoingMessage } from './destination.ts';
import { inSmallLetters } from './header-names.ts';
import { type Answer, type Ending, outcomeOf } from './http-answer.ts';
import { createProxyTunnels } from './proxy-tunnel.ts';
import { askerOf, type CheckedLookup, dnsMsOf, LOOKUP_ERRORS, lookupOf } from './resolve-host.ts';

export interface SenderOptions {
  guard: AddressGuard;
  /** The limit covers DNS, connect, TLS, headers and body together. */
  timeoutMs: number;
  /** `WEBHOOK_ALLOW_INSECURE`: plain HTTP is allowed. */
  allowInsecure: boolean;
  userAgent: string;
  /** PEM of a private certificate authority; the usual public ones when absent. */
  certificateAuthority?: string;
  /** A forward proxy for every request; the address guard checks before the proxy is called. */
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
  const ownHeaders = {
    'user-agent': userAgent,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  };
  // A stream and not got's promise, which buffers the whole response however long it is, and is slower. `post` passes the options
  // of a request directly to Node's client: got copies and checks each of its own options several times for each request.
  const gotOptions = new Options({
    method: 'POST',
    followRedirect: false,
    retry: { limit: 0, methods: [], statusCodes: [], errorCodes: [] },
    throwHttpErrors: false,
    decompress: false,
    enableUnixSockets: false,
  });
  // Nothing is cached; with the default options of a cache each request takes 50 µs more.
  gotOptions.cacheOptions = {};
  const client = create({ options: gotOptions, handlers: [], mutableDefaults: false });

  /** One request of Node's client, with its body in the same write to the socket as the headers. */
  function post(
    url: URL,
    { body, headers, clientCertificate }: OutgoingMessage,
    lookup: CheckedLookup,
  ): http.ClientRequest {
    const options = {
      method: 'POST',
      headers: { ...ownHeaders, ...inSmallLetters(headers), 'content-length': String(body.length) },
      lookup,
      localAddress,
    };
    const request =
      url.protocol === 'http:'
        ? http.request(url, { ...options, agent: agent.http })
        : https.request(url, {
            ...options,
            agent: agent.https,
            // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment changes nothing.
            rejectUnauthorized: true,
            ca: certificateAuthority,
            // The agent separates sockets by these two: certificate and key.
            cert: clientCertificate?.certificate,
            key: clientCertificate?.privateKey,
          });
    return request.end(body);
  }

  async function tryOnce(
    url: URL,
    message: OutgoingMessage,
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
    // A request with a client certificate shares no connection with another store.
    if (message.clientCertificate) lookup.checked += ` ${message.tenantId}`;
    const request = post(url, message, lookup);
    measurePhases(request, answer);
    const stream = client.stream(url, { request: () => responseTo(request) });
    // The body was sent with the request.
    stream.end();
    const ended = await Promise.race([
      readAnswer(request, stream, answer, message.keptBytes ?? KEPT_BYTES),
      deadline.expired,
    ]);
    deadline.clear();
    // The socket's own address is the proxy's.
    if (!tunnels) answer.resolvedAddress = request.socket?.remoteAddress ?? address;
    else answer.timings.tcp = lookup.tunnelMs;
    stream.destroy();
    // After a whole answer the socket is back in the pool and survives this; else it closes here.
    request.destroy();
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
    // The name is looked up at every attempt, even when an idle socket exists: one that has begun to point to a private address
    // gets nothing.
    const resolution = await guard.resolve(url.hostname, askerOf(message.tenantId, timeoutMs));
    const { lookupMs } = resolution;
    answer.dnsMs = dnsMsOf(resolution);
    if (!resolution.ok) return outcomeOf(answer, LOOKUP_ERRORS[resolution.reason], lookupMs);
    // The wait for the store's turn counts neither as the subscriber's time nor towards the deadline.
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

function responseTo(request: http.ClientRequest): Promise<http.IncomingMessage> {
  return new Promise((resolve) => request.once('response', resolve));
}

/** Resolves when the response has ended, has reached the limit, or has broken off; returns the error in the last case. */
function readAnswer(
  request: http.ClientRequest,
  stream: Request,
  answer: Answer,
  keptBytes: number,
): Promise<Ending> {
  return new Promise((resolve) => {
    const breakOff = ({ code = '' }: NodeJS.ErrnoException) => resolve(errorOfCode(code));
    request.once('response', (response) => {
      answer.status = response.statusCode ?? null;
      answer.headers = response.headers;
      answer.isCompressed = (response.headers['content-encoding'] ?? 'identity') !== 'identity';
    });
    // Node releases a socket that switches protocols, so it has to be closed here.
    request.once('upgrade', (response, socket) => {
      answer.status = response.statusCode ?? null;
      answer.headers = response.headers;
      socket.destroy();
      resolve('answered');
    });
    stream.on('data', (chunk: Buffer) => {
      if (answer.size < keptBytes) answer.kept.push(chunk.subarray(0, keptBytes - answer.size));
      answer.size += chunk.length;
      if (answer.size >= READ_LIMIT_BYTES) resolve('answered');
    });
    stream.once('end', () => resolve('answered'));
    // The listeners stay attached: an error after the end must not end the process.
    request.on('error', breakOff);
    stream.on('error', breakOff);
  });
}

/** How long the phases of a request took, as far as they happened; on a kept socket nothing is opened. */
function measurePhases(request: http.ClientRequest, answer: Answer): void {
  const { timings } = answer;
  let since = Number.NaN;
  function next(): number {
    const before = since;
    since = performance.now();
    return Math.round(since - before);
  }
  request.once('socket', (socket) => {
    answer.isReused = request.reusedSocket;
    if (answer.isReused) return;
    next();
    socket.once('connect', () => {
      timings.tcp = next();
    });
    socket.once('secureConnect', () => {
      timings.tls = next();
    });
  });
  request.once('finish', next);
  request.once('response', () => {
    timings.firstByte = next();
  });
}

export function startDeadline(timeoutMs: number): { expired: Promise<'timeout'>; clear(): void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, 'timeout');
  });
  return { expired, clear: () => clearTimeout(timer) };
}
