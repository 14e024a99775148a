import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CORE_VERSION, type ErrorCode, ServiceError } from '@service/contract';
import { problemOf } from './problem.ts';

export interface HttpServerOptions {
  /** How long a client may take for its headers. */
  headersTimeoutMs: number;
  /** How long a client may take for the whole request. A response takes as long as it takes. */
  requestTimeoutMs: number;
  /**
   * How long an idle connection stays open. Longer than the load balancer's time, so that it is never closed during a request.
   */
  keepAliveTimeoutMs?: number;
  /** How long a client may stop reading a response. 30 seconds when absent. */
  readerTimeoutMs?: number;
}

const MAX_HEADER_BYTES = 16 * 1024;

/** A server that slow, endless or invalid requests can't block. */
export function createHttpServer(
  app: RequestListener,
  {
    headersTimeoutMs,
    requestTimeoutMs,
    keepAliveTimeoutMs = 5_000,
    readerTimeoutMs = 30_000,
  }: HttpServerOptions,
): Server {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: Math.min(headersTimeoutMs, 1_000),
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    app,
  );
  server.prependListener('request', (_req, res: ServerResponse) => {
    cutIdleReader(res, readerTimeoutMs);
    // Only now is a connection idle. If the server was closed meanwhile, it only ended the connections that were idle then.
    res.once('finish', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  server.on('clientError', refuseConnection);
  return server;
}

/** A handler may take long; the time only runs while data wait for the client. */
function cutIdleReader(res: ServerResponse, timeoutMs: number): void {
  res.setTimeout(timeoutMs, () => {
    if (res.writableLength > 0) res.destroy();
  });
}

/** Stops accepting connections and lets running requests finish; those that take longer than `graceMs` are cut off. */
export async function closeHttpServer(server: Server, graceMs: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}

const REFUSALS: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** An invalid request never reaches the app: it gets its response on the bare socket, in the format of all errors. */
function refuseConnection(error: NodeJS.ErrnoException, duplex: unknown): void {
  const socket = duplex as Socket & { _httpMessage?: ServerResponse };
  // In the middle of another response, further data would become part of that.
  if (!socket.writable || error.code === 'ECONNRESET' || socket._httpMessage?.headersSent) {
    socket.destroy(error);
    return;
  }
  const code = REFUSALS[error.code ?? ''] ?? 'malformed_request';
  const requestId = randomUUID();
  const problem = problemOf(new ServiceError(code, 'The connection is closed.'), requestId);
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.title}`,
      'Connection: close',
      'Content-Type: application/problem+json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      `X-Request-Id: ${requestId}`,
      `X-API-Version: ${CORE_VERSION}`,
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
