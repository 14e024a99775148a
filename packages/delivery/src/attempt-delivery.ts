import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { DeliveryContext, StatementsContext } from './context.ts';
import type { SendAuthorized } from './credentials/send-authorized.ts';
import { type AttemptOutcome, type Destination, NOTHING_SEEN } from './destination.ts';
import { withoutSecrets } from './hide-secrets.ts';
import type { MadeAttempt } from './record-outcomes.sql.ts';
import { type SignedDelivery, signDelivery } from './sign-delivery.ts';

/** Signs and sends one message for a claimed delivery, and returns its entry for the ledger. Never rejects. */
export async function attemptDelivery(
  system: DeliveryContext,
  sender: Destination,
  claimed: ClaimedDelivery,
  sendAuthorized: SendAuthorized,
): Promise<MadeAttempt> {
  const { tenantId, id, attemptNumber, interruptions, isTest, honourRetryAfter, url } = claimed;
  const attempt = { tenantId, id, attemptNumber, interruptions, isTest, honourRetryAfter };
  const signed = await sign(system, claimed);
  if (!signed) return { ...attempt, outcome: UNSIGNED, requestHeaders: {} };
  const { body, headers, queue } = signed;
  const message = { tenantId, url, body, headers, queue };
  if (claimed.credentials) {
    const sent = await sendAuthorized(message, claimed, claimed.credentials);
    return {
      ...attempt,
      isRenewed: sent.isRenewed,
      outcome: withoutSecrets(sent.outcome, [...signed.secrets, ...sent.secrets]),
      requestHeaders: { ...signed.shownHeaders, ...(sent.hasHeader ? { authorization: '(hidden)' } : {}) },
    };
  }
  const outcome = await sender.send(message);
  return {
    ...attempt,
    outcome: withoutSecrets(outcome, signed.secrets),
    requestHeaders: signed.shownHeaders,
  };
}

/** No request is sent without a signature. The subscriber can't fix this, so the log has it as an error of ours. */
export const UNSIGNED: AttemptOutcome = {
  ok: false,
  error: 'signing key unavailable',
  durationMs: 0,
  ...NOTHING_SEEN,
};

/** Returns nothing when the secret can't be opened. */
export async function sign(
  system: StatementsContext,
  claimed: ClaimedDelivery,
): Promise<SignedDelivery | undefined> {
  try {
    return await signDelivery(system, claimed);
  } catch (err) {
    system.log.error(
      { err, deliveryId: claimed.id },
      'the signing secret can not be opened; check SECRETS_KEY',
    );
    return undefined;
  }
}
