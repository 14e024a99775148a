import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { RECEIVER } from '../../../testing/src/index.ts';
import { createAddressGuard, type ResolvedAddress } from '../../src/address-guard.ts';
import type { AttemptOutcome, Destination } from '../../src/destination.ts';
import { createSender, type SenderOptions } from '../../src/http-sender.ts';

export const body = Buffer.from(
  '{"id":"d-1","event":"order.paid","occurredAt":"2025-01-15T09:30:00.000Z","data":{}}',
);
/** What is read of a response's body at most. */
export const READ_LIMIT = 64 * 1024;

/** Of attempts that must have got somewhere by then, also on a busy machine. */
export const DEADLINE_MS = 1500;

export const headers = { 'X-Service-Signature': 'sha256=5ec4e7', 'X-Service-Nonce': 'a'.repeat(32) };

export type Lookup = (hostname: string) => Promise<ResolvedAddress[]>;
type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void;

const closers: (() => void | Promise<void>)[] = [];

/** What a test has opened. */
export async function closeAll(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

export const tenantId = 'store';

export const at = (...addresses: string[]): Lookup => {
  return async () => addresses.map((address) => ({ address, family: net.isIP(address) }));
};

export const unknownName: Lookup = async () => {
  throw new Error('ENOTFOUND');
};

interface SenderSetup extends Partial<Omit<SenderOptions, 'guard'>> {
  lookup?: Lookup;
  allowedPrivateCidrs?: string[];
}

export function senderWith({
  lookup = unknownName,
  allowedPrivateCidrs,
  ...options
}: SenderSetup = {}): Destination {
  const guard = createAddressGuard({
    allowedPrivateCidrs: allowedPrivateCidrs ?? ['127.0.0.0/8', '::1/128'],
    lookup,
  });
  // Long enough for a busy machine: only the tests of the deadline wait for it, and these set a short one.
  const sender = createSender({
    guard,
    timeoutMs: 10_000,
    allowInsecure: true,
    userAgent: 'service/1.0.0',
    ...options,
  });
  closers.push(sender.close);
  return sender;
}

interface Receiver {
  url: string;
  port: number;
  requests: { method: string; path: string; headers: http.IncomingHttpHeaders; body: string }[];
  sockets: Set<Socket>;
}

export async function listen(
  server: net.Server,
  host: string,
): Promise<{ port: number; sockets: Set<Socket> }> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  server.listen(0, host);
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, sockets };
}

/** A real receiver that keeps what it got. */
export async function receiver(answer: Answer, { host = '127.0.0.1', tls = false } = {}): Promise<Receiver> {
  const requests: Receiver['requests'] = [];
  const onRequest: Answer = async (request, response) => {
    const chunks = await request.toArray();
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers, body: Buffer.concat(chunks).toString() });
    answer(request, response);
  };
  const server = tls
    ? https.createServer({ key: RECEIVER.key, cert: RECEIVER.certificate }, onRequest)
    : http.createServer(onRequest);
  const { port, sockets } = await listen(server, host);
  const authority = host.includes(':') ? `[${host}]` : host;
  return { url: `${tls ? 'https' : 'http'}://${authority}:${port}/hook`, port, requests, sockets };
}

/** A receiver that writes raw bytes, once for each request that has fully arrived. */
export async function rawReceiver(
  answer: (socket: Socket) => void,
): Promise<{ url: string; received: () => number }> {
  let count = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!text.endsWith(body.toString())) return;
      text = '';
      count += 1;
      answer(socket);
    });
  });
  const { port } = await listen(server, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}/hook`, received: () => count };
}

export const status =
  (code: number, text = ''): Answer =>
  (_request, response) => {
    response.writeHead(code).end(text);
  };

export const sendTo = (url: string, setup?: SenderSetup) =>
  senderWith(setup).send({ tenantId, url, body, headers });

export const summary = ({ ok, responseCode, error }: AttemptOutcome) => ({ ok, responseCode, error });

export function deferred<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
