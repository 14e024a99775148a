import { ConnectionError, isServiceError } from './errors.ts';
import type { PreparedRequest } from './request.ts';

const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 30_000;

/**
 * How long to wait before the request is sent again; undefined: it must not be repeated, or that would have no use.
 *
 * A request that may have been executed is only repeated if that has no second effect. A 429 refuses before anything is done, so
 * it is always repeated.
 */
export function retryDelay(
  error: unknown,
  { retry, request, random }: { retry: number; request: PreparedRequest; random: () => number },
): number | undefined {
  const wasRefusedEarly = isServiceError(error, 'too_many_requests');
  if (!(wasRefusedEarly ? request.isSendableAgain : request.isRepeatable && isTransient(error)))
    return undefined;
  const asked = isServiceError(error) ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
  if (asked > LONGEST_DELAY_MS) return undefined;
  // Full jitter: clients that failed at the same time don't retry at the same time.
  return asked + random() * FIRST_DELAY_MS * 2 ** retry;
}

function isTransient(error: unknown): boolean {
  if (isServiceError(error)) return error.status === 503 || error.code === 'idempotency_key_in_flight';
  if (!(error instanceof ConnectionError)) return false;
  return error.status === undefined || [502, 503, 504].includes(error.status);
}

/** Rejects with the signal's reason if it is aborted meanwhile. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
