export interface DiagnosedAttempt {
  outcome: string;
  responseCode: number | null;
  error: string | null;
  durationMs: number | null;
  via: string;
}

const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'The endpoint returned 400: it refused the request. Check that it verifies the signature over the raw bytes, with this subscription’s secret.',
  401: 'The endpoint returned 401: it asks for a credential. Deliveries are authenticated by their signature; add a custom header if a gateway needs one.',
  403: 'The endpoint returned 403: it forbids the request. Look for a firewall or bot protection in front of it.',
  404: 'The endpoint returned 404: nothing is at this path. Check the URL of the subscription.',
  405: 'The endpoint returned 405: it takes no POST at this path. Check the URL and the route’s method.',
  408: 'The endpoint returned 408: it gave up waiting for the request. Look at its proxy.',
  410: 'The endpoint returned 410: it is gone for good. Change the URL or pause the subscription.',
  413: 'The endpoint returned 413: it takes no body of this size. Raise the limit of its proxy.',
  415: 'The endpoint returned 415: it does not take application/json.',
  429: 'The endpoint returned 429: it gets too many requests. Lower the concurrency of the subscription.',
  502: 'The endpoint’s proxy returned 502: the application behind it is down.',
  503: 'The endpoint returned 503: it is overloaded or under maintenance.',
  504: 'The endpoint’s proxy returned 504: the application behind it is too slow. Respond first and work afterwards.',
};

const BY_ERROR: Readonly<Record<string, string>> = {
  timeout:
    'No response came in time. Return 2xx as soon as the delivery is stored, and do the work afterwards; if nothing arrives at all, look for a firewall.',
  'connection refused': 'The connection was refused: no program listens on this port.',
  'connection reset':
    'The connection was cut before a response came: the application or its proxy crashed, restarted, or closed an idle connection.',
  'host not found': 'The host name does not resolve. Check the spelling and its DNS records.',
  'network unreachable': 'There is no route to the address. Check the network of the endpoint.',
  'refused address':
    'The host resolves to an address that is not public, so nothing was sent. Check its DNS records.',
  'tls error':
    'No trusted TLS connection could be made. Check that the certificate has not expired, names this host, and comes with its whole chain.',
  'invalid response': 'The response is not HTTP. Check the port of the URL.',
  'invalid url': 'The URL can’t be used. Change it.',
  'insecure url': 'The URL is plain HTTP, which this deployment does not allow. Change it to https.',
  'network error': 'The network failed before a response came.',
};

/** What happened and what to look at, for a person. Nothing in it comes from the endpoint. */
export function diagnose({ outcome, responseCode, error, durationMs, via }: DiagnosedAttempt): string {
  if (outcome === 'open') return 'The attempt is under way.';
  if (outcome === 'unknown' && via === 'pull')
    return 'The claim ran out before its outcome was reported, so the outcome is unknown. It can be claimed again under the same id.';
  if (outcome === 'unknown') {
    return 'The worker ended during this attempt, so its outcome is unknown: the endpoint may have had the request. It is made again under the same id.';
  }
  if (outcome === 'succeeded')
    return `The endpoint accepted the delivery: ${responseCode} after ${durationMs} ms.`;
  if (responseCode !== null) return BY_STATUS[responseCode] ?? byStatusClass(responseCode);
  return BY_ERROR[error ?? ''] ?? 'The network failed before a response came.';
}

function byStatusClass(status: number): string {
  if (status >= 500)
    return `The endpoint returned ${status}, a failure of its own. Look at its log for this time.`;
  if (status >= 400) return `The endpoint returned ${status}: it refused the request.`;
  if (status >= 300) {
    return `The endpoint returned ${status}, a redirect. Redirects are not followed: set the subscription to the final URL.`;
  }
  return `The endpoint returned ${status}, which is no success.`;
}
