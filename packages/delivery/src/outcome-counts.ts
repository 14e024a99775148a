import { groupsByStore, ofRows } from '@service/db';
import { DAY_MS, eachItem } from '@service/jobs/primitives';
import type { DeliveryContext, StatementsContext } from './context.ts';
import { isOfEndpoint, type MadeAttempt, type RecordedOutcome } from './record-outcomes.sql.ts';
import type { SubscriptionRef } from './refs.ts';

/** The part of an attempt that is counted. */
export interface CountedAttempt extends SubscriptionRef {
  event: string;
  /** Empty: it succeeded. */
  error: string;
  /** 1 to 5; 0: no response. */
  responseClass: number;
  /** The bucket of the histogram: its upper bound. */
  upToMs: number;
  /** The resulting state of its delivery; null: a newer attempt had decided. */
  status: 'delivered' | 'failed' | 'exhausted' | null;
}

/** Upper bounds of the histogram: steps of about a half, so that a percentile is off by a quarter at most. */
const BOUNDS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000,
  10_000, 15_000, 20_000, 30_000, 60_000,
];
const LONGEST_MS = DAY_MS;

/** Null for attempts that aren't counted: tests, and failures of ours. */
export function countedOf(
  made: MadeAttempt,
  { subscriptionId, event }: { subscriptionId: string; event: string },
  recorded: Pick<RecordedOutcome, 'status'> | undefined,
): CountedAttempt | null {
  if (!isOfEndpoint(made)) return null;
  const { ok, error, responseCode, durationMs } = made.outcome;
  const status = recorded?.status === 'pending' ? 'failed' : recorded?.status;
  return {
    tenantId: made.tenantId,
    subscriptionId,
    event,
    error: ok ? '' : (error ?? 'network error'),
    responseClass: responseCode === null ? 0 : Math.floor(responseCode / 100),
    upToMs: BOUNDS_MS.find((bound) => durationMs <= bound) ?? LONGEST_MS,
    status: (status as CountedAttempt['status'] | undefined) ?? null,
  };
}

/** The number of attempts that have everything in common but the state of their delivery. */
interface OutcomeCount extends Omit<CountedAttempt, 'status'> {
  attempts: number;
  delivered: number;
  failed: number;
  exhausted: number;
}

/** Grouped by the common parts of the attempts. */
type OutcomeCounts = Map<string, OutcomeCount>;

function keyOf(counted: Omit<CountedAttempt, 'status'>): string {
  const { tenantId, subscriptionId, event, error, responseClass, upToMs } = counted;
  return `${tenantId} ${subscriptionId} ${event} ${responseClass} ${upToMs} ${error}`;
}

function countIn(counts: OutcomeCounts, { status, ...alike }: CountedAttempt): void {
  const key = keyOf(alike);
  let count = counts.get(key);
  if (!count) {
    count = { ...alike, attempts: 0, delivered: 0, failed: 0, exhausted: 0 };
    counts.set(key, count);
  }
  count.attempts += 1;
  if (status) count[status] += 1;
}

/** Input: attempts of the same moment. */
export async function countOutcomes(
  system: Pick<StatementsContext, 'db' | 'dbNow'>,
  attempts: readonly CountedAttempt[],
): Promise<void> {
  const counts: OutcomeCounts = new Map();
  for (const each of attempts) countIn(counts, each);
  await writeCounts(system, [...counts.values()]);
}

/**
 * Input: counts of one store, where stores are spread. Why sorted: workers that count the same things wait for each other, but
 * never in a circle.
 */
async function writeCounts(
  { db, dbNow }: Pick<StatementsContext, 'db' | 'dbNow'>,
  counts: readonly OutcomeCount[],
): Promise<void> {
  if (counts.length === 0) return;
  const of = ofRows(db, counts);
  await db.sql.count`
    INSERT INTO webhook_outcome_counts AS counts
      (tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms, attempts, delivered, failed, exhausted)
    SELECT ${of.store('"tenantId"')}, date_trunc('minute', ${dbNow()}, 'UTC'), 'minute', "subscriptionId", event, error, "responseClass", "upToMs",
           attempts, delivered, failed, exhausted
    FROM json_to_recordset(${JSON.stringify(counts)}::json) AS made(
      "tenantId" uuid, "subscriptionId" uuid, event text, error text, "responseClass" int, "upToMs" int, attempts int, delivered int,
      failed int, exhausted int)
    ORDER BY "tenantId", "subscriptionId", event, error, "responseClass", "upToMs"
    ON CONFLICT (tenant_id, at, grain, subscription_id, event, error, response_class, up_to_ms) DO UPDATE
    SET attempts = counts.attempts + excluded.attempts, delivered = counts.delivered + excluded.delivered,
        failed = counts.failed + excluded.failed, exhausted = counts.exhausted + excluded.exhausted`;
}

export interface OutcomeCounter {
  /** Never waits and never throws. */
  add(counted: CountedAttempt | null): void;
  /** Writes the remaining counts. */
  close(): Promise<void>;
}

const WRITE_EVERY_MS = 2000;

/** The most different counts that wait while the database is away. */
const MAX_WAITING = 100_000;

/**
 * Counts outcomes outside of their record, which never waits for it: the attempts of two seconds that have everything in common
 * become one row. Failure policy: counts that can't be written are kept for the next time. A worker that dies loses up to two
 * seconds of counts; the ledger has them all.
 */
export function createOutcomeCounter(system: DeliveryContext): OutcomeCounter {
  const waiting: OutcomeCounts = new Map();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    timer = undefined;
    const groups = groupsByStore(system.db, [...waiting.values()]);
    waiting.clear();
    await eachItem(groups, ({ rows }) => writeCounts(system, rows), {
      onError(err, { rows }) {
        system.log.warn({ err }, 'outcomes could not be counted; trying again');
        for (const count of rows) putBack(waiting, count);
      },
    });
  }

  function writeSoon(): void {
    timer ??= setTimeout(() => {
      writing = writing.then(write).then(() => {
        if (waiting.size > 0) writeSoon();
      });
    }, WRITE_EVERY_MS).unref();
  }

  return {
    add(counted) {
      if (!counted || waiting.size >= MAX_WAITING) return;
      countIn(waiting, counted);
      writeSoon();
    },
    async close() {
      clearTimeout(timer);
      await writing;
      clearTimeout(timer);
      await write();
    },
  };
}

/** Together with attempts that were counted meanwhile. */
function putBack(counts: OutcomeCounts, count: OutcomeCount): void {
  const key = keyOf(count);
  const since = counts.get(key);
  if (since)
    for (const name of ['attempts', 'delivered', 'failed', 'exhausted'] as const) count[name] += since[name];
  counts.set(key, count);
}
