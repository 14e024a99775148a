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

const ERROR_BY_CODE: Readonly<Record<string, AttemptError>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ECONNABORTED: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'network unreachable',
  ENETUNREACH: 'network unreachable',
  EADDRNOTAVAIL: 'network unreachable',
  EPROTO: 'tls error',
};

const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_)/;

/** Of a connection that could not be made, or broke. */
export function errorOfCode(code: string): AttemptError {
  if (code.startsWith('HPE_')) return 'invalid response';
  if (TLS_CODE.test(code)) return 'tls error';
  return ERROR_BY_CODE[code] ?? 'network error';
}
