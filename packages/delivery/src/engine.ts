import { isDatabaseUnavailable } from '@service/db';
import { createBatcher } from '@service/jobs/primitives';
import pLimit from 'p-limit';
import { attemptDelivery } from './attempt-delivery.ts';
import { type ClaimedDelivery, claimDeliveries, whenToAskAgain } from './claim.ts';
import type { Slots } from './concurrency.ts';
import type { DeliveryContext } from './context.ts';
import { type DueLane, findDueLanes } from './due-subscriptions.ts';
import type { Sender } from './http-sender.ts';
import { createBacklog } from './overflow.ts';
import { type MadeAttempt, type RecordedOutcome, recordOutcomes } from './record-outcomes.ts';

export interface DelivererOptions {
  sender: Sender;
  /** Delays of the retry table, in milliseconds. */
  schedule: readonly number[];
  /** How long a claim holds; longer than one attempt can take, so that a lease that ran out means a dead worker. */
  leaseMs: number;
  /** Told of every attempt once its outcome is recorded. */
  observe?: ObserveAttempt;
  slots: Slots;
  /** Sets an alarm for what is due in a store by then. */
  ringStore(tenantId: string, inMs: number): void;
  /** Told of a store that has more due than there are slots here: another worker may have some free. */
  callForHelp?(tenantId: string): void;
}

export type ObserveAttempt = (attempt: {
  /** The delivery's state that it led to; `superseded` when a newer attempt had decided it. */
  outcome: string;
  responseCode: number | null;
  seconds: number;
}) => void;

/** Makes one attempt of a delivery that is due. Answers in how many milliseconds to ring again; null: never. */
export type Deliver = (deliveryId: string) => Promise<number | null>;

export interface Deliverer {
  deliver: Deliver;
  /** Makes all that is due in a store, as fast as its slots allow. Resolves when that has begun. */
  drain(tenantId: string): Promise<void>;
  /** Begins nothing more from the database, and waits for what is under way of it. */
  close(): Promise<void>;
}

/** Recording waits for a database that is away for a while; see PATIENCE_MS. */
const GROUP = { maxSize: 100, deadlineMs: 60_000, failsAll: isDatabaseUnavailable };

/** Waits between the tries to record an outcome: together as long as the usual lease outlives an attempt. */
const PATIENCE_MS = [200, 400, 800, 1600, 3200, 5000, 5000];

/**
 * Claim → sign and send → record: the whole way of one delivery. One whose lane has no slot left is parked: its alarm
 * has rung, and it is taken from the database when a slot is free.
 */
export function createDeliverer(system: DeliveryContext, options: DelivererOptions): Deliverer {
  const { sender, schedule, leaseMs, slots, ringStore, callForHelp = () => {}, observe } = options;
  const inTurn = pLimit(1);
  const claiming = { leaseMs, maxAttempts: schedule.length + 1 };

  const claim = createBatcher({
    name: 'claiming deliveries',
    ...GROUP,
    run: (ids: readonly string[]) =>
      inTurn(async () => {
        const rooms = slots.rooms();
        const { claimed, parked } = await claimDeliveries(system, ids, { ...claiming, rooms });
        for (const each of claimed) slots.take(each);
        const byId = new Map<string, Claim>([
          ...parked.map((lane): [string, Claim] => [lane.id, { parked: lane }]),
          ...claimed.map((delivery): [string, Claim] => [delivery.id, { claimed: delivery }]),
        ]);
        return ids.map((id) => {
          const found = byId.get(id);
          // An id that is asked for twice in one group is claimed once.
          byId.delete(id);
          return found;
        });
      }),
  });

  const record = createBatcher({
    name: 'recording outcomes',
    ...GROUP,
    run: async (attempts: readonly MadeAttempt[]) => {
      const recorded = await recordWithPatience(system, attempts, schedule);
      const byId = new Map(recorded.map((outcome) => [outcome.id, outcome]));
      return attempts.map(({ id }) => byId.get(id));
    },
  });

  const askAgain = createBatcher({
    name: 'asking when deliveries are due',
    ...GROUP,
    run: (ids: readonly string[]) => whenToAskAgain(system, ids),
  });

  let unrecorded = 0;

  /** Gives the slot back, which the request had. */
  async function attempt(claimed: ClaimedDelivery): Promise<number | null> {
    const made = await attemptDelivery(system, sender, claimed);
    // Before the outcome is recorded, so that the database's time isn't the subscriber's; unless it falls behind, because
    // a lease must not run out while the outcome waits.
    const isEarly = unrecorded < slots.capacity;
    unrecorded += 1;
    try {
      if (isEarly) free(claimed);
      const recorded = await record.add(made);
      observe?.({
        outcome: recorded?.status ?? 'superseded',
        responseCode: made.outcome.responseCode,
        seconds: made.outcome.durationMs / 1000,
      });
      return recorded ? recorded.nextRetryInMs : await askAgain.add(claimed.id);
    } finally {
      unrecorded -= 1;
      if (!isEarly) free(claimed);
    }
  }

  function free(claimed: ClaimedDelivery): void {
    slots.release(claimed);
    backlog.wake();
  }

  const backlog = createBacklog(system, { slots, claim: claiming, attempt, ringStore, callForHelp, inTurn });

  return {
    async deliver(deliveryId) {
      const found = await claim.add(deliveryId);
      if (!found) return askAgain.add(deliveryId);
      if ('parked' in found) {
        backlog.add(found.parked);
        return null;
      }
      return attempt(found.claimed);
    },
    async drain(tenantId) {
      for (const lane of await findDueLanes(system, { tenantId })) backlog.add(lane);
    },
    close: () => backlog.close(),
  };
}

type Claim = { claimed: ClaimedDelivery } | { parked: DueLane };

/**
 * The request is out, so its outcome must not get lost by a short failure of ours. Failure policy: if the database
 * stays away, the attempt stays open, becomes `unknown` when the lease runs out, and the delivery is made again.
 */
async function recordWithPatience(
  system: DeliveryContext,
  attempts: readonly MadeAttempt[],
  schedule: readonly number[],
): Promise<RecordedOutcome[]> {
  for (const waitMs of PATIENCE_MS) {
    try {
      return await recordOutcomes(system, attempts, schedule);
    } catch (err) {
      if (!isDatabaseUnavailable(err)) throw err;
      system.log.warn({ err, deliveries: attempts.length }, 'recording outcomes failed; trying again');
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return recordOutcomes(system, attempts, schedule);
}
