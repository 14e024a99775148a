import { ERRORS, ServiceError } from '@service/contract';
import type { Log } from '@service/core';
import { isDatabaseConflict, isDatabaseFull, isDatabaseUnavailable } from '@service/db';
import type { Response } from 'express';

/** Also used for the detail of `/health`. */
export const DISK_FULL = 'The disk of the database is full. Nothing was changed.';

/** The one format of every error: RFC 9457 problem details. */
export function sendProblem(
  res: Response,
  thrown: unknown,
  { requestId, log, isPlanned = false }: { requestId: string; log: Log; isPlanned?: boolean },
): void {
  const error = toServiceError(thrown);
  if ((error.status >= 500 && !isPlanned) || res.headersSent)
    log.error({ err: thrown, requestId }, 'request failed');
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const { status } = ERRORS[error.code];
  if (status === 401) res.set('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined)
    res.set({
      'Retry-After': `${error.retryAfterSeconds}`,
      RateLimit: `"attempts";r=0;t=${error.retryAfterSeconds}`,
    });
  if (status === 503) res.set('Retry-After', '5');
  res
    .status(status)
    .type('application/problem+json')
    .send(JSON.stringify(problemOf(error, requestId)));
}

export function problemOf({ code, detail, errors }: ServiceError, requestId: string) {
  const { status, title, remedy } = ERRORS[code];
  const type = `urn:commerce-service:error:${code}`;
  return { type, title, status, code, detail, remedy, requestId, ...(errors ? { errors } : {}) };
}

function toServiceError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown;
  if (isDatabaseFull(thrown)) return new ServiceError('dependency_unavailable', DISK_FULL);
  if (isDatabaseUnavailable(thrown))
    return new ServiceError('dependency_unavailable', 'The database does not respond.');
  if (isDatabaseConflict(thrown))
    return new ServiceError(
      'dependency_unavailable',
      'Another request changed the same at that moment. Nothing was changed by this one.',
    );
  // Express decodes the parameters of a path before an operation is called.
  if (thrown instanceof URIError)
    return new ServiceError('malformed_path', 'A part of the path is not percent-encoded UTF-8.');
  return new ServiceError('internal_error', 'An unexpected error occurred; nothing was changed.');
}
