import { isDatabaseUnavailable, storeKeyOf } from '@service/db';
import { createBatchers, HOUR_MS, parseTraceparent, SpanKind, withSpan } from '@service/jobs/primitives';
import { attemptDelivery } from './attempt-delivery.ts';
import type { AttemptError } from './attempt-error.ts';
import type { Capacity } from './capacity.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { DeliveryContext } from './context.ts';
import { createSendAuthorized } from './credentials/send-authorized.ts';
import type { Destination } from './destination.ts';
import { createEndpointHealth } from './endpoint-health.ts';
import { countedOf, createOutcomeCounter } from './outcome-counts.ts';
import { Progress } from './progress.ts';
import type { EndpointOutcome } from './record-health.sql.ts';
import {
  isLocked,
  isOfEndpoint,
  type MadeAttempt,
  type RecordedOutcome,
  recordOutcomes,
  recordOutcomesOfMany,
} from './record-outcomes.sql.ts';
import { retryAfterMs } from './settle.ts';
import { notifyTested } from './test-outcomes.ts';

export interface AttemptsOptions {
  sender: Destination;
  /** The delays of the retry table, in milliseconds. */
  schedule: readonly number[];
  capacity: Capacity;
  /** Enqueues a store, whose deliveries are due by then. */
  enqueueTenant(tenantId: string, inMs: number): void;
  /** Returns in how many milliseconds to check a delivery again whose outcome a newer attempt decides; null: never. */
  nextCheckInMs(claimed: ClaimedDelivery): Promise<number | null>;
  /** How many milliseconds a record waits for others to join. */
  lingerMs(): number;
  /** How long one statement may take. */
  deadlineMs: number;
  /** Called for every attempt once its outcome is recorded. */
  observe?: ObserveAttempt | undefined;
}

export type ObserveAttempt = (attempt: {
  /** The delivery's resulting state; `superseded` when a newer attempt had decided it. */
  outcome: string;
  responseCode: number | null;
  /** Null for a success. */
  error: AttemptError | null;
  seconds: number;
  isRetry: boolean;
  /**
   * The time from when the delivery was due (a new one: when it was recorded) to the first byte of the request; null: nothing was
   * sent.
   */
  lateSeconds: number | null;
}) => void;

/** Sends a claimed delivery, and records the outcome. */
export interface Attempts {
  /**
   * For a claim whose job waits. Its capacity is reserved already, and released here. Returns in how many milliseconds it is due
   * again.
   */
  make(claimed: ClaimedDelivery): Promise<number | null>;
  /** For a claim without a job: takes capacity, and enqueues the store if the delivery is due again. Calls `onEnd` when that is done. */
  start(claimed: ClaimedDelivery, onEnd?: () => void): void;
  /** Resolves when all that was started has ended. */
  idle(): Promise<void>;
  /** Whether records no longer end by themselves. */
  isStuck(afterMs: number): boolean;
  /** Writes the waiting counts and health. */
  close(): Promise<void>;
}

const GROUP_SIZE = 100;

/**
 * While a record of fewer outcomes than this is under way, the next one begins at once: a recorded delivery isn't sent again when
 * this process dies.
 */
const FEW_OUTCOMES = 10;

/** How long one try to record may take, with a connection that has to be opened. */
const RECORD_PATIENCE_MS = 20_000;

/** Waits between the tries to record an outcome: together as long as the usual lease outlives an attempt. */
const RECORD_RETRY_DELAYS_MS = [200, 400, 800, 1600, 3200, 5000, 5000];

export function createAttempts(system: DeliveryContext, options: AttemptsOptions): Attempts {
  const { sender, schedule, capacity, enqueueTenant, nextCheckInMs, lingerMs, deadlineMs, observe } = options;
  const sendAuthorized = createSendAuthorized(system, sender);
  const health = createEndpointHealth(system, deadlineMs);
  const counter = createOutcomeCounter(system);
  const recording = new Progress();
  const started = new Set<Promise<void>>();
  let unrecorded = 0;

  const outcomes = createBatchers(storeKeyOf(system.db), {
    name: 'a record of outcomes',
    maxSize: GROUP_SIZE,
    smallSize: FEW_OUTCOMES,
    lingerMs,
    deadlineMs: RECORD_RETRY_DELAYS_MS.reduce(
      (sum, waitMs) => sum + waitMs + RECORD_PATIENCE_MS,
      RECORD_PATIENCE_MS,
    ),
    failsAll: isDatabaseUnavailable,
    run: async (attempts: readonly MadeAttempt[]) => {
      const recorded = await retryRecord(system, () =>
        recording.watch(recordOutcomesOfMany(system, attempts, { schedule, withinMs: deadlineMs })),
      );
      const byId = new Map(recorded.map((outcome) => [outcome.id, outcome]));
      return attempts.map(({ id }) => byId.get(id));
    },
  });

  /** The outcome of a delivery that another transaction has locked waits alone, so that it delays no other. */
  async function record(made: MadeAttempt): Promise<RecordedOutcome | undefined> {
    const recorded = await outcomes.add(made);
    if (!recorded || !isLocked(recorded)) return recorded;
    const [settled] = await retryRecord(system, () => recordOutcomes(system, [made], schedule));
    return settled;
  }

  // Linked to the request that made the change and no part of it: that one ended long ago, and retries take days.
  const send = (claimed: ClaimedDelivery) =>
    withSpan(
      'attempt',
      {
        kind: SpanKind.CLIENT,
        links: [parseTraceparent(claimed.traceparent)],
        attributes: attributesOf(claimed),
      },
      async (span) => {
        const made = await attemptDelivery(system, sender, claimed, sendAuthorized);
        const { responseCode, error } = made.outcome;
        if (responseCode !== null) span.setAttribute('http.response.status_code', responseCode);
        if (error !== null) span.setAttribute('error.type', error);
        return made;
      },
    );

  async function finish(claimed: ClaimedDelivery, made: MadeAttempt): Promise<RecordedOutcome | undefined> {
    const recorded = await record(made);
    counter.add(countedOf(made, claimed, recorded));
    if (made.isTest) await notifyTested(system, made.id);
    system.log.info(lineOf(claimed, made, recorded), 'attempt');
    observe?.({
      outcome: recorded?.status ?? 'superseded',
      responseCode: made.outcome.responseCode,
      error: made.outcome.error,
      seconds: made.outcome.durationMs / 1000,
      isRetry: claimed.attemptNumber > 1,
      lateSeconds: lateSecondsOf(claimed, made),
    });
    // Enqueued last: an outcome that waited for this could be recorded after the lease, and the delivery be sent twice.
    const outcome = endpointOutcomeOf(system, claimed, made);
    if (recorded && claimed.isProbing) await health.settleProbe(outcome);
    else if (recorded?.changesHealth) await health.update(outcome);
    return recorded;
  }

  async function make(claimed: ClaimedDelivery): Promise<number | null> {
    let isReleased = false;
    const release = () => {
      if (!isReleased) capacity.release(claimed);
      isReleased = true;
    };
    try {
      const made = await send(claimed);
      // Done before the outcome is recorded, so that the database's time doesn't count as the subscriber's, unless records fall
      // behind: a lease must not run out while the outcome waits, and waiting outcomes are sent again when this process dies.
      if (unrecorded < GROUP_SIZE) release();
      unrecorded += 1;
      const recorded = await finish(claimed, made).finally(() => {
        unrecorded -= 1;
      });
      return recorded ? recorded.nextRetryInMs : await nextCheckInMs(claimed);
    } finally {
      release();
    }
  }

  async function makeAndEnqueue(claimed: ClaimedDelivery): Promise<void> {
    try {
      const dueInMs = await make(claimed);
      if (dueInMs !== null) enqueueTenant(claimed.tenantId, dueInMs);
    } catch (err) {
      // Failure policy: the row is leased and its attempt open; the poll finds it when the lease has run out.
      system.log.error({ err, deliveryId: claimed.id }, 'a delivery without a job failed');
    }
  }

  return {
    make,
    start(claimed, onEnd = () => {}) {
      capacity.take(claimed);
      const work = makeAndEnqueue(claimed).finally(() => {
        started.delete(work);
        onEnd();
      });
      started.add(work);
    },
    async idle() {
      while (started.size > 0) await Promise.all(started);
    },
    isStuck: (afterMs) => recording.isStuck(afterMs),
    async close() {
      await health.close();
      await counter.close();
    },
  };
}

function attributesOf({ tenantId, id, subscriptionId, event, attemptNumber }: ClaimedDelivery) {
  return {
    'commerce.store': tenantId,
    'commerce.delivery': id,
    'commerce.subscription': subscriptionId,
    'commerce.event': event,
    'commerce.attempt': attemptNumber,
  };
}

/** Writes the line of the log about an attempt. It leaves out the URL, which may hold a credential. */
function lineOf(
  { tenantId, id, subscriptionId, event, attemptNumber, traceparent }: ClaimedDelivery,
  { outcome }: MadeAttempt,
  recorded: RecordedOutcome | undefined,
) {
  return {
    deliveryId: id,
    store: tenantId,
    subscriptionId,
    event,
    attempt: attemptNumber,
    outcome: recorded?.status ?? 'superseded',
    status: outcome.responseCode,
    error: outcome.error,
    ms: outcome.durationMs,
    traceId: parseTraceparent(traceparent)?.traceId,
  };
}

function lateSecondsOf({ overdueMs }: ClaimedDelivery, { outcome }: MadeAttempt): number | null {
  if (outcome.resolvedAddress === null) return null;
  const { dnsMs, connectMs, tlsMs } = outcome.phases;
  return (Math.max(0, overdueMs) + (dnsMs ?? 0) + (connectMs ?? 0) + (tlsMs ?? 0)) / 1000;
}

/** The longest time for which a subscription's rate is stopped. */
const MAX_HOLD_OFF_MS = HOUR_MS;

function endpointOutcomeOf(
  { now }: DeliveryContext,
  { tenantId, subscriptionId }: ClaimedDelivery,
  made: MadeAttempt,
): EndpointOutcome {
  const { outcome } = made;
  return {
    tenantId,
    subscriptionId,
    isUp: outcome.ok,
    isGone: outcome.responseCode === 410,
    failures: outcome.ok || !isOfEndpoint(made) ? 0 : 1,
    holdOffMs: outcome.responseCode === 429 ? holdOffMsOf(outcome.responseHeaders, now()) : null,
  };
}

function holdOffMsOf(headers: Record<string, string> | null, now: Date): number | null {
  const askedForMs = retryAfterMs(headers?.['retry-after'], now);
  return askedForMs === null ? null : Math.min(Math.max(0, askedForMs), MAX_HOLD_OFF_MS);
}

/**
 * The request was sent, so a short failure of ours must not lose its outcome. Failure policy: if the database stays away, the
 * attempt stays open, becomes `unknown` when the lease runs out, and the delivery is sent again.
 */
async function retryRecord<T>(system: DeliveryContext, record: () => Promise<T>): Promise<T> {
  for (const waitMs of RECORD_RETRY_DELAYS_MS) {
    try {
      return await record();
    } catch (err) {
      if (!isDatabaseUnavailable(err)) throw err;
      system.log.warn({ err }, 'recording outcomes failed; trying again');
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return record();
}
