import { randomBytes } from 'node:crypto';
import { signWebhook } from '@service/client-js';
import { type SystemContext, webhooks } from '@service/core';
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

const GROUP = 100;
const SETTLE_TRIES = 5;

/** Claim → sign and send → record: the whole way of one delivery. */
export function createDeliverer(
  system: SystemContext,
  { sender, schedule, leaseMs }: DelivererOptions,
): Deliver {
  const claim = createBatcher(async (ids: readonly string[]) => {
    const claimed = await webhooks.claimDeliveries(system, ids, leaseMs);
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

/** Signs anew for every attempt: the timestamp and the nonce are part of what is signed. */
function attempt(
  system: SystemContext,
  sender: webhooks.Sender,
  claimed: webhooks.ClaimedDelivery,
): Promise<webhooks.AttemptOutcome> {
  const body = webhooks.envelopeBytes(claimed);
  const signature = signWebhook({
    body,
    secret: system.platform.sealer.open(claimed.secretSealed),
    timestamp: Math.floor(system.now().getTime() / 1000),
    nonce: randomBytes(16).toString('hex'),
  });
  return sender.send({ url: claimed.url, body, headers: { ...signature } });
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
  for (let tried = 1; ; tried += 1) {
    try {
      return await webhooks.recordOutcomes(system, attempts, schedule);
    } catch (err) {
      if (tried === SETTLE_TRIES) throw err;
      system.log.warn({ err, deliveries: attempts.length }, 'recording outcomes failed; trying again');
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tried));
    }
  }
}
