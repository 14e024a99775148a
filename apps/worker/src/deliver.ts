import { type SystemContext, webhooks } from '@service/core';
import { isDatabaseUnavailable } from '@service/db';
import { createBatcher } from './batch.ts';

export interface DelivererOptions {
  sender: webhooks.Sender;
  /** Delays of the retry table, in milliseconds. */
  schedule: readonly number[];
  /** How long a claim holds; longer than one attempt can take, so that a lease that ran out means a dead worker. */
  leaseMs: number;
  /** Told of every attempt once its outcome is recorded. */
  observe?: ObserveAttempt;
}

export type ObserveAttempt = (attempt: {
  /** The delivery's state that it led to; `superseded` when a newer attempt had decided it. */
  outcome: string;
  responseCode: number | null;
  seconds: number;
}) => void;

/** Makes one attempt of a delivery that is due. Answers in how many milliseconds to ring again; null: never. */
export type Deliver = (deliveryId: string) => Promise<number | null>;

const GROUP = { maxSize: 100, isEveryones: isDatabaseUnavailable };

/** Waits between the tries to record an outcome: together as long as the usual lease outlives an attempt. */
const PATIENCE_MS = [200, 400, 800, 1600, 3200, 5000, 5000];

/** Claim → sign and send → record: the whole way of one delivery. */
export function createDeliverer(
  system: SystemContext,
  { sender, schedule, leaseMs, observe }: DelivererOptions,
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
    const made = await webhooks.makeAttempt(system, sender, claimed);
    const recorded = await record(made);
    observe?.({
      outcome: recorded?.status ?? 'superseded',
      responseCode: made.outcome.responseCode,
      seconds: made.outcome.durationMs / 1000,
    });
    return recorded ? recorded.nextRetryInMs : webhooks.whenToAskAgain(system, deliveryId);
  };
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
