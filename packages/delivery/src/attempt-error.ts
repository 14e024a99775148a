import { PROXY_REFUSED, PROXY_UNREACHABLE } from './proxy-tunnel.ts';

/** Every value of `lastError`. None of it comes from the subscriber, the URL or a secret. */
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
  /** The deployment's own forward proxy failed: nothing was sent. */
  | 'proxy unreachable'
  | `proxy refused (${number})`
  /** The broker has no queue for it. */
  | 'message returned'
  /** The broker refused responsibility: a nack, or it closed the channel over it. */
  | 'message refused'
  | 'exchange not found'
  | 'topic not found'
  /** The broker accepts no message of this size. */
  | 'message too large'
  /** The broker refused the user name and password, or this user's permissions. */
  | 'access refused'
  /** SECRETS_KEY no longer opens the signing secret: nothing was sent. */
  | 'signing key unavailable'
  /** SECRETS_KEY no longer opens the credentials of the endpoint: nothing was sent. */
  | 'credentials unavailable'
  /** The token server issued no token: nothing was sent. */
  | 'token unavailable'
  | `token refused (${number})`
  /** The worker died while it made the last attempt: whether the subscriber got it is unknown. */
  | 'attempt interrupted'
  | `unexpected status ${number}`
  | `redirect not followed (${number})`;

const ERROR_BY_CODE: Readonly<Record<string, AttemptError>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ECONNABORTED: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'network unreachable',
  ENETUNREACH: 'network unreachable',
  EADDRNOTAVAIL: 'network unreachable',
  // A connection from an address of one family to an address of the other.
  EINVAL: 'network unreachable',
  EPROTO: 'tls error',
  [PROXY_UNREACHABLE]: 'proxy unreachable',
};

const TLS_CODE =
  /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_)/;

/** Names the error of a connection that couldn't be opened, or that broke. */
export function errorOfCode(code: string): AttemptError {
  if (code.startsWith('HPE_')) return 'invalid response';
  if (TLS_CODE.test(code)) return 'tls error';
  if (code.startsWith(PROXY_REFUSED)) return `proxy refused (${Number(code.slice(PROXY_REFUSED.length))})`;
  return ERROR_BY_CODE[code] ?? 'network error';
}

/** Whether it is a failure of the deployment, which says nothing about the endpoint. A proxy's 5xx is about the endpoint. */
export function isOurs(error: AttemptError | null): boolean {
  return (
    error === 'signing key unavailable' ||
    error === 'credentials unavailable' ||
    error === 'proxy unreachable' ||
    (error?.startsWith('proxy refused (4') ?? false)
  );
}
