import { randomBytes } from 'node:crypto';
import { signWebhook } from '@service/client-js';
import { type SystemContext, webhooks } from '@service/core';
import { isDatabaseUnavailable } from '@service/db';
import { createBatcher } from './batch.ts';

export interface DelivererOptions {
  sender: webhooks.Sender;
  /** Delays of the retry table, in milliseconds. */
  schedule: readonly number[];
  /** How long a claim holds; longer than one attempt can take, so that a lease that ran out means a dead worker. */
  leaseMs: number;
}

/** Makes one attempt of a delivery that is due. Answers when its alarm should ring again; null: it needn't. */
export type Deliver = (deliveryId: string) => Promise<Date | null>;

const GROUP = { maxSize: 100, isEveryones: isDatabaseUnavailable };

/** Waits between the tries to record an outcome: together as long as the usual lease outlives an attempt. */
const PATIENCE_MS = [200, 400, 800, 1600, 3200, 5000, 5000];

/** Claim → sign and send → record: the whole way of one delivery. */
export function createDeliverer(
  system: SystemContext,
  { sender, schedule, leaseMs }: DelivererOptions,
): Deliver {
  const claim = createBatcher(async (ids: readonly string[]) => {
    const claimed = await webhooks.claimDeliveries(system, ids, {
      leaseMs,
      maxAttempts: schedule.length + 1,
    });
    const byId = new Map(claimed.map((delivery) => [delivery.id, delivery]));
    return ids.map((id) => {
      const delivery = byId.get(id);
      // An id that is asked for twice in one group is claimed once.
      byId.delete(id);
      return delivery;
    });
  }, GROUP);

  const record = createBatcher(async (attempts: readonly webhooks.MadeAttempt[]) => {
    const recorded = await recordWithPatience(system, attempts, schedule);
    const byId = new Map(recorded.map((outcome) => [outcome.id, outcome]));
    return attempts.map(({ id }) => byId.get(id));
  }, GROUP);

  return async (deliveryId) => {
    const claimed = await claim(deliveryId);
    if (!claimed) return webhooks.whenToAskAgain(system, deliveryId);
    const outcome = await attempt(system, sender, claimed);
    const recorded = await record({ id: claimed.id, attemptNumber: claimed.attemptNumber, outcome });
    return recorded ? recorded.nextRetryAt : webhooks.whenToAskAgain(system, deliveryId);
  };
}

async function attempt(
  system: SystemContext,
  sender: webhooks.Sender,
  claimed: webhooks.ClaimedDelivery,
): Promise<webhooks.AttemptOutcome> {
  const body = webhooks.envelopeBytes(claimed);
  const signature = sign(system, claimed, body);
  if (!signature) return UNSIGNED;
  const outcome = await sender.send({ url: claimed.url, body, headers: { ...signature } });
  // A receiver may echo what it got; the ledger must not hold what a forger could send again.
  const echoed = outcome.responseBody?.replaceAll(signature['X-Service-Signature'], 'sha256=[redacted]');
  return { ...outcome, responseBody: echoed ?? null };
}

/** Nothing goes out without a signature. The subscriber can't mend this, so it's an error of ours in the log. */
const UNSIGNED: webhooks.AttemptOutcome = {
  ok: false,
  responseCode: null,
  error: 'signing key unavailable',
  durationMs: 0,
  resolvedAddress: null,
  responseBody: null,
};

/** Signs anew for every attempt: the timestamp and the nonce are part of what is signed. */
function sign(system: SystemContext, { id, secretSealed }: webhooks.ClaimedDelivery, body: Buffer) {
  try {
    return signWebhook({
      body,
      secret: system.platform.sealer.open(secretSealed),
      timestamp: Math.floor(system.now().getTime() / 1000),
      nonce: randomBytes(16).toString('hex'),
    });
  } catch (err) {
    system.log.error({ err, deliveryId: id }, 'the signing secret can not be opened; check SECRETS_KEY');
    return undefined;
  }
}

/**
 * The request is out, so its outcome must not get lost by a short failure of ours. Failure policy: if the database
 * stays away, the attempt stays open, becomes `unknown` when the lease runs out, and the delivery is made again.
 */
async function recordWithPatience(
  system: SystemContext,
  attempts: readonly webhooks.MadeAttempt[],
  schedule: readonly number[],
): Promise<webhooks.RecordedOutcome[]> {
  for (const waitMs of PATIENCE_MS) {
    try {
      return await webhooks.recordOutcomes(system, attempts, schedule);
    } catch (err) {
      if (!isDatabaseUnavailable(err)) throw err;
      system.log.warn({ err, deliveries: attempts.length }, 'recording outcomes failed; trying again');
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return webhooks.recordOutcomes(system, attempts, schedule);
}
