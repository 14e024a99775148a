/** Everything that `lastError` can say. None of it comes from the subscriber, the URL or a secret. */
export type AttemptError =
  | 'timeout'
  | 'connection refused'
  | 'connection reset'
  | 'host not found'
  | 'network unreachable'
  | 'refused address'
  | 'tls error'
  | 'invalid response'
  | 'invalid url'
  | 'insecure url'
  | 'network error'
  /** SECRETS_KEY no longer opens the signing secret: nothing was sent. */
  | 'signing key unavailable'
  /** The worker died while it made the last attempt: whether the subscriber got it isn't known. */
  | 'attempt interrupted'
  | `unexpected status ${number}`
  | `redirect not followed (${number})`;

/** Null: a success. */
export function errorOfStatus(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `redirect not followed (${status})` : `unexpected status ${status}`;
}
