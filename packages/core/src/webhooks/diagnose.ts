import { type DiagnosisCode, isQueueKind } from '@service/contract';

interface DiagnosedAttempt {
  outcome: string;
  responseCode: number | null;
  error: string | null;
  durationMs: number | null;
  via: string;
}

const SENTENCES: Readonly<Record<DiagnosisCode, string>> = {
  under_way: 'The attempt is under way.',
  accepted: 'The endpoint accepted the delivery: {status} after {ms} ms.',
  claim_expired:
    'The claim ran out before its outcome was reported, so the outcome is unknown. It can be claimed again under the same id.',
  worker_ended:
    'The worker ended during this attempt, so its outcome is unknown: the endpoint may have had the request. It is made again under the same id.',
  status_400:
    'The endpoint returned 400: it refused the request. Check that it verifies the signature over the raw bytes, with this subscription’s secret.',
  status_401:
    'The endpoint returned 401: it asks for a credential, or refuses the one it got. Set `auth` of the subscription to what it asks for.',
  status_403:
    'The endpoint returned 403: it forbids the request. Look for a firewall or bot protection in front of it.',
  status_404: 'The endpoint returned 404: nothing is at this path. Check the URL of the subscription.',
  status_405:
    'The endpoint returned 405: it takes no POST at this path. Check the URL and the route’s method.',
  status_408: 'The endpoint returned 408: it gave up waiting for the request. Look at its proxy.',
  status_410: 'The endpoint returned 410: it is gone for good. Change the URL or pause the subscription.',
  status_413: 'The endpoint returned 413: it takes no body of this size. Raise the limit of its proxy.',
  status_415: 'The endpoint returned 415: it does not take application/json.',
  status_429:
    'The endpoint returned 429: it gets too many requests. Lower the concurrency of the subscription.',
  status_502: 'The endpoint’s proxy returned 502: the application behind it is down.',
  status_503: 'The endpoint returned 503: it is overloaded or under maintenance.',
  status_504:
    'The endpoint’s proxy returned 504: the application behind it is too slow. Respond first and work afterwards.',
  status_5xx: 'The endpoint returned {status}, a failure of its own. Look at its log for this time.',
  status_4xx: 'The endpoint returned {status}: it refused the request.',
  status_3xx:
    'The endpoint returned {status}, a redirect. Redirects are not followed: set the subscription to the final URL.',
  status_other: 'The endpoint returned {status}, which is no success.',
  timeout:
    'No response came in time. Return 2xx as soon as the delivery is stored, and do the work afterwards; if nothing arrives at all, look for a firewall.',
  connection_refused: 'The connection was refused: no program listens on this port.',
  connection_reset:
    'The connection was cut before a response came: the application or its proxy crashed, restarted, or closed an idle connection.',
  host_not_found: 'The host name does not resolve. Check the spelling and its DNS records.',
  network_unreachable: 'There is no route to the address. Check the network of the endpoint.',
  refused_address:
    'The host resolves to an address that is not public, so nothing was sent. Check its DNS records.',
  tls_error:
    'No trusted TLS connection could be made. Check that the certificate has not expired, names this host, and comes with its whole chain.',
  invalid_response: 'The response is not HTTP. Check the port of the URL.',
  invalid_url: 'The URL can’t be used. Change it.',
  insecure_url: 'The URL is plain HTTP, which this deployment does not allow. Change it to https.',
  network_error: 'The network failed before a response came.',
  signing_key_unavailable:
    'Nothing was sent, because the signing secret can’t be opened: a key is missing from SECRETS_KEY of the deployment.',
  credentials_unavailable:
    'Nothing was sent, because the credentials of the endpoint can’t be opened: a key is missing from SECRETS_KEY of the deployment.',
  token_unavailable:
    'Nothing was sent, because the token server gave no access token in time. Check its address, and that it returns JSON with a bearer token in `access_token`.',
  token_refused:
    'Nothing was sent, because the token server refused with the status that the error names. Check client id, secret or key, scope and audience.',
  proxy_unreachable:
    'Nothing was sent, because the proxy of the deployment can’t be reached. Its operators must look at WEBHOOK_PROXY_URL.',
  proxy_refused:
    'Nothing was sent, because the proxy of the deployment responded with the status that the error names: with 4xx it refused, and its operators must look at its rules and credentials; with 5xx it found no way to the endpoint.',
  confirmed: 'The queue has the message: confirmed after {ms} ms.',
  message_returned:
    'The broker knows no queue for the message, so it returned it. Check the exchange, the routing key and the bindings.',
  message_refused:
    'The broker refused the message. Look for a limit of the queue’s length, and for its log at this time.',
  exchange_not_found: 'The broker has no such exchange. Check its name and the virtual host.',
  access_refused:
    'The broker refused the user name and password, or that user may not write to this exchange or virtual host.',
  queue_timeout:
    'The queue did not confirm the message in time. Look for an alarm about a broker’s memory or disk, and for a firewall.',
  queue_invalid_response: 'What responds isn’t a queue of this kind. Check the host and the port of the URL.',
  sqs_status_400:
    'SQS returned 400: the queue doesn’t exist in this region and account, or refuses the message. The response says which.',
  sqs_status_403:
    'SQS returned 403: the keys are wrong, or their user may not sqs:SendMessage to this queue.',
  eventbridge_message_refused:
    'EventBridge did not take the event: `ErrorCode` in the response says why. With NotAuthorizedForSource or a denial, check that the user may events:PutEvents to this bus with this source.',
  eventbridge_status_400:
    'EventBridge returned 400: the keys are wrong for this region, or their user may not events:PutEvents to this bus. The response says which.',
  eventbridge_status_403:
    'EventBridge returned 403: the keys are wrong, or their user may not events:PutEvents to this bus.',
  pubsub_status_400:
    'Pub/Sub returned 400: the URL names no topic, or the message breaks a rule. The response says which.',
  pubsub_status_401:
    'Pub/Sub returned 401: the key of the service account was deleted or disabled, or the clock of the worker is wrong.',
  pubsub_status_403:
    'Pub/Sub returned 403: the service account may not publish to this topic. Give it the role Pub/Sub Publisher there.',
  pubsub_status_404:
    'Pub/Sub returned 404: there is no such topic. Check the project and the topic in the URL.',
  topic_not_found:
    'The cluster has no such topic, or doesn’t show it to this user. Check its name; it isn’t created.',
  message_too_large:
    'The message is larger than the topic takes. Raise `max.message.bytes` of the topic, or let the subscription get thin payloads.',
  kafka_message_refused:
    'The broker refused the message. Look whether the partition has a leader and enough replicas in sync, and for its log at this time.',
  kafka_access_refused:
    'The broker refused the login or its mechanism, or that user may not write to this topic.',
  kafka_timeout:
    'The cluster did not confirm the message in time. Check that each broker can be reached by the address that it advertises, and that enough replicas are in sync.',
};

export interface Diagnosis {
  diagnosis: string;
  diagnosisCode: DiagnosisCode;
}

/** Explains the result of an attempt and its remedy to a person. The text contains no data from the endpoint. */
export function diagnose(attempt: DiagnosedAttempt): Diagnosis {
  const diagnosisCode = codeOf(attempt);
  const diagnosis = SENTENCES[diagnosisCode]
    .replace('{status}', String(attempt.responseCode))
    .replace('{ms}', String(attempt.durationMs));
  return { diagnosis, diagnosisCode };
}

function codeOf({ outcome, responseCode, error, via }: DiagnosedAttempt): DiagnosisCode {
  if (outcome === 'open') return 'under_way';
  if (outcome === 'unknown') return via === 'pull' ? 'claim_expired' : 'worker_ended';
  const isQueue = isQueueKind(via);
  if (outcome === 'succeeded') return isQueue ? 'confirmed' : 'accepted';
  const ofError = error?.replace(/ \(\d+\)$/, '').replaceAll(' ', '_');
  const ofQueue = isQueue
    ? (known(`${via}_${ofError}`) ?? known(`queue_${ofError}`) ?? known(`${via}_status_${responseCode}`))
    : undefined;
  if (ofQueue) return ofQueue;
  // `proxy refused (403)`
  if (responseCode === null) return known(ofError) ?? 'network_error';
  const ofClass = `status_${Math.floor(responseCode / 100)}xx`;
  return known(`status_${responseCode}`) ?? known(ofClass) ?? 'status_other';
}

function known(code: string | undefined): DiagnosisCode | undefined {
  return code !== undefined && Object.hasOwn(SENTENCES, code) ? (code as DiagnosisCode) : undefined;
}
