import { createPrivateKey, randomUUID } from 'node:crypto';
import { loadLater, parseBoundedJson } from '@service/jobs/primitives';
import { type AttemptError, isOurs } from '../attempt-error.ts';
import type { Destination } from '../destination.ts';
import type { OAuthClient } from './credentials.ts';

export interface TokenRequest {
  tenantId: string;
  client: OAuthClient;
  mayTakeMs: number;
  now: Date;
}

export type ReceivedToken = { token: string; lifetimeMs: number } | { error: AttemptError };

/** A token and the white space around it. */
const MOST_BYTES = 64 * 1024;
/** The token has to fit into a header. */
const LONGEST_TOKEN = 8192;

/** The lifetime that is assumed when the server states none. */
const USUAL_LIFETIME_S = 300;
const LONGEST_LIFETIME_S = 7 * 24 * 3600;

/** Sends one request to a token server, with the address guard of deliveries. Never rejects. */
export async function requestToken(
  destination: Destination,
  { tenantId, client, mayTakeMs, now }: TokenRequest,
): Promise<ReceivedToken> {
  const { headers, parameters } = await identify(client, now);
  const outcome = await destination.send({
    tenantId,
    url: client.tokenUrl,
    body: Buffer.from(
      new URLSearchParams({
        grant_type: 'client_credentials',
        ...(client.scope === undefined ? {} : { scope: client.scope }),
        ...(client.audience === undefined ? {} : { audience: client.audience }),
        ...parameters,
      }).toString(),
    ),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    mayTakeMs,
    keptBytes: MOST_BYTES,
  });
  if (isOurs(outcome.error)) return { error: outcome.error ?? 'token unavailable' };
  if (outcome.ok) return readToken(outcome.responseBody ?? '');
  return {
    error: outcome.responseCode === null ? 'token unavailable' : `token refused (${outcome.responseCode})`,
  };
}

type Identified = { headers?: Record<string, string>; parameters?: Record<string, string> };

async function identify(client: OAuthClient, now: Date): Promise<Identified> {
  const { clientId, clientSecret = '', method } = client;
  if (method === 'private_key_jwt') {
    return {
      parameters: {
        client_id: clientId,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: await signAssertion(client, now),
      },
    };
  }
  if (method === 'client_secret_post')
    return { parameters: { client_id: clientId, client_secret: clientSecret } };
  // RFC 6749, 2.3.1: both are encoded like a form first.
  const encoded = Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString('base64');
  return { headers: { authorization: `Basic ${encoded}` } };
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** RFC 7523. */
async function signAssertion(
  { clientId, tokenUrl, privateKey = '', keyId }: OAuthClient,
  now: Date,
): Promise<string> {
  // Loaded later, because few subscriptions need it.
  const { default: jwt } = await loadLater(() => import('jsonwebtoken'));
  const key = createPrivateKey(privateKey);
  const seconds = Math.floor(now.getTime() / 1000);
  return jwt.sign(
    { iss: clientId, sub: clientId, aud: tokenUrl, jti: randomUUID(), iat: seconds, exp: seconds + 60 },
    key,
    {
      algorithm: key.asymmetricKeyType === 'ec' ? 'ES256' : 'RS256',
      ...(keyId === undefined ? {} : { keyid: keyId }),
    },
  );
}

function readToken(text: string): ReceivedToken {
  const { access_token: token, token_type: type, expires_in: seconds } = parseObject(text);
  const isUsable =
    typeof token === 'string' &&
    token.length <= LONGEST_TOKEN &&
    /^[\x21-\x7e]+$/.test(token) &&
    String(type ?? 'bearer').toLowerCase() === 'bearer';
  if (!isUsable) return { error: 'token unavailable' };
  const lifetimeS = Number(seconds ?? USUAL_LIFETIME_S);
  const knownS = Number.isFinite(lifetimeS) && lifetimeS > 0 ? lifetimeS : USUAL_LIFETIME_S;
  return { token, lifetimeMs: 1000 * Math.min(knownS, LONGEST_LIFETIME_S) };
}

/** The response has some five members; providers add their own. */
const BOUNDS = { maxDepth: 12, maxValues: 1000 };

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(parseBoundedJson(text, BOUNDS));
  } catch {
    return {};
  }
}
