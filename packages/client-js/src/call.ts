import type { CallOptions } from './call-types.ts';
import { ConnectionError, isServiceError } from './errors.ts';
import { readResponse } from './read-response.ts';
import { type Input, type PreparedRequest, prepareRequest } from './request.ts';
import { retryDelay, wait } from './retry.ts';
import type { Credential, Route } from './route.ts';

/** The options that all clients share. */
export interface ClientOptions {
  /** The address of the service, such as `https://shop.example`; '' is the page's own origin. */
  baseUrl: string;
  /** For one attempt, including the response. Default 30,000; 0 waits for ever. */
  timeoutMs?: number | undefined;
  /** Further attempts after the first. Default 2. */
  maxRetries?: number | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /**
   * Whether the service refuses members that it doesn't know, such as a misspelt one, instead of dropping them. By default it
   * does unless NODE_ENV is `production`, or can't be read.
   */
  strict?: boolean | undefined;
  /** Called after every attempt that got a response: for logs, metrics, and deprecation notices. Must not throw. */
  onResponse?: ((about: ResponseNotice) => void) | undefined;
  /** Used instead of the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Used instead of a timer between attempts, for tests. */
  wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
}

export interface ResponseNotice {
  /** The name of the method. */
  operation: string;
  status: number;
  /** 0 is the first attempt. */
  retry: number;
  requestId: string | null;
  /** The header `X-API-Deprecation`: the operation will be removed, and when. */
  deprecation: string | null;
  headers: Headers;
}

/** How a client proves its identity. */
export interface Credentials {
  /** Returns the headers for this kind of operation; throws a TypeError if the client has no credential of this kind. */
  headersFor(credential: Credential): Promise<Record<string, string>> | Record<string, string>;
  /** Gets a new token after a 401; returns whether there is one. */
  renew?(sent: Record<string, string>): Promise<boolean>;
}

export type Call = (name: string, route: Route, input?: Input, options?: CallOptions) => Promise<unknown>;

export function createCall(client: ClientOptions, credentials: Credentials): Call {
  // Without a scheme, `fetch` would fail at each attempt, with a message that doesn't contain the mistake.
  if (!/^(https?:\/\/|\/|$)/i.test(client.baseUrl))
    throw new TypeError(`baseUrl must begin with http:// or https://; it is "${client.baseUrl}".`);
  const baseUrl = client.baseUrl.replace(/\/+$/, '');
  const pause = client.wait ?? wait;
  const preference: Record<string, string> =
    (client.strict ?? isDevelopment()) ? { Prefer: 'handling=strict' } : {};

  return async function call(name, route, input = {}, options = {}) {
    const given = { ...options, headers: { ...preference, ...client.headers, ...options.headers } };
    const request = prepareRequest(baseUrl, route, input, given);
    const limit = options.maxRetries ?? client.maxRetries ?? 2;
    let isRenewed = false;
    for (let retry = 0; ; ) {
      const proof = await credentials.headersFor(route.credential);
      try {
        return await attempt(client, { name, route, request, proof, options, retry });
      } catch (error) {
        if (options.signal?.aborted) throw options.signal.reason;
        if (!isRenewed && isServiceError(error, 'unauthenticated') && request.isSendableAgain) {
          isRenewed = true;
          if (await credentials.renew?.(proof)) continue;
        }
        const delayMs =
          retry < limit ? retryDelay(error, { retry, request, random: Math.random }) : undefined;
        if (delayMs === undefined) throw error;
        await pause(delayMs, options.signal);
        retry += 1;
      }
    }
  };
}

interface Attempt {
  name: string;
  route: Route;
  request: PreparedRequest;
  proof: Record<string, string>;
  options: CallOptions;
  retry: number;
}

async function attempt(
  client: ClientOptions,
  { name, route, request, proof, options, retry }: Attempt,
): Promise<unknown> {
  const timeoutMs = options.timeoutMs ?? client.timeoutMs ?? 30_000;
  const deadline = new AbortController();
  const timer = timeoutMs > 0 ? setTimeout(() => deadline.abort(), timeoutMs) : undefined;
  const signals = [deadline.signal, ...(options.signal ? [options.signal] : [])];
  const send = client.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  try {
    const response = await send(request.url, {
      method: request.method,
      headers: { ...proof, ...request.headers },
      signal: AbortSignal.any(signals),
      ...(request.body === undefined ? {} : { body: request.body }),
      // Node requires this option for a stream: the body is sent before the response is read.
      ...(request.isSendableAgain ? {} : { duplex: 'half' }),
    } as RequestInit);
    client.onResponse?.({
      operation: name,
      status: response.status,
      retry,
      requestId: response.headers.get('X-Request-Id'),
      deprecation: response.headers.get('X-API-Deprecation'),
      headers: response.headers,
    });
    return await readResponse(response, route);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (deadline.signal.aborted) {
      throw new ConnectionError('timeout', `${name} had no response within ${timeoutMs} ms.`, {
        cause: error,
      });
    }
    if (isServiceError(error) || error instanceof ConnectionError) throw error;
    throw new ConnectionError('network', `${request.method} ${request.url} failed: ${causeOf(error)}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

declare const process: { env: { NODE_ENV?: string } };

/** Bundlers replace the expression with the value. A page without a bundler has no `process`. */
function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV !== 'production';
  } catch {
    return false;
  }
}

/** The message `fetch failed` says nothing; the cause behind it does. */
function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || (cause as { code?: string }).code || message : message;
}
