import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { PullError } from '@service/contract';

export interface Forwarded {
  responseCode: number | null;
  durationMs: number;
  error?: PullError;
  /** The beginning of the response's body, for display. */
  responseBody: string;
}

const TIMEOUT_MS = 10_000;
const KEPT_BYTES = 1024;

const ERRORS: Readonly<Record<string, PullError>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ENETUNREACH: 'network unreachable',
  EHOSTUNREACH: 'network unreachable',
};

/** One POST with exactly these bytes and headers, as a worker sends it. Never rejects. */
export function forward(
  target: URL,
  { body, headers }: { body: string; headers: Record<string, string> },
  timeoutMs = TIMEOUT_MS,
): Promise<Forwarded> {
  const bytes = Buffer.from(body);
  const startedAt = performance.now();
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    let responseCode: number | null = null;
    let responseBody = '';
    const end = (error?: PullError) =>
      resolve({
        responseCode: error ? null : responseCode,
        durationMs: Math.round(performance.now() - startedAt),
        responseBody,
        ...(error ? { error } : {}),
      });
    const request = send(target, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': bytes.length },
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on('response', (response) => {
      responseCode = response.statusCode ?? null;
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        responseBody = (responseBody + text).slice(0, KEPT_BYTES);
      });
      response.on('end', () => end());
      response.on('error', (error) => end(errorOf(error)));
    });
    request.on('error', (error) => end(errorOf(error)));
    request.end(bytes);
  });
}

function errorOf(error: NodeJS.ErrnoException): PullError {
  if (error.name === 'TimeoutError' || (error.cause as Error | undefined)?.name === 'TimeoutError')
    return 'timeout';
  const { code = '' } = error;
  if (code.startsWith('HPE_')) return 'invalid response';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls error';
  return ERRORS[code] ?? 'network error';
}
