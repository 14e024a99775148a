import { isDatabaseUnavailable } from '@service/db';
import {
  createBatcher,
  createKeyedSemaphore,
  HOUR_MS,
  parseTraceparent,
  SpanKind,
  withSpan,
} from '@service/jobs/primitives';
import { attemptDelivery } from './attempt-delivery.ts';
import type { AttemptError } from './attempt-error.ts';
import { type Claim, claimDeliveries, type DeferredDelivery, nextCheckInMs } from './claim.ts';
import type { Capacity } from './concurrency.ts';
import type { DeliveryContext } from './context.ts';
import { createSendAuthorized } from './credentials/send-authorized.ts';
import type { Destination } from './destination.ts';
import { findDueSubscriptions, nextDueInMs } from './due-subscriptions.ts';
import { createEndpointHealth, type EndpointHealth } from './endpoint-health.ts';
import { countedOf, createOutcomeCounter, type OutcomeCounter } from './outcome-counts.ts';
import { createOverflow } from './overflow.ts';
import { Progress } from './progress.ts';
import type { EndpointOutcome } from './record-health.ts';
import {
  isHeld,
  isOfEndpoint,
  type MadeAttempt,
  type RecordedOutcome,
  recordOutcomes,
  recordOutcomesOfMany,
} from './record-outcomes.ts';
import type { DeliveryRef } from './refs.ts';
import { retryAfterMs } from './settle.ts';
import type { ClaimedDelivery } from './take-due.ts';
import { notifyTested } from './test-outcomes.ts';

export interface EngineOptions {
  sender: Destination;
  /** Delays of the retry table, in milliseconds. */
  schedule: readonly number[];
  /** How long a claim holds; longer than one attempt can take, so that a lease that ran out means a dead worker. */
  leaseMs: number;
  capacity: Capacity;
  /** Enqueues what is due in a store by then. */
  enqueueTenant(tenantId: string, inMs: number): void;
  /** Called for a store that has more due than there is capacity here: another worker may have some free. */
  onSaturated?(tenantId: string): void;
  /** Called for every attempt once its outcome is recorded. */
  observe?: ObserveAttempt;
  /** How long one statement may take that claims or records. */
  deadlineMs?: number;
}

export type ObserveAttempt = (attempt: {
  /** The delivery's state that it led to; `superseded` when a newer attempt had decided it. */
  outcome: string;
  responseCode: number | null;
  /** Null of a success. */
  error: AttemptError | null;
  seconds: number;
  isRetry: boolean;
  /** From when it was due (a new one when it was recorded) to the first byte of the request; null: nothing was sent. */
  lateSeconds: number | null;
}) => void;

/** Makes one attempt of a delivery that is due. Returns in how many milliseconds to try again; null: never. */
export type Deliver = (delivery: DeliveryRef) => Promise<number | null>;

export interface Engine {
  deliver: Deliver;
  /** Makes all that is due in a store, as fast as the capacity allows. Resolves when that has begun. */
  drain(tenantId: string): Promise<void>;
  /** Whether claims or records no longer end by themselves: this process should be replaced. */
  isStuck(): boolean;
  /** Begins nothing more from the database, waits for what is under way of it, and enqueues the rest. */
  stop(): Promise<void>;
  /** The same, and writes counts and health that wait. To be called once no attempt is under way any more: it would not be counted. */
  close(): Promise<void>;
}

const GROUP_SIZE = 100;

/** Beside the record of fewer outcomes the next one begins at once: what is recorded isn't sent again when this process dies. */
const FEW_OUTCOMES = 10;

/** While more than so many deliveries are under way, claims and records wait for others to join: each costs as much as some deliveries. */
const MANY_UNDER_WAY = 20;
const GATHER_MS = 4;

/** The server ends a claim or a record that takes longer, and rolls it back. */
const DEADLINE_MS = 5000;

/** How long a job waits for its claim, and for those before it. */
const CLAIM_PATIENCE_MS = 60_000;

/** How long one try to record may take, with a connection that has to be opened. */
const RECORD_PATIENCE_MS = 20_000;

/** So many deadlines without one claim, or one record, that ended by itself. */
const STUCK_AFTER_DEADLINES = 6;

/**
 * Waits before a delivery is claimed again that another claim held, or its subscription's counter: together longer than a claim takes.
 */
const HELD_MS = [10, 20, 40];

/** Waits between the tries to record an outcome: together as long as the usual lease outlives an attempt. */
const RECORD_RETRY_DELAYS_MS = [200, 400, 800, 1600, 3200, 5000, 5000];

/**
 * The whole way of a delivery in one process: claim → sign and send → record. What has no capacity is deferred: its job
 * ends, and the overflow takes it from the database when capacity is free.
 */
export function createEngine(system: DeliveryContext, options: EngineOptions): Engine {
  const { schedule, leaseMs, capacity, enqueueTenant, onSaturated = () => {} } = options;
  const { deadlineMs = DEADLINE_MS } = options;
  const claim = { leaseMs, maxAttempts: schedule.length + 1, withinMs: deadlineMs };
  const claiming = new Progress();
  const limitedClaiming = new Progress();
  const recording = new Progress();
  const inTurn = createTurns(claiming);
  const lingerMs = () => (capacity.taken > MANY_UNDER_WAY ? GATHER_MS : 0);

  const claims = createBatcher({
    name: 'a claim of deliveries',
    maxSize: GROUP_SIZE,
    deadlineMs: CLAIM_PATIENCE_MS,
    failsAll: isDatabaseUnavailable,
    run: (refs: readonly DeliveryRef[], signal) =>
      inTurn(async () => {
        const found = await withSpan('claim', { attributes: { 'commerce.asked': refs.length } }, () =>
          claimDeliveries(system, refs, { ...claim, capacity: capacity.snapshot() }),
        );
        // An attempt of each is open, so it is sent whether or not its job still waits.
        for (const each of found.claimed) {
          if (signal.aborted) overflow.start(each);
          else capacity.take(each);
        }
        return inOrderOf(refs, found);
      }),
  });

  const outcomes = createBatcher({
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

  /** Of a delivery that somebody's transaction holds the outcome waits alone, so that it keeps back no other. */
  async function record(made: MadeAttempt): Promise<RecordedOutcome | undefined> {
    const recorded = await outcomes.add(made);
    if (!recorded || !isHeld(recorded)) return recorded;
    const [settled] = await retryRecord(system, () => recordOutcomes(system, [made], schedule));
    return settled;
  }

  const checks = createBatcher({
    name: 'a look at deliveries',
    maxSize: GROUP_SIZE,
    deadlineMs,
    run: (refs: readonly DeliveryRef[]) => nextCheckInMs(system, refs),
  });

  const health = createEndpointHealth(system, deadlineMs);
  const counter = createOutcomeCounter(system);
  const attempt = createAttempt(system, options, { record, health, counter });

  async function send(claimed: ClaimedDelivery): Promise<number | null> {
    const recorded = await attempt(claimed);
    return recorded ? recorded.nextRetryInMs : checks.add(claimed);
  }

  async function claimSoon(delivery: DeliveryRef): Promise<Found | undefined> {
    let found = await claims.add(delivery);
    for (const waitMs of HELD_MS) {
      if (found !== 'held') break;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      found = await claims.add(delivery);
    }
    return found;
  }

  const overflow = createOverflow(system, {
    capacity,
    claim,
    send,
    enqueueTenant,
    onSaturated,
    lingerMs,
    inTurn,
    // What is ordered, or has a limit of its own, takes longer to find: the others don't wait for it.
    inTurnOfLimited: createTurns(limitedClaiming),
  });
  capacity.onRelease(overflow.wake);

  return {
    async deliver(delivery) {
      const found = await claimSoon(delivery);
      if (!found || found === 'held') return checks.add(delivery);
      if ('claimed' in found) return send(found.claimed);
      overflow.add(found.deferred);
      return null;
    },
    async drain(tenantId) {
      const due = await findDueSubscriptions(system, { tenantId });
      for (const each of due) overflow.add(each);
      if (due.length > 0) return;
      // The clock that this job was enqueued by may be ahead of the database's.
      const dueInMs = await nextDueInMs(system, tenantId);
      if (dueInMs !== null) enqueueTenant(tenantId, dueInMs);
    },
    isStuck: () =>
      [claiming, limitedClaiming, recording].some((each) => each.isStuck(STUCK_AFTER_DEADLINES * deadlineMs)),
    stop: overflow.close,
    async close() {
      await overflow.close();
      await health.close();
      await counter.close();
    },
  };
}

type Found = { claimed: ClaimedDelivery } | { deferred: DeferredDelivery } | 'held';

function inOrderOf(refs: readonly DeliveryRef[], { claimed, deferred, held }: Claim): (Found | undefined)[] {
  const byId = new Map<string, Found>([
    ...deferred.map((each): [string, Found] => [each.id, { deferred: each }]),
    ...claimed.map((each): [string, Found] => [each.id, { claimed: each }]),
    ...held.map(({ id }): [string, Found] => [id, 'held']),
  ]);
  return refs.map(({ id }) => {
    const found = byId.get(id);
    // An id that is asked for twice in one group is claimed once.
    byId.delete(id);
    return found;
  });
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs claims one at a time, because each counts what the others have taken. The server ends each, so that the next begins. */
function createTurns(progress: Progress): InTurn {
  const turns = createKeyedSemaphore({ atOnce: 1 });
  return async (work) => {
    const release = await turns.acquire('claim');
    try {
      return await progress.watch(work());
    } finally {
      release?.();
    }
  };
}

interface AfterAttempt {
  record(made: MadeAttempt): Promise<RecordedOutcome | undefined>;
  health: EndpointHealth;
  counter: OutcomeCounter;
}

/** Sends what is claimed and records the outcome. Gives the capacity back, which the claim took. */
function createAttempt(
  system: DeliveryContext,
  { sender, capacity, observe }: EngineOptions,
  { record, health, counter }: AfterAttempt,
) {
  const sendAuthorized = createSendAuthorized(system, sender);
  let unrecorded = 0;
  // Linked to the request that made the change and no part of it: that one ended long ago, and retries take days.
  const attempt = (claimed: ClaimedDelivery) => {
    const links = [parseTraceparent(claimed.traceparent)];
    return withSpan(
      'attempt',
      { kind: SpanKind.CLIENT, links, attributes: attributesOf(claimed) },
      async (span) => {
        const made = await attemptDelivery(system, sender, claimed, sendAuthorized);
        const { responseCode, error } = made.outcome;
        if (responseCode !== null) span.setAttribute('http.response.status_code', responseCode);
        if (error !== null) span.setAttribute('error.type', error);
        return made;
      },
    );
  };
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
    // Last: an outcome that waited for this could be recorded after the lease, and the delivery be sent twice.
    const outcome = endpointOutcomeOf(system, claimed, made);
    if (recorded && claimed.isProbing) await health.settleProbe(outcome);
    else if (recorded?.changesHealth) await health.update(outcome);
    return recorded;
  }

  return async (claimed: ClaimedDelivery): Promise<RecordedOutcome | undefined> => {
    let isReleased = false;
    const release = () => {
      if (!isReleased) capacity.release(claimed);
      isReleased = true;
    };
    try {
      const made = await attempt(claimed);
      // Before the outcome is recorded, so that the database's time isn't the subscriber's; unless it falls behind, because
      // a lease must not run out while the outcome waits, and what waits is sent again when this process dies.
      if (unrecorded < GROUP_SIZE) release();
      unrecorded += 1;
      return await finish(claimed, made).finally(() => {
        unrecorded -= 1;
      });
    } finally {
      release();
    }
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

/** What the log says of an attempt, in one line. The URL may hold a credential, so it isn't there. */
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

/** Nobody holds a subscription off for longer. */
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
 * The request is out, so its outcome must not get lost by a short failure of ours. Failure policy: if the database
 * stays away, the attempt stays open, becomes `unknown` when the lease runs out, and the delivery is made again.
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
