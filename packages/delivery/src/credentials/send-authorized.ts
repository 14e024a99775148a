import type { AttemptError } from '../attempt-error.ts';
import type { ClaimedDelivery } from '../claimed-delivery.ts';
import type { DeliveryContext } from '../context.ts';
import { type AttemptOutcome, type Destination, NOTHING_SEEN, type OutgoingMessage } from '../destination.ts';
import { createAccessTokens } from './access-tokens.ts';
import type { ClaimedCredentials, Credentials, OAuthClient } from './credentials.ts';

export interface AuthorizedOutcome {
  outcome: AttemptOutcome;
  /** Credentials that must not get into the ledger, in case a receiver echoes them. */
  secrets: string[];
  /** Whether an authorization was sent, which the ledger shows without its value. */
  hasHeader: boolean;
  /** A refused access token had been valid before: the next attempt has a new one, and follows at once. */
  isRenewed: boolean;
}

/** Sends to an endpoint that requires a credential beside the signature. It never rejects. */
export type SendAuthorized = (
  message: OutgoingMessage,
  claimed: ClaimedDelivery,
  credentials: ClaimedCredentials,
) => Promise<AuthorizedOutcome>;

export function createSendAuthorized(system: DeliveryContext, destination: Destination): SendAuthorized {
  const tokens = createAccessTokens(system, destination);

  async function send(
    message: OutgoingMessage,
    claimed: ClaimedDelivery,
    claimedCredentials: ClaimedCredentials,
  ): Promise<AuthorizedOutcome> {
    const credentials: Credentials = JSON.parse(system.services.sealer.open(claimedCredentials.sealed));
    switch (credentials.kind) {
      case 'mtls': {
        const { certificate, privateKey } = credentials;
        const outcome = await destination.send({
          ...message,
          clientCertificate: { certificate, privateKey },
        });
        return { outcome, secrets: [], hasHeader: false, isRenewed: false };
      }
      case 'oauth2':
        return sendWithToken(message, claimed, { ...claimedCredentials, client: credentials });
      default: {
        const [authorization, ...secrets] = authorizationOf(credentials);
        const outcome = await destination.send(withAuthorization(message, authorization));
        return { outcome, secrets, hasHeader: true, isRenewed: false };
      }
    }
  }

  /** Token and request together have the time of one attempt. */
  async function sendWithToken(
    message: OutgoingMessage,
    claimed: ClaimedDelivery,
    credentials: ClaimedCredentials & { client: OAuthClient },
  ): Promise<AuthorizedOutcome> {
    const startedAt = performance.now();
    const found = await tokens.tokenFor(claimed, credentials);
    const spentMs = Math.round(performance.now() - startedAt);
    if ('error' in found)
      return { outcome: failed(found.error, spentMs), secrets: [], hasHeader: false, isRenewed: false };
    const { token } = found;
    const outcome = await destination.send({ ...withAuthorization(message, `Bearer ${token}`), spentMs });
    const isRefused = outcome.responseCode === 401 && !found.isYoung;
    if (isRefused) await tokens.refuse(claimed, found.sealed);
    return {
      outcome: { ...outcome, durationMs: outcome.durationMs + spentMs },
      secrets: [token],
      hasHeader: true,
      isRenewed: isRefused,
    };
  }

  return (message, claimed, credentials) =>
    send(message, claimed, credentials).catch((err) => {
      system.log.error({ err, deliveryId: claimed.id }, 'the credentials of an endpoint can’t be used');
      const outcome = failed('credentials unavailable', 0);
      return { outcome, secrets: [], hasHeader: false, isRenewed: false };
    });
}

function withAuthorization(message: OutgoingMessage, authorization: string): OutgoingMessage {
  const headers = Object.entries(message.headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...message, headers: { ...Object.fromEntries(headers), Authorization: authorization } };
}

/** The header, and the parts of it that must not get into the ledger. */
function authorizationOf(credentials: Credentials & { kind: 'basic' | 'bearer' }): [string, ...string[]] {
  if (credentials.kind === 'bearer') return [`Bearer ${credentials.token}`, credentials.token];
  const { username, password } = credentials;
  const encoded = Buffer.from(`${username}:${password}`).toString('base64');
  return [`Basic ${encoded}`, encoded, password];
}

function failed(error: AttemptError, durationMs: number): AttemptOutcome {
  return { ok: false, error, durationMs, ...NOTHING_SEEN };
}
